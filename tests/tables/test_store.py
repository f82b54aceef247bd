"""The contract of all stores, and the bus between processes."""

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from filon.core.errors import Refusal
from filon.core.fair import FIRST
from filon.core.proof import Part
from filon.core.setup import agreed
from filon.games import load
from filon.match.chat import NEWEST, ChatMessage
from filon.match.clocks import Mark
from filon.match.entry import Entry
from filon.match.header import Agreement, Header
from filon.match.match import Match
from filon.match.person import DeviceRow, Person
from filon.match.result import Result
from filon.match.sealed import Hold
from filon.match.seating import Row, Seat
from filon.match.settings import TableSettings
from filon.match.votes import Votes
from filon.store.browser import BrowserStore
from filon.store.bus import Bus, MemoryBus
from filon.store.contract import Change, Conflict, PeopleStore, ServerStore, Store, Unavailable
from filon.store.encoding import header_fields, row_fields
from filon.store.migrate import migrate_postgres, migrate_sqlite
from filon.store.postgres import PostgresStore
from filon.store.postgres_bus import PostgresBus
from filon.store.schema import MATCHES, METADATA, TABLES
from filon.store.sqlite import SqliteStore
from filon.store.statements import values_of
from filon.tables.manager import TableManager
from filon.tables.table import Table
from support.databases import new_postgres, sqlite_file
from support.memory_store import MemoryStore
from support.serving import begun, my_turn, opened, play_out, until
from support.thread_brain import ThreadBrain

pytest_plugins = "support.processes"  # the fixtures `postgres_server` and `address`
Story = Callable[[Store], Coroutine[Any, Any, None]]


@pytest.fixture(params=["sqlite", "device", pytest.param("postgres", marks=pytest.mark.postgres)])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Store]:
    if request.param == "sqlite":
        path = sqlite_file(tmp_path / "filon.sqlite3")
        return lambda: SqliteStore(path)
    if request.param == "device":
        drawer = MemoryStore()
        return lambda: BrowserStore(drawer)
    url = request.getfixturevalue("address")
    return lambda: PostgresStore(url, 4)


def told(make: Callable[[], Store], story: Story) -> None:
    async def run() -> None:
        store = make()
        await store.open()
        try:
            await story(store)
        finally:
            await store.close()

    asyncio.run(run())


COUNT = iter(range(10**6))


def sample() -> tuple[Row, Header]:
    number = next(COUNT)
    row = Row(
        f"table{number}",
        1,
        "claim_it",
        {"long_turns": True, "x": 3, "y": "z"},
        "waiting",
        1,
        f"or-{number}",
        "host",
        (Seat("person", "Zoé ☂", "", "n", "s", f"device{number}"), Seat("open", nonce="m")),
        "",
        "nonce",
        17 + number,
    )
    return row, Header(f"table{number}-1", bytes(range(32)))


def run_of(first: int, count: int) -> list[Entry]:
    return [
        Entry(v, "step", v % 2, "person", f"squat 1 1 {v}", 1_700_000_000_000 + v, v)
        for v in range(first, first + count)
    ]


def test_a_stored_table_is_read_back_unchanged(make: Callable[[], Store]) -> None:
    async def story(store: Store) -> None:
        row, header = sample()
        await store.create(row, header)
        assert await store.row(row.id) == row
        assert await store.header(header.match_id) == header
        part = Part(
            scheme="s",
            commitment="c",
            seed="31",
            entropy=("", "32"),
            seats=("person",),
            since=0,
            restarts=1,
            listed=("none", "cd"),
        )
        full = replace(
            header,
            setup=agreed(load("claim_it"), 2, {"long_turns": True}, (1,)),
            entropy=("00", ""),
            pact=Agreement(("person", "bot random"), ("ab" * 32, "none"), 2, 7),
            earlier=(part,),
            script="claim_it",
        )
        later = replace(row, rev=2, phase="playing", code="")
        await store.write(Change(full.match_id, row=later, header=full))
        assert await store.row(row.id) == later
        assert await store.header(header.match_id) == full
        assert await store.row("nowhere") is None
        assert await store.header("nowhere-1") is None
        assert row.id in await store.playing()

    told(make, story)


