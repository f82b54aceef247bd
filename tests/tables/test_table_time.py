"""Who throws and when, time for undo, and pauses of bots."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from filon.core.errors import Refusal
from filon.match import seating
from filon.match.entry import CLOCK, PERSON
from filon.match.header import Header
from filon.match.luck import FairLuck
from filon.match.pace import BOUNDS, PACES
from filon.match.settings import TableSettings
from filon.tables.manager import TableManager
from filon.tables.table import Table
from support.serving import HandClock, my_turn, opened, until
from support.stacked_luck import StackedLuck

AGES = 100_000.0
CALM = PACES["calm"]


async def seated(
    manager: TableManager,
    game: str,
    seats: Sequence[str],
    pace: str = "calm",
    spectators: bool = True,
) -> Table:
    """A table in play; a seat is a bot's level, or else the device of a person."""
    made = [
        seating.new_seat("bot", "", kind)
        if kind in ("random", "greedy")
        else seating.new_seat("mine", f"Sample {at}", "", kind)
        for at, kind in enumerate(seats)
    ]
    settings = TableSettings().changed(pace=pace, spectators=spectators)
    table = await manager.create(game, {}, made, settings)
    await table.starting.start([], "")
    return table


async def first_throw(table: Table, clock: HandClock) -> int:
    """Let the lot for who begins be drawn; the seat whose throw is waited for then."""
    assert table.pacing.waiting().kind == "chance"
    assert table.pacing.waiting().seats == []  # no seat throws for who begins
    assert table.pacing.waiting().hand is None
    await clock.passes(CALM.draw)
    await until(lambda: table.running().v == 1)
    assert table.running().entries[0].by == CLOCK
    seat = table.running().thrower()
    assert seat is not None
    return seat


def test_the_throw_of_people_at_one_device_waits_for_ever(tmp_path: Path) -> None:
    async def story() -> None:
        clock = HandClock()
        async with opened(tmp_path, clock=clock) as manager:
            table = await seated(manager, "claim_it", ["here", "here"])
            seat = await first_throw(table, clock)
            assert table.pacing.waiting().seats == [seat]
            assert table.pacing.waiting().hand == seat
            assert table.pacing.waiting().due is None
            assert table.views.outlook(seat).can.throw
            assert not table.views.outlook(1 - seat).can.throw
            await clock.passes(AGES)
            assert table.running().v == 1
            with pytest.raises(Refusal) as refused:
                await table.play.throw(1 - seat, 1, None)
            assert refused.value.code == "not_your_turn"
            await table.play.throw(seat, 1, None)
            assert table.running().entries[1].by == PERSON
            assert table.running().steps[1].notation.startswith("dice")

    asyncio.run(story())


def test_no_person_can_throw_for_a_bot(tmp_path: Path) -> None:
    async def story() -> None:
        clock = HandClock()

        def luck(header: Header) -> StackedLuck:
            return StackedLuck(["first 1"], FairLuck(header.fair()))

        async with opened(tmp_path, clock=clock, luck=luck) as manager:
            table = await seated(manager, "claim_it", ["random", "random", "here"])
            assert await first_throw(table, clock) == 1
            assert (table.pacing.waiting().seats, table.pacing.waiting().hand) == ([], 1)

    asyncio.run(story())


def test_alone_with_bots_the_throw_waits_for_ever(tmp_path: Path) -> None:
    async def story() -> None:
        clock = HandClock()
        async with opened(tmp_path, clock=clock) as manager:
            table = await seated(manager, "claim_it", ["here", "random"], "instant")
            await until(lambda: table.views.outlook(0).can.throw)
            v = table.running().v
            await clock.passes(AGES)
            assert (table.running().v, table.pacing.waiting().due) == (v, None)

    asyncio.run(story())


@pytest.mark.parametrize("says", [True, False], ids=["page-says-so", "silent"])
def test_with_other_people_the_throw_is_drawn_after_a_bound(says: bool, tmp_path: Path) -> None:
    async def story() -> None:
        clock = HandClock()
        async with opened(tmp_path, clock=clock) as manager:
            table = await seated(manager, "claim_it", ["here", "there"])
            seat = await first_throw(table, clock)
            await clock.passes(4)
            await table.clocks.shown(1 - seat, 1)  # not its throw
            await table.clocks.shown(seat, 0)  # not this version
            assert table.pacing.waiting().due == 1000 * (BOUNDS.quiet + BOUNDS.throw - 4)
            wait = BOUNDS.quiet + BOUNDS.throw - 4
            if says:
                await table.clocks.shown(seat, 1)
                wait = BOUNDS.throw
            assert table.pacing.waiting().due == 1000 * wait
            await clock.passes(1)
            if says:
                await table.clocks.shown(seat, 1)  # said twice is not said later
            assert table.pacing.waiting().due == 1000 * (wait - 1)
            await clock.passes(wait - 1.5)
            await table.clocks.shown(seat, 1)  # too late to gain anything
            assert table.running().v == 1
            await clock.passes(0.5)
            await until(lambda: table.running().v == 2)
            assert table.running().entries[1].by == CLOCK

    asyncio.run(story())


