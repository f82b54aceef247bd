"""The store of a browser, in its key-value store; several tabs may use it at once."""

import json
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from filon.core.errors import Refusal
from filon.match.attempt import Attempt
from filon.match.chat import NEWEST, ChatMessage
from filon.match.clocks import Mark
from filon.match.entry import Entry
from filon.match.header import Header
from filon.match.result import Result
from filon.match.sealed import Hold, opened
from filon.match.seating import Row
from filon.store.contract import PHASES, Change, Conflict, Store
from filon.store.encoding import header_fields, header_from, row_fields, row_from
from filon.store.key_value import Clash, Full, KeyValueStore, Texts

T = TypeVar("T")
TRIES = 50  # other tabs that write at the same moment
MOST = 50  # tables in a list
_WRITTEN_OUT = ("setup", "pact", "earlier")  # fields of a header that others stand for


def _text(fields: object) -> str:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def _read(kind: Callable[..., T], texts: Iterable[str]) -> list[T]:
    return [kind(**json.loads(text)) for text in texts]


def _entry_key(match_id: str, v: int) -> str:
    return f"entry/{match_id}/{v:08d}"


class BrowserStore(Store):
    """Tables, journals, results and reviews of one device, whose only person holds it."""

    def __init__(self, texts: KeyValueStore) -> None:
        self.texts = texts

    async def _change(self, texts: Texts, expected: Texts) -> None:
        try:
            await self.texts.change(texts, expected)
        except Clash:
            raise Conflict("another tab was first") from None
        except Full:
            raise Refusal("device_full") from None

    async def _again(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Retry until no other tab writes at the same moment."""
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
        code = {f"code/{row.code}": row.id} if row.code else {}
        texts = {
            f"table/{row.id}": _text(row_fields(row)),
            f"match/{header.match_id}": self._match(header, row.game),
            **code,
        }
        await self._change(texts, {f"table/{row.id}": None, **dict.fromkeys(code)})

    async def write(self, change: Change) -> None:
        match_id = change.match_id
        texts: dict[str, str | None] = {
            f"time/{mark.match_id}/{mark.at}-{mark.v}-{mark.seat}-{mark.kind}": _text(vars(mark))
            for mark in change.marks
        }
        expected: dict[str, str | None] = {}
        if change.entries:
            entries, before = self._appended(match_id, change.entries)
            texts, expected = texts | {**entries}, {**before}
        if change.withdrawn:
            held = f"held/{match_id}/"
            texts |= {f"{held}{seat:02d}": None for seat in change.withdrawn}
            texts[f"{held}turn"] = str(time.time_ns())
        if change.row is not None:
            row, before = await self._revision(change.row, change.header)
            texts, expected = texts | {**row}, expected | {**before}
        await self._change(texts, expected)

    async def _revision(self, row: Row, header: Header | None) -> tuple[Texts, Texts]:
        """What a table's next revision writes, and what it expects to replace."""
        key = f"table/{row.id}"
        before = await self.texts.read(key)
        old = None if before is None else row_from(json.loads(before))
        if old is None or old.rev != row.rev - 1:
            raise Conflict(f"table {row.id} is not at {row.rev - 1}")
        texts: dict[str, str | None] = {key: _text(row_fields(row))}
        if old.code and old.code != row.code:
            texts[f"code/{old.code}"] = None
        if header is not None:
            texts[f"match/{header.match_id}"] = self._match(header, row.game)
        return texts, {key: before}

    @staticmethod
    def _match(header: Header, game: str) -> str:
        fields = header_fields(header, game)
        return _text({key: value for key, value in fields.items() if key not in _WRITTEN_OUT})

    async def row(self, table_id: str) -> Row | None:
        text = await self.texts.read(f"table/{table_id}")
        return None if text is None else row_from(json.loads(text))

    async def header(self, match_id: str) -> Header | None:
        text = await self.texts.read(f"match/{match_id}")
        return None if text is None else header_from(json.loads(text))

    async def rows(self) -> list[Row]:
        """Every table, the last changed first."""
        texts = await self.texts.all("table/")
        rows = [row_from(json.loads(text)) for text in texts.values()]
        return sorted(rows, key=lambda row: -row.changed)

    async def by_code(self, code: str) -> str | None:
        return await self.texts.read(f"code/{code}")

    async def by_device(self, device: str) -> list[Row]:
        rows = await self.rows()
        return [row for row in rows if any(who.device == device for who in row.seats)][:MOST]

    async def listed(self) -> list[Row]:
        return [row for row in await self.rows() if row.phase == "waiting" and row.settings.listed][
            :MOST
        ]

    async def playing(self) -> list[str]:
        return [row.id for row in await self.rows() if row.phase == "playing"]

    async def idle(self, before: int, phases: Sequence[str] = PHASES) -> list[Row]:
        idle = []
        for row in reversed(await self.rows()):
            if row.changed < before and row.phase in phases:
                entries = await self.entries(f"{row.id}-{row.match_number}", 0)
                if not entries or entries[-1].at < before:
                    idle.append(row)
        return idle

    async def remove(self, table_id: str) -> None:
        async def attempt() -> None:
            row = await self.row(table_id)
            if row is None:
                return
            gone: dict[str, str | None] = {f"table/{table_id}": None}
            if row.code:
                gone[f"code/{row.code}"] = None
            for part in ("match", "at", "entry", "held", "time", "lease", "review", "reviewed"):
                gone |= dict.fromkeys(await self.texts.all(f"{part}/{table_id}-"))
            gone |= dict.fromkeys(await self.texts.all(f"word/{table_id}/"))
            gone[f"mark/host {table_id}"] = None
            await self.texts.change(gone, {})

        await self._again(attempt)

    async def add_word(self, table_id: str, word: ChatMessage) -> int:
        async def attempt() -> int:
            keys = list(await self.texts.all(f"word/{table_id}/"))
            n = int(keys[-1].rpartition("/")[2]) + 1 if keys else 1
            key = f"word/{table_id}/{n:08d}"
            old = dict.fromkeys(keys[: max(0, len(keys) + 1 - NEWEST)])
            await self.texts.change({key: _text(vars(word) | {"n": n}), **old}, {key: None})
            return n

        return await self._again(attempt)

    async def words(self, table_id: str, since: int) -> list[ChatMessage]:
        texts = await self.texts.all(f"word/{table_id}/", f"word/{table_id}/{since:08d}")
        return _read(ChatMessage, texts.values())

    async def meta(self, name: str) -> str:
        return await self.texts.read(f"mark/{name}") or ""

    async def set_meta(self, name: str, value: str) -> None:
        await self._change({f"mark/{name}": value or None}, {})

    # ---- journals ------------------------------------------------------------------------------

    async def entries(self, match_id: str, since: int) -> list[Entry]:
        texts = await self.texts.all(f"entry/{match_id}/", _entry_key(match_id, since))
        return _read(Entry, texts.values())

    async def append(self, match_id: str, entries: Sequence[Entry]) -> None:
        if entries:
            await self._change(*self._appended(match_id, entries))

    def _appended(self, match_id: str, entries: Sequence[Entry]) -> tuple[Texts, Texts]:
        at = f"at/{match_id}"
        texts: dict[str, str | None] = {
            _entry_key(match_id, entry.v): _text(vars(entry)) for entry in entries
        }
        before = entries[0].v - 1
        if len(texts) < len(entries):
            raise Conflict(f"{match_id} has one entry twice")
        expected = {**dict.fromkeys(texts), at: str(before) if before else None}
        return texts | {at: str(entries[-1].v)}, expected

    async def hold(self, hold: Hold, seats: Sequence[int], v: int, at: int) -> list[Entry]:
        now, prefix = f"at/{hold.match_id}", f"held/{hold.match_id}/"

        async def attempt() -> list[Entry]:
            last = await self.texts.read(now)
            if int(last or 0) != v:
                raise Conflict(f"match {hold.match_id} has gone on")
            texts = await self.texts.all(prefix)
            choices = {choice.seat: choice for choice in _holds(texts) if choice.n == hold.n}
            entries = opened(choices | {hold.seat: hold}, seats, v, at)
            # The list of who has chosen must not change meanwhile: two may choose at one moment.
            turn = f"{prefix}turn"
            expected: Texts = {turn: texts.get(turn), now: last}
            if not entries:
                held = {f"{prefix}{hold.seat:02d}": _text(vars(hold)), turn: str(time.time_ns())}
                await self.texts.change(held, expected)
                return []
            added, first = self._appended(hold.match_id, entries)
            await self.texts.change({**added, **dict.fromkeys(texts)}, {**first, **expected})
            return entries

        return await self._again(attempt)

    async def withdraw(self, match_id: str, n: int, seat: int) -> bool:
        prefix = f"held/{match_id}/"

        async def attempt() -> bool:
            texts = await self.texts.all(prefix)
            key, turn = f"{prefix}{seat:02d}", f"{prefix}turn"
            if all((choice.seat, choice.n) != (seat, n) for choice in _holds(texts)):
                return False
            await self.texts.change(
                {key: None, turn: str(time.time_ns())}, {key: texts[key], turn: texts.get(turn)}
            )
            return True

        return await self._again(attempt)

    async def holds(self, match_id: str) -> list[Hold]:
        return _holds(await self.texts.all(f"held/{match_id}/"))

    async def marks(self, match_id: str) -> list[Mark]:
        texts = {**await self.texts.all(f"time/{match_id}/"), **await self.texts.all("time//")}
        return sorted(_read(Mark, texts.values()), key=lambda mark: mark.at)

    async def lease(self, match_ids: Sequence[str], owner: str, seconds: float) -> set[str]:
        async def attempt(match_id: str) -> bool:
            key, now = f"lease/{match_id}", time.time_ns() // 1_000_000
            before, length = await self.texts.read(key), int(1000 * seconds)
            if before is not None:
                whose, until = json.loads(before)
                if whose != owner and now <= until <= now + 2 * length:
                    return False
            await self.texts.change({key: _text([owner, now + length])}, {key: before})
            return True

        return {
            match_id
            for match_id in match_ids
            if await self._again(lambda match_id=match_id: attempt(match_id))  # type: ignore[misc]
        }

    async def release(self, owner: str) -> None:
        leases = await self.texts.all("lease/")
        mine = [key for key, text in leases.items() if json.loads(text)[0] == owner]
        await self._change(dict.fromkeys(mine), {})

    # ---- history and reviews -------------------------------------------------------------------

    async def add_results(self, results: Sequence[Result]) -> None:
        for result in results:
            key = f"result/{result.of}/{result.seat:02d}"
            if await self.texts.read(key) is None:
                await self._change({key: _text(vars(result))}, {})

    async def results(self, person: str = "", game: str = "") -> list[Result]:
        results = _read(Result, (await self.texts.all("result/")).values())
        own = {result.of for result in results if not person or result.person == person}
        chosen = [seat for seat in results if seat.of in own and game in ("", seat.game)]
        return sorted(chosen, key=lambda seat: (-seat.ended, seat.of, seat.seat))

    async def remove_result(self, match_id: str, person: str) -> bool:
        seats = await self.texts.all(f"result/{match_id}/")
        await self._change(dict.fromkeys(seats), {})
        return bool(seats)

    async def has_results(self, table_id: str) -> bool:
        return bool(await self.texts.all(f"result/{table_id}-"))

    async def begin_attempt(self, attempt: Attempt) -> Attempt:
        key = f"attempt/{attempt.day}"
        try:
            await self._change({key: _text(vars(attempt))}, {key: None})
        except Conflict:
            return (await self.attempts(attempt.day))[0]
        return attempt

    async def end_attempt(self, attempt: Attempt) -> None:
        if [begun.state for begun in await self.attempts(attempt.day)] == ["begun"]:
            await self._change({f"attempt/{attempt.day}": _text(vars(attempt))}, {})

    async def attempts(self, day: str) -> list[Attempt]:
        text = await self.texts.read(f"attempt/{day}")
        return [] if text is None else _read(Attempt, [text])

    async def own_attempts(self, person: str) -> list[Attempt]:
        attempts = _read(Attempt, (await self.texts.all("attempt/")).values())
        return sorted(attempts, key=lambda attempt: attempt.day, reverse=True)

    async def save_review(self, match_id: str, form: str, text: str, at: int) -> None:
        key = f"{match_id}/{form}"
        await self._change({f"review/{key}": text, f"reviewed/{key}": str(at)}, {})

    async def review(self, match_id: str, form: str) -> str:
        return await self.texts.read(f"review/{match_id}/{form}") or ""

    async def remove_reviews(self, form: str, before: int) -> None:
        times = await self.texts.all("reviewed/")
        old = [key for key, at in times.items() if key.endswith(f"/{form}") and int(at) < before]
        reviews = {key.replace("reviewed/", "review/", 1): None for key in old}
        await self._change({**reviews, **dict.fromkeys(old)}, {})


def _holds(texts: Mapping[str, str]) -> list[Hold]:
    return _read(Hold, (text for key, text in texts.items() if not key.endswith("/turn")))