def test_chat_is_stored_in_order_and_deleted_with_its_table(make: Callable[[], Store]) -> None:
    async def story(store: Store) -> None:
        row, header = sample()
        blocked = replace(
            row,
            blocked=("device9",),
            settings=TableSettings(
                pace="brisk",
                spectators=False,
                listed=True,
                delay=3,
                talk="emotes",
                title="Zoé’s",
                clock="days",
                stand_in="greedy",
            ),
            votes=Votes((1,), (0,), (0, 1)),
        )
        await store.create(blocked, header)
        assert await store.row(row.id) == blocked
        word = ChatMessage(0, 2**41, 1, 7, 1, "Zoé ☂", "text", "c’est à vous ? $1", "device")
        numbers = await asyncio.gather(*(store.add_word(row.id, word) for _ in range(8)))
        assert sorted(numbers) == list(range(1, 9))
        kept = await store.words(row.id, 2)
        assert kept == [replace(word, n=n) for n in range(3, 9)]
        assert await store.words("nowhere", 0) == []
        assert await store.words(row.id, 8) == []
        for _ in range(NEWEST):
            await store.add_word(row.id, word)
        assert [one.n for one in await store.words(row.id, 0)] == list(range(9, NEWEST + 9))
        await store.remove(row.id)
        assert await store.words(row.id, 0) == []

    told(make, story)


def test_a_review_is_kept_with_its_match_and_goes_with_its_table(make: Callable[[], Store]) -> None:
    async def story(store: Store) -> None:
        row, header = sample()
        await store.create(row, header)
        assert await store.review(header.match_id, "form") == ""
        await store.save_review(header.match_id, "form", "first", 2**41)
        await store.save_review(header.match_id, "form", "seçond", 2**41)
        assert await store.review(header.match_id, "form") == "seçond"
        assert await store.review(header.match_id, "other") == ""
        await store.save_review("somebody's", "brought", "told", 50)
        await store.remove_reviews("brought", 50)
        await store.remove_reviews("form", 50)
        assert await store.review("somebody's", "brought") == "told"
        await store.remove_reviews("brought", 51)
        assert await store.review("somebody's", "brought") == ""
        assert await store.review(header.match_id, "form") == "seçond"
        await store.remove(row.id)
        assert await store.review(header.match_id, "form") == ""

    told(make, story)


def test_a_match_leaves_one_person_s_history(make: Callable[[], Store]) -> None:
    async def story(store: Store) -> None:
        me, you = f"{next(COUNT)}-me", f"{next(COUNT)}-you"
        of = f"{next(COUNT)}tbq-1"
        mine = Result(of, 0, "butin", 2**41, 2, "person", "Zoé", "", me, 1, "15/2", "over")
        alone = isinstance(store, BrowserStore)
        other = replace(mine, seat=1, name="" if alone else "Ben", person="" if alone else you)
        await store.add_results([mine, other])
        table = of.partition("-")[0]
        assert await store.has_results(table)
        if not alone:  # this store knows only its device's owner
            assert not await store.remove_result(of, "stranger")
            assert await store.remove_result(of, me)
            blank = replace(mine, person="", name="")
            assert await store.results(you) == [blank, other]
            assert await store.has_results(table)
        assert await store.remove_result(of, me if alone else you)
        assert not await store.remove_result(of, you)
        assert await store.results(me) == await store.results(you) == []
        assert of not in {one.of for one in await store.results()}  # no person remembers it
        assert not await store.has_results(table)

    told(make, story)


