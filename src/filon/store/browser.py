"""What a table needs kept, kept in a device's drawer; several tabs may use it at once."""

import json
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

from filon.core.errors import Refusal
from filon.match.attempt import Attempt
from filon.match.chat import KEPT, Word
from filon.match.clocks import Mark
from filon.match.entry import Entry
from filon.match.header import Header
from filon.match.person import DeviceRow, Person, Reach
from filon.match.result import Result
from filon.match.sealed import Hold, opened
from filon.match.seating import Row
from filon.store.contract import PHASES, Conflict, Store
from filon.store.encoding import header_fields, header_from, row_fields, row_from
from filon.store.key_value import Clash, Drawer, Full, Texts

T = TypeVar("T")
TRIES = 50  # other tabs that write at the same moment
MOST = 50  # tables in a list


def _text(fields: object) -> str:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def _entry_key(match_id: str, v: int) -> str:
    return f"entry/{match_id}/{v:08d}"


class DeviceStore(Store):
    """Tables, journals and results of one device; it knows no people but whoever holds it."""

    def __init__(self, drawer: Drawer) -> None:
        self.drawer = drawer

    async def open(self) -> None:
        """Nothing to prepare."""

    async def close(self) -> None:
        """Everything is kept already."""

    async def _change(self, texts: Texts, expected: Texts) -> None:
        try:
            await self.drawer.change(texts, expected)
        except Clash:
            raise Conflict("another tab was first") from None
        except Full:
            raise Refusal("device_full") from None

    async def _again(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Until no other tab writes at the same moment."""
        for _ in range(TRIES):
            try:
                return await attempt()
            except Clash:
                continue
            except Full:
                raise Refusal("device_full") from None
        raise Conflict("too many tabs write at once")

    # ---- tables --------------------------------------------------------------------------------

    async def create(self, row: Row, header: Header) -> None:
        fields, codes = row_fields(row), {}
        if row.code:
            codes = {f"code/{row.code}": row.id}
        texts = {
            f"tables/{row.id}": _text(fields),
            f"match/{header.match_id}": self._match(header, row.game),
            **codes,
        }
        await self._change(texts, {f"tables/{row.id}": None, **dict.fromkeys(codes)})

    async def save(self, row: Row, header: Header | None = None) -> None:
        key = f"tables/{row.id}"
        before = await self.drawer.read(key)
        old = None if before is None else row_from(json.loads(before))
        if old is None or old.rev != row.rev - 1:
            raise Conflict(f"table {row.id} is not at {row.rev - 1}")
        texts: dict[str, str | None] = {key: _text(row_fields(row))}
        if old.code and old.code != row.code:
            texts[f"code/{old.code}"] = None
        if header is not None:
            texts[f"match/{header.match_id}"] = self._match(header, row.game)
        await self._change(texts, {key: before})

    @staticmethod
    def _match(header: Header, game: str) -> str:
        fields = header_fields(header, game)
        return _text({name: told for name, told in fields.items() if name not in _UNSAID})

    async def row(self, table_id: str) -> Row | None:
        found = await self.drawer.read(f"tables/{table_id}")
        return None if found is None else row_from(json.loads(found))

    async def header(self, match_id: str) -> Header | None:
        found = await self.drawer.read(f"match/{match_id}")
        return None if found is None else header_from(json.loads(found))

    async def rows(self) -> list[Row]:
        """Every table, the last changed first."""
        found = [row_from(json.loads(text)) for text in (await self.drawer.all("tables/")).values()]
        return sorted(found, key=lambda row: -row.changed)

    async def attempt(self, one: Attempt) -> Attempt:
        key = f"attempt/{one.day}"
        try:
            await self.drawer.change({key: _text(vars(one))}, {key: None})
        except Clash:
            return (await self.attempts(one.day))[0]
        except Full:
            raise Refusal("device_full") from None
        return one

    async def end_attempt(self, one: Attempt) -> None:
        if [kept.state for kept in await self.attempts(one.day)] == ["begun"]:
            await self._change({f"attempt/{one.day}": _text(vars(one))}, {})

    async def attempts(self, day: str) -> list[Attempt]:
        found = await self.drawer.read(f"attempt/{day}")
        return [] if found is None else [Attempt(**json.loads(found))]

    async def own_attempts(self, person: str) -> list[Attempt]:
        kept = (await self.drawer.all("attempt/")).values()
        found = [Attempt(**json.loads(text)) for text in kept]
        return sorted(found, key=lambda one: one.day, reverse=True)

    async def keep_review(self, match_id: str, form: str, told: str, at: int) -> None:
        key = f"{match_id}/{form}"
        await self._change({f"review/{key}": told, f"reviewed/{key}": str(at)}, {})

    async def review(self, match_id: str, form: str) -> str:
        return await self.drawer.read(f"review/{match_id}/{form}") or ""

    async def drop_reviews(self, form: str, before: int) -> None:
        there = await self.drawer.all("reviewed/")
        old = [key for key, at in there.items() if key.endswith(f"/{form}") and int(at) < before]
        gone = {key.replace("reviewed/", "review/", 1): None for key in old}
        await self._change({**gone, **dict.fromkeys(old)}, {})

    async def by_code(self, code: str) -> str | None:
        return await self.drawer.read(f"code/{code}")

    async def by_device(self, device: str) -> list[Row]:
        found = await self.rows()
        return [row for row in found if any(one.device == device for one in row.seats)][:MOST]

    async def listed(self) -> list[Row]:
        return [row for row in await self.rows() if row.phase == "waiting" and row.listed][:MOST]

    async def playing(self) -> list[str]:
        return [row.id for row in await self.rows() if row.phase == "playing"]

    async def quiet(self, before: int, phases: Sequence[str] = PHASES) -> list[Row]:
        found = [row for row in await self.rows() if row.changed < before and row.phase in phases]
        still = []
        for row in reversed(found):
            last = await self.entries(f"{row.id}-{row.match_number}", 0)
            if not last or last[-1].at < before:
                still.append(row)
        return still

    async def remove(self, table_id: str) -> None:
        async def attempt() -> None:
            row = await self.row(table_id)
            if row is None:
                return
            gone: dict[str, str | None] = {f"tables/{table_id}": None}
            if row.code:
                gone[f"code/{row.code}"] = None
            for part in ("match", "at", "entry", "held", "time", "lease", "review", "reviewed"):
                gone |= dict.fromkeys(await self.drawer.all(f"{part}/{table_id}-"))
            gone |= dict.fromkeys(await self.drawer.all(f"word/{table_id}/"))
            gone[f"mark/host {table_id}"] = None
            await self.drawer.change(gone, {})

        await self._again(attempt)

    # ---- journals ------------------------------------------------------------------------------

    async def entries(self, match_id: str, since: int) -> list[Entry]:
        found = await self.drawer.all(f"entry/{match_id}/", _entry_key(match_id, since))
        return [Entry(**json.loads(text)) for text in found.values()]

    async def append(self, match_id: str, entries: Sequence[Entry]) -> None:
        if entries:
            await self._change(*self._appended(match_id, entries))

    def _appended(self, match_id: str, entries: Sequence[Entry]) -> tuple[Texts, Texts]:
        at = f"at/{match_id}"
        texts: dict[str, str | None] = {
            _entry_key(match_id, one.v): _text(vars(one)) for one in entries
        }
        before = entries[0].v - 1
        if len(texts) < len(entries):
            raise Conflict(f"{match_id} has one entry twice")
        expected = {**dict.fromkeys(texts), at: str(before) if before else None}
        return texts | {at: str(entries[-1].v)}, expected

    async def hold(self, hold: Hold, seats: Sequence[int], v: int, at: int) -> list[Entry]:
        now, prefix = f"at/{hold.match_id}", f"held/{hold.match_id}/"

        async def attempt() -> list[Entry]:
            told = await self.drawer.read(now)
            if int(told or 0) != v:
                raise Conflict(f"match {hold.match_id} has gone on")
            there = await self.drawer.all(prefix)
            kept = {one.seat: one for one in _holds(there) if one.n == hold.n}
            entries = opened(kept | {hold.seat: hold}, seats, v, at)
            # The list of who has chosen must not change meanwhile: two may choose at one moment.
            turn = f"{prefix}turn"
            expected: Texts = {turn: there.get(turn), now: told}
            if not entries:
                texts = {f"{prefix}{hold.seat:02d}": _text(vars(hold)), turn: str(time.time_ns())}
                await self.drawer.change(texts, expected)
                return []
            added, first = self._appended(hold.match_id, entries)
            await self.drawer.change({**added, **dict.fromkeys(there)}, {**first, **expected})
            return entries

        return await self._again(attempt)

    async def withdraw(self, match_id: str, n: int, seat: int) -> bool:
        prefix = f"held/{match_id}/"

        async def attempt() -> bool:
            there = await self.drawer.all(prefix)
            key, turn = f"{prefix}{seat:02d}", f"{prefix}turn"
            if all((one.seat, one.n) != (seat, n) for one in _holds(there)):
                return False
            await self.drawer.change(
                {key: None, turn: str(time.time_ns())}, {key: there[key], turn: there.get(turn)}
            )
            return True

        return await self._again(attempt)

    async def holds(self, match_id: str) -> list[Hold]:
        return _holds(await self.drawer.all(f"held/{match_id}/"))

    # ---- who drives, and what is noted beside --------------------------------------------------

    async def mark(self, name: str) -> str:
        return await self.drawer.read(f"mark/{name}") or ""

    async def set_mark(self, name: str, told: str) -> None:
        await self._change({f"mark/{name}": told or None}, {})

    async def note_times(self, marks: Sequence[Mark]) -> None:
        texts = {
            f"time/{one.match_id}/{one.at}-{one.v}-{one.seat}-{one.kind}": _text(vars(one))
            for one in marks
        }
        await self._change(texts, {})

    async def times(self, match_id: str) -> list[Mark]:
        texts = {**await self.drawer.all(f"time/{match_id}/"), **await self.drawer.all("time//")}
        return sorted((Mark(**json.loads(text)) for text in texts.values()), key=lambda m: m.at)

    async def lease(self, match_ids: Sequence[str], owner: str, seconds: float) -> set[str]:
        async def attempt(match_id: str) -> bool:
            key, now = f"lease/{match_id}", time.time_ns() // 1_000_000
            before, length = await self.drawer.read(key), int(1000 * seconds)
            if before is not None:
                whose, until = json.loads(before)
                if whose != owner and now <= until <= now + 2 * length:
                    return False
            await self.drawer.change({key: _text([owner, now + length])}, {key: before})
            return True

        found = set()
        for match_id in match_ids:
            if await self._again(lambda one=match_id: attempt(one)):  # type: ignore[misc]
                found.add(match_id)
        return found

    async def release(self, owner: str) -> None:
        there = await self.drawer.all("lease/")
        mine = [key for key, text in there.items() if json.loads(text)[0] == owner]
        await self._change(dict.fromkeys(mine), {})

    async def say(self, table_id: str, word: Word) -> int:
        async def attempt() -> int:
            there = list(await self.drawer.all(f"word/{table_id}/"))
            n = int(there[-1].rpartition("/")[2]) + 1 if there else 1
            key = f"word/{table_id}/{n:08d}"
            old = dict.fromkeys(there[: max(0, len(there) + 1 - KEPT)])
            await self.drawer.change({key: _text(vars(word) | {"n": n}), **old}, {key: None})
            return n

        return await self._again(attempt)

    async def words(self, table_id: str, since: int) -> list[Word]:
        found = await self.drawer.all(f"word/{table_id}/", f"word/{table_id}/{since:08d}")
        return [Word(**json.loads(text)) for text in found.values()]

    # ---- results; whose they are is plain ------------------------------------------------------

    async def keep_results(self, results: Sequence[Result]) -> None:
        for one in results:
            key = f"result/{one.of}/{one.seat:02d}"
            if await self.drawer.read(key) is None:
                await self._change({key: _text(vars(one))}, {})

    async def results(self, person: str = "", game: str = "") -> list[Result]:
        found = [Result(**json.loads(text)) for text in (await self.drawer.all("result/")).values()]
        mine = {one.of for one in found if not person or one.person == person}
        kept = [one for one in found if one.of in mine and game in ("", one.game)]
        return sorted(kept, key=lambda one: (-one.ended, one.of, one.seat))

    async def drop_result(self, match_id: str, person: str) -> bool:
        kept = await self.drawer.all(f"result/{match_id}/")
        await self._change(dict.fromkeys(kept), {})
        return bool(kept)

    async def recalled(self, table_id: str) -> bool:
        return bool(await self.drawer.all(f"result/{table_id}-"))

    async def persons(self, devices: Sequence[str]) -> dict[str, str]:
        return {}

    async def devices(self, person: str) -> list[DeviceRow]:
        return []

    async def keep_device(self, row: DeviceRow) -> None:
        raise Refusal("no_server")

    async def adopt(self, one: str, person: str) -> None:
        raise Refusal("no_server")

    async def person(self, person: str = "", key: str = "") -> Person | None:
        return None

    async def named(self) -> dict[str, str]:
        return {}

    async def keep_person(self, person: Person) -> None:
        raise Refusal("no_server")

    async def free_name(self, person: str) -> None:
        raise Refusal("no_server")

    async def offer_move(self, digest: str, person: str, until: int) -> None:
        raise Refusal("no_server")

    async def take_move(self, digest: str, now: int) -> str:
        return ""

    async def said(self, devices: Sequence[str]) -> list[tuple[str, Word]]:
        return []

    async def forget_person(self, person: str, devices: Sequence[str]) -> None:
        raise Refusal("no_server")

    async def reach(self, device: str) -> Reach | None:
        return None

    async def keep_reach(self, reach: Reach) -> None:
        raise Refusal("no_server")

    async def drop_reach(self, device: str, endpoint: str = "") -> None:
        """Nobody calls this device."""

    async def call_once(self, match_id: str, seat: int, v: int, at: int, rest: int) -> bool:
        return False

    async def old_people(self, before: int, now: int, remove: bool) -> int:
        return 0


_UNSAID = ("setup", "pact", "earlier")  # of a header: written out in fields of their own


def _holds(there: Mapping[str, str]) -> list[Hold]:
    return [Hold(**json.loads(text)) for key, text in there.items() if not key.endswith("/turn")]
