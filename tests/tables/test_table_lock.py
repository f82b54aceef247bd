"""Every change of a table takes the lock, is stored first, and is sent afterwards."""

import ast
import asyncio
import contextlib
import inspect
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

import pytest

import filon
from filon.core.errors import Refusal
from filon.match import seating
from filon.match.entry import PERSON, Entry
from filon.match.match import Match
from filon.match.position import Position
from filon.store.bus import MemoryBus
from filon.store.contract import Conflict, TableStore, Unavailable
from filon.store.sqlite import SqliteStore
from filon.tables import driver
from filon.tables.chat import Chat
from filon.tables.clocks import TableClocks
from filon.tables.commit_reveal import CommitReveal
from filon.tables.edit import Edit
from filon.tables.hints import TableHints
from filon.tables.manager import TableManager
from filon.tables.pacing import Pacing
from filon.tables.play import Play
from filon.tables.presence import TablePresence
from filon.tables.seats import Seats
from filon.tables.starting import Starting
from filon.tables.table import Table
from filon.tables.time_source import Clock
from filon.tables.views import Views
from support.serving import SECRET, begun, ended, my_turn, opened, play_out, until
from support.thread_brain import ThreadBrain

Door = Callable[[Table, int], Coroutine[Any, Any, Any]]


def at(table: Table) -> int:
    return table.running().v


DOORS: dict[str, Door] = {
    "change": lambda table, seat: table.seats.change(lambda row: seating.rename(row, seat, "Ada")),
    "sit": lambda table, seat: table.seats.sit(
        seat, seating.new_seat("mine", "Ada", "", "other"), True
    ),
    "answer": lambda table, seat: table.seats.answer(seat, True),
    "renew": lambda table, seat: table.seats.renew(seat),
    "dismiss": lambda table, seat: table.seats.dismiss(seat, False),
    "carry": lambda table, seat: table.seats.carry(seat, table.row.seats[seat].device, "other"),
    "forget": lambda table, seat: table.seats.forget(frozenset({table.row.seats[seat].device})),
    "start": lambda table, seat: table.starting.start([], ""),
    "rematch": lambda table, seat: table.starting.rematch([], ""),
    "restored": lambda table, seat: table.starting.restored(),
    "replace": lambda table, seat: table.seats.replace(seat),
    "give_back": lambda table, seat: table.seats.give_back(seat),
    "take": lambda table, seat: table.play.take(
        seat, at(table), None, table.views.outlook(seat).legal[:1]
    ),
    "throw": lambda table, seat: table.play.throw(seat, at(table), None),
    "read": lambda table, seat: table.play.read(seat, at(table), None),
    "undo": lambda table, seat: table.play.undo(seat, at(table), None),
    "withdraw": lambda table, seat: table.play.withdraw(seat, at(table), None),
    "finish": lambda table, seat: table.play.finish(seat, None),
    "resign": lambda table, seat: table.play.resign(seat, None),
    "shown": lambda table, seat: table.clocks.shown(seat, at(table)),
    "keep_presence": lambda table, seat: table.clocks.keep_presence(),
    "time_up": lambda table, seat: table.clocks.time_up(at(table), seat),
    "pause": lambda table, seat: table.clocks.pause([seat], True),
    "end": lambda table, seat: table.clocks.end([seat], True),
    "open_hints": lambda table, seat: table.clocks.open_hints([seat], True),
    "draw": lambda table, seat: table.play.draw(at(table)),
    "bot_takes": lambda table, seat: table.play.bot_takes(
        table.running(), 0, seat, "random", "roll"
    ),
    "refresh": lambda table, seat: table.refresh(),
    "follow": lambda table, seat: table.refresh(only_steps=True),
}


PARTS = (
    Chat, TableClocks, CommitReveal, Edit, TableHints, Pacing, Play, TablePresence, Seats, Starting,
    Views,
)  # fmt: skip
# Beside the game: chat is no part of it, hints and promises only read it.
BESIDE = {"say", "listen", "ask", "agree"}
WRITES = {"create", "write", "append", "hold", "withdraw", "add_results"}


