"""Seats of one table at two processes: both see the same, at a small cost."""

import asyncio
import random
from pathlib import Path

import pytest

from filon.app.serialize import as_json, view_fields
from filon.games import load, slugs
from filon.store.bus import MemoryBus
from filon.tables.table import Table
from support.serving import begun, opened, until

STEPS = 24


def seen(table: Table, seat: int) -> bytes:
    """A seat's view message, but for what follows from who is connected to which process."""
    fields = view_fields(table, seat, 0)
    return as_json(fields | {"waiting": {**vars(fields["waiting"]), "due": None}})


async def acts(table: Table, seat: int, dice: random.Random) -> bool:
    """Whether this seat had something to do, which is done."""
    outlook = table.views.outlook(seat)
    if outlook.can.act and outlook.held is None:
        await table.play.take(seat, outlook.v, None, [dice.choice(outlook.legal)])
    elif outlook.can.throw:
        await table.play.throw(seat, outlook.v, None)
    else:
        return False
    return True


@pytest.mark.parametrize("game", slugs())
def test_seats_at_two_processes_see_every_step_and_read_only_steps(
    game: str, tmp_path: Path
) -> None:
    async def story() -> None:
        bus, dice = MemoryBus(), random.Random(7)
        async with opened(tmp_path, bus) as one, opened(tmp_path, bus) as two:
            here = await begun(one, game, ["me"] * load(game).seats[0])
            there = await two.table(here.row.id)
            tables, seats = (here, there), range(len(here.row.seats))
            rows: list[str] = []
            store = two.store
            real = store.row

            async def row(table_id: str) -> object:
                rows.append(table_id)
                return await real(table_id)

            def level() -> bool:
                return here.running().v == there.running().v and here.held == there.held

            store.row = row  # type: ignore[method-assign, assignment]
            sealed = 0
            for _ in range(STEPS):
                await until(level)
                if here.running().over:
                    break
                sealed += here.running().state.sealed()
                assert [seen(here, seat) for seat in seats] == [seen(there, seat) for seat in seats]
                for seat in seats:
                    if await acts(tables[seat % 2], seat, dice):
                        break
                else:  # a draw of no seat: either process draws it
                    await asyncio.sleep(0.005)
            await until(level)
            assert here.running().text(0) == there.running().text(0)
            # Of a start, and where both draw at once, the row is read; not for every step.
            assert sealed or here.running().over or len(rows) <= STEPS // 4

    asyncio.run(story())


def test_a_sealed_choice_stays_in_sight_while_the_store_is_read(tmp_path: Path) -> None:
    """A view during the second reading of the choices has them all; they used to be missing."""

    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "gold_river", ["me", "me"])
            await until(lambda: table.pacing.waiting().kind == "sealed")
            v, store = table.running().v, manager.store
            await table.play.take(0, v, None, [table.views.outlook(0).legal[0]])
            before, real, reading = table.views.outlook(0), store.holds, asyncio.Event()
            go_on = asyncio.Event()

            async def holds(match_id: str) -> object:
                reading.set()
                await go_on.wait()
                return await real(match_id)

            store.holds = holds  # type: ignore[method-assign, assignment]
            refreshing = asyncio.ensure_future(table.refresh())
            await reading.wait()
            assert before.held
            assert table.views.outlook(0) == before
            assert table.pacing.waiting().ready == [0]
            go_on.set()
            await refreshing
            assert table.views.outlook(0) == before

    asyncio.run(story())


def test_spectators_who_arrive_together_are_announced_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each by itself would be a hundred times a hundred messages; who sits is told at once."""
    monkeypatch.setattr("filon.tables.presence.SPECTATORS", 0.05)

    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "claim_it", ["me", "me"])
            pokes = [0]

            def poked() -> None:
                pokes[0] += 1

            table.presence.watch(poked, table.row.seats[0].session)
            before, guests = pokes[0], [lambda at=at: at for at in range(100)]
            for guest in guests:
                table.presence.watch(guest)
            assert pokes[0] == before
            assert len(table.presence.guests()) == 100
            await until(lambda: pokes[0] == before + 1)
            for guest in guests:
                table.presence.unwatch(guest)
            await until(lambda: pokes[0] == before + 2)
            assert table.presence.guests() == []

    asyncio.run(story())
