"""Tables without a network: choices, chance, undo, sealed choices, bots, rematch, restart."""

import asyncio
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from filon.core.errors import Refusal
from filon.core.game import CHANCE
from filon.core.record import final, read
from filon.games import load, slugs
from filon.match import beginning, seating
from filon.match.luck import FairLuck
from filon.match.match import Match
from filon.match.settings import TableSettings
from filon.store.bus import Bus, Listener, MemoryBus
from filon.store.sqlite import SqliteStore
from filon.tables.manager import TableManager
from filon.tables.table import Table
from filon.thinking.brain import Begun, unheard
from support.serving import SECRET, begun, ended, my_turn, opened, play_out, until
from support.stacked_luck import StackedLuck
from support.thread_brain import ThreadBrain


def code_of(refused: pytest.ExceptionInfo[Refusal]) -> str:
    return refused.value.code


async def act(table: Table, seat: int, *steps: str) -> None:
    await table.play.take(seat, table.running().v, None, steps)


@pytest.mark.parametrize("slug", slugs())
def test_bots_play_every_game_to_its_end_and_the_journal_rebuilds_it(
    slug: str, tmp_path: Path
) -> None:
    async def story() -> None:
        spec = load(slug)
        async with opened(tmp_path) as manager:
            for players in (spec.seats[0], spec.seats[-1]):
                table = await begun(manager, slug, ["random"] * players)
                await ended(table)
                match = table.running()
                entries = await manager.store.entries(table.header.match_id, 0)
                again = Match(table.header)
                again.absorb(entries)
                assert again.text(None) == match.text(None)
                record = read(match.text(0), spec)
                assert final(record).ranks() == match.state.ranks()
                assert record.steps == [entry.notation for entry in again.steps]

    asyncio.run(story())


@pytest.mark.parametrize("slug", slugs())
def test_a_person_plays_every_game_with_a_bot_to_its_end(slug: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, slug, ["me", "greedy"])
            await play_out(table, [0])
            assert table.row.phase == "over"
            assert table.views.outlook(0).view["result"] is not None

    asyncio.run(story())


def test_a_choice_of_several_steps_is_all_or_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "claim_it", ["me", "me"])
            seat = await my_turn(table, [0, 1])
            v, legal = table.running().v, table.views.outlook(seat).legal
            for steps, code in (
                (["claim 6 6", "roll"], "illegal"),
                ([legal[0], "hop"], "notation"),
                ([legal[0], legal[0]], "illegal"),
                ([legal[0], "roll", "stop"], "chance_between"),
            ):
                with pytest.raises(Refusal) as refused:
                    await act(table, seat, *steps)
                assert code_of(refused) == code
                assert table.running().v == v
                assert len(await manager.store.entries(table.header.match_id, 0)) == v
            await act(table, seat, legal[0], "roll")
            last = [entry for entry in table.running().entries if entry.seat == seat][:2]
            assert [entry.notation for entry in last] == [legal[0], "roll"]
            assert last[0].choice == last[1].choice == last[0].v

    asyncio.run(story())


def test_refusals_of_acts_change_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "claim_it", ["me", "me"])
            seat = await my_turn(table, [0, 1])
            v = table.running().v
            legal = table.views.outlook(seat).legal
            cases: list[tuple[Any, str]] = [
                (table.play.take(seat, v - 1, None, legal[:1]), "stale"),
                (table.play.take(seat, v + 1, None, legal[:1]), "stale"),
                (table.play.take(seat, v, 2, legal[:1]), "stale"),
                (table.play.take(1 - seat, v, None, legal[:1]), "not_your_turn"),
                (table.play.take(7, v, None, legal[:1]), "no_seat"),
                (table.play.throw(seat, v, None), "no_chance"),
                (table.play.undo(seat, v, None), "no_undo"),
                (table.play.withdraw(seat, v, None), "not_held"),
                (table.play.finish(seat, None), "no_finish"),
                (table.seats.give_back(seat), "already"),
            ]
            for attempt, code in cases:
                with pytest.raises(Refusal) as refused:
                    await attempt
                assert code_of(refused) == code
            assert table.running().v == v

    asyncio.run(story())


