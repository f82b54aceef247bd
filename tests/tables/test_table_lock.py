"""Every change of a table takes the lock, is stored first, and is sent afterwards."""

import asyncio
import inspect
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

import pytest

from filon.core.errors import Refusal
from filon.match import seating
from filon.match.entry import PERSON, Entry
from filon.match.match import Match
from filon.match.position import Position
from filon.match.sealed import Hold
from filon.store.bus import MemoryBus
from filon.store.contract import Conflict, Unavailable
from filon.store.sqlite import SqliteStore
from filon.tables.manager import Hall
from filon.tables.table import Table
from filon.tables.time_source import Clock
from support.serving import SECRET, begun, ended, my_turn, opened, until
from support.thread_brain import ThreadBrain

Door = Callable[[Table, int], Coroutine[Any, Any, Any]]


def at(table: Table) -> int:
    return table.running().v


DOORS: dict[str, Door] = {
    "change": lambda table, seat: table.change(lambda row: seating.rename(row, seat, "Ada")),
    "sit": lambda table, seat: table.sit(seat, seating.new_seat("mine", "Ada", "", "other"), True),
    "answer": lambda table, seat: table.answer(seat, True),
    "renew": lambda table, seat: table.renew(seat),
    "dismiss": lambda table, seat: table.dismiss(seat, False),
    "carry": lambda table, seat: table.carry(seat, table.row.seats[seat].device, "other"),
    "forget": lambda table, seat: table.forget(frozenset({table.row.seats[seat].device})),
    "start": lambda table, seat: table.start([], ""),
    "rematch": lambda table, seat: table.rematch([], ""),
    "restored": lambda table, seat: table.restored(),
    "replace": lambda table, seat: table.replace(seat),
    "give_back": lambda table, seat: table.give_back(seat),
    "take": lambda table, seat: table.take(seat, at(table), None, table.outlook(seat).legal[:1]),
    "throw": lambda table, seat: table.throw(seat, at(table), None),
    "read": lambda table, seat: table.read(seat, at(table), None),
    "undo": lambda table, seat: table.undo(seat, at(table), None),
    "withdraw": lambda table, seat: table.withdraw(seat, at(table), None),
    "finish": lambda table, seat: table.finish(seat, None),
    "resign": lambda table, seat: table.resign(seat, None),
    "shown": lambda table, seat: table.shown(seat, at(table)),
    "keep_presence": lambda table, seat: table.keep_presence(),
    "time_up": lambda table, seat: table.time_up(at(table), seat),
    "pause": lambda table, seat: table.pause([seat], True),
    "end": lambda table, seat: table.end([seat], True),
    "hint": lambda table, seat: table.hint([seat], True),
    "draw": lambda table, seat: table.draw(at(table)),
    "bot_takes": lambda table, seat: table.bot_takes(table.running(), 0, seat, "random", "roll"),
    "refresh": lambda table, seat: table.refresh(),
    "follow": lambda table, seat: table.follow(),
}


def test_every_public_coroutine_of_a_table_is_tried_here() -> None:
    found = {name for name, _ in inspect.getmembers(Table, inspect.iscoroutinefunction)}
    spoken = {
        "say",
        "listen",
        "advice",
    }  # words are beside the game: nobody waits for them, nor they
    assert {name for name in found if not name.startswith("_")} == {*DOORS, *spoken, "load"}