def test_results_and_people_are_kept_and_forgotten(make: Callable[[], Store]) -> None:
    async def story(store: Store) -> None:
        if isinstance(store, BrowserStore):  # its only person holds it
            assert not isinstance(store, PeopleStore)
            return
        assert isinstance(store, ServerStore)
        me, you, key = (f"{next(COUNT)}-{name}" for name in ("me", "you", "zoe"))
        row, header = sample()
        await store.create(row, header)
        mine = Result(
            f"{row.id}-1", 0, "butin", 2**41, 2, "person", "Zoé ☂", "", me, 1, "15/2", "over"
        )
        yours = replace(mine, seat=1, name="Ben", person=you, rank=2, how="resigned")
        await store.add_results([mine, yours])
        await store.add_results([replace(mine, rank=9), yours])  # what is kept stays
        assert await store.results(me) == await store.results(you) == [mine, yours]
        assert await store.results("") != []
        assert await store.results(me, "nuggets") == []
        await store.remove(row.id)
        assert await store.results(me) == [mine, yours]  # the history outlives the table

        phone = DeviceRow(f"{me} phone", me, "Phone", 5, 6)
        await store.save_device(phone)
        assert await store.owner(phone.device) == me
        assert await store.owner("other") == "other"
        played = replace(mine, of=f"{me}-9", ended=2**40, person=phone.device)
        await store.add_results([played])  # by a device: it is its person's
        assert await store.results(me) == [mine, yours, replace(played, person=me)]
        assert await store.remove_result(played.of, me)
        assert await store.devices(me) == [phone]
        await store.merge(you, me)
        assert await store.results(you) == []
        await store.merge(me, you)
        await store.merge(you, me)

        owner = Person(me, "Zoé", key, "hash", 7)
        await store.save_person(owner)
        assert await store.person(me) == await store.person(key=key) == owner
        assert (await store.names())[me] == "Zoé"
        with pytest.raises(Conflict):
            await store.save_person(replace(owner, id=you))
        await store.free_name(me)
        await store.save_person(replace(owner, id=you))
        await store.free_name(you)

        await store.offer_transfer(f"{me}1", me, 100)
        await store.offer_transfer(f"{me}2", me, 100)
        assert await store.take_transfer(f"{me}1", 50) == ""  # a newer link replaced it
        assert await store.take_transfer(f"{me}2", 101) == ""
        both = await asyncio.gather(*(store.take_transfer(f"{me}2", 100) for _ in range(2)))
        assert sorted(both) == ["", me]  # once

        word = ChatMessage(0, 1, 1, 0, 0, "Zoé", "text", "mine", phone.device)
        await store.add_word(row.id, word)
        await store.add_word(row.id, replace(word, device="other", text="theirs"))
        assert [one.text for _, one in await store.words_of([phone.device])] == ["mine"]
        await store.forget_person(me, [phone.device])
        assert await store.results(me) == []
        assert await store.devices(me) == []
        assert await store.words_of([phone.device]) == []
        assert [one.text for one in await store.words(row.id, 0)] == ["theirs"]
        assert await store.old_people(2**41, 0, remove=True) == 0
        assert await store.old_people(2**41 + 1, 0, remove=False) >= 2
        assert await store.old_people(2**41 + 1, 0, remove=True) >= 2
        assert await store.old_people(2**41 + 1, 0, remove=True) == 0

    told(make, story)


def test_a_code_names_a_waiting_table_and_is_unique(make: Callable[[], Store]) -> None:
    async def story(store: Store) -> None:
        row, header = sample()
        await store.create(row, header)
        assert await store.by_code(row.code) == row.id
        assert await store.by_code("or-x") is None
        other, its = sample()
        with pytest.raises(Conflict):
            await store.create(replace(other, code=row.code), its)
        assert await store.row(other.id) is None
        with pytest.raises(Conflict):
            await store.create(row, header)
        await store.write(Change("", row=replace(row, rev=2, phase="playing", code="")))
        assert await store.by_code(row.code) is None
        await store.create(replace(other, code=row.code), its)  # free again

    told(make, story)