def test_undo_works_until_a_draw_or_another_seats_move(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "claim_it", ["me", "me"], pace="calm")
            await table.play.throw(0, 0, None)
            seat = table.running().thrower()
            assert seat is not None
            await table.play.throw(seat, 1, None)
            assert not table.views.outlook(seat).can.undo  # a draw is not undone
            before = table.views.outlook(seat)
            await act(table, seat, before.legal[0], "roll")
            assert table.running().n == 4
            assert table.views.outlook(seat).can.undo
            assert not table.views.outlook(1 - seat).can.undo
            with pytest.raises(Refusal):
                await table.play.undo(1 - seat, table.running().v, None)
            await table.play.undo(seat, table.running().v, None)
            after = table.views.outlook(seat)
            assert (after.n, after.legal, after.view) == (2, before.legal, before.view)
            assert after.v == 6  # v only grows
            assert table.running().record(seat) == table.running().record(None)[:2]
            await act(table, seat, before.legal[-1])
            await act(table, seat, "stop")
            assert table.views.outlook(seat).can.undo
            await table.play.undo(seat, table.running().v, None)
            assert table.views.outlook(seat).legal == ["roll", "stop"]
            await act(table, seat, "stop")
            await table.play.throw(1 - seat, table.running().v, None)
            assert not table.views.outlook(seat).can.undo
            async with opened(tmp_path) as other:  # the journal tells the same to another process
                again = await other.table(table.row.id)
                assert again.views.outlook(0).view == table.views.outlook(0).view

    asyncio.run(story())


def test_a_choice_is_not_undone_once_its_dice_were_thrown(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "claim_it", ["me", "me"], pace="calm")
            await table.play.throw(0, 0, None)
            seat = table.running().thrower()
            assert seat is not None
            await table.play.throw(seat, 1, None)
            await act(table, seat, table.views.outlook(seat).legal[0], "roll")
            assert table.views.outlook(seat).can.undo
            await table.play.throw(seat, table.running().v, None)
            v = table.running().v
            assert not table.views.outlook(seat).can.undo
            with pytest.raises(Refusal):
                await table.play.undo(seat, v, None)
            assert table.running().v == v

    asyncio.run(story())


def test_a_hidden_tile_can_be_undone_and_stays_hidden(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "nuggets", ["me", "me"])
            seat = await my_turn(table, [0, 1])
            tile = next(step for step in table.views.outlook(seat).legal if step.startswith("tile"))
            await act(table, seat, tile)
            assert table.running().record(seat)[-1] == tile
            assert table.running().record(1 - seat)[-1] == tile.rpartition(" ")[0] + " ?"
            assert table.running().record(None)[-1] == tile.rpartition(" ")[0] + " ?"
            assert table.views.outlook(seat).can.undo
            await table.play.undo(seat, table.running().v, None)
            assert tile in table.views.outlook(seat).legal

    asyncio.run(story())


def test_with_memory_seats_are_not_shown_again_what_they_laid(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "nuggets", ["me", "me"], memory=True)
            seat = await my_turn(table, [0, 1])
            tile = next(step for step in table.views.outlook(seat).legal if step.startswith("tile"))
            v = table.running().v
            await act(table, seat, tile)
            match = table.running()
            masked = tile.rpartition(" ")[0] + " ?"
            assert match.record(seat)[-1] == masked
            assert match.bot_record(seat)[-1] == tile  # a bot may keep its own past steps
            assert match.events(seat, v) == match.events(None, v)
            assert match.events(seat, 0, standing=True) == match.events(None, 0, standing=True)

    asyncio.run(story())


