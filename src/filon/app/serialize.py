"""Messages about a table for one caller; a table's information leaves it only through these."""

import json
from dataclasses import fields, is_dataclass
from typing import Any, cast

from filon.app.caller import Caller
from filon.challenge.day import day_of
from filon.core.errors import Refusal
from filon.core.events import SPECTATOR
from filon.core.fork import Origin
from filon.match import seating
from filon.match.claim import pending
from filon.match.codes import is_id
from filon.match.match import Match
from filon.match.outlook import Waiting
from filon.match.seating import Seat
from filon.match.settings import ShownSettings, TableSettings, TimeSettings
from filon.protocol.fields import Written
from filon.protocol.play import (
    Clocks,
    Due,
    Looked,
    Pact,
    Ready,
    SeatClock,
    Talk,
    ViewMessage,
    Word,
)
from filon.protocol.records import Story
from filon.protocol.tables import Fork, MyTable, Progress, SeatInfo, TableInfo, Time, You
from filon.tables.hints import open_to
from filon.tables.table import Table

try:
    import orjson
except ImportError:  # a page without a server: it sends a few messages a second
    orjson = None  # type: ignore[assignment]

NAMES = 12  # of spectators
RECENT = 60  # entries a reconnecting page is still told about one by one


def as_json(message: object) -> bytes:
    """A wire message as it is sent."""
    if orjson is not None:
        try:
            return orjson.dumps(message, default=_fragment)
        except orjson.JSONEncodeError:  # a number of more than 64 bits, as weights of a proof are
            pass
    return json.dumps(message, default=_plain, ensure_ascii=False, separators=(",", ":")).encode()


def with_view(fields: dict[str, Any], view: bytes) -> bytes:
    """A view message, by its fields, whose view is written already."""
    if orjson is not None:
        try:
            return orjson.dumps({**fields, "view": orjson.Fragment(view)})
        except orjson.JSONEncodeError:
            pass
    return as_json(fields)


def _fragment(part: object) -> object:
    if isinstance(part, Written):
        return orjson.Fragment(part.json)
    raise TypeError


def _plain(part: object) -> object:
    if isinstance(part, Written):
        return json.loads(part.json)
    if not is_dataclass(part):
        raise TypeError(f"{type(part).__name__} is no message")
    return {field.name: getattr(part, field.name) for field in fields(part)}


def seat_infos(table: Table, match: Match | None) -> list[SeatInfo]:
    """The seats as everyone sees them, or as they were in a match some steps behind."""
    ranked = set(table.views.spec.turns(len(table.row.seats)))
    return [
        SeatInfo(
            seat=seat,
            kind=who.kind,
            name=who.name,
            level=_level(who, match, seat) or None,
            here=table.presence.here(seat),
            stand_in=match is not None and seat in match.stand_ins,
            resigned=match is not None and seat in match.resigned,
            ranked=seat in ranked,
        )
        for seat, who in enumerate(table.row.seats)
    ]


def time_info(table: Table, match: Match | None) -> Time:
    """What the table has agreed about time; delayed spectators do not see votes."""
    votes = table.row.votes if match is table.match else table.row.votes.quiet()
    return Time(
        **picked(TimeSettings, table.row.settings),
        paused=match is not None and match.paused,
        pausing=list(votes.pausing),
        ending=list(votes.ending),
        ended=cast(Any, "" if match is None else match.ended),
        hinting=list(votes.hinting),
    )


def picked(kind: type[ShownSettings | TimeSettings], settings: TableSettings) -> dict[str, Any]:
    """Those settings that a message shows, by name."""
    return {field.name: getattr(settings, field.name) for field in fields(kind)}


def clocks(table: Table) -> Clocks | None:
    """The clocks at this moment, the same for everyone; None where there are none.

    Whom the match waits for is all they tell: a sealed choice that is made stops no clock.
    """
    account = table.clocks.account()
    if account is None:
        return None
    return Clocks(
        match=table.row.match_number,
        v=table.running().v,
        warning=account.terms.warning,
        seats=[
            SeatClock(seat=seat, turn=now.turn, bank=now.bank, late=now.late, rest=now.rest)
            for seat, now in sorted(table.clocks.read().items())
        ],
    )


def _level(who: Seat, match: Match | None, seat: int) -> str:
    stand_in = "" if match is None else match.stand_ins.get(seat, "")
    return stand_in or (who.level if who.kind == "bot" else "")


def _match_for(table: Table, seats: list[int]) -> Match | None:
    """The match as the holder of these seats may see it; None before it begins."""
    return table.views.match_for(seats[0] if seats else None) if table.match is not None else None


def table_info(table: Table, caller: Caller, follows: int | None = None) -> TableInfo:
    """The table for one asker."""
    row = table.row
    seats = caller.seats(row)
    host = caller.is_host(row)
    following = table.next_header
    spec = table.views.spec
    options = spec.adapt(row.options)  # a table that waits may be older than the edition
    return TableInfo(
        id=row.id,
        rev=row.rev,
        game=row.game,
        edition=spec.edition,
        options=options,
        **picked(ShownSettings, row.settings),
        host=seating.host_seat(row),
        watching=len(table.presence.guests()),
        watchers=sorted(filter(None, table.presence.guests()))[:NAMES],
        phase=row.phase,
        match=row.match_number,
        seats=seat_infos(table, _match_for(table, seats)),
        code=(row.code or None) if seats or host else None,
        commitment=table.header.commitment,
        next_commitment=following.commitment if row.phase == "over" and following else None,
        warnings=list(spec.box.warnings(len(row.seats), options)),
        guided=bool(row.script),
        you=You(
            host=host,
            seats=seats,
            follows=follows,
            asked=[seat for seat in seats if pending(row.seats[seat])],
        ),
        time=time_info(table, _match_for(table, seats)),
        budget=table.pacing.budget if row.phase == "playing" else 100,
        hints=open_to(row, table.match) if seats else "",
        fork=fork_of(table.header.origin),
        challenge=day_of(table.header.origin),
    )


