"""What people keep beside their games, written once for both databases: `?` marks a value."""
# ruff: noqa: S608 - nothing but our own column names is put into statements

from abc import abstractmethod
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Table

from filon.match.attempt import Attempt
from filon.match.chat import KEPT, Word
from filon.match.person import DeviceRow, Person, Reach
from filon.match.result import Result
from filon.store.contract import Conflict, Store
from filon.store.rows import by_field, columns, in_order, word_of, word_values
from filon.store.schema import ATTEMPTS, DEVICES, PERSONS, REACHES, RESULTS, REVIEWS, WORDS

Job = tuple[str, tuple[Any, ...]]
TRIES = 20  # others who speak at the same moment
SEATS = 5000  # results read at once
LATEST = 253_402_300_799_000  # milliseconds since 1970: no day comes after it


def _marks(count: int) -> str:
    return ", ".join("?" * count)


def _select(table: Table, prefix: str = "") -> str:
    return ", ".join(columns(table, prefix))


def _insert(table: Table, more: str = "") -> str:
    marks = _marks(len(table.columns))
    return f"INSERT INTO {table.name} ({_select(table)}) VALUES ({marks}){more}"


def _upsert(table: Table) -> str:
    key = [f'"{column.name}"' for column in table.primary_key]
    rest = [f"{name} = excluded.{name}" for name in columns(table) if name not in key]
    return _insert(table, f" ON CONFLICT ({', '.join(key)}) DO UPDATE SET {', '.join(rest)}")


def _day(at: int) -> str:
    return datetime.fromtimestamp(max(0, min(at, LATEST)) / 1000, UTC).date().isoformat()