def test_sealed_choices_are_held_replaced_withdrawn_and_opened_together(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "gold_river", ["me", "me"])
            await until(lambda: table.pacing.waiting().kind == "sealed")
            v = table.running().v
            other = table.views.outlook(1)
            assert table.pacing.waiting().seats == [0, 1]
            assert other.legal == table.views.outlook(0).legal  # both own as much
            await act(table, 0, "sealed 3")
            assert table.running().v == v
            assert table.pacing.waiting().ready == [0]
            assert table.views.outlook(0).held == "sealed 3"
            assert table.views.outlook(1).held is None
            assert table.views.outlook(1).view == other.view
            with pytest.raises(Refusal) as refused:
                await act(table, 0, "sealed 99")
            assert code_of(refused) == "illegal"
            assert table.views.outlook(0).held == "sealed 3"
            told = replace(table.views.outlook(1))
            await act(table, 0, "sealed 5")
            assert table.views.outlook(0).held == "sealed 5"
            assert table.views.outlook(1) == told  # the same bytes whatever was chosen
            async with opened(tmp_path) as later:  # the choice outlives the process
                assert (await later.table(table.row.id)).views.outlook(0).held == "sealed 5"
            await table.seats.replace(1, "random")  # an entry that is no step leaves choices alone
            await until(lambda: table.pacing.waiting().kind != "sealed")
            assert "sealed 5" in table.running().record(None)

            table = await begun(manager, "gold_river", ["me", "me"])
            await until(lambda: table.pacing.waiting().kind == "sealed")
            v = table.running().v
            await act(table, 0, "sealed 5")
            await table.play.withdraw(0, v, None)
            assert table.pacing.waiting().ready == []
            await act(table, 1, "sealed 2")
            await act(table, 0, "sealed 4")
            assert table.running().v == v + 2
            assert sorted(table.running().record(None)[-2:]) == ["sealed 2", "sealed 4"]
            assert await manager.store.holds(table.header.match_id) == []
            assert not table.views.outlook(0).can.undo
            assert not table.views.outlook(1).can.undo

    asyncio.run(story())


def test_looking_ahead_stores_nothing_and_sends_nothing_to_others(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "claim_it", ["me", "me"])
            seat = await my_turn(table, [0, 1])
            outlook = table.views.outlook(seat)
            pokes: list[int] = []
            table.presence.watch(lambda: pokes.append(1))
            pokes.clear()
            view, legal, events, waiting = table.views.look(
                seat, outlook.v, None, outlook.legal[:1]
            )
            assert legal == ["roll", "stop"]
            assert view != outlook.view
            assert events[0]["kind"] in ("squat", "claim")
            assert waiting.seats == [seat]
            assert table.views.outlook(seat) == outlook
            assert pokes == []
            for steps, code in (
                (["roll"], "illegal"),
                ([outlook.legal[0], "roll", "stop"], "chance_between"),
            ):
                with pytest.raises(Refusal) as refused:
                    table.views.look(seat, outlook.v, None, steps)
                assert code_of(refused) == code
            with pytest.raises(Refusal) as refused:
                table.views.look(1 - seat, outlook.v, None, outlook.legal[:1])
            assert code_of(refused) == "not_your_turn"

    asyncio.run(story())


def test_a_look_at_a_sealed_choice_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "gold_river", ["me", "me"])
            await until(lambda: table.pacing.waiting().kind == "sealed")
            with pytest.raises(Refusal) as refused:
                table.views.look(0, table.running().v, None, ["sealed 1"])
            assert code_of(refused) == "look_reveals"

    asyncio.run(story())


def test_a_bot_stands_in_and_gives_the_seat_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "claim_it", ["me", "me"])
            seat = await my_turn(table, [0, 1])
            n = table.running().n
            await table.seats.replace(seat, "random")
            await my_turn(table, [1 - seat])
            assert table.running().n > n
            assert {entry.by for entry in table.running().steps[n:] if entry.seat == seat} == {
                "bot:random"
            }
            with pytest.raises(Refusal) as refused:
                await table.play.undo(seat, table.running().v, None)
            assert code_of(refused) == "bot_plays"
            await table.seats.give_back(seat)
            assert table.seats.level(seat) == ""
            kinds = [event["kind"] for event in table.running().events(seat, 0)]
            assert "table.takeover" in kinds
            assert "table.return" in kinds

    asyncio.run(story())


def test_of_three_who_resigns_is_played_to_the_end_by_a_bot(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "claim_it", ["me", "random", "random"])
            await my_turn(table, [0])
            await table.play.resign(0, None)
            with pytest.raises(Refusal):
                await table.seats.give_back(0)
            await ended(table)
            assert table.running().resigned == {0}

    asyncio.run(story())