@pytest.mark.parametrize("name", DOORS)
def test_a_request_waits_while_another_changes_the_table(name: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as hall:
            table = await begun(hall, "claim_it", ["me", "me"])
            seat = await my_turn(table, [0, 1])
            keep, storing, go_on = hall.services.store.append, asyncio.Event(), asyncio.Event()

            async def slow(match_id: str, entries: Sequence[Entry]) -> None:
                storing.set()
                await go_on.wait()
                await keep(match_id, entries)

            hall.services.store.append = slow  # type: ignore[method-assign]
            first = asyncio.ensure_future(DOORS["take"](table, seat))
            await storing.wait()
            assert table.busy
            second = asyncio.ensure_future(DOORS[name](table, seat))
            for _ in range(50):  # turns of the loop: all it could do without the lock is done
                await asyncio.sleep(0)
            assert not first.done()
            assert not second.done()
            hall.services.store.append = keep  # type: ignore[method-assign]
            go_on.set()
            async with asyncio.timeout(20):
                await first
                result = (await asyncio.gather(second, return_exceptions=True))[0]
            assert result is None or result == table.row or isinstance(result, Refusal)

    asyncio.run(story())


def test_an_unstored_step_is_sent_to_no_device(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as hall:
            table = await begun(hall, "claim_it", ["me", "me"])
            seat = await my_turn(table, [0, 1])
            before = [table.outlook(one) for one in (0, 1, None)]
            record, pokes = table.running().record(None), []
            keep, written, stored = hall.services.store.append, asyncio.Event(), asyncio.Event()

            async def slow(match_id: str, entries: Sequence[Entry]) -> None:
                await keep(match_id, entries)
                written.set()
                await stored.wait()

            hall.services.store.append = slow  # type: ignore[method-assign]
            table.watch(lambda: pokes.append(table.running().v))
            pokes.clear()
            acting = asyncio.ensure_future(DOORS["take"](table, seat))
            await written.wait()
            assert [table.outlook(one) for one in (0, 1, None)] == before
            assert table.running().record(None) == record
            assert pokes == []
            stored.set()
            await acting
            assert set(pokes) == {before[0].v + 1}

    asyncio.run(story())


@pytest.mark.parametrize("fault", [Conflict, Unavailable])
def test_an_unstored_draft_is_dropped(fault: type[Exception], tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as hall:
            table = await begun(hall, "claim_it", ["me", "me"])
            seat = await my_turn(table, [0, 1])
            before = table.outlook(seat)
            keep = hall.services.store.append

            async def broken(match_id: str, entries: Sequence[Entry]) -> None:
                raise fault("somebody was first, or nobody is there")

            hall.services.store.append = broken  # type: ignore[method-assign]
            with pytest.raises((Refusal, Unavailable)):
                await DOORS["take"](table, seat)
            assert table.outlook(seat) == before
            hall.services.store.append = keep  # type: ignore[method-assign]
            await DOORS["take"](table, seat)
            again = Match(table.header)
            again.absorb(await hall.services.store.entries(table.header.match_id, 0))
            match = table.running()
            assert again.position.numbers == match.position.numbers
            assert again.position.paper.lines == match.position.paper.lines
            assert again.events(seat, 0) == match.events(seat, 0)
            assert again.entries == match.entries

    asyncio.run(story())


def test_a_draft_of_an_older_version_is_not_adopted(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as hall:
            table = await begun(hall, "claim_it", ["me", "me"])
            seat = await my_turn(table, [0, 1])
            match = table.running()
            old = match.choose(seat, match.legal(seat)[:1], "person", 0)
            await DOORS["take"](table, seat)
            with pytest.raises(ValueError, match="does not follow"):
                match.adopt(old)

    asyncio.run(story())


def test_a_step_is_played_once_on_its_way_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with opened(tmp_path) as hall:
            table = await begun(hall, "claim_it", ["me", "me"], pace="calm")
            await table.throw(0, 0, None)
            seat = table.running().thrower()
            assert seat is not None
            await table.throw(seat, 1, None)
            taken: list[int] = []
            take = Position.take

            def counted(self: Position, step: int) -> Any:
                taken.append(step)
                return take(self, step)

            def read(self: Match, entries: object) -> None:
                raise AssertionError("what this process stored is not read again")

            monkeypatch.setattr(Position, "take", counted)
            with monkeypatch.context() as patched:
                patched.setattr(Match, "absorb", read)
                steps = [table.outlook(seat).legal[0], "roll"]
                await table.take(seat, 2, None, steps)
            layout = table.spec.layout
            assert [layout.text(step) for step in taken] == steps
            assert table.running().position.numbers[-2:] == taken

    asyncio.run(story())


class Stopped(Clock):
    """Everything happens in one millisecond."""

    def now(self) -> int:
        return 1_700_000_000_000


def test_undo_takes_back_one_choice_even_when_two_fell_into_one_millisecond(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path):
            pass
        store = SqliteStore(tmp_path / "filon.sqlite3")
        hall = Hall(store, MemoryBus(), ThreadBrain(), SECRET, clock=Stopped())
        await hall.open()
        table = await begun(hall, "claim_it", ["me", "me"], pace="calm")
        await table.throw(0, 0, None)
        seat = table.running().thrower()
        assert seat is not None
        await table.throw(seat, 1, None)
        await table.take(seat, 2, None, table.outlook(seat).legal[:1])
        await table.take(seat, 3, None, ["stop"])
        last = table.running().entries[-2:]
        assert last[0].at == last[1].at
        assert [entry.choice for entry in last] == [3, 4]
        await table.undo(seat, 4, None)
        assert table.running().n == 3
        await table.undo(seat, 5, None)
        assert table.running().n == 2
        await hall.close()

    asyncio.run(story())


def test_a_rematch_is_announced_when_it_is_complete(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as hall:
            table = await begun(hall, "claim_it", ["random", "random"])
            await ended(table)
            seen: set[tuple[int, str, str]] = set()
            table.watch(
                lambda: seen.add(
                    (
                        table.row.match_number,
                        table.header.match_id,
                        table.running().header.match_id,
                    )
                )
            )
            await table.rematch([], "")
            two = f"{table.row.id}-2"
            assert seen == {(2, two, two)}

    asyncio.run(story())


def test_a_held_choice_is_present_at_every_moment(tmp_path: Path) -> None:
    """Reading again what others may have written does not hide a choice, not even for a moment."""

    async def story() -> None:
        async with opened(tmp_path) as hall:
            table = await begun(hall, "gold_river", ["me", "me"])
            await until(lambda: table.waiting().kind == "sealed")
            v = table.running().v
            await table.take(0, v, None, ["sealed 3"])
            store, seen = hall.services.store, []
            read = store.holds

            async def slowly(match_id: str) -> Any:
                seen.append((table.outlook(0).held, table.waiting().ready))
                holds = await read(match_id)
                seen.append((table.outlook(0).held, table.waiting().ready))
                return holds

            store.holds = slowly  # type: ignore[method-assign]
            await table.refresh()
            await table.take(1, v, None, ["sealed 2"])
            assert set(map(repr, seen)) == {repr(("sealed 3", [0]))}
            assert table.held == {}
            assert len(seen) == 2  # what this process stored is not read again

    asyncio.run(story())


def test_nothing_is_undone_under_a_sealed_choice(tmp_path: Path) -> None:
    """Who has chosen in secret has moved: what led there stands."""

    async def story() -> None:
        async with opened(tmp_path) as hall:
            table = await begun(hall, "nuggets", ["me", "me"], pace="calm")
            seat = await my_turn(table, [0, 1])
            await DOORS["take"](table, seat)
            match = table.running()
            assert table.outlook(seat).can.undo
            table.held = {1 - seat: Hold(match.header.match_id, match.n, 1 - seat, "pass", PERSON)}
            assert not table.outlook(seat).can.undo
            with pytest.raises(Refusal) as refused:
                await table.undo(seat, match.v, None)
            assert refused.value.code == "no_undo"

    asyncio.run(story())
