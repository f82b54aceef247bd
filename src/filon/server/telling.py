"""A table put into wire messages for one asker; nothing is told that is not said here."""

from typing import Any, cast

from pydantic import TypeAdapter

from filon.core import proof as core
from filon.core.errors import Refusal
from filon.server.auth import Caller
from filon.server.wire import (
    Draw,
    Due,
    Frozen,
    Looked,
    MyTable,
    Pact,
    Part,
    Proof,
    Ready,
    SeatInfo,
    Story,
    TableInfo,
    ViewMessage,
    You,
)
from filon.table.match.claim import pending
from filon.table.match.match import Match
from filon.table.table import Table

RECENT = 60  # entries a reconnecting page is still told about one by one

_adapters: dict[type, TypeAdapter[Any]] = {}


def as_json(message: object) -> bytes:
    """A wire message as it is sent."""
    if isinstance(message, list):
        return b"[" + b",".join(map(as_json, message)) + b"]"
    kind = type(message)
    if kind not in _adapters:
        _adapters[kind] = TypeAdapter(kind)
    return _adapters[kind].dump_json(message)


def seat_infos(table: Table) -> list[SeatInfo]:
    """The seats as everyone sees them."""
    match = table.match
    ranked = set(table.spec.turns(len(table.row.seats)))
    return [
        SeatInfo(
            seat=seat,
            kind=who.kind,
            name=who.name,
            level=table.level(seat) or None,
            here=table.here(seat),
            stand_in=match is not None and seat in match.stand_ins,
            resigned=match is not None and seat in match.resigned,
            ranked=seat in ranked,
        )
        for seat, who in enumerate(table.row.seats)
    ]


def table_info(table: Table, caller: Caller, follows: int | None = None) -> TableInfo:
    """The table for one asker."""
    row = table.row
    seats = caller.seats(row)
    host = caller.is_host(row)
    following = table.next_header
    return TableInfo(
        id=row.id,
        rev=row.rev,
        game=row.game,
        edition=(table.header.setup or table.spec).edition,
        options=dict(row.options),
        pace=cast(Any, row.pace),
        spectators=row.spectators,
        phase=row.phase,
        match=row.match_number,
        seats=seat_infos(table),
        code=(row.code or None) if seats or host else None,
        commitment=table.header.commitment,
        next_commitment=following.commitment if row.phase == "over" and following else None,
        warnings=list(table.spec.warnings(len(row.seats), row.options)),
        guided=bool(row.script),
        you=You(
            host=host,
            seats=seats,
            follows=follows,
            asked=[seat for seat in seats if pending(row.seats[seat])],
        ),
        budget=table.budget if row.phase == "playing" else 100,
    )


def my_table(table: Table, device: str) -> MyTable:
    """A table as one line among those a device sits at."""
    row = table.row
    yours = [seat for seat, who in enumerate(row.seats) if who.device == device]
    turn = False
    if row.phase == "playing":
        waiting = table.waiting()
        turn = bool(set(yours) & set(waiting.seats) - set(waiting.ready))
    return MyTable(
        id=row.id,
        game=row.game,
        phase=row.phase,
        seats=seat_infos(table),
        yours=yours,
        your_turn=turn,
        changed=row.changed,
    )


def may_follow(table: Table, caller: Caller, seat: int | None) -> None:
    """Refusal unless this asker may see the table as this seat (None: as a spectator)."""
    if seat is not None:
        caller.must_hold(table.row, seat)
    elif not may_watch(table, caller):
        raise Refusal("no_spectators")


def may_watch(table: Table, caller: Caller) -> bool:
    """Whether this asker may see the table as a spectator."""
    row = table.row
    return row.spectators or bool(caller.seats(row)) or caller.is_host(row)


def view_message(
    table: Table, seat: int | None, since: int | None = None, id: int | None = None
) -> ViewMessage:
    """The present view for a seat, with the events after `since` (none without it)."""
    outlook = table.outlook(seat)
    match = table.running()
    if since is None or not outlook.v - RECENT <= since <= outlook.v:
        since = outlook.v
    return ViewMessage(
        match=table.row.match_number,
        v=outlook.v,
        n=outlook.n,
        seat=seat,
        since=since,
        events=match.events(seat, since),
        view=outlook.view,
        legal=outlook.legal,
        waiting=outlook.waiting,
        can=outlook.can,
        held=outlook.held,
        guide=outlook.guide,
        id=id,
    )


def ready(table: Table) -> Ready:
    """Who has made a sealed choice; the same bytes whatever was chosen."""
    return Ready(match=table.row.match_number, v=table.running().v, ready=table.waiting().ready)


def due(table: Table) -> Due:
    """When a person's throw is drawn anyway, changed by that person's page."""
    return Due(match=table.row.match_number, v=table.running().v, due=table.waiting().due)


def looked(
    table: Table, seat: int, v: int, match_number: int | None, steps: list[str], id: int | None
) -> Looked:
    """The answer to a look ahead."""
    view, legal, events, waiting = table.look(seat, v, match_number, steps)
    return Looked(
        match=table.row.match_number,
        v=v,
        seat=seat,
        steps=steps,
        events=events,
        view=view,
        legal=legal,
        waiting=waiting,
        id=id,
    )


def story(match: Match, match_number: int, seat: int | None) -> Story:
    """All events so far for a seat's log."""
    return Story(match=match_number, v=match.v, events=match.events(seat, 0, standing=True))


def proof(proved: core.Proof) -> Proof:
    """What lets anyone check the draws of a match that ended."""
    setup = proved.setup
    *earlier, last = (part(one) for one in proved.parts)
    return Proof(
        match=proved.match,
        game=setup.game,
        edition=setup.edition,
        players=setup.players,
        options=dict(setup.options),
        starters=None if setup.starters is None else list(setup.starters),
        draws=[
            Draw(n=one.n, legal=list(one.legal), weights=list(one.weights), step=one.step)
            for one in proved.draws
        ],
        earlier=earlier,
        **vars(last),
    )


def part(told: core.Part) -> Part:
    """What the draws from one step on follow from."""
    return Part(
        scheme=told.scheme,
        commitment=told.commitment,
        seed=told.seed.hex(),
        entropy=[one.hex() for one in told.entropy],
        seats=list(told.seats),
        since=told.since,
        restarts=told.restarts,
        listed=list(told.listed),
    )


def pact(table: Table) -> Pact | None:
    """What devices are to agree on, or have agreed on for the present match; None: nothing."""
    shake, header = table.agreeing.handshake, table.header
    if shake is not None:
        header = shake.header
    elif header.setup is None or header.pact is None or not header.settled:
        return None
    frozen = header.frozen()
    told = vars(frozen) | {"options": dict(frozen.options), "seats": list(frozen.seats)}
    told["starters"] = None if frozen.starters is None else list(frozen.starters)
    return Pact(
        match=int(header.match_id.rpartition("-")[2]),
        round="" if shake is None else shake.round,
        frozen=Frozen(**told),
        listed=list(header.listed() if shake is None else shake.listed()),
        restarts=header.restarts,
        late=[] if shake is None else list(shake.late),
    )
