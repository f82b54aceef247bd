"""The commit-reveal at a match's start: devices commit and open, also when some are silent."""

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from filon.app.serialize import as_json
from filon.commands.verify import read_proof
from filon.core.errors import Refusal
from filon.core.fair import FIRST, NONE, SCHEME, Frozen, promise, seed_promise
from filon.core.proof import check
from filon.match import beginning, codes, seating
from filon.match.handshake import COMMIT, OPEN, TRIES
from filon.match.header import prepared
from filon.match.settings import TableSettings
from filon.store.bus import MemoryBus
from filon.tables.manager import UNRENEWED, TableManager
from filon.tables.table import Table
from server.test_socket import act, hear
from support.serving import Device, HandClock, begun, ended, opened, server, until


class Page:
    """A device that follows a table and answers as a page does, or as it is told to."""

    def __init__(self, table: Table, *seats: int, commits: bool = True, opens: bool = True) -> None:
        self.table, self.seats = table, seats
        self.commits, self.opens = commits, opens
        self.numbers: dict[tuple[str, int], bytes] = {}
        self.lists: list[tuple[str, ...]] = []
        sessions = frozenset(table.row.seats[seat].session for seat in seats)
        table.presence.watch(self.hears, table.row.seats[seats[0]].session, promises=sessions)

    def hears(self) -> None:
        """Act as a page after every change: commit, or open to a list with its commitment."""
        shake = self.table.starting.devices.handshake
        if shake is None:
            return
        for seat in self.seats:
            key = (shake.round, seat)
            if not shake.closed and self.commits and key not in self.numbers:
                self.numbers[key] = secrets.token_bytes(32)
                told = promise(shake.frozen, seat, self.numbers[key])
                self.table.starting.devices.commit(seat, shake.round, told)
            if shake.closed and self.opens and seat not in shake.openings and key in self.numbers:
                if shake.listed()[seat] != promise(shake.frozen, seat, self.numbers[key]):
                    continue  # the list is without its promise: it opens nothing
                self.table.starting.devices.open(seat, shake.round, self.numbers[key].hex())
        if shake.closed:
            self.lists.append(shake.listed())


async def waiting(manager: TableManager, *seats: str, game: str = "claim_it") -> Table:
    """A table that waits; seats are people's devices or a bot."""
    made = [
        seating.new_seat("bot", "", "random")
        if kind == "random"
        else seating.new_seat("mine", f"Sample {at}", "", kind)
        for at, kind in enumerate(seats)
    ]
    return await manager.create(game, {}, made, TableSettings(pace="instant"))


def told(tmp_path: Path, story: Callable[[TableManager, HandClock], object]) -> None:
    """A story on a manager whose time passes by hand."""

    async def run() -> None:
        clock = HandClock()
        async with opened(tmp_path, clock=clock) as manager:
            await story(manager, clock)  # type: ignore[misc]

    asyncio.run(run())


def test_with_all_devices_committing_and_opening_the_match_begins_at_once(tmp_path: Path) -> None:
    async def story(manager: TableManager, clock: HandClock) -> None:
        table = await waiting(manager, "here", "there", "random")
        pages = [Page(table, 0), Page(table, 1)]
        await table.starting.start([0], "aa")
        assert clock.time == 1000.0
        header = table.header
        assert header.pact is not None
        listed = header.listed()
        assert [page.lists[0] for page in pages] == [listed, listed]
        frozen = header.frozen().hash()
        numbers = [next(iter(page.numbers.values())) for page in pages]
        assert listed[:2] == tuple(promise(frozen, at, numbers[at]) for at in (0, 1))
        assert listed[2:] == (NONE, seed_promise(frozen, header.seed))
        assert header.entropy == (numbers[0].hex(), numbers[1].hex(), "")  # a promise counts more
        kept = await manager.store.header(header.match_id)
        assert kept == header
        part = table.running().proof().parts[0]
        assert (part.scheme, part.restarts, part.opened()) == (SCHEME, 0, [0, 1])

    told(tmp_path, story)


def test_without_a_device_that_promises_the_start_is_immediate(tmp_path: Path) -> None:
    """A client of REST alone, an old page, bots alone: no device is waited for."""

    async def story(manager: TableManager, clock: HandClock) -> None:
        table = await waiting(manager, "here", "there")
        table.presence.watch(
            lambda: None, table.row.seats[0].session
        )  # an old page: it cannot promise
        await table.starting.start([0], "cafe")
        assert table.row.phase == "playing"
        assert table.header.entropy == ("cafe", "")  # stirred in, without a promise
        assert table.header.listed()[:2] == (NONE, NONE)
        bots = await begun(manager, "butin", ["random", "random"])
        await ended(bots)
        assert check(bots.running().proof()) == []

    told(tmp_path, story)