def test_every_public_coroutine_of_a_table_and_its_parts_is_tried_here() -> None:
    names = {
        name
        for kind in (Table, *PARTS)
        if kind is not Edit
        for name, _ in inspect.getmembers(kind, inspect.iscoroutinefunction)
        if not name.startswith("_")
    }
    assert names - BESIDE - {"load"} == {*DOORS} - {"follow"} | {"agree_anew"}


def test_a_table_has_few_names_of_its_own(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "claim_it", ["me", "me"])
            assert len([name for name in dir(table) if name[0] != "_"]) <= 20

    asyncio.run(story())


@pytest.mark.parametrize("name", ["row", "header", "match", "next_header", "held"])
def test_what_a_table_knows_cannot_be_set_from_outside(name: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "claim_it", ["me", "me"])
            with pytest.raises(AttributeError):
                setattr(table, name, getattr(table, name))

    asyncio.run(story())


def test_no_store_can_be_reached_through_a_table(tmp_path: Path) -> None:
    """The attributes of a table and of its parts that are not their own lead to no store."""

    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "claim_it", ["me", "me"])
            parts = [table, *(part for name, part in vars(table).items() if name[0] != "_")]
            assert len(parts) == 10
            for part in parts:
                public = [value for name, value in vars(part).items() if name[0] != "_"]
                assert not [value for value in public if isinstance(value, TableStore)]

    asyncio.run(story())


def test_only_an_edit_and_the_table_manager_call_what_writes_to_the_store() -> None:
    """A table is made by the manager; the heartbeat writes the server's own marks.

    A table of an unknown edition is written by a function beside the edit.
    """
    calls = {
        (path.name, node.func.attr)
        for path in (Path(filon.__file__).parent).rglob("*.py")
        if path.parent.name != "store"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if node.func.attr in WRITES and "store" in ast.unparse(node.func.value)
    }
    edits = {name for path, name in calls if path == "edit.py"}
    assert edits == WRITES - {"create", "append"}
    assert {(path, name) for path, name in calls if path != "edit.py"} == {
        ("manager.py", "create"),
        ("manager.py", "append"),
        ("heartbeat.py", "write"),
    }


def test_an_edit_stores_nothing_after_its_end_and_nothing_if_it_fails(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "claim_it", ["me", "me"], pace="calm")
            row, v = table.row, table.running().v
            edits: list[Edit] = []

            async def fail() -> None:
                async with table.edit() as edit:
                    edits.append(edit)
                    edit.save(seating.rename(row, 0, "Ada"))
                    edit.note("resign", 0, "random")
                    raise RuntimeError("no reason")

            with pytest.raises(RuntimeError, match="no reason"):
                await fail()
            assert await manager.store.row(row.id) == row == table.row
            assert table.running().v == v
            for late in (edits[0].commit, edits[0].reread, edits[0].follow):
                with pytest.raises(RuntimeError, match="has ended"):
                    await late()
            with pytest.raises(Refusal) as refused:
                await table.play.read(0, v + 1, None)
            assert refused.value.code == "stale"

    asyncio.run(story())


def test_an_edit_publishes_once_what_it_stored_together(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "claim_it", ["me", "me"], pace="calm")
            changes, v = table.presence.changes, table.running().v
            await table.seats.dismiss(1, False)
            assert table.running().v == v + 2
            assert [entry.kind for entry in table.running().entries[-2:]] == ["takeover", "link"]
            assert table.presence.changes == changes + 1

    asyncio.run(story())


@pytest.mark.parametrize("name", DOORS)
def test_a_request_waits_while_another_changes_the_table(name: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "claim_it", ["me", "me"])
            seat = await my_turn(table, [0, 1])
            keep, storing, go_on = manager.store.append, asyncio.Event(), asyncio.Event()

            async def slow(match_id: str, entries: Sequence[Entry]) -> None:
                storing.set()
                await go_on.wait()
                await keep(match_id, entries)

            manager.store.append = slow  # type: ignore[method-assign]
            first = asyncio.ensure_future(DOORS["take"](table, seat))
            await storing.wait()
            assert table.busy
            second = asyncio.ensure_future(DOORS[name](table, seat))
            for _ in range(50):  # turns of the loop: all it could do without the lock is done
                await asyncio.sleep(0)
            assert not first.done()
            assert not second.done()
            manager.store.append = keep  # type: ignore[method-assign]
            go_on.set()
            async with asyncio.timeout(20):
                await first
                result = (await asyncio.gather(second, return_exceptions=True))[0]
            assert result is None or result == table.row or isinstance(result, Refusal)

    asyncio.run(story())