def test_a_change_of_an_edit_is_written_as_a_whole_or_not_at_all(make: Callable[[], Store]) -> None:
    async def story(store: Store) -> None:
        row, header = sample()
        name = header.match_id
        await store.create(row, header)
        await store.append(name, run_of(1, 2))
        await store.hold(Hold(name, 2, 0, "sealed 1", "person"), [0, 1], 2, 5)
        following = replace(row, rev=2, settings=TableSettings(title="Ada’s"))
        script, mark = replace(header, script="claim_it"), Mark(name, 2, 0, "shown", 7)
        late = Change(name, run_of(2, 1), [0], following, script, [mark])
        early = Change(name, run_of(3, 2), [0], replace(following, rev=3), script, [mark])
        gap = Change(name, run_of(4, 1), [0], following, script, [mark])
        for change in (late, early, gap):  # its entries, or its row, do not follow
            with pytest.raises(Conflict):
                await store.write(change)
            assert await store.entries(name, 0) == run_of(1, 2)
            assert [hold.seat for hold in await store.holds(name)] == [0]
            assert await store.row(row.id) == row
            assert await store.header(name) == header
            assert await store.marks(name) == []
        await store.write(Change(name, run_of(3, 2), [0], following, script, [mark]))
        assert await store.entries(name, 0) == run_of(1, 4)
        assert await store.holds(name) == []
        assert await store.row(row.id) == following
        assert await store.header(name) == script
        assert await store.marks(name) == [mark]
        await store.write(Change(name, run_of(5, 1)))
        assert await store.entries(name, 4) == run_of(5, 1)

    told(make, story)


def test_only_the_next_revision_is_saved(make: Callable[[], Store]) -> None:
    async def story(store: Store) -> None:
        row, header = sample()
        await store.create(row, header)
        await store.write(Change("", row=replace(row, rev=2, settings=TableSettings(pace="brisk"))))
        script = replace(header, script="claim_it")
        for rev in (1, 2, 4):
            with pytest.raises(Conflict):
                await store.write(Change("", row=replace(row, rev=rev), header=script))
        kept = await store.row(row.id)
        assert kept is not None
        assert (kept.rev, kept.settings.pace) == (2, "brisk")
        assert await store.header(header.match_id) == header

    told(make, story)


def test_the_journal_takes_all_entries_or_none_and_only_the_next(make: Callable[[], Store]) -> None:
    async def story(store: Store) -> None:
        _, header = sample()
        match = header.match_id
        await store.append(match, run_of(1, 3))
        assert await store.entries(match, 0) == run_of(1, 3)
        assert await store.entries(match, 2) == run_of(3, 1)
        for wrong in (run_of(3, 2), run_of(1, 1), run_of(5, 1), [*run_of(4, 1), *run_of(4, 1)]):
            with pytest.raises(Conflict):
                await store.append(match, wrong)
        assert await store.entries(match, 0) == run_of(1, 3)
        await store.append(match, run_of(4, 2))
        assert len(await store.entries(match, 0)) == 5

    told(make, story)


def test_a_conflict_fails_only_its_own_match(make: Callable[[], Store]) -> None:
    async def story(store: Store) -> None:
        names = [sample()[1].match_id for _ in range(20)]
        await store.append(names[7], run_of(1, 1))
        results = await asyncio.gather(
            *(store.append(name, run_of(1, 2)) for name in names), return_exceptions=True
        )
        failed = [at for at, result in enumerate(results) if result is not None]
        assert failed == [7]
        assert isinstance(results[7], Conflict)
        for at, name in enumerate(names):
            assert len(await store.entries(name, 0)) == (1 if at == 7 else 2)

    told(make, story)


def test_a_late_step_among_many_in_one_moment_is_refused_alone(make: Callable[[], Store]) -> None:
    """One statement may take them all: then neither a late one, nor one too soon, nor a second of
    the same number may be taken with them, or keep them out."""

    async def story(store: Store) -> None:
        names = [sample()[1].match_id for _ in range(30)]
        await store.append(names[7], run_of(1, 1))
        firsts = dict.fromkeys(names, 1) | {names[9]: 2}
        asked = [*firsts.items(), (names[20], 1)]
        results = await asyncio.gather(
            *(store.append(name, run_of(first, 1)) for name, first in asked),
            return_exceptions=True,
        )
        refused = {at for at, result in enumerate(results) if isinstance(result, Conflict)}
        assert refused in ({7, 9, 20}, {7, 9, 30})
        assert all(result is None for at, result in enumerate(results) if at not in refused)
        for at, name in enumerate(names):
            assert await store.entries(name, 0) == ([] if at == 9 else run_of(1, 1))

    told(make, story)