def test_a_silent_device_is_listed_as_none_after_two_seconds(tmp_path: Path) -> None:
    async def story(manager: TableManager, clock: HandClock) -> None:
        table = await waiting(manager, "here", "there")
        page, _ = Page(table, 0), Page(table, 1, commits=False)
        start = asyncio.ensure_future(table.starting.start([0], ""))
        await until(lambda: table.starting.devices.handshake is not None)
        await clock.passes(COMMIT - 0.5)
        assert not start.done()
        assert page.lists == []
        await clock.passes(0.5)
        await start
        assert table.header.listed()[1] == NONE
        assert table.header.listed()[0] != NONE

    told(tmp_path, story)


def test_a_commitment_that_is_not_opened_cancels_the_start_and_is_never_left_out(
    tmp_path: Path,
) -> None:
    async def story(manager: TableManager, clock: HandClock) -> None:
        table = await waiting(manager, "here", "there")
        page, late = Page(table, 0), Page(table, 1, opens=False)
        seed = table.header.seed
        start = asyncio.ensure_future(table.starting.start([0], ""))
        await until(lambda: bool(page.lists))
        await clock.passes(OPEN - 0.5)
        assert table.row.phase == "waiting"
        assert table.header.restarts == 0
        await clock.passes(0.5)
        await until(lambda: len(page.numbers) == 2)  # everyone promises anew
        shake = table.starting.devices.handshake
        assert shake is not None
        assert shake.late == (1,)
        assert table.header.restarts == 1
        assert (
            await Table.load(manager.store, manager.services, table.row.id)
        ).header.restarts == 1
        assert table.header.seed != seed
        late.opens = True
        late.hears()
        await start
        assert table.header.restarts == 1
        assert table.running().proof().parts[0].restarts == 1
        assert NONE not in table.header.listed()
        assert page.lists[0] != page.lists[-1]

    told(tmp_path, story)


def test_a_seat_that_never_opens_is_named_and_the_table_still_waits(tmp_path: Path) -> None:
    async def story(manager: TableManager, clock: HandClock) -> None:
        table = await waiting(manager, "here", "there")
        Page(table, 0)
        Page(table, 1, opens=False)
        start = asyncio.ensure_future(table.starting.start([0], ""))
        for tries in range(TRIES):
            await until(lambda: table.starting.devices.handshake is not None)
            shake = table.starting.devices.handshake
            assert shake is not None
            await until(lambda now=shake: now.closed)  # type: ignore[misc]
            await clock.passes(OPEN)
            await until(lambda tries=tries: table.header.restarts == tries + 1)  # type: ignore[misc]
        with pytest.raises(Refusal) as refused:
            await start
        assert (refused.value.code, refused.value.facts["seat"]) == ("unopened", 2)
        assert table.row.phase == "waiting"
        assert table.starting.devices.handshake is None

    told(tmp_path, story)


def test_frozen_values_stay_and_wrong_messages_change_nothing(tmp_path: Path) -> None:
    async def story(manager: TableManager, clock: HandClock) -> None:
        table = await waiting(manager, "here", "there")
        Page(table, 0)
        slow = Page(table, 1, commits=False)
        start = asyncio.ensure_future(table.starting.start([0], ""))
        await until(lambda: table.starting.devices.handshake is not None)
        shake = table.starting.devices.handshake
        assert shake is not None
        agreeing, number = table.starting.devices, secrets.token_bytes(32)
        right = promise(shake.frozen, 1, number)

        def refused(code: str, act: Callable[[], None]) -> None:
            with pytest.raises(Refusal) as no:
                act()
            assert no.value.code == code

        refused("handshake", lambda: agreeing.commit(1, "another round", right))
        refused("handshake", lambda: agreeing.open(1, shake.round, number.hex()))  # no list yet
        agreeing.commit(1, shake.round, right)
        refused("handshake", lambda: agreeing.commit(1, shake.round, "ab" * 32))  # the first counts
        await until(lambda: shake.closed)
        refused("opening", lambda: agreeing.open(1, shake.round, "ab" * 32))
        for arrange in (
            lambda row: seating.swap(row, 0, 1),
            lambda row: seating.set_options(row, {"long_turns": True}),
            lambda row: seating.leave(row, 1),
        ):
            with pytest.raises(Refusal) as no:
                await table.seats.change(arrange)
            assert no.value.code == "starting"
        with pytest.raises(Refusal) as no:
            await table.starting.start([0], "")
        assert no.value.code == "starting"
        await table.seats.change(lambda row: seating.rename(row, 1, "Another"))
        agreeing.open(1, shake.round, number.hex())
        await start
        assert table.header.listed()[1] == right
        assert slow.numbers == {}
        refused("handshake", lambda: agreeing.commit(1, shake.round, right))

    told(tmp_path, story)


