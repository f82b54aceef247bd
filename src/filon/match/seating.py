"""Who sits at a table, and how a host arranges it; pure data."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from filon import bots, games
from filon.core.errors import Refusal
from filon.core.spec import Options, Spec
from filon.match.settings import FIXED_IN_PLAY, TableSettings, one_line
from filon.match.votes import Votes

SeatKind = Literal["person", "bot", "open"]
ClaimState = Literal["", "asked", "heard", "allowed", "denied"]
Phase = Literal["waiting", "playing", "over", "closed"]
NAME_LENGTH = 24  # of a person's name, for the page, too (tools/wire_types.py)
BLOCKED = 50  # devices a table remembers as shown out


@dataclass(frozen=True)
class Seat:
    """One seat: a person (with the session of the device that holds it), a bot, or open."""

    kind: SeatKind
    name: str = ""
    level: str = ""
    nonce: str = ""  # in the seat's link; a new one revokes the old
    session: str = ""  # in the holder's cookie; empty: the seat is free
    device: str = ""  # for the list of a device's tables only
    entropy: str = ""
    offered: bool = False  # a new link of a seat in play that was not used yet
    claim: str = ""  # the device that asks for the seat with its link (see claim.py)
    claimed: int = 0  # when it asked, in milliseconds since 1970
    claim_state: ClaimState = ""
    since: int = 0  # the revision of the table at which this person sat down


@dataclass(frozen=True)
class Row:
    """A table as it is stored; `rev` grows with every change and is its lock."""

    id: str
    rev: int
    game: str
    options: Options  # as they are wished before a match begins
    phase: Phase
    match_number: int
    code: str  # empty unless waiting
    host: str  # in the host's cookie; or the session of a later host
    seats: tuple[Seat, ...]
    script: str = ""
    nonce: str = ""  # in the link that gives any open seat
    changed: int = 0  # milliseconds since 1970
    blocked: tuple[str, ...] = ()  # devices the host has shown out for good
    settings: TableSettings = field(default_factory=TableSettings)
    votes: Votes = field(default_factory=Votes)

    @property
    def spec(self) -> Spec:
        """The card of the newest edition."""
        return games.load(self.game)

    def seat_of(self, session: str) -> int | None:
        """The seat a session holds."""
        for seat, sitter in enumerate(self.seats):
            if session and sitter.session == session:
                return seat
        return None

    def seat(self, seat: int) -> Seat:
        """Who sits there; Refusal `no_seat` if there is no such seat."""
        if not 0 <= seat < len(self.seats):
            raise Refusal("no_seat", seat=seat)
        return self.seats[seat]

    def with_seat(self, seat: int, who: Seat) -> "Row":
        """The same with another one there."""
        self.seat(seat)
        return replace(self, seats=(*self.seats[:seat], who, *self.seats[seat + 1 :]))


def new_table(
    game: str,
    options: Mapping[str, object],
    seats: Sequence[Seat],
    settings: TableSettings,
    script: str = "",
    edition: str = "",
) -> Row:
    """A table that waits, without id and code; Refusal for what cannot be."""
    spec = games.load(game).in_edition(edition)
    check_count(spec, seats)
    return Row(
        id="",
        rev=1,
        game=game,
        options=spec.agree(options),
        phase="waiting",
        match_number=1,
        code="",
        host=fresh(),
        seats=tuple(seats),
        script=script,
        nonce=fresh(),
        settings=settings,
    )


def fresh() -> str:
    """Sixteen random bytes as text: the secret of a link, cookie or host."""
    return secrets.token_urlsafe(16)


def clean_name(name: str) -> str:
    """A name without control characters or long blanks; Refusal `name` if nothing fits."""
    return one_line(name, NAME_LENGTH)


def new_seat(kind: str, name: str, level: str, device: str = "") -> Seat:
    """A seat as a host wishes it: `mine`, `bot` or `open`."""
    if kind == "bot":
        bots.named(level)
        return Seat("bot", clean_name(name), level)
    if kind == "mine":
        return Seat("person", clean_name(name), nonce=fresh(), session=fresh(), device=device)
    return Seat("open", nonce=fresh())


def check_count(spec: Spec, seats: Sequence[Seat]) -> None:
    """Refusal `players` unless that many can play."""
    if len(seats) not in spec.seats:
        raise Refusal("players", given=len(seats), least=spec.seats[0], most=spec.seats[-1])


def host_seat(row: Row) -> int | None:
    """Where the host sits: by the session that became host, else whoever sat here first."""
    seat = row.seat_of(row.host)
    if seat is not None:
        return seat
    people = [seat for seat, who in enumerate(row.seats) if who.kind == "person" and not who.since]
    return people[0] if people else None


def open_seat(row: Row, liked: int | None = None) -> int | None:
    """A seat nobody has taken: the one that is liked, else the first."""
    seats = [seat for seat, who in enumerate(row.seats) if who.kind == "open"]
    return liked if liked in seats else next(iter(seats), None)


# ---- when a table may be changed ---------------------------------------------------------------


def still_open(row: Row) -> None:
    """Refusal `table_closed` if it is."""
    if row.phase == "closed":
        raise Refusal("table_closed")


def waiting(row: Row) -> None:
    """Refusal unless the table still waits for its start."""
    still_open(row)
    if row.phase != "waiting":
        raise Refusal("not_waiting")


def not_guided(row: Row) -> None:
    """Refusal `guided_fixed` for a guided game: who sits there is part of it."""
    if row.script:
        raise Refusal("guided_fixed")


# ---- changes: each gives the row as it should be, or refuses -----------------------------------


def set_options(row: Row, options: Mapping[str, object]) -> Row:
    """Other options, before the start."""
    waiting(row)
    return replace(row, options=row.spec.agree({**row.spec.adapt(row.options), **options}))


def set_settings(row: Row, **values: Any) -> Row:
    """Other settings, of those that may change now."""
    still_open(row)
    settings = row.settings.changed(**values)
    for name in FIXED_IN_PLAY:
        if row.phase == "playing" and getattr(settings, name) != getattr(row.settings, name):
            raise Refusal("not_waiting")
    return replace(row, settings=settings)


def add(row: Row, who: Seat) -> Row:
    """One more seat at the end."""
    waiting(row)
    seats = (*row.seats, who)
    most = row.spec.seats[-1]
    if len(seats) > most:
        raise Refusal("players", given=len(seats), least=row.spec.seats[0], most=most)
    return replace(row, seats=seats)


def remove(row: Row, seat: int) -> Row:
    """One seat fewer."""
    waiting(row)
    row.seat(seat)
    if len(row.seats) == 1:
        raise Refusal("last_seat")
    return replace(row, seats=row.seats[:seat] + row.seats[seat + 1 :])


def swap(row: Row, a: int, b: int) -> Row:
    """Two seats change places; the people move along."""
    waiting(row)
    first, second = row.seat(a), row.seat(b)
    return row.with_seat(a, second).with_seat(b, first)


def put(row: Row, seat: int, who: Seat) -> Row:
    """Somebody else in a seat's place."""
    waiting(row)
    return row.with_seat(seat, who)