def test_of_many_writers_for_one_version_exactly_one_wins(make: Callable[[], Store]) -> None:
    async def story(store: Store) -> None:
        _, header = sample()
        for first in (1, 2, 3):
            results = await asyncio.gather(
                *(store.append(header.match_id, run_of(first, 1)) for _ in range(8)),
                return_exceptions=True,
            )
            assert sum(result is None for result in results) == 1
            assert sum(isinstance(result, Conflict) for result in results) == 7

    told(make, story)


def test_sealed_choices_wait_and_open_together(make: Callable[[], Store]) -> None:
    async def story(store: Store) -> None:
        row, header = sample()
        await store.create(row, header)
        match = header.match_id
        await store.append(match, run_of(1, 4))
        assert await store.hold(Hold(match, 4, 1, "sealed 3", "person"), [1, 0], 4, 50) == []
        assert await store.hold(Hold(match, 4, 1, "sealed 5", "person"), [1, 0], 4, 51) == []
        assert await store.holds(match) == [Hold(match, 4, 1, "sealed 5", "person")]
        assert await store.withdraw(match, 4, 1) is True
        assert await store.withdraw(match, 4, 1) is False
        with pytest.raises(Conflict):
            await store.hold(Hold(match, 4, 0, "sealed 1", "person"), [1, 0], 3, 52)
        await store.hold(Hold(match, 4, 0, "sealed 2", "bot:greedy"), [1, 0], 4, 53)
        entries = await store.hold(Hold(match, 4, 1, "sealed 6", "person"), [1, 0], 4, 54)
        assert [(entry.v, entry.seat, entry.notation, entry.by) for entry in entries] == [
            (5, 1, "sealed 6", "person"),
            (6, 0, "sealed 2", "bot:greedy"),
        ]
        assert await store.entries(match, 4) == entries
        assert await store.holds(match) == []

    told(make, story)


def test_two_seats_that_choose_at_the_same_moment_open_once(make: Callable[[], Store]) -> None:
    async def story(store: Store) -> None:
        for _ in range(5):
            row, header = sample()
            await store.create(row, header)
            results = await asyncio.gather(
                *(
                    store.hold(
                        Hold(header.match_id, 0, seat, f"sealed {seat}", "person"), [0, 1], 0, 9
                    )
                    for seat in (0, 1)
                )
            )
            assert sorted(map(len, results)) == [0, 2]
            assert len(await store.entries(header.match_id, 0)) == 2

    told(make, story)


def test_a_device_finds_its_tables(make: Callable[[], Store]) -> None:
    async def story(store: Store) -> None:
        row, header = sample()
        await store.create(row, header)
        device = row.seats[0].device
        assert await store.by_device(device) == [row]
        gone = replace(row, rev=2, seats=(Seat("open", nonce="n"), row.seats[1]))
        await store.write(Change("", row=gone))
        assert await store.by_device(device) == []

    told(make, story)


def test_a_database_keeps_marks_of_itself(make: Callable[[], Store]) -> None:
    async def story(store: Store) -> None:
        assert await store.meta("restored") == ""
        await store.set_meta("restored", "first")
        await store.set_meta("restored", "again")
        assert await store.meta("restored") == "again"
        await store.set_meta("restored", "")
        assert await store.meta("restored") == ""

    told(make, story)


def test_one_commit_serves_everything_asked_in_one_tick(tmp_path: Path) -> None:
    async def story() -> None:
        path = sqlite_file(tmp_path / "filon.sqlite3")
        store = SqliteStore(path)
        await store.open()
        before = store.writer.jobs, store.writer.commits
        await asyncio.gather(*(store.append(f"m{at}-1", run_of(1, 1)) for at in range(200)))
        assert store.writer.jobs - before[0] == 200
        assert store.writer.commits - before[1] <= 3
        for at in range(0, 200, 40):
            assert await store.entries(f"m{at}-1", 0) == run_of(1, 1)
        await store.close()

    asyncio.run(story())


