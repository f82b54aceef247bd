"""The API of tables: make, join, arrange, look, act, take home."""

import time
from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query, Request
from starlette.responses import PlainTextResponse, Response

from filon.core.errors import Refusal
from filon.server import host
from filon.server.acts import act, refused
from filon.server.auth import Caller
from filon.server.desk import Desk
from filon.server.refusals import status
from filon.server.telling import (
    as_json,
    may_follow,
    proof,
    seat_infos,
    story,
    table_info,
    view_message,
)
from filon.server.wire import (
    Action,
    FindCode,
    Finish,
    Found,
    Invitation,
    Join,
    Joined,
    Leave,
    Look,
    Looked,
    MyTable,
    NewGuided,
    NewTable,
    Order,
    Proof,
    Refused,
    Rename,
    Resign,
    SeatLink,
    Story,
    TableInfo,
    Take,
    Throw,
    Undo,
    ViewMessage,
    Withdraw,
)
from filon.table import orders
from filon.table.match import seating
from filon.table.match.header import match_name
from filon.table.match.match import Match
from filon.table.table import Table

TableId = Annotated[str, Path(max_length=40)]
AskedSeat = Annotated[int | None, Query(ge=0, le=14)]
AskedMatch = Annotated[int | None, Query(ge=1)]
REFUSALS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": Refused, "description": "Refused; nothing changed"}
}


def answer(message: object, code: int = 200) -> Response:
    """A wire message as an HTTP answer."""
    return Response(
        as_json(message), code, media_type="application/json", headers={"cache-control": "no-store"}
    )


def told(model: Any, code: int = 200) -> dict[int | str, dict[str, Any]]:
    """What the OpenAPI description says of a route's answers."""
    return {code: {"model": model}, **REFUSALS}