def sit_down(row: Row, seat: int | None, person: Seat, take: bool, liked: int | None = None) -> Row:
    """A person takes a seat (None: any open one, `liked` if it is); `take`: also from the device
    that holds it."""
    still_open(row)
    if seat is None:
        waiting(row)
        seat = open_seat(row, liked)
        if seat is None:
            raise Refusal("full")
    if person.device and person.device in row.blocked:
        raise Refusal("blocked")
    there = row.seat(seat)
    if there.session and not take:
        raise Refusal("seat_used", seat=seat, name=there.name)
    if there.kind == "bot":
        raise Refusal("token")
    return row.with_seat(
        seat,
        replace(
            there,
            kind="person",
            name=person.name or there.name,
            session=person.session,
            device=person.device,
            entropy=person.entropy if row.phase == "waiting" else there.entropy,
            offered=False,
            claim="",
            claim_state="",
            since=row.rev,
        ),
    )


def hand_over(row: Row, seat: int) -> Row:
    """The person of a seat is the host from now on: holding that seat is enough."""
    still_open(row)
    session = row.seat(seat).session
    if not session:
        raise Refusal("not_your_seat", seat=seat)
    return replace(row, host=session)


def leave(row: Row, seat: int) -> Row:
    """The person stands up: before the start the seat is open again, later it waits for them."""
    who = row.seat(seat)
    if row.phase == "waiting":
        return row.with_seat(seat, Seat("open", nonce=who.nonce))
    return row.with_seat(seat, replace(who, session="", device="", claim="", claim_state=""))


def carry(row: Row, seat: int, device: str) -> Row:
    """The same person at another device: the old one is out, a host stays host."""
    still_open(row)
    who = row.seat(seat)
    session = fresh()
    if who.session and row.host == who.session:
        row = replace(row, host=session)
    return row.with_seat(
        seat, replace(who, session=session, device=device, claim="", claim_state="")
    )


def forget(row: Row, devices: frozenset[str]) -> Row:
    """Nobody's name and device stays at these seats; before the start they are open again."""
    for seat, who in enumerate(row.seats):
        if who.device in devices and who.device:
            row = leave(row, seat) if row.phase != "closed" else row
            gone = replace(row.seats[seat], name="", device="", session="", entropy=who.entropy)
            row = row.with_seat(seat, gone)
    return row


def rename(row: Row, seat: int, name: str) -> Row:
    """Another name for a seat."""
    return row.with_seat(seat, replace(row.seat(seat), name=clean_name(name)))


def renew(row: Row, seat: int) -> Row:
    """A new link for a seat: the old link and its device are out, and the host may see it."""
    who = row.seat(seat)
    if who.kind == "bot":
        raise Refusal("already")
    return row.with_seat(
        seat,
        Seat(who.kind, who.name, nonce=fresh(), entropy=who.entropy, offered=who.kind == "person"),
    )


def dismiss(row: Row, seat: int, block: bool) -> Row:
    """The host shows a person out: their link is dead, and `block`: their device stays out.

    Before the start the seat is open again; later it keeps its name and waits for a new link.
    With `block` the link that gives any open seat is another one too.
    """
    still_open(row)
    who = row.seat(seat)
    if who.kind != "person" or not who.session:
        raise Refusal("already")
    if block:
        row = replace(row, blocked=(*row.blocked, who.device)[-BLOCKED:], nonce=fresh())
    if row.phase == "waiting":
        return row.with_seat(seat, Seat("open", nonce=fresh()))
    return renew(row, seat)


def close(row: Row) -> Row:
    """The table is over for good."""
    still_open(row)
    return replace(row, phase="closed", code="")