class CompanyStore(Store):
    """Words, results and people, for any database that can read and write."""

    @abstractmethod
    async def _ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """The rows of a query."""

    @abstractmethod
    async def _do(self, *jobs: Job) -> list[int]:
        """All these statements or none, and how many rows each changed; Conflict."""

    # ---- words ---------------------------------------------------------------------------------

    async def say(self, table_id: str, word: Word) -> int:
        for _ in range(TRIES):
            found = await self._ask("SELECT max(n) FROM words WHERE table_id = ?", table_id)
            n = int(found[0][0] or 0) + 1
            try:
                await self._do(
                    (_insert(WORDS), word_values(table_id, n, word)),
                    ("DELETE FROM words WHERE table_id = ? AND n <= ?", (table_id, n - KEPT)),
                )
            except Conflict:
                continue  # somebody else was first
            return n
        raise Conflict(f"too many speak at {table_id}")

    async def words(self, table_id: str, since: int) -> list[Word]:
        found = await self._ask(
            f"SELECT {_select(WORDS)} FROM words WHERE table_id = ? AND n > ? ORDER BY n",
            table_id,
            since,
        )
        return [word_of(values) for values in found]

    async def said(self, devices: Sequence[str]) -> list[tuple[str, Word]]:
        if not devices:
            return []
        found = await self._ask(
            f"SELECT {_select(WORDS)} FROM words WHERE device IN ({_marks(len(devices))}) "
            'ORDER BY "at", n',
            *devices,
        )
        return [(str(values[0]), word_of(values)) for values in found]

    # ---- results -------------------------------------------------------------------------------

    async def keep_results(self, results: Sequence[Result]) -> None:
        insert = _insert(RESULTS, " ON CONFLICT DO NOTHING")
        if results:
            await self._do(*((insert, in_order(RESULTS, vars(one))) for one in results))

    async def results(self, person: str = "", game: str = "") -> list[Result]:
        tests, values = ["1 = 1"], []
        if person:
            tests.append('r."match" IN (SELECT "match" FROM results WHERE person = ?)')
            values.append(person)
        if game:
            tests.append("r.game = ?")
            values.append(game)
        found = await self._ask(
            f"SELECT {_select(RESULTS, 'r.')} FROM results r WHERE {' AND '.join(tests)} "
            f'ORDER BY r.ended DESC, r."match", r.seat LIMIT {SEATS}',
            *values,
        )
        return [Result(**by_field(RESULTS, one)) for one in found]

    async def drop_result(self, match_id: str, person: str) -> bool:
        anybody = "SELECT 1 FROM results r WHERE r.\"match\" = ? AND r.person <> ''"
        blank = "UPDATE results SET person = '', name = '' WHERE \"match\" = ? AND person = ?"
        empty = f'DELETE FROM results WHERE "match" = ? AND NOT EXISTS ({anybody})'
        done = await self._do((blank, (match_id, person)), (empty, (match_id, match_id)))
        return done[0] > 0

    async def recalled(self, table_id: str) -> bool:
        query = "SELECT 1 FROM results WHERE \"match\" LIKE ? AND person <> '' LIMIT 1"
        return bool(await self._ask(query, f"{table_id}-%"))

    # ---- challenges ----------------------------------------------------------------------------

    async def attempt(self, one: Attempt) -> Attempt:
        insert = _insert(ATTEMPTS, " ON CONFLICT DO NOTHING")
        await self._do((insert, in_order(ATTEMPTS, vars(one))))
        query = f"SELECT {_select(ATTEMPTS)} FROM attempts WHERE day = ? AND person = ?"
        found = await self._ask(query, one.day, one.person)
        return Attempt(**by_field(ATTEMPTS, found[0])) if found else one

    async def end_attempt(self, one: Attempt) -> None:
        await self._do(
            (
                'UPDATE attempts SET state = ?, place = ?, score = ?, "at" = ?'
                " WHERE day = ? AND person = ? AND state = 'begun'",
                (one.state, one.place, one.score, one.at, one.day, one.person),
            )
        )

    async def attempts(self, day: str) -> list[Attempt]:
        query = f'SELECT {_select(ATTEMPTS)} FROM attempts WHERE day = ? ORDER BY "at", person'
        return [Attempt(**by_field(ATTEMPTS, one)) for one in await self._ask(query, day)]

    async def own_attempts(self, person: str) -> list[Attempt]:
        query = f"SELECT {_select(ATTEMPTS)} FROM attempts WHERE person = ? ORDER BY day DESC"
        return [Attempt(**by_field(ATTEMPTS, one)) for one in await self._ask(query, person)]

    # ---- reviews -------------------------------------------------------------------------------

    async def keep_review(self, match_id: str, form: str, told: str, at: int) -> None:
        await self._do((_upsert(REVIEWS), (match_id, form, told, at)))

    async def review(self, match_id: str, form: str) -> str:
        found = await self._ask(
            'SELECT told FROM reviews WHERE "match" = ? AND form = ?', match_id, form
        )
        return str(found[0][0]) if found else ""

    async def drop_reviews(self, form: str, before: int) -> None:
        await self._do(('DELETE FROM reviews WHERE form = ? AND "at" < ?', (form, before)))

    # ---- people --------------------------------------------------------------------------------

    async def persons(self, devices: Sequence[str]) -> dict[str, str]:
        if not devices:
            return {}
        found = await self._ask(
            f"SELECT device, person FROM devices WHERE device IN ({_marks(len(devices))})",
            *devices,
        )
        return {str(device): str(person) for device, person in found}

    async def devices(self, person: str) -> list[DeviceRow]:
        found = await self._ask(
            f"SELECT {_select(DEVICES)} FROM devices WHERE person = ? ORDER BY since, device",
            person,
        )
        return [DeviceRow(**by_field(DEVICES, values)) for values in found]

    async def keep_device(self, row: DeviceRow) -> None:
        await self._do((_upsert(DEVICES), in_order(DEVICES, vars(row))))

    async def adopt(self, one: str, person: str) -> None:
        both = "SELECT day FROM attempts WHERE person = ?"
        await self._do(
            ("UPDATE results SET person = ? WHERE person = ?", (person, one)),
            (f"DELETE FROM attempts WHERE person = ? AND day IN ({both})", (one, person)),
            ("UPDATE attempts SET person = ? WHERE person = ?", (person, one)),
        )

    async def person(self, person: str = "", key: str = "") -> Person | None:
        found = await self._ask(
            f"SELECT {_select(PERSONS)} FROM persons WHERE id = ? OR name_key = ?", person, key
        )
        return Person(**by_field(PERSONS, found[0])) if found else None

    async def named(self) -> dict[str, str]:
        found = await self._ask("SELECT id, name FROM persons")
        return {str(person): str(name) for person, name in found}

    async def keep_person(self, person: Person) -> None:
        await self._do((_upsert(PERSONS), in_order(PERSONS, vars(person))))

    async def free_name(self, person: str) -> None:
        await self._do(("DELETE FROM persons WHERE id = ?", (person,)))

    async def offer_move(self, digest: str, person: str, until: int) -> None:
        await self._do(
            ("DELETE FROM moves WHERE person = ?", (person,)),  # the newest link alone is good
            ('INSERT INTO moves (hash, person, "until") VALUES (?, ?, ?)', (digest, person, until)),
        )

    async def take_move(self, digest: str, now: int) -> str:
        found = await self._ask("SELECT person FROM moves WHERE hash = ?", digest)
        in_time = 'DELETE FROM moves WHERE hash = ? AND "until" >= ?'
        if not found or await self._do((in_time, (digest, now))) != [1]:
            return ""
        return str(found[0][0])

    # ---- calls ---------------------------------------------------------------------------------

    async def reach(self, device: str) -> Reach | None:
        found = await self._ask(f"SELECT {_select(REACHES)} FROM reaches WHERE device = ?", device)
        return Reach(**by_field(REACHES, found[0])) if found else None

    async def keep_reach(self, reach: Reach) -> None:
        await self._do((_upsert(REACHES), in_order(REACHES, vars(reach))))

    async def drop_reach(self, device: str, endpoint: str = "") -> None:
        there = (" AND endpoint = ?", (device, endpoint)) if endpoint else ("", (device,))
        await self._do((f"DELETE FROM reaches WHERE device = ?{there[0]}", there[1]))

    async def call_once(self, match_id: str, seat: int, v: int, at: int, rest: int) -> bool:
        later = 'calls.v < excluded.v AND calls."at" <= ?'
        done = await self._do(
            (
                'INSERT INTO calls ("match", seat, v, "at") VALUES (?, ?, ?, ?) '
                'ON CONFLICT ("match", seat) DO UPDATE SET v = excluded.v, "at" = excluded."at" '
                f"WHERE {later}",
                (match_id, seat, v, at, at - rest),
            )
        )
        return done == [1]

    # ---- forgetting ----------------------------------------------------------------------------

    async def forget_person(self, person: str, devices: Sequence[str]) -> None:
        jobs: list[Job] = [
            ("UPDATE results SET person = '', name = '' WHERE person = ?", (person,)),
            ("DELETE FROM persons WHERE id = ?", (person,)),
            ("DELETE FROM moves WHERE person = ?", (person,)),
            ("DELETE FROM attempts WHERE person = ?", (person,)),
            ("DELETE FROM devices WHERE person = ?", (person,)),
        ]
        for kind in ("words", "reaches"):
            jobs += [(f"DELETE FROM {kind} WHERE device = ?", (device,)) for device in devices]
        await self._do(*jobs)

    async def old_people(self, before: int, now: int, remove: bool) -> int:
        found = await self._ask("SELECT count(*) FROM results WHERE ended < ?", before)
        if remove:
            await self._do(
                ("DELETE FROM results WHERE ended < ?", (before,)),
                ("DELETE FROM attempts WHERE day < ?", (_day(before),)),
                ('DELETE FROM moves WHERE "until" < ?', (now,)),
                ("DELETE FROM reaches WHERE since < ?", (before,)),
            )
        return int(found[0][0])
