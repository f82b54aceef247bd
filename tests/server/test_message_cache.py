"""A table's message is serialised once for all who receive the same."""

import asyncio
import gc
import random
import weakref
from collections import Counter
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from filon.app import message_cache, serialize
from filon.app.caller import Caller
from filon.app.feed import Connection, Disconnected
from filon.app.message_cache import MessageCache
from filon.app.serialize import as_json, table_info, view_message
from filon.core.events import SPECTATOR
from filon.core.proof import Draw
from filon.games import load, slugs
from filon.protocol.play import FromPage
from filon.tables.table import Table
from filon.tables.time_source import Clock
from server.test_socket import act, hear
from support.serving import Device, begun, my_turn, opened, server

WATCHERS = 12


def test_a_step_is_serialised_once_for_all_spectators(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[tuple[str, int, int | None]] = []

    def view_fields(table: Any, seat: int | None, since: int | None = None, **more: Any) -> Any:
        made.append(("view", table.match.v, seat))
        return serialize.view_fields(table, seat, since, **more)

    def table_info(table: Any, caller: Any, follows: int | None = None) -> Any:
        made.append(("table", table.presence.changes, follows))
        return serialize.table_info(table, caller, follows)

    monkeypatch.setattr(message_cache, "view_fields", view_fields)
    monkeypatch.setattr(message_cache, "table_info", table_info)
    with server(tmp_path) as client, ExitStack() as sockets:
        me = Device(client)
        table = me.table("butin", ["me", "me"], pace="instant")
        me.order(table, "start")
        live = sockets.enter_context(me.live(table, seat=0))
        first = hear(live, "view")
        while not first["waiting"]["seats"]:  # the lot of who begins is drawn by the table
            first = hear(live, "view")
        room = client.app.state.server.manager.tables[table]  # type: ignore[attr-defined]
        changes = room.presence.changes
        guests = [sockets.enter_context(Device(client).live(table)) for _ in range(WATCHERS)]
        for guest in guests:
            hear(guest, "view")
        # Arriving spectators are not announced one by one.
        assert room.presence.changes - changes < len(guests)
        made.clear()
        seat, v = first["waiting"]["seats"][0], first["v"]
        act(live, "throw", v=v, seat=seat, match=first["match"])
        for guest in guests:
            assert hear(guest, "view")["v"] > v
        told = [one for one in made if one[0] == "view"]
        assert {None, 0} <= {seat for _, _, seat in told}
        assert len(told) == len(set(told)), "a view was made twice for the same version"
        infos = [one for one in made if one[0] == "table"]
        assert len(infos) == len(set(infos)), "the table was told twice in the same words"


@pytest.mark.parametrize("game", slugs())
def test_cached_messages_equal_fresh_ones(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A step leaves the table's own line as it was: it is not made again, and would be the same."""

    async def story() -> None:
        made: Counter[str] = Counter()
        infos, dice = serialize.table_info, random.Random(3)

        def counted(*asked: Any) -> Any:
            made["table"] += 1
            return infos(*asked)

        monkeypatch.setattr(message_cache, "table_info", counted)
        async with opened(tmp_path) as manager:
            table = await begun(manager, game, ["me", "me"])
            board = MessageCache(table, Clock())
            caller = Caller(frozenset({table.row.seats[0].session}), "", "", "en", "")
            for n in range(40):
                seat = await my_turn(table, (0, 1))
                if seat < 0:
                    break
                board.info(caller, 0)
                made.clear()
                if n == 25:
                    await table.play.resign(seat, None)
                    assert board.info(caller, 0) != b""
                    assert made["table"] == 1
                else:
                    outlook = table.views.outlook(seat)
                    await table.play.take(seat, outlook.v, None, [dice.choice(outlook.legal)])
                    board.info(caller, 0)
                    assert made["table"] == 0 or table.row.phase == "over"
                assert board.info(caller, 0) == as_json(infos(table, caller, 0))
                for each in (0, 1, None):
                    kept = board.view(each, None)
                    assert kept == as_json(view_message(table, each, None))

    asyncio.run(story())


@pytest.mark.parametrize("game", slugs())
def test_a_view_without_secrets_is_made_once_for_all(game: str, tmp_path: Path) -> None:
    async def story() -> None:
        asked: list[int] = []
        async with opened(tmp_path) as manager:
            seat = -1
            while seat < 0:  # a game of draws may be over before anybody was asked
                table = await begun(manager, game, ["me", "me"])
                seat = await my_turn(table, (0, 1))
            match, spec, before = table.running(), load(game), table.views.outlook(seat)

            def view(state: Any, seat: int) -> Any:
                asked.append(seat)
                return spec.view(state, seat)

            await table.play.take(seat, before.v, None, before.legal[:1])
            match.spec = replace(spec, view=view)
            for eyes in (0, 1, None, None):
                table.views.outlook(eyes)
            assert asked == ([0, 1, SPECTATOR, SPECTATOR] if spec.hidden else [SPECTATOR])

    asyncio.run(story())


def test_every_message_has_the_bytes_its_type_describes(tmp_path: Path) -> None:
    """The quick writer writes what pydantic, which describes the wire, would."""
    with server(tmp_path) as client:
        me = Device(client)
        for game in slugs():
            table = me.table(game, ["me", "me"], pace="instant")
            me.order(table, "start")
            me.turn(table, 0, 1)
            room: Table = client.app.state.server.manager.tables[table]  # type: ignore[attr-defined]
            caller = Caller(frozenset({room.row.seats[0].session}), "", "", "en", "")
            told = (
                table_info(room, caller, 0),
                view_message(room, 0, 0),
                serialize.ready(room),
                serialize.due(room),
                serialize.story(room.running(), 1, 0),
                serialize.my_table(room, room.row.seats[0].device),
            )
            for one in told:
                assert as_json(one) == TypeAdapter(type(one)).dump_json(one)
    large = Draw(n=1, legal=("a",), weights=(2**70,), step="a")
    assert as_json(large) == TypeAdapter(Draw).dump_json(large)


def test_a_cache_does_not_keep_a_table_in_memory(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        me = Device(client)
        name = me.table("butin", ["me", "me"])
        state = client.app.state.server  # type: ignore[attr-defined]
        with me.live(name, seat=0) as live:
            hear(live, "table")
        table = state.manager.tables.pop(name)
        state.manager._drivers.pop(name)
        held = weakref.ref(table)
        assert state.app.cache(table).table is table
        del table
        gc.collect()
        assert held() is None


def test_a_message_that_waits_is_not_overtaken() -> None:
    """A view that had to wait for its line would otherwise come behind a newer one."""

    class Narrow(Connection):
        def __init__(self) -> None:
            super().__init__()
            self.free, self.heard = asyncio.Event(), list[bytes]()

        async def send(self, message: bytes) -> None:
            await self.free.wait()
            self.heard.append(message)

        async def receive(self) -> FromPage:
            raise Disconnected

        async def close(self, code: int = 0) -> None: ...

    async def story() -> None:
        line = Narrow()
        early = [asyncio.ensure_future(line.put(text)) for text in (b"1", b"2")]
        await asyncio.sleep(0)
        line.free.set()
        late = asyncio.ensure_future(line.put(b"3"))
        await asyncio.gather(*early, late)
        await line.put(b"4")
        assert line.heard == [b"1", b"2", b"3", b"4"]

    asyncio.run(story())
