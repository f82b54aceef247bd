"""People, their devices and names, and how push messages reach them, in a database."""
# ruff: noqa: S608 - only our own names of tables and columns are put into statements

from collections.abc import Sequence
from datetime import UTC, datetime

from filon.match.chat import ChatMessage
from filon.match.person import DeviceRow, Person, Subscription
from filon.store.contract import PeopleStore
from filon.store.schema import CALLS, DEVICES, MOVES, PERSONS, REACHES, WORDS
from filon.store.sql import Sql, word_of
from filon.store.statements import (
    Statement,
    fields_of,
    insert,
    placeholders,
    select,
    upsert,
    values_of,
)

LATEST = 253_402_300_799_000  # milliseconds since 1970: no day comes after it
CLAIM_PUSH = f'{upsert(CALLS)} WHERE calls.v < excluded.v AND calls."at" <= ?'


class SqlPeople(Sql, PeopleStore):
    """Persons, devices, links between them, and subscriptions."""

    async def owner(self, device: str) -> str:
        rows = await self._ask("SELECT person FROM devices WHERE device = ?", device)
        return str(rows[0][0]) if rows else device

    async def devices(self, person: str) -> list[DeviceRow]:
        query = select(DEVICES, "WHERE t.person = ? ORDER BY t.since, t.device")
        return [DeviceRow(**fields_of(DEVICES, row)) for row in await self._ask(query, person)]

    async def save_device(self, row: DeviceRow) -> None:
        await self._do(Statement(upsert(DEVICES), values_of(DEVICES, vars(row))))

    async def merge(self, other: str, person: str) -> None:
        both = "day IN (SELECT day FROM attempts WHERE person = ?)"
        await self._do(
            Statement("UPDATE results SET person = ? WHERE person = ?", (person, other)),
            Statement(f"DELETE FROM attempts WHERE person = ? AND {both}", (other, person)),
            Statement("UPDATE attempts SET person = ? WHERE person = ?", (person, other)),
        )

    async def person(self, person: str = "", key: str = "") -> Person | None:
        query = select(PERSONS, "WHERE t.id = ? OR t.name_key = ?")
        rows = await self._ask(query, person, key)
        return Person(**fields_of(PERSONS, rows[0])) if rows else None

    async def names(self) -> dict[str, str]:
        return dict(await self._ask("SELECT id, name FROM persons"))

    async def save_person(self, person: Person) -> None:
        await self._do(Statement(upsert(PERSONS), values_of(PERSONS, vars(person))))

    async def free_name(self, person: str) -> None:
        await self._do(Statement("DELETE FROM persons WHERE id = ?", (person,)))

    async def offer_transfer(self, digest: str, person: str, until: int) -> None:
        earlier = Statement("DELETE FROM moves WHERE person = ?", (person,))
        await self._do(earlier, Statement(insert(MOVES), (digest, person, until)))

    async def take_transfer(self, digest: str, now: int) -> str:
        rows = await self._ask("SELECT person FROM moves WHERE hash = ?", digest)
        in_time = Statement('DELETE FROM moves WHERE hash = ? AND "until" >= ?', (digest, now))
        return str(rows[0][0]) if rows and await self._do(in_time) == [1] else ""

    async def words_of(self, devices: Sequence[str]) -> list[tuple[str, ChatMessage]]:
        if not devices:
            return []
        given = placeholders(len(devices))
        query = select(WORDS, f'WHERE t.device IN ({given}) ORDER BY t."at", t.n')
        return [(str(row[0]), word_of(row)) for row in await self._ask(query, *devices)]

    # ---- push messages -------------------------------------------------------------------------

    async def subscription(self, device: str) -> Subscription | None:
        rows = await self._ask(select(REACHES, "WHERE t.device = ?"), device)
        return Subscription(**fields_of(REACHES, rows[0])) if rows else None

    async def save_subscription(self, subscription: Subscription) -> None:
        await self._do(Statement(upsert(REACHES), values_of(REACHES, vars(subscription))))

    async def remove_subscription(self, device: str, endpoint: str = "") -> None:
        delete = "DELETE FROM reaches WHERE device = ?"
        if endpoint:
            await self._do(Statement(f"{delete} AND endpoint = ?", (device, endpoint)))
        else:
            await self._do(Statement(delete, (device,)))

    async def claim_push(self, match_id: str, seat: int, v: int, at: int, rest: int) -> bool:
        return await self._do(Statement(CLAIM_PUSH, (match_id, seat, v, at, at - rest))) == [1]

    # ---- forgetting ----------------------------------------------------------------------------

    async def forget_person(self, person: str, devices: Sequence[str]) -> None:
        statements = [
            Statement("UPDATE results SET person = '', name = '' WHERE person = ?", (person,))
        ]
        for table, key in (("persons", "id"), ("moves", "person"), ("attempts", "person"),
                           ("devices", "person")):  # fmt: skip
            statements.append(Statement(f"DELETE FROM {table} WHERE {key} = ?", (person,)))
        for table in ("words", "reaches"):
            statements += [
                Statement(f"DELETE FROM {table} WHERE device = ?", (device,)) for device in devices
            ]
        await self._do(*statements)

    async def old_people(self, before: int, now: int, remove: bool) -> int:
        rows = await self._ask("SELECT count(*) FROM results WHERE ended < ?", before)
        if remove:
            await self._do(
                Statement("DELETE FROM results WHERE ended < ?", (before,)),
                Statement("DELETE FROM attempts WHERE day < ?", (_day(before),)),
                Statement('DELETE FROM moves WHERE "until" < ?', (now,)),
                Statement("DELETE FROM reaches WHERE since < ?", (before,)),
            )
        return int(rows[0][0])


def _day(at: int) -> str:
    return datetime.fromtimestamp(max(0, min(at, LATEST)) / 1000, UTC).date().isoformat()
