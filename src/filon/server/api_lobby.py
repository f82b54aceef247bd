"""The API of the lobby: tables whose hosts let anyone sit down, and finding somebody to play."""

from typing import Any, cast

from fastapi import APIRouter
from starlette.responses import Response

from filon import games
from filon.app.serialize import seat_infos
from filon.core.errors import Refusal
from filon.match import seating
from filon.server.answers import answer, answers
from filon.server.api_tables import made
from filon.server.reception import Visit, Visiting
from filon.server.wire import Anyone, Found, Lobby, OpenTable
from filon.tables.table import Table

api = APIRouter(prefix="/api/lobby")


async def waiting(visit: Visit, device: str) -> list[Table]:
    """The tables anyone may sit down at, but those where this device sits already."""
    if not visit.reception.settings.has_lobby:
        return []
    rows = [row for row in await visit.hall.services.store.listed() if not row.script]
    rows = [row for row in rows if seating.open_seat(row) is not None]
    return [
        await visit.hall.table(row.id)
        for row in rows
        if device not in row.blocked and device not in [seat.device for seat in row.seats]
    ]


@api.get("", responses=answers(Lobby))
async def show(visit: Visiting) -> Response:
    """The open tables; none where the server has no lobby."""
    caller = visit.asks("read")
    tables = await waiting(visit, caller.device)
    return answer(
        Lobby(
            on=visit.reception.settings.has_lobby,
            tables=[
                OpenTable(
                    id=table.row.id,
                    game=table.row.game,
                    host=seating.host_seat(table.row),
                    seats=seat_infos(table, None),
                    clock=cast(Any, table.row.timing.clock),
                    token=visit.keys.open_token(table.row),
                    changed=table.row.changed,
                )
                for table in tables
            ],
        )
    )


@api.post("/anyone", responses=answers(Found))
async def anyone(visit: Visiting, wish: Anyone) -> Response:
    """A table where somebody waits; if nobody does, one's own, at which the next one sits down."""
    caller = visit.asks("create")
    if not visit.reception.settings.has_lobby:
        raise Refusal("no_lobby")
    async with visit.reception.pairing:  # two who ask at once meet
        for table in await waiting(visit, caller.device):
            if wish.game in ("", table.row.game):
                token = visit.keys.open_token(table.row)
                return answer(Found(table=table.row.id, token=token))
        spec = games.load(wish.game or games.slugs()[0])
        seats = [seating.new_seat("mine", wish.name, "", caller.device)]
        seats += [seating.new_seat("open", "", "") for _ in range(spec.seats[0] - 1)]
        pace = visit.reception.settings.pace
        table = await visit.hall.create(spec.slug, {}, pace, seats, True, None, True)
    response = answer(Found(table=table.row.id, token=""))
    for name, value in made(visit, table, caller).raw_headers:
        if name == b"set-cookie":
            response.raw_headers.append((name, value))
    return response