def routes(desk: Desk) -> APIRouter:
    """Everything under /api that concerns tables."""
    api = APIRouter(prefix="/api")
    keys = desk.keys

    async def reach(request: Request, id: str) -> tuple[Table, Caller]:
        caller = desk.caller(request, id)
        desk.limits.spend("read", caller.address)
        return await desk.hall.table(id), caller

    def made(request: Request, table: Table, caller: Caller) -> Response:
        seats = [number for number, seat in enumerate(table.row.seats) if seat.session]
        sessions = frozenset(table.row.seats[seat].session for seat in seats)
        owner = Caller(sessions, table.row.host, caller.device, caller.lang, caller.address)
        response = answer(table_info(table, owner), 201)
        for seat in seats:
            keys.give_seat(response, table.row, seat, desk.secure(request))
        keys.give_host(response, table.row, desk.secure(request))
        keys.give_device(response, caller.device, desk.secure(request))
        return response

    @api.post("/tables", status_code=201, responses=told(TableInfo, 201))
    async def make_table(request: Request, wish: NewTable) -> Response:
        """A new table that waits for its start."""
        caller = desk.caller(request)
        desk.limits.spend("create", caller.address)
        seats = [
            seating.new_seat(seat.kind, seat.name, seat.level, caller.device) for seat in wish.seats
        ]
        table = await desk.hall.create(
            wish.game, wish.options, wish.pace or desk.settings.pace, seats, wish.spectators
        )
        return made(request, table, caller)

    @api.post("/guided", status_code=201, responses=told(TableInfo, 201))
    async def make_guided(request: Request, wish: NewGuided) -> Response:
        """A game's guided first game, begun."""
        caller = desk.caller(request)
        desk.limits.spend("create", caller.address)
        table = await desk.hall.guided(wish.game, desk.settings.pace, wish.name, caller.device)
        await orders.start(table, [], "")
        return made(request, table, caller)

    @api.post("/join", responses=told(Found))
    async def find(request: Request, wish: FindCode) -> Response:
        """The waiting table behind a code, with a token for an open seat."""
        caller = desk.caller(request)
        desk.limits.spend("code", caller.address)
        table = await desk.hall.by_code(wish.code)
        if seating.open_seat(table.row) is None:
            raise Refusal("full")
        return answer(Found(table=table.row.id, token=keys.open_token(table.row)))

    @api.get("/mine", responses=told(list[MyTable]))
    async def mine(request: Request) -> Response:
        """The tables this device sits at."""
        caller = desk.caller(request)
        desk.limits.spend("read", caller.address)
        rows = await desk.hall.house.store.by_device(caller.device)
        lines = []
        for row in rows:
            table = await desk.hall.table(row.id)
            yours = [
                number
                for number, seat in enumerate(table.row.seats)
                if seat.device == caller.device
            ]
            turn = table.row.phase == "playing" and bool(
                set(yours) & set(table.waiting().seats) - set(table.waiting().ready)
            )
            lines.append(
                MyTable(
                    id=row.id,
                    game=row.game,
                    phase=table.row.phase,
                    seats=seat_infos(table),
                    yours=yours,
                    your_turn=turn,
                    changed=table.row.changed,
                )
            )
        return Response(
            b"[" + b",".join(map(as_json, lines)) + b"]",
            media_type="application/json",
            headers={"cache-control": "no-store"},
        )

    @api.get("/tables/{id}", responses=told(TableInfo))
    async def show(request: Request, id: TableId) -> Response:
        """The table, and what this device may do there."""
        table, caller = await reach(request, id)
        return answer(table_info(table, caller))

    @api.get("/tables/{id}/view", responses=told(ViewMessage))
    async def view(request: Request, id: TableId, seat: AskedSeat = None) -> Response:
        """The present view of a seat, or the spectators'."""
        table, caller = await reach(request, id)
        may_follow(table, caller, seat)
        return answer(view_message(table, seat))

    async def match_of(table: Table, number: int | None) -> tuple[Match, int]:
        """The present or an earlier match."""
        if number is None or number == table.row.match:
            return table.running(), table.row.match
        header = await desk.hall.house.store.header(match_name(table.row.id, number))
        if header is None or not header.players or number > table.row.match:
            raise Refusal("no_match", match=number)
        match = Match(header)
        match.absorb(await desk.hall.house.store.entries(header.match, 0))
        return match, number

    @api.get("/tables/{id}/story", responses=told(Story))
    async def read_story(
        request: Request, id: TableId, seat: AskedSeat = None, match: AskedMatch = None
    ) -> Response:
        """Every event so far, for the log."""
        table, caller = await reach(request, id)
        may_follow(table, caller, seat)
        return answer(story(*await match_of(table, match), seat))

    @api.get("/tables/{id}/record", response_class=PlainTextResponse, responses=REFUSALS)
    async def record(
        request: Request, id: TableId, seat: AskedSeat = None, match: AskedMatch = None
    ) -> Response:
        """The record as text: a seat's while the match runs, the full one from its end."""
        table, caller = await reach(request, id)
        may_follow(table, caller, seat)
        found, number = await match_of(table, match)
        return PlainTextResponse(
            found.text(seat),
            headers={
                "cache-control": "no-store",
                "content-disposition": f'attachment; filename="{table.row.game}-{id}-{number}.txt"',
            },
        )

    @api.get("/tables/{id}/proof", responses=told(Proof))
    async def read_proof(request: Request, id: TableId, match: AskedMatch = None) -> Response:
        """Seed and draws of a match that ended."""
        table, caller = await reach(request, id)
        may_follow(table, caller, None)
        found, number = await match_of(table, match)
        if not found.over and table.row.phase != "closed":
            raise Refusal("running")
        response = answer(proof(found))
        response.headers["content-disposition"] = (
            f'attachment; filename="{table.row.game}-{id}-{number}.proof.json"'
        )
        return response

    @api.get("/tables/{id}/invitation", responses=told(Invitation))
    async def invitation(request: Request, id: TableId) -> Response:
        """What the invitation sheet shows."""
        table, caller = await reach(request, id)
        return answer(invite(desk, request, table, caller))

    @api.post("/tables/{id}/join", responses=told(Joined))
    async def join(request: Request, id: TableId, wish: Join) -> Response:
        """Exchange a link's token for the seat's cookie."""
        table, caller = await reach(request, id)
        desk.limits.spend("join", caller.address)
        number = keys.seat_of(table.row, wish.token)
        mine = caller.seats(table.row)
        if mine and (number is None or number in mine):  # the same link, followed once more
            seat = mine[0] if number is None else number
            return answer(Joined(seat=seat, table=table_info(table, caller)))
        number = await orders.sit_down(
            table, number, wish.name, caller.device, wish.entropy, wish.take
        )
        row = table.row
        now = Caller(
            caller.sessions | {row.seats[number].session},
            caller.host_key,
            caller.device,
            caller.lang,
            caller.address,
        )
        response = answer(Joined(seat=number, table=table_info(table, now)))
        keys.give_seat(response, row, number, desk.secure(request))
        keys.give_device(response, caller.device, desk.secure(request))
        return response

    @api.post("/tables/{id}/leave", responses=told(TableInfo))
    async def leave(request: Request, id: TableId, wish: Leave) -> Response:
        """Give a seat's cookie back."""
        table, caller = await reach(request, id)
        session = caller.must_hold(table.row, wish.seat)
        await orders.stand_up(table, wish.seat)
        response = answer(table_info(table, caller))
        keys.take_seat(response, table.row, session)
        return response

    @api.post("/tables/{id}/name", responses=told(TableInfo))
    async def rename(request: Request, id: TableId, wish: Rename) -> Response:
        """Another name for one's own seat."""
        table, caller = await reach(request, id)
        caller.must_hold(table.row, wish.seat)
        await orders.rename(table, wish.seat, wish.name)
        return answer(table_info(table, caller))

    @api.post("/tables/{id}/orders", responses=told(TableInfo))
    async def order(
        request: Request, id: TableId, wish: Annotated[Order, Body(discriminator="type")]
    ) -> Response:
        """What the host (or, for some, a seat) wants done with the table."""
        table, caller = await reach(request, id)
        desk.limits.spend("order", f"{id} {caller.address}")
        new = await host.obey(table, caller, wish)
        sessions = caller.sessions | ({table.row.seats[new].session} if new is not None else set())
        now = Caller(sessions, caller.host_key, caller.device, caller.lang, caller.address)
        response = answer(table_info(table, now))
        if new is not None:
            keys.give_seat(response, table.row, new, desk.secure(request))
        return response

    async def acted(request: Request, id: str, message: Action) -> Response:
        table, caller = await reach(request, id)
        begun = time.perf_counter()
        try:
            result = await act(table, caller, message, desk.limits)
        except Refusal as no:
            desk.metrics.refusals.labels(no.code).inc()
            return answer(refused(table, caller, no, message.seat, message.id), status(no.code))
        desk.metrics.acts.labels(message.type).inc()
        desk.metrics.seconds.observe(time.perf_counter() - begun)
        return answer(result or view_message(table, message.seat, message.v, message.id))

    def act_route(kind: Any, name: str, model: Any) -> None:
        async def route(request: Request, id: TableId, message: Any) -> Response:
            return await acted(request, id, message)

        route.__annotations__["message"] = kind
        route.__doc__ = kind.__doc__
        route.__name__ = f"act_{name}"
        api.post(f"/tables/{{id}}/{name}", responses=told(model))(route)

    for kind in (Take, Throw, Undo, Withdraw, Finish, Resign):
        act_route(kind, kind.type, ViewMessage)
    act_route(Look, Look.type, Looked)
    return api


def invite(desk: Desk, request: Request, table: Table, caller: Caller) -> Invitation:
    """Links and code for one asker: the host's for all seats, others' for their own."""
    row = table.row
    base = desk.base(request)
    seats = caller.seats(row)
    if caller.is_host(row):
        shown = [number for number, seat in enumerate(row.seats) if seat.kind != "bot"]
    else:
        shown = seats
    at_table = bool(seats) or caller.is_host(row)
    room = at_table and row.phase == "waiting" and seating.open_seat(row) is not None
    host_name = request.url.hostname or ""
    lone = desk.settings.loopback and host_name in ("127.0.0.1", "localhost", "::1")
    return Invitation(
        code=(row.code or None) if at_table else None,
        link=f"{base}/t/{row.id}#{desk.keys.open_token(row)}" if room else None,
        seats=[
            SeatLink(seat=number, link=f"{base}/t/{row.id}#{desk.keys.seat_token(row, number)}")
            for number in shown
        ],
        address=base,
        loopback=lone,
        command="make play HOST=0.0.0.0" if lone else "",
    )