def test_a_device_opens_no_list_without_its_own_promise(tmp_path: Path) -> None:
    async def story(manager: TableManager, clock: HandClock) -> None:
        table = await waiting(manager, "here", "there")
        page, other = Page(table, 0), Page(table, 1, commits=False)
        start = asyncio.ensure_future(table.starting.start([0], ""))
        await until(lambda: table.starting.devices.handshake is not None)
        shake = table.starting.devices.handshake
        assert shake is not None
        shake.promises[0] = "ab" * 32  # a server that exchanges promises
        await clock.passes(COMMIT)
        await until(lambda: bool(page.lists))
        assert 0 not in shake.openings
        await clock.passes(OPEN)
        await until(lambda: table.header.restarts == 1)
        start.cancel()
        assert other.numbers == {}

    told(tmp_path, story)


def test_several_seats_at_one_device_and_a_rematch_with_every_seat(tmp_path: Path) -> None:
    async def story(manager: TableManager, clock: HandClock) -> None:
        table = await waiting(manager, "here", "here", "there", game="butin")
        Page(table, 0, 1)
        Page(table, 2)
        await table.starting.start([0, 1], "")
        assert table.running().proof().parts[0].opened() == [0, 1, 2]
        first = table.header
        for seat in range(3):
            await table.play.resign(seat, None)
        await ended(table)
        await table.starting.rematch([2], "")
        assert table.row.match_number == 2
        assert table.running().proof().parts[0].opened() == [0, 1, 2]
        assert not set(table.header.listed()) & set(first.listed())

    told(tmp_path, story)


def test_devices_at_another_process_commit_to_nothing_and_cause_no_delay(tmp_path: Path) -> None:
    async def story() -> None:
        bus, clock = MemoryBus(), HandClock()
        async with (
            opened(tmp_path, bus, clock=clock) as one,
            opened(tmp_path, bus, clock=clock) as two,
        ):
            here = await waiting(one, "here", "there")
            there = await two.table(here.row.id)
            Page(here, 0)
            Page(there, 1)
            await here.starting.start([0], "")
            assert here.running().proof().parts[0].opened() == [0]
            await until(lambda: there.row.phase == "playing")
            assert there.header == here.header
            assert there.running().luck.draw(0, ["a"] * 99, [1] * 99) == here.running().luck.draw(
                0, ["a"] * 99, [1] * 99
            )

    asyncio.run(story())


def test_a_match_of_the_first_scheme_goes_on_and_can_be_checked(tmp_path: Path) -> None:
    async def story(manager: TableManager, clock: HandClock) -> None:
        seats = [seating.new_seat("bot", "", "random") for _ in range(2)]
        row = replace(
            seating.new_table("butin", {}, seats, TableSettings(pace="instant")), id=codes.new_id()
        )
        row, header = beginning.start(row, prepared(row.id, 1), [], "")
        await manager.store.create(row, replace(header, pact=None, entropy=("cafe", "")))
        table = await manager.table(row.id)
        table.presence.wake()
        await ended(table)
        proof = table.running().proof()
        assert [part.scheme for part in proof.parts] == [FIRST]
        assert check(proof) == []

    told(tmp_path, story)


def test_over_the_wire_two_devices_agree(tmp_path: Path) -> None:
    """As a page does it, from what the messages say and nothing else."""
    with server(tmp_path) as running:
        ada, ben = Device(running), Device(running)
        table = ada.table("claim_it", ["me", "open"])
        token = ada.get(f"/api/tables/{table}/invitation")["link"].partition("#")[2]
        ben.post(f"/api/tables/{table}/join", token=token)
        with (
            ada.live(table, seat=0, fair=2) as one,
            ben.live(table, seat=1, fair=2) as two,
            ThreadPoolExecutor(1) as pool,
        ):
            order = pool.submit(ada.order, table, "start")
            asked = [hear(socket, "pact", listed=[]) for socket in (one, two)]
            told = asked[0]["frozen"]
            assert asked[1]["frozen"] == told
            frozen = Frozen(**told | {"seats": tuple(told["seats"])}).hash()
            rounds = {"round": asked[0]["round"]}
            for seat, socket in enumerate((one, two)):
                given = promise(frozen, seat, bytes([seat]) * 32)
                answer = act(socket, "commit", seat=1 - seat, promise=given, **rounds)
                assert answer["code"] == "not_your_seat"
                act(socket, "commit", seat=seat, promise=given, **rounds)
            lists = [hear(socket, "pact")["listed"] for socket in (one, two)]
            assert lists[0] == lists[1]
            for seat, socket in enumerate((one, two)):
                assert lists[0][seat] == promise(frozen, seat, bytes([seat]) * 32)
                answer = act(socket, "open", seat=seat, opening=f"{9:064x}", **rounds)
                assert answer["code"] == "opening"
                act(socket, "open", seat=seat, opening=(bytes([seat]) * 32).hex(), **rounds)
            assert order.result(60)["phase"] == "playing"
            begun = hear(one, "pact", round="")
            assert begun["listed"] == lists[0]