def test_finish_plays_a_settled_game_out_with_fair_draws(tmp_path: Path) -> None:
    async def story() -> None:
        spec = load("butin")
        async with opened(tmp_path) as manager:
            table = await begun(manager, "butin", ["me", "me"])
            dice = random.Random(4)
            while not table.views.outlook(0).can.finish:
                seat = await my_turn(table, [0, 1])
                if table.views.outlook(seat).can.finish:
                    break
                await act(table, seat, dice.choice(table.views.outlook(seat).legal))
            match = table.running()
            before = match.n
            await table.play.finish(1, None)
            assert table.row.phase == "over"
            rest = match.steps[before:]
            assert rest
            assert {entry.by for entry in rest} == {"finish"}
            told = [event["kind"] for event in match.events(None, 0)]
            assert told.count("table.finish") == 1
            state = match.setup.start()
            fair = FairLuck(match.header.fair())
            for n, entry in enumerate(match.steps):
                legal = [spec.layout.text(step) for step in state.legal()]
                if n >= before and state.actor() == CHANCE:
                    assert legal[fair.draw(n, legal, state.weights())] == entry.notation
                elif n >= before:
                    assert entry.notation == legal[0]
                state.apply(spec.layout.number(entry.notation))

    asyncio.run(story())


def test_a_rematch_is_a_new_match_with_the_dice_committed_before(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "claim_it", ["me", "random"])
            with pytest.raises(Refusal) as refused:
                await table.starting.rematch([0], "")
            assert code_of(refused) == "not_over"
            await play_out(table, [0])
            first = table.header
            assert table.next_header is not None
            committed = table.next_header.commitment
            assert committed != first.commitment
            await table.starting.rematch([0], "abcd")
            assert table.row.phase == "playing"
            assert table.row.match_number == 2
            assert table.header.commitment == committed
            assert table.header.match_id == f"{table.row.id}-2"
            assert table.header.entropy == ("abcd", "")
            await play_out(table, [0])
            kept = await manager.store.header(first.match_id)
            assert kept == first

    asyncio.run(story())


def test_the_game_says_who_may_start_a_rematch(tmp_path: Path) -> None:
    """NU-6 is the game's; the table only asks a spec that has a say."""

    async def story() -> None:
        async with opened(tmp_path) as manager:
            for slug in ("nuggets", "claim_it"):
                table = await begun(manager, slug, ["random"] * 3)
                await ended(table)
                match = table.running()
                ranks = match.state.ranks()
                worst = tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
                said = beginning.rematch_starters(match)
                assert said == (worst if slug == "nuggets" else None)
                await table.starting.rematch([], "")
                assert table.header.begun().starters == said
                await ended(table)
                if said:
                    assert table.running().record(None)[0] in {f"first {seat}" for seat in said}

    asyncio.run(story())