def test_the_migrations_lead_to_the_schema(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "filon.sqlite3"
    migrate_sqlite(path)
    migrate_sqlite(path)
    with create_engine(f"sqlite:///{path}").connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_what_is_confirmed_is_on_the_disk(tmp_path: Path) -> None:
    """Killing the process does not show it, a power cut would: commits wait for the disk."""

    async def story() -> None:
        migrate_sqlite(tmp_path / "filon.sqlite3")
        store = SqliteStore(tmp_path / "filon.sqlite3")
        await store.open()
        wanted = {"journal_mode": "wal", "synchronous": 2}  # 2: FULL
        for name, value in wanted.items():
            read = f"PRAGMA {name}"
            assert await store.writer.ask(lambda base: base.execute(read).fetchone()) == (value,)  # noqa: B023
        await store.close()

    asyncio.run(story())


def test_a_lost_database_is_reported_and_comes_back(tmp_path: Path) -> None:
    """Proof 16 for SQLite: another program keeps the file locked for longer than we wait."""

    async def story() -> None:
        path = sqlite_file(tmp_path / "filon.sqlite3")
        store = SqliteStore(path, patience=0.2)
        await store.open()
        await store.append("m-1", run_of(1, 1))
        lock = sqlite3.connect(path, isolation_level=None)
        lock.execute("BEGIN EXCLUSIVE")
        with pytest.raises(Unavailable):
            await store.append("m-1", run_of(2, 1))
        lock.execute("ROLLBACK")
        lock.close()
        await store.append("m-1", run_of(2, 1))
        assert await store.entries("m-1", 0) == run_of(1, 2)
        await store.close()

    asyncio.run(story())


@pytest.mark.parametrize("kind", ["memory", pytest.param("postgres", marks=pytest.mark.postgres)])
def test_the_bus_informs_the_other_processes(kind: str, request: pytest.FixtureRequest) -> None:
    url = request.getfixturevalue("address") if kind == "postgres" else ""

    async def story() -> None:
        shared = MemoryBus()
        buses: list[Bus] = [PostgresBus(url) if url else shared for _ in range(3)]
        heard: list[list[str]] = [[], [], []]
        tellers = [heard[at].append for at in range(3)]
        for bus, teller in zip(buses, tellers, strict=True):
            await bus.open(teller)
        if url:
            await until(lambda: all(bus._connection is not None for bus in buses))  # type: ignore[attr-defined]
        await asyncio.gather(*(buses[0].tell(f"table{at}", tellers[0]) for at in range(5)))
        await until(lambda: len(heard[1]) == len(heard[2]) == 5)
        assert sorted(heard[1]) == [f"table{at}" for at in range(5)]
        assert heard[0] == []
        for bus in buses:
            await bus.close()

    asyncio.run(story())


@pytest.mark.postgres
def test_two_halls_play_one_table_on_postgresql(address: str) -> None:
    async def story() -> None:
        managers = [
            TableManager(PostgresStore(address, 4), PostgresBus(address), ThreadBrain(), b"s")
            for _ in range(2)
        ]
        for manager in managers:
            await manager.open()
        here = await begun(managers[0], "claim_it", ["me", "random"])
        there = await managers[1].table(here.row.id)
        await play_out(here, [0])
        await until(lambda: there.row.phase == "over")
        assert there.running().text(None) == here.running().text(None)
        for manager in managers:
            await manager.close()

    asyncio.run(story())


@pytest.mark.postgres
def test_play_resumes_when_postgresql_comes_back(address: str) -> None:
    """Proof 16: every connection is cut in the middle of a game, again and again."""

    async def story() -> None:
        manager = TableManager(PostgresStore(address, 4), PostgresBus(address), ThreadBrain(), b"s")
        await manager.open()
        table = await begun(manager, "claim_it", ["me", "random"])
        cuts = 0
        while table.row.phase == "playing":
            seat = await my_turn(table)
            if seat < 0:
                break
            if cuts < 3 and table.running().n > 10 * (cuts + 1):
                cuts += 1
                knife = await asyncpg.connect(address)
                await knife.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE pid <> pg_backend_pid() AND datname = current_database()"
                )
                await knife.close()
            outlook = table.views.outlook(0)
            try:
                await table.play.take(0, outlook.v, None, outlook.legal[-1:])
            except Unavailable:
                await asyncio.sleep(0.05)
            except Refusal as refused:
                if refused.code != "stale":
                    raise
        assert cuts == 3
        again = Match(table.header)
        again.absorb(await manager.store.entries(table.header.match_id, 0))
        assert again.text(None) == table.running().text(None)
        await manager.close()

    asyncio.run(story())


