"""Clocks at tables: stored, shared by processes, acted on once; pauses, early ends, hosts."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from filon.commands.replay import opened as read_record
from filon.core.errors import Refusal
from filon.core.record import final
from filon.match import seating
from filon.match.clocks import QUIET, TERMS, Terms
from filon.match.entry import CLOCK
from filon.match.settings import TableSettings
from filon.server import integrity
from filon.store.sqlite import SqliteStore
from filon.tables import janitor
from filon.tables.heartbeat import MARK
from filon.tables.manager import TableManager
from filon.tables.table import Table
from support.processes import Making
from support.serving import SECRET, HandClock, my_turn, opened, until
from support.thread_brain import ThreadBrain

pytest_plugins = "support.processes"  # the fixture `making`


def terms(kind: str) -> Terms:
    found = TERMS[kind]
    assert found is not None
    return found


BRISK = terms("brisk")
ALL = (BRISK.turn + BRISK.bank + BRISK.warning + QUIET) / 1000


async def seated(
    manager: TableManager,
    game: str = "nuggets",
    people: int = 2,
    clock: str = "brisk",
    bots: int = 0,
) -> Table:
    seats = [
        seating.new_seat("mine", f"Sample {at}", "", f"device{at}") for at in range(people)
    ] + [seating.new_seat("bot", "", "random") for _ in range(bots)]
    settings = TableSettings(pace="instant", stand_in="random").changed(clock=clock)
    table = await manager.create(game, {}, seats, settings)
    await table.starting.start([], "")
    return table


async def asked(table: Table) -> int:
    """Whichever person is to choose."""
    return await my_turn(table, range(len(table.row.seats)))


async def taken_over(table: Table, clock: HandClock, seat: int) -> None:
    """Let the time of a seat run out, the last second by itself."""
    end = table.clocks.silence()
    assert end is not None
    assert end[1] == seat
    await clock.passes(end[0] - 0.5)
    assert not table.seats.level(seat)
    await clock.passes(1)
    await until(lambda: table.seats.level(seat) != "")


def test_a_silent_seat_is_warned_then_played_for_and_given_back_by_acting(tmp_path: Path) -> None:
    async def story() -> None:
        clock = HandClock()
        async with opened(tmp_path, clock=clock) as manager:
            table = await seated(manager)
            seat = await asked(table)
            assert table.clocks.silence() == (ALL, seat)
            await table.clocks.shown(seat, table.running().v)
            assert table.clocks.silence() == (ALL - QUIET / 1000, seat)
            await clock.passes((BRISK.turn + BRISK.bank) / 1000 + 1)
            assert table.clocks.read()[seat].late == 1000  # the warning
            assert not table.seats.level(seat)
            await taken_over(table, clock, seat)
            entry = next(one for one in table.running().entries if one.kind == "takeover")
            assert (entry.by, entry.notation) == (CLOCK, "random")
            await until(lambda: 1 - seat in table.pacing.waiting().seats)  # the bot has played
            assert table.clocks.read()[1 - seat].rest is None  # no other person waits for it
            told = table.running().events(None, 0)
            assert [one["clock"] for one in told if one["kind"] == "table.takeover"] == [1]

            other = 1 - seat
            await table.play.take(
                other, table.running().v, None, table.views.outlook(other).legal[:1]
            )
            with pytest.raises(Refusal):  # whatever comes of it, they are back
                await table.play.take(seat, table.running().v, None, ["nonsense"])
            assert not table.seats.level(seat) or table.running().stand_ins == {}

    asyncio.run(story())


def test_acting_takes_the_seat_back(tmp_path: Path) -> None:
    async def story() -> None:
        clock = HandClock()
        async with opened(tmp_path, clock=clock) as manager:
            table = await seated(manager)
            seat = await asked(table)
            other = 1 - seat
            await table.seats.replace(other, "random")
            while not any(entry.by == "bot:random" for entry in table.running().entries):
                await table.play.take(
                    seat, table.running().v, None, table.views.outlook(seat).legal[:1]
                )
                await my_turn(table, [seat])
            v = table.running().v
            with pytest.raises(Refusal) as no:
                await table.play.take(other, v, None, ["stop"])
            assert no.value.code != "bot_plays"
            assert table.running().stand_ins == {}
            text = table.running().text(None)
            assert f"stand-in: seat {other} random from" in text
            assert "# stand-in random" in text
            assert read_record(text).steps == table.running().record(None)

    asyncio.run(story())


def test_a_stopped_server_stops_the_clocks_and_a_new_process_agrees(tmp_path: Path) -> None:
    async def story() -> None:
        clock = HandClock()
        async with opened(tmp_path, clock=clock) as manager:
            table = await seated(manager)
            seat = await asked(table)
            await table.clocks.shown(seat, table.running().v)
            await clock.passes(12)
            before = table.clocks.read()
            table_id = table.row.id
        assert before[seat].turn == BRISK.turn - 12_000
        clock.time += 86_400
        async with opened(tmp_path, clock=clock) as manager:
            table = await manager.table(table_id)
            assert table.clocks.read()[seat].turn == before[seat].turn
            assert table.clocks.read()[1 - seat] == before[1 - seat]
            assert not table.seats.level(seat)
            await clock.passes(5)  # no device is connected yet, which is excused
            assert table.clocks.read()[seat].turn == before[seat].turn
            table.presence.watch(lambda: None, table.row.seats[seat].session)
            await until(lambda: not table.clocks.absences())
            await clock.passes(5)
            assert table.clocks.read()[seat].turn == before[seat].turn - 5000
        assert await _marks(tmp_path, table_id) == {"begun", "shown", "back", "down", "up"}

    asyncio.run(story())


async def _marks(folder: Path, table_id: str) -> set[str]:
    store = SqliteStore(folder / "filon.sqlite3")
    await store.open()
    found = {mark.kind for mark in await store.marks(f"{table_id}-1")}
    assert await store.meta(MARK)
    await store.close()
    return set(found)


def test_a_lost_connection_is_noted_and_excused(tmp_path: Path) -> None:
    async def story() -> None:
        clock = HandClock()
        async with opened(tmp_path, clock=clock) as manager:
            table = await seated(manager)
            seat = await asked(table)
            session = table.row.seats[seat].session

            def one() -> None:
                """A socket."""

            def two() -> None:
                """Another one of the same seat."""

            table.presence.watch(one, session)
            table.presence.watch(two, session)
            await table.clocks.shown(seat, table.running().v)
            table.presence.unwatch(one)
            await clock.passes(2)  # a second tab is still there
            assert table.clocks.read()[seat].turn == BRISK.turn - 2000
            table.presence.unwatch(two)
            await until(lambda: any(mark.kind == "gone" for mark in table.clocks.marks))
            await clock.passes(20)
            assert table.clocks.read()[seat].turn == BRISK.turn - 2000
            assert not table.clocks.present(seat)
            table.presence.watch(one, session)
            await until(lambda: any(mark.kind == "back" for mark in table.clocks.marks))
            await clock.passes(3)
            assert table.clocks.read()[seat].turn == BRISK.turn - 5000

    asyncio.run(story())


def test_a_pause_needs_all_who_are_here_and_anyone_ends_it(tmp_path: Path) -> None:
    async def story() -> None:
        clock = HandClock()
        async with opened(tmp_path, clock=clock) as manager:
            table = await seated(manager, people=3)
            seat = await asked(table)
            sockets = [lambda: None, lambda: None, lambda: None]
            for at in range(3):
                table.presence.watch(sockets[at], table.row.seats[at].session)
            table.presence.unwatch(sockets[2])
            await until(lambda: not table.clocks.present(2))
            await table.clocks.pause([0], True)
            assert (table.row.votes.pausing, table.running().paused) == ((0,), False)
            await table.clocks.pause([0], False)
            assert table.row.votes.pausing == ()
            await table.clocks.pause([1], True)
            await table.clocks.pause([0], True)
            assert table.running().paused
            assert table.row.votes.pausing == ()
            left = table.clocks.read()
            assert {told.rest for told in left.values()} == {None}
            await clock.passes(100_000)
            assert table.clocks.read() == left
            assert not table.views.outlook(seat).can.act
            with pytest.raises(Refusal, match="paused"):
                await table.play.take(seat, table.running().v, None, ["stop"])
            await table.clocks.pause([2], False)  # anyone, also who was away
            assert not table.running().paused
            assert table.views.outlook(seat).can.act
            kinds = [one["kind"] for one in table.running().events(None, 0)]
            assert [kind for kind in kinds if "paus" in kind or "resume" in kind] == [
                "table.pause",
                "table.resume",
            ]
            again = await Table.load(manager.store, manager.services, table.row.id)
            assert not again.running().paused

    asyncio.run(story())


def test_all_players_can_end_a_match_without_a_winner(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await seated(manager, bots=1)
            await asked(table)
            await table.clocks.end([0], True)
            assert table.row.phase == "playing"
            await table.clocks.end([1], True)
            await _open_and_whole(table, tmp_path)
            assert (table.running().ended, table.running().ranks()) == ("agreed", None)
            assert "ended: agreed\n" in table.running().text(None)
            await table.starting.rematch([], "")
            assert table.row.votes.ending == ()
            await asked(table)

    asyncio.run(story())


@pytest.mark.parametrize("game", ["nuggets", "gold_river", "claim_it"])
def test_of_two_who_resigns_has_lost_and_everything_opens(game: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await seated(manager, game)
            seat = await asked(table)
            await table.play.resign(seat, None)
            await _open_and_whole(table, tmp_path)
            match = table.running()
            assert match.resigned == {seat}
            assert match.ranks() == [2 if at == seat else 1 for at in range(2)]
            assert f"ended: resigned seat {seat}\n" in match.text(None)
            again = await Table.load(manager.store, manager.services, table.row.id)
            assert (again.running().ranks(), again.row.phase) == (match.ranks(), "over")
            await table.starting.rematch([], "")
            assert table.row.match_number == 2

    asyncio.run(story())


async def _open_and_whole(table: Table, folder: Path) -> None:
    """The match is over without a score, its record is full and its draws can be checked."""
    match = table.running()
    assert table.row.phase == "over"
    text = match.text(None)
    kept = read_record(text)
    assert "?" not in " ".join(kept.steps)
    assert "# scores" not in text
    assert final(kept).legal() == match.state.legal()
    assert match.proof().parts[-1].seed
    store = SqliteStore(folder / "filon.sqlite3")
    await store.open()
    found = [one async for one in integrity.matches(store, integrity.Counts())]
    await store.close()
    assert found == []


def test_a_game_by_the_day_waits_for_its_throw(tmp_path: Path) -> None:
    async def story() -> None:
        clock = HandClock()
        async with opened(tmp_path, clock=clock) as manager:
            table = await seated(manager, "claim_it", clock="days")
            await until(lambda: any(table.views.outlook(seat).can.throw for seat in (0, 1)))
            assert table.pacing.waiting().due is None
            v = table.running().v
            await clock.passes(20 * 3600)
            assert table.running().v == v

    asyncio.run(story())


def test_a_clock_is_chosen_between_matches_and_the_stand_in_at_any_time(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await seated(manager)
            with pytest.raises(Refusal, match="not_waiting"):
                await table.seats.change(lambda row: seating.set_settings(row, clock="days"))
            with pytest.raises(Refusal, match="bot"):
                await table.seats.change(lambda row: seating.set_settings(row, stand_in="nobody"))
            await table.seats.change(lambda row: seating.set_settings(row, stand_in="panner"))
            assert (table.clocks.stand_in, table.row.settings.clock) == ("panner", "brisk")

    asyncio.run(story())


@pytest.mark.parametrize("kind", ["brisk", "days"])
def test_in_play_a_host_is_missed_after_an_hour_and_by_the_day_after_a_day(
    kind: str, tmp_path: Path
) -> None:
    patience = janitor.HOST_AWAY_DAYS if kind == "days" else janitor.HOST_AWAY_LIVE

    async def story() -> None:
        clock = HandClock()
        async with opened(tmp_path, clock=clock) as manager:
            table = await seated(manager, clock=kind)
            made = table.row.host
            host, guest = lambda: None, lambda: None
            table.presence.watch(host, "", made)
            table.presence.watch(guest, table.row.seats[1].session)
            await manager.janitor.sweep()
            table.presence.unwatch(host)
            table._state.row = replace(table.row, changed=0)
            clock.time += patience - 10
            await manager.janitor.sweep()
            assert table.row.host == made
            clock.time += 20
            await manager.janitor.sweep()
            assert table.row.host == table.row.seats[1].session

    asyncio.run(story())


# ---- several processes --------------------------------------------------------------------------


def test_two_processes_agree_on_the_clocks_and_a_bot_stands_in_once(making: Making) -> None:
    async def story() -> None:
        clock = HandClock()
        managers = [TableManager(*making(), ThreadBrain(), SECRET, clock) for _ in range(2)]
        for manager in managers:
            await manager.open()
        here = await seated(managers[0])
        seat = await asked(here)
        there = await managers[1].table(here.row.id)
        await there.clocks.shown(seat, there.running().v)  # their page is connected there
        session = there.row.seats[seat].session

        def socket() -> None:
            """The person's, at the second process."""

        there.presence.watch(socket, session)
        there.presence.unwatch(socket)
        await until(lambda: any(mark.kind == "gone" for mark in here.clocks.marks))
        await clock.passes(2)
        there.presence.watch(socket, session)
        await until(lambda: any(mark.kind == "back" for mark in here.clocks.marks))
        await until(lambda: here.clocks.read() == there.clocks.read())
        await clock.passes(3)
        assert here.clocks.read()[seat].turn == there.clocks.read()[seat].turn == BRISK.turn - 3000
        end = here.clocks.silence()
        assert end is not None
        v = here.running().v
        clock.time += end[0] + 1  # both find out at the same moment
        outcomes = await asyncio.gather(
            *(one.clocks.time_up(v, seat) for one in (here, there)), return_exceptions=True
        )
        assert all(one is None or isinstance(one, Refusal) for one in outcomes)
        await clock.passes(0)
        await until(lambda: here.running().n > 1 and there.running().v == here.running().v)
        kinds = [entry.kind for entry in await managers[0].store.entries(here.header.match_id, 0)]
        assert kinds.count("takeover") == 1
        assert kinds.count("step") == here.running().n
        for manager in managers:
            await manager.close()

    asyncio.run(story())


def test_a_process_that_starts_while_another_serves_notes_no_time_down(making: Making) -> None:
    async def story() -> None:
        clock = HandClock()
        one = TableManager(*making(), ThreadBrain(), SECRET, clock)
        await one.open()
        table = await seated(one)
        await asked(table)
        await one.heartbeat.say()
        clock.time += 3
        two = TableManager(*making(), ThreadBrain(), SECRET, clock)
        await two.open()
        marks = await two.store.marks(table.header.match_id)
        assert not any(mark.kind == "down" and mark.at > 1_700_000_990_000 for mark in marks)
        await one.close()
        await two.close()

    asyncio.run(story())
