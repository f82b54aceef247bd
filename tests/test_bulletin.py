"""What a table tells is put into bytes once, however many are told."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from filon.server import bulletin, telling
from serving import Device, server
from test_socket import act, hear

WATCHERS = 12


def test_a_step_is_put_into_bytes_once_for_all_spectators(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[tuple[str, int, int | None]] = []

    def view_message(table: Any, seat: int | None, since: int | None = None) -> Any:
        made.append(("view", table.match.v, seat))
        return telling.view_message(table, seat, since)

    def table_info(table: Any, caller: Any, follows: int | None = None) -> Any:
        made.append(("table", table.changes, follows))
        return telling.table_info(table, caller, follows)

    monkeypatch.setattr(bulletin, "view_message", view_message)
    monkeypatch.setattr(bulletin, "table_info", table_info)
    with server(tmp_path) as client, ExitStack() as sockets:
        me = Device(client)
        table = me.table("butin", ["me", "me"], pace="instant")
        me.order(table, "start")
        live = sockets.enter_context(me.live(table, seat=0))
        first = hear(live, "view")
        room = client.app.state.reception.hall.tables[table]  # type: ignore[attr-defined]
        changes = room.changes
        guests = [sockets.enter_context(Device(client).live(table)) for _ in range(WATCHERS)]
        for guest in guests:
            hear(guest, "view")
        # Of spectators who come nobody is told.
        assert room.changes == changes
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
