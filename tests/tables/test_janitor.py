"""Abandoned tables close, codes never run out, and a table always has a host."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from filon.app.caller import Caller
from filon.core.errors import Refusal
from filon.match import codes, seating
from filon.match.seating import Seat
from filon.match.settings import TableSettings
from filon.tables import janitor
from filon.tables.manager import TableManager
from filon.tables.table import Table
from support.processes import Shared
from support.serving import HandClock, opened


def person(name: str) -> Seat:
    return seating.new_seat("mine", name, "", name)


async def waiting(manager: TableManager) -> Table:
    seats = [person("host"), seating.new_seat("open", "", ""), seating.new_seat("open", "", "")]
    return await manager.create("claim_it", {}, seats, TableSettings(pace="instant"))


async def sits(table: Table, name: str, seat: int) -> str:
    who = person(name)
    await table.seats.change(lambda row: seating.sit_down(row, seat, who, False))
    return who.session


def hosts(table: Table, session: str, host_key: str = "") -> bool:
    return Caller(frozenset({session}), host_key, "", "en", "").is_host(table.row)


def aged(folder: Path) -> None:
    """Everything was changed long ago."""
    base = sqlite3.connect(folder / "filon.sqlite3", timeout=60)
    with base:
        base.execute("UPDATE tables SET changed = 5")
    base.close()


def test_an_abandoned_table_closes_and_frees_its_code(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table, watched, fresh = [await waiting(manager) for _ in range(3)]
            watched.presence.watch(lambda: None)
            aged(tmp_path)
            await fresh.refresh()
            await watched.refresh()
            await table.refresh()
            await fresh.seats.change(lambda row: row)
            await manager.janitor.sweep()
            assert [one.row.phase for one in (table, watched, fresh)] == [
                "closed",
                "waiting",
                "waiting",
            ]
            assert table.row.code == ""
            with pytest.raises(Refusal, match="code"):
                await manager.by_code("or-0")
            assert (await manager.by_code(watched.row.code)) is watched
            assert watched.row.changed > 5  # a waiting person keeps it open

    asyncio.run(story())


def test_tables_of_unknown_games_close_too_and_hold_up_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(janitor, "AT_ONCE", 1)

    async def story() -> None:
        async with opened(tmp_path) as manager:
            unknown, other = [await waiting(manager) for _ in range(2)]
            manager.tables.clear()
            aged(tmp_path)
            with sqlite3.connect(tmp_path / "filon.sqlite3", timeout=60) as base:
                base.execute(
                    "UPDATE tables SET game = 'gone', changed = 4 WHERE id = ?", (unknown.row.id,)
                )
                base.execute(
                    "UPDATE matches SET game = 'gone' WHERE id = ?", (unknown.header.match_id,)
                )
            base.close()
            await manager.janitor.sweep()
            rows = [await manager.store.row(table.row.id) for table in (unknown, other)]
            assert [row.phase for row in rows if row] == ["closed", "waiting"]
            assert rows[0] is not None
            assert not rows[0].code
            assert rows[0].changed > 5
            await manager.janitor.sweep()
            closed = await manager.store.row(other.row.id)
            assert closed is not None
            assert closed.phase == "closed"

    asyncio.run(story())


def test_codes_grow_when_many_are_in_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codes, "WORDS", ("or",))
    monkeypatch.setattr("secrets.randbelow", lambda most: most - 1)  # the same short one always

    async def story() -> None:
        async with opened(tmp_path) as manager:
            tables = [await waiting(manager) for _ in range(3)]
            assert [table.row.code for table in tables] == ["or-999", "or-9909", "or-99009"]
            for table in tables:
                assert await manager.by_code(table.row.code.replace("-", " ").upper()) is table

    asyncio.run(story())


def test_the_longest_seated_person_becomes_host_when_the_host_vanishes(tmp_path: Path) -> None:
    async def story() -> None:
        clock = HandClock()
        async with opened(tmp_path, clock=clock) as manager:
            table = await waiting(manager)
            made = table.row.host
            later = await sits(table, "first", 2)
            last = await sits(table, "second", 1)

            def host() -> None:
                """The host's own socket."""

            def first() -> None:
                """Another's."""

            def second() -> None:
                """A third one's."""

            table.presence.watch(host, "", made)
            table.presence.watch(first, later)
            table.presence.watch(second, last)
            clock.time += 1000
            await manager.janitor.sweep()
            assert table.row.host == made  # connected: nothing happens
            table.presence.unwatch(host)
            clock.time += janitor.HOST_AWAY - 1
            await manager.janitor.sweep()
            assert table.row.host == made  # not yet
            clock.time += 2
            await manager.janitor.sweep()
            assert hosts(table, later)
            assert not hosts(table, last)
            assert not hosts(table, "", made)
            table.presence.unwatch(first)
            clock.time += janitor.HOST_AWAY + 1
            await manager.janitor.sweep()
            assert hosts(table, last)
            again = await Table.load(manager.store, manager.services, table.row.id)
            assert hosts(again, last)

    asyncio.run(story())


def test_a_host_connected_to_another_process_stays_host(tmp_path: Path) -> None:
    async def story() -> None:
        bus, clock = Shared(), HandClock()
        async with (
            opened(tmp_path, bus, clock=clock) as one,
            opened(tmp_path, bus, clock=clock) as two,
        ):
            here = await waiting(one)
            session = await sits(here, "first", 1)
            there = await two.table(here.row.id)
            await there.refresh()
            made: Any = here.row.host
            here.presence.watch(lambda: None, "", made)
            there.presence.watch(lambda: None, session)
            await one.janitor.sweep()
            clock.time += janitor.HOST_AWAY + 1
            await one.janitor.sweep()
            await two.janitor.sweep()
            assert there.row.host == made
            await one.store.set_meta(f"host {here.row.id}", "1")  # long ago
            await two.janitor.sweep()
            assert there.row.host == session

    asyncio.run(story())