def old_rows(match: Match) -> list[tuple[Any, ...]]:
    """The entries as they were kept when equal times said what belongs together."""
    times: dict[int, int] = {}
    for entry in match.entries:
        times.setdefault(entry.choice, 1_700_000_000_000 + entry.choice)
    return [
        (match.header.match_id, e.v, e.kind, e.seat, e.by, e.notation, times[e.choice])
        for e in match.entries
    ]


async def begun_before(manager: TableManager) -> Table:
    """A match whose last choice was two steps."""
    table = await begun(manager, "claim_it", ["me", "me"], pace="calm")
    await table.play.throw(0, 0, None)
    seat = table.running().thrower()
    assert seat is not None
    await table.play.throw(seat, 1, None)
    await table.play.take(seat, 2, None, [table.views.outlook(seat).legal[0], "roll"])
    return table


def test_a_database_from_before_choices_had_numbers_is_upgraded(tmp_path: Path) -> None:
    """Undo of a match that began before takes back what was one choice then."""

    async def story() -> None:
        new, old = tmp_path / "new", tmp_path / "old"
        async with opened(new) as manager:
            table = await begun_before(manager)
            row, header, match = table.row, table.header, table.running()
            seat = match.steps[-1].seat
        file = old / "filon.sqlite3"
        migrate_sqlite(file, "0001")
        base = sqlite3.connect(file)
        marks = ", ".join("?" * 7)
        base.executemany(f"INSERT INTO entries VALUES ({marks})", old_rows(match))
        base.executemany(
            f"INSERT INTO tables VALUES ({', '.join('?' * 14)})",
            [values_of(TABLES, row_fields(row))[:14]],
        )
        base.executemany(
            f"INSERT INTO matches VALUES ({', '.join('?' * 9)})",
            [values_of(MATCHES, header_fields(header, row.game))[:9]],
        )
        base.commit()
        base.close()
        migrate_sqlite(file)
        async with opened(old) as manager:
            again = await manager.table(row.id)
            assert again.header == replace(header, pact=None)  # it goes on by the first scheme
            assert again.running().proof().parts[0].scheme == FIRST
            kept = [(entry.v, entry.choice) for entry in again.running().entries]
            assert kept == [(1, 1), (2, 2), (3, 3), (4, 3)]
            await again.play.undo(seat, 4, None)
            assert again.running().n == 2

    asyncio.run(story())


@pytest.mark.postgres
def test_an_older_postgresql_is_upgraded(postgres_server: str) -> None:
    url = new_postgres(postgres_server, migrated=False)

    async def story() -> None:
        await migrate_postgres(url, "0001")
        base = await asyncpg.connect(url)
        rows = [(1, 0, "person", 5), (2, 0, "person", 5), (3, 1, "person", 5), (4, 1, "clock", 5)]
        for v, seat, by, at in rows:
            await base.execute(
                "INSERT INTO entries VALUES ('m-1', $1, 'step', $2, $3, 'roll', $4)",
                v,
                seat,
                by,
                at,
            )
        await base.close()
        await migrate_postgres(url)
        await migrate_postgres(url)  # a second time changes nothing
        store = PostgresStore(url, 1)
        await store.open()
        assert [entry.choice for entry in await store.entries("m-1", 0)] == [1, 1, 3, 4]
        await store.close()

    asyncio.run(story())