def test_an_unstored_step_is_sent_to_no_device(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "claim_it", ["me", "me"])
            seat = await my_turn(table, [0, 1])
            before = [table.views.outlook(one) for one in (0, 1, None)]
            record, pokes = table.running().record(None), []
            keep, written, stored = manager.store.append, asyncio.Event(), asyncio.Event()

            async def slow(match_id: str, entries: Sequence[Entry]) -> None:
                await keep(match_id, entries)
                written.set()
                await stored.wait()

            manager.store.append = slow  # type: ignore[method-assign]
            table.presence.watch(lambda: pokes.append(table.running().v))
            pokes.clear()
            acting = asyncio.ensure_future(DOORS["take"](table, seat))
            await written.wait()
            assert [table.views.outlook(one) for one in (0, 1, None)] == before
            assert table.running().record(None) == record
            assert pokes == []
            stored.set()
            await acting
            assert set(pokes) == {before[0].v + 1}

    asyncio.run(story())


@pytest.mark.parametrize("fault", [Conflict, Unavailable])
def test_an_unstored_draft_is_dropped(fault: type[Exception], tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "claim_it", ["me", "me"])
            seat = await my_turn(table, [0, 1])
            before = table.views.outlook(seat)
            keep = manager.store.append

            async def broken(match_id: str, entries: Sequence[Entry]) -> None:
                raise fault("another writer was first, or the database is away")

            manager.store.append = broken  # type: ignore[method-assign]
            with pytest.raises((Refusal, Unavailable)):
                await DOORS["take"](table, seat)
            assert table.views.outlook(seat) == before
            manager.store.append = keep  # type: ignore[method-assign]
            await DOORS["take"](table, seat)
            again = Match(table.header)
            again.absorb(await manager.store.entries(table.header.match_id, 0))
            match = table.running()
            assert again.position.numbers == match.position.numbers
            assert again.position.paper.lines == match.position.paper.lines
            assert again.events(seat, 0) == match.events(seat, 0)
            assert again.entries == match.entries

    asyncio.run(story())


def test_a_draft_of_an_older_version_is_not_adopted(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "claim_it", ["me", "me"])
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
        async with opened(tmp_path) as manager:
            table = await begun(manager, "claim_it", ["me", "me"], pace="calm")
            await table.play.throw(0, 0, None)
            seat = table.running().thrower()
            assert seat is not None
            await table.play.throw(seat, 1, None)
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
                steps = [table.views.outlook(seat).legal[0], "roll"]
                await table.play.take(seat, 2, None, steps)
            layout = table.views.spec.layout
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
        manager = TableManager(store, MemoryBus(), ThreadBrain(), SECRET, clock=Stopped())
        await manager.open()
        table = await begun(manager, "claim_it", ["me", "me"], pace="calm")
        await table.play.throw(0, 0, None)
        seat = table.running().thrower()
        assert seat is not None
        await table.play.throw(seat, 1, None)
        await table.play.take(seat, 2, None, table.views.outlook(seat).legal[:1])
        await table.play.take(seat, 3, None, ["stop"])
        last = table.running().entries[-2:]
        assert last[0].at == last[1].at
        assert [entry.choice for entry in last] == [3, 4]
        await table.play.undo(seat, 4, None)
        assert table.running().n == 3
        await table.play.undo(seat, 5, None)
        assert table.running().n == 2
        await manager.close()

    asyncio.run(story())