async def chosen(table: Table, clock: HandClock) -> int:
    """Play until the first seat has made a choice that can be undone; the version then."""
    while True:
        await clock.passes(1)
        other = next((seat for seat in (1, 2) if seat in table.pacing.waiting().seats), 0)
        if other < len(table.row.seats) and table.views.outlook(other).can.act and other:
            await table.play.take(
                other, table.running().v, None, table.views.outlook(other).legal[:1]
            )
        elif table.views.outlook(0).can.act:
            tile = next(step for step in table.views.outlook(0).legal if step.startswith("tile"))
            await table.play.take(0, table.running().v, None, [tile])
            assert table.views.outlook(0).can.undo
            return table.running().v


def test_bots_leave_time_to_undo_unless_the_person_skips_it(tmp_path: Path) -> None:
    async def story() -> None:
        clock = HandClock()
        async with opened(tmp_path, clock=clock) as manager:
            table = await seated(manager, "nuggets", ["here", "random"])
            v = await chosen(table, clock)
            await clock.passes(CALM.undo - 0.1)
            assert table.running().v == v
            await table.play.undo(0, v, None)
            v = await chosen(table, clock)
            await clock.passes(CALM.undo)
            await until(lambda: table.running().v > v)
            v = await chosen(table, clock)
            table.pacing.hurry(0)
            await until(lambda: table.running().v > v)  # and no time has passed
            assert clock.time == table.pacing.since

    asyncio.run(story())


def test_a_person_can_only_skip_their_own_undo_pause(tmp_path: Path) -> None:
    async def story() -> None:
        clock = HandClock()
        async with opened(tmp_path, clock=clock) as manager:
            table = await seated(manager, "nuggets", ["here", "random", "there"])
            v = await chosen(table, clock)
            table.pacing.hurry(2)
            await clock.passes(CALM.undo - 0.1)
            assert table.running().v == v
            table.pacing.hurry(0)
            await clock.passes(0)
            assert (
                table.running().v == v or not table.pacing.hurried
            )  # others are not hurried along
            await clock.passes(CALM.bot_step)
            await until(lambda: table.running().v > v)

    asyncio.run(story())


def test_to_my_turn_ends_with_my_turn(tmp_path: Path) -> None:
    async def story() -> None:
        clock = HandClock()
        async with opened(tmp_path, clock=clock) as manager:
            table = await seated(manager, "nuggets", ["here", "random", "random"])
            await chosen(table, clock)
            begun = clock.time
            table.pacing.hurry(0)
            await until(lambda: table.views.outlook(0).can.act)
            assert clock.time == begun
            await until(lambda: not table.pacing.hurried)
            table.pacing.hurry(0)  # there is nothing to hurry now
            assert not table.pacing.hurried

    asyncio.run(story())


def test_bots_stop_pausing_after_they_were_busy_for_long(tmp_path: Path) -> None:
    async def story() -> None:
        clock = HandClock()
        async with opened(tmp_path, clock=clock) as manager:
            table = await seated(manager, "nuggets", ["here", "random", "random", "random"])
            v = await chosen(table, clock)
            await clock.passes(CALM.undo)
            await until(lambda: table.running().v == v + 1)
            assert table.pacing.rest(CALM.bot_step) == pytest.approx(CALM.bot_step)
            clock.time += CALM.run + 0.01
            assert table.pacing.rest(CALM.bot_step) == 0

    asyncio.run(story())


def test_a_pace_changed_in_play_holds_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        clock = HandClock()
        async with opened(tmp_path, clock=clock) as manager:
            table = await seated(manager, "claim_it", ["random", "random"])
            await clock.passes(0)
            assert table.running().v == 0
            await table.seats.change(lambda row: seating.set_settings(row, pace="instant"))
            await until(lambda: table.row.phase == "over")

    asyncio.run(story())


def test_a_seat_left_to_a_bot_throws_at_the_bots_pace(tmp_path: Path) -> None:
    async def story() -> None:
        clock = HandClock()
        async with opened(tmp_path, clock=clock) as manager:
            table = await seated(manager, "claim_it", ["here", "there"], "instant")
            seat = await my_turn(table, [0, 1])
            await table.play.take(
                seat, table.running().v, None, [table.views.outlook(seat).legal[0], "roll"]
            )
            assert table.views.outlook(seat).can.throw
            v = table.running().v
            await table.seats.replace(seat, "random")
            await until(lambda: table.running().v > v + 1)

    asyncio.run(story())


def test_at_one_device_the_next_person_may_take_the_last_choice_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            for other, may in (("here", True), ("there", False)):
                table = await seated(manager, "nuggets", ["here", other], "instant")
                seat = await my_turn(table, [0, 1])
                n = table.running().n
                tile = next(
                    one for one in table.views.outlook(seat).legal if one.startswith("tile")
                )
                await table.play.take(seat, table.running().v, None, [tile])
                assert table.views.outlook(1 - seat).can.undo is may
                if may:
                    await table.play.undo(1 - seat, table.running().v, None)
                    assert table.running().n == n
                    assert table.views.outlook(seat).can.act

    asyncio.run(story())