def fork_of(origin: Origin | None) -> Fork | None:
    """Where a match goes on from; a record of elsewhere has no table here."""
    if origin is None or day_of(origin):
        return None
    table, _, number = origin.parent.rpartition("-")
    known = is_id(table) and number.isdigit()
    return Fork(
        table=table if known else None,
        match=int(number) if known else None,
        step=origin.step,
        fair=origin.seat is not None,
    )


def my_table(table: Table, device: str) -> MyTable:
    """A table as one line among those a device sits at."""
    row = table.row
    yours = [seat for seat, who in enumerate(row.seats) if who.device == device]
    awaited: list[int] = []
    if row.phase == "playing":
        waiting = table.pacing.waiting()
        awaited = [seat for seat in waiting.seats if seat not in waiting.ready]
    readings = table.clocks.read()
    left = [readings[seat].turn + readings[seat].bank for seat in awaited if seat in readings]
    return MyTable(
        id=row.id,
        game=row.game,
        phase=row.phase,
        seats=seat_infos(table, table.match),
        yours=yours,
        your_turn=any(seat in yours and not table.seats.level(seat) for seat in awaited),
        awaited=awaited,
        left=min(left, default=None),
        steps=0 if table.match is None else table.match.n,
        progress=_progress(table.match),
        clock=row.settings.clock,
        changed=row.changed,
    )


def _progress(match: Match | None) -> Progress | None:
    """From what everybody sees."""
    if match is None:
        return None
    progress = match.spec.minds.progress(match.spec.view(match.state, SPECTATOR))
    return None if progress is None else Progress(done=progress[0], of=progress[1])


def may_follow(table: Table, caller: Caller, seat: int | None) -> None:
    """Refusal unless this asker may see the table as this seat (None: as a spectator)."""
    if seat is not None:
        caller.must_hold(table.row, seat)
    elif not may_watch(table, caller):
        raise Refusal("no_spectators")


def may_watch(table: Table, caller: Caller) -> bool:
    """Whether this asker may see the table as a spectator."""
    row = table.row
    if caller.device in row.blocked:
        return False
    return row.settings.spectators or bool(caller.seats(row)) or caller.is_host(row)


def view_message(
    table: Table,
    seat: int | None,
    since: int | None = None,
    id: int | None = None,
    waiting: Waiting | None = None,
) -> ViewMessage:
    """The present view for a seat, with the events after `since` (none without it)."""
    return ViewMessage(**view_fields(table, seat, since, id, waiting))


def view_fields(
    table: Table,
    seat: int | None,
    since: int | None = None,
    id: int | None = None,
    waiting: Waiting | None = None,
) -> dict[str, Any]:
    """A view message by its fields: two are written for every step, and never looked at as one."""
    outlook = table.views.outlook(seat, waiting)
    match = table.views.match_for(seat)
    if since is None or not outlook.v - RECENT <= since <= outlook.v:
        since = outlook.v
    return {
        "match": table.row.match_number,
        "v": outlook.v,
        "n": outlook.n,
        "seat": seat,
        "since": since,
        "events": match.events(seat, since),
        "view": outlook.view,
        "legal": outlook.legal,
        "waiting": outlook.waiting,
        "can": outlook.can,
        "held": outlook.held,
        "guide": outlook.guide,
        "id": id,
        "type": "view",
    }


def ready(table: Table) -> Ready:
    """Who has made a sealed choice; the same bytes whatever was chosen."""
    seats = table.pacing.waiting().ready
    return Ready(match=table.row.match_number, v=table.running().v, ready=seats)


def due(table: Table) -> Due:
    """When a person's throw is drawn anyway, changed by that person's page."""
    return Due(match=table.row.match_number, v=table.running().v, due=table.pacing.waiting().due)


def talk(table: Table, since: int, live: bool = False) -> Talk:
    """What was said after that word, as far as the host lets people say it."""
    heard = table.chat.since(since) if table.row.settings.talk != "off" else []
    words = [
        Word(
            n=word.n,
            at=word.at,
            match=word.match_number,
            v=word.v,
            seat=word.seat,
            name=word.name,
            kind=word.kind,
            text=word.text,
        )
        for word in heard
        if table.row.settings.talk == "all" or word.kind == "emote"
    ]
    return Talk(words=words, live=live)


def looked(
    table: Table, seat: int, v: int, match_number: int | None, steps: list[str], id: int | None
) -> Looked:
    """The answer to a look ahead."""
    view, legal, events, waiting = table.views.look(seat, v, match_number, steps)
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


def pact(table: Table) -> Pact | None:
    """What devices are to agree on, or have agreed on for the present match; None: nothing."""
    shake, header = table.starting.devices.handshake, table.header
    if shake is not None:
        header = shake.header
    elif header.setup is None or header.pact is None or not header.settled:
        return None
    return Pact(
        match=int(header.match_id.rpartition("-")[2]),
        round="" if shake is None else shake.round,
        frozen=header.frozen(),
        listed=list(header.listed() if shake is None else shake.listed()),
        restarts=header.restarts,
        late=[] if shake is None else list(shake.late),
    )