def test_a_rematch_is_announced_when_it_is_complete(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "claim_it", ["random", "random"])
            await ended(table)
            seen: set[tuple[int, str, str]] = set()
            table.presence.watch(
                lambda: seen.add(
                    (
                        table.row.match_number,
                        table.header.match_id,
                        table.running().header.match_id,
                    )
                )
            )
            await table.starting.rematch([], "")
            two = f"{table.row.id}-2"
            assert seen == {(2, two, two)}

    asyncio.run(story())


def test_a_held_choice_is_present_at_every_moment(tmp_path: Path) -> None:
    """Reading again what others may have written does not hide a choice, not even for a moment."""

    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "gold_river", ["me", "me"])
            await until(lambda: table.pacing.waiting().kind == "sealed")
            v = table.running().v
            await table.play.take(0, v, None, ["sealed 3"])
            store, seen = manager.store, []
            read = store.holds

            async def slowly(match_id: str) -> Any:
                seen.append((table.views.outlook(0).held, table.pacing.waiting().ready))
                holds = await read(match_id)
                seen.append((table.views.outlook(0).held, table.pacing.waiting().ready))
                return holds

            store.holds = slowly  # type: ignore[method-assign]
            await table.refresh()
            await table.play.take(1, v, None, ["sealed 2"])
            assert set(map(repr, seen)) == {repr(("sealed 3", [0]))}
            assert table.held == {}
            assert len(seen) == 2  # what this process stored is not read again

    asyncio.run(story())


def test_a_choice_of_an_earlier_phase_is_not_shown_in_the_next(tmp_path: Path) -> None:
    """A process that catches up forgets old choices before it asks the store for new ones."""

    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "gold_river", ["me", "me"])
            await until(lambda: table.pacing.waiting().kind == "sealed")
            bids = table.running().n
            await table.play.take(0, table.running().v, None, ["sealed 3"])
            other = await Table.load(manager.store, manager.services, table.row.id)
            assert [*other.held] == [0]
            await table.play.take(1, table.running().v, None, ["sealed 2"])
            while not table.running().state.sealed() or table.running().n == bids:
                waiting = table.pacing.waiting()
                if waiting.kind == "seat":
                    (seat,) = waiting.seats
                    text = table.running().legal(seat)[0]
                    await table.play.take(seat, table.running().v, None, [text])
                elif waiting.kind == "chance" and waiting.seats:
                    await table.play.throw(waiting.seats[0], table.running().v, None)
                else:
                    await asyncio.sleep(0.01)
            seen = []
            read = manager.store.holds

            async def slowly(match_id: str) -> Any:
                seen.append(other.pacing.waiting().ready)
                return await read(match_id)

            manager.store.holds = slowly  # type: ignore[method-assign]
            await other.refresh(only_steps=True)
            assert seen == [[]]

    asyncio.run(story())


def test_a_match_ends_although_the_database_went_away_before_its_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last step is shown at once, and the result is stored when the database is back."""
    monkeypatch.setattr(driver, "RETRY", 0.02)

    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "butin", ["me", "me"])
            keep, away = manager.store.add_results, [True]
            seen: list[bool] = []

            async def add_results(results: Any) -> None:
                if away and away.pop():
                    raise Unavailable("gone for a moment")
                await keep(results)

            manager.store.add_results = add_results  # type: ignore[method-assign]
            table.presence.watch(lambda: seen.append(table.running().over))
            with contextlib.suppress(Unavailable):  # from the last step, if a person took it
                await play_out(table, [0, 1])
            await until(lambda: table.row.phase == "over")
            assert seen[-1]
            assert table.next_header is not None

    asyncio.run(story())


def test_nothing_is_undone_under_a_sealed_choice(tmp_path: Path) -> None:
    """A secret choice counts as a move: earlier steps cannot be undone."""

    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "nuggets", ["me", "me"], pace="calm")
            seat = await my_turn(table, [0, 1])
            await DOORS["take"](table, seat)
            match = table.running()
            assert table.views.outlook(seat).can.undo
            async with table.edit() as edit:
                await edit.hold(1 - seat, "pass", PERSON)
            assert not table.views.outlook(seat).can.undo
            with pytest.raises(Refusal) as refused:
                await table.play.undo(seat, match.v, None)
            assert refused.value.code == "no_undo"

    asyncio.run(story())