def test_a_match_from_a_back_up_gets_new_dice_and_a_proof_of_two_parts(tmp_path: Path) -> None:
    async def before(manager: TableManager, clock: HandClock) -> None:
        table = await waiting(manager, "here", "there", game="butin")
        Page(table, 0)
        await table.starting.start([0], "")
        await until(lambda: table.running().n > 0)
        await manager.store.set_meta("restored", "today")

    told(tmp_path, before)

    async def after(manager: TableManager, clock: HandClock) -> None:
        assert await manager.store.meta("restored") == ""
        (found,) = await manager.store.playing()
        table = await manager.table(found)
        await table.refresh()
        assert [one["kind"] for one in table.running().events(None, 0)].count("table.restored") == 1
        first = table.header.earlier[0]
        assert first.opened() == [0]
        page = Page(table, 1)
        for seat in range(2):
            await table.seats.replace(seat)
        await ended(table)
        proof = table.running().proof()
        assert [part.opened() for part in proof.parts] == [[0], [1]]
        assert proof.parts[1].since > 0
        assert proof.parts[1].seed != first.seed
        assert page.lists[0] == proof.parts[1].listed
        assert check(proof) == []
        assert len([draw for draw in proof.draws if draw.n >= proof.parts[1].since]) > 0
        told_again = read_proof(as_json(proof).decode())
        assert told_again == proof

    told(tmp_path, after)


def test_a_match_from_a_back_up_that_was_not_readable_at_first_gets_its_dice_before_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeds: list[bytes] = []

    async def before(manager: TableManager, clock: HandClock) -> None:
        table = await waiting(manager, "here", "there")
        await table.starting.start([], "")
        seeds.append(table.header.seed)
        await manager.store.set_meta("restored", "today")

    async def after(manager: TableManager, clock: HandClock) -> None:
        (found,) = await manager.store.playing()
        seeds.append((await manager.table(found)).header.seed)
        assert await manager.store.meta("restored") == await manager.store.meta(UNRENEWED) == ""

    load, faults = Table.load, [OSError("not now")]

    async def fails_once(*given: Any) -> Table:
        if seeds and faults:
            raise faults.pop()
        return await load(*given)

    monkeypatch.setattr(Table, "load", fails_once)
    for story in (before, after, after):
        told(tmp_path, story)
    assert not faults
    assert seeds[0] != seeds[1] == seeds[2]


def test_after_a_back_up_the_device_that_throws_promises_over_the_same_socket(
    tmp_path: Path,
) -> None:
    """Its throw waits for the new dice, and they for its promise: it is heard meanwhile."""
    with server(tmp_path) as running:
        ada = Device(running)
        table = ada.table("claim_it", ["me", "random"])
        ada.order(table, "start")
        manager = running.app.state.server.manager  # type: ignore[attr-defined]
        assert running.portal is not None
        while not ada.view(table, 0)["can"]["throw"]:
            view = ada.turn(table, 0)
            ada.post(f"/api/tables/{table}/steps", v=view["v"], seat=0, steps=view["legal"][:1])
        running.portal.call(manager.tables[table].starting.restored)
        with ada.live(table, seat=0, fair=2) as socket:
            view = hear(socket, "view")
            socket.send_json({"type": "throw", "id": 1, "v": view["v"], "seat": 0})
            asked = hear(socket, "pact", listed=[])
            told = asked["frozen"]
            frozen = Frozen(**told | {"seats": tuple(told["seats"])}).hash()
            given = promise(frozen, 0, bytes(32))
            rounds = {"round": asked["round"], "seat": 0}
            assert act(socket, "commit", promise=given, **rounds)["type"] == "done"
            assert hear(socket, "pact", round=asked["round"])["listed"][0] == given
            assert act(socket, "open", opening="00" * 32, **rounds)["type"] == "done"
            assert hear(socket, "done", id=1)["v"] > view["v"]
        assert manager.tables[table].header.listed()[0] == given