def test_entropy_of_the_seats_enters_the_draws_and_closes_at_the_start(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            seats = [seating.new_seat("mine", "", ""), seating.new_seat("open", "", "")]
            table = await manager.create("claim_it", {}, seats, TableSettings())
            with pytest.raises(Refusal) as refused:
                await table.starting.start([0], "00")
            assert code_of(refused) == "open_seats"
            person = replace(seating.new_seat("mine", "Sample", "", "device"), entropy="beef")
            await table.seats.change(lambda row: seating.sit_down(row, None, person, False))
            await table.starting.start([0], "cafe")
            assert table.header.entropy == ("cafe", "beef")
            bare = replace(table.header, entropy=("", ""))
            draws = [header.fair().draw(0, [1] * 1000) for header in (table.header, bare)]
            assert draws[0] != draws[1]

    asyncio.run(story())


def test_two_processes_serve_one_table(tmp_path: Path) -> None:
    async def story() -> None:
        bus = MemoryBus()
        async with opened(tmp_path, bus) as one, opened(tmp_path, bus) as two:
            here = await begun(one, "claim_it", ["me", "me"], pace="calm")
            there = await two.table(here.row.id)
            await here.play.throw(0, 0, None)
            await until(lambda: there.running().v == 1)
            seat = here.running().thrower()
            assert seat is not None
            results = await asyncio.gather(
                here.play.throw(seat, 1, None),
                there.play.throw(seat, 1, None),
                return_exceptions=True,
            )
            assert sorted(type(result).__name__ for result in results) == ["NoneType", "Refusal"]
            await until(lambda: there.running().v == here.running().v == 2)
            assert there.views.outlook(0).view == here.views.outlook(0).view

    asyncio.run(story())


class DeafBus(Bus):
    """A bus that loses everything."""

    async def open(self, listener: Listener) -> None:
        pass

    async def tell(self, table_id: str, teller: Listener) -> None:
        pass

    async def close(self) -> None:
        pass


def test_a_bus_that_loses_messages_only_delays(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path, DeafBus()) as one, opened(tmp_path, DeafBus()) as two:
            here = await begun(one, "claim_it", ["me", "me"], pace="calm")
            there = await two.table(here.row.id)
            await here.play.throw(0, 0, None)
            assert there.running().v == 0
            with pytest.raises(Refusal) as refused:  # it learns by losing the race
                await there.play.throw(0, 0, None)
            assert code_of(refused) == "stale"
            assert there.running().v == 1
            seat = here.running().thrower()
            assert seat is not None
            await here.play.throw(seat, 1, None)
            await there.refresh()  # what the sweep does
            assert there.running().v == 2

    asyncio.run(story())


def test_a_table_goes_on_after_its_process_ended(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "claim_it", ["me", "greedy", "random"])
            for _ in range(5):
                seat = await my_turn(table, [0])
                await act(table, seat, table.views.outlook(seat).legal[0])
            table_id, v = table.row.id, table.running().v
        async with opened(tmp_path) as manager:
            await until(lambda: table_id in manager.tables)
            again = manager.tables[table_id]
            assert again.running().v >= v
            await play_out(again, [0])
            assert again.row.phase == "over"

    asyncio.run(story())


def test_bots_alone_go_on_after_a_restart_without_being_asked(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "claim_it", ["random", "random"], pace="calm")
            table_id = table.row.id
        async with opened(tmp_path) as manager:
            await until(
                lambda: table_id in manager.tables and manager.tables[table_id].running().v > 1
            )

    asyncio.run(story())


def test_scripted_luck_comes_only_through_the_constructor(tmp_path: Path) -> None:
    async def story() -> None:
        def luck(header: Any) -> StackedLuck:
            return StackedLuck(["first 1", "dice 6 6 6"], FairLuck(header.fair()))

        async with opened(tmp_path, luck=luck) as manager:
            table = await begun(manager, "claim_it", ["me", "me"])
            await my_turn(table, [1])
            assert table.running().record(None)[:2] == ["first 1", "dice 6 6 6"]
            assert table.views.outlook(1).legal == ["squat 6 6 6"]

    asyncio.run(story())


def test_a_closed_table_stays_closed(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "claim_it", ["me", "me"])
            await my_turn(table, [0, 1])
            await table.seats.change(seating.close)
            for attempt in (
                table.play.take(0, table.running().v, None, ["roll"]),
                table.seats.change(seating.close),
                table.seats.change(lambda row: seating.sit_down(row, 0, row.seats[0], True)),
                table.seats.change(lambda row: seating.set_options(row, {})),
            ):
                with pytest.raises(Refusal) as refused:
                    await attempt
                assert code_of(refused) == "table_closed"

    asyncio.run(story())


def test_a_bot_that_breaks_does_not_break_the_table(tmp_path: Path) -> None:
    async def story() -> None:
        class Broken(ThreadBrain):
            asked = 0

            async def think(self, question: Any, begun: Begun = unheard) -> str:
                self.asked += 1
                if self.asked == 1:
                    raise RuntimeError("a bot's own fault")
                return await super().think(question)

        async with opened(tmp_path):
            pass
        manager = TableManager(
            SqliteStore(tmp_path / "filon.sqlite3"), MemoryBus(), Broken(), SECRET
        )
        await manager.open()
        table = await begun(manager, "claim_it", ["random", "random"])
        await ended(table)
        await manager.close()

    asyncio.run(story())
