"""Who sits at a table, and how a host arranges it before the start; pure data."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from filon import bots
from filon.core.errors import Refusal
from filon.core.spec import Options, Spec

SeatKind = Literal["person", "bot", "open"]
Phase = Literal["waiting", "playing", "over", "closed"]
NAME_LENGTH = 24


@dataclass(frozen=True)
class Seat:
    """One seat: a person (with the session of the device that holds it), a bot, or open."""

    kind: SeatKind
    name: str = ""
    level: str = ""
    nonce: str = ""  # in the seat's link; a new one revokes the old
    session: str = ""  # in the holder's cookie; empty: nobody holds the seat
    device: str = ""  # for the list of a device's tables only
    entropy: str = ""


@dataclass(frozen=True)
class Row:
    """A table as it is stored; `rev` grows with every change and is its lock."""

    id: str
    rev: int
    game: str
    options: Options
    pace: str
    spectators: bool
    phase: Phase
    match: int
    code: str  # empty unless waiting
    host: str  # in the host's cookie
    seats: tuple[Seat, ...]
    script: str = ""
    nonce: str = ""  # in the link that gives any open seat
    changed: int = 0  # milliseconds since 1970

    def seat_of(self, session: str) -> int | None:
        """The seat a session holds."""
        for number, seat in enumerate(self.seats):
            if session and seat.session == session:
                return number
        return None

    def seat(self, number: int) -> Seat:
        """One seat; Refusal `no_seat` if there is none of that number."""
        if not 0 <= number < len(self.seats):
            raise Refusal("no_seat", seat=number)
        return self.seats[number]

    def with_seat(self, number: int, seat: Seat) -> "Row":
        """The same with another seat there."""
        self.seat(number)
        seats = (*self.seats[:number], seat, *self.seats[number + 1 :])
        return replace(self, seats=seats)


def fresh() -> str:
    """Sixteen random bytes as text: the secret of a link, cookie or host."""
    return secrets.token_urlsafe(16)


def clean_name(name: str) -> str:
    """A name without control characters or long blanks; Refusal `name` if nothing fits."""
    name = " ".join("".join(sign if sign.isprintable() else " " for sign in name).split())
    if len(name) > NAME_LENGTH:
        raise Refusal("name", most=NAME_LENGTH)
    return name


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


def waiting(row: Row) -> None:
    """Refusal unless the table still waits for its start."""
    if row.phase == "closed":
        raise Refusal("table_closed")
    if row.phase != "waiting":
        raise Refusal("not_waiting")


def add(row: Row, spec: Spec, seat: Seat) -> Row:
    """One more seat at the end."""
    waiting(row)
    seats = (*row.seats, seat)
    if len(seats) > spec.seats[-1]:
        raise Refusal("players", given=len(seats), least=spec.seats[0], most=spec.seats[-1])
    return replace(row, seats=seats)


def remove(row: Row, number: int) -> Row:
    """One seat fewer."""
    waiting(row)
    row.seat(number)
    if len(row.seats) == 1:
        raise Refusal("last_seat")
    return replace(row, seats=row.seats[:number] + row.seats[number + 1 :])


def swap(row: Row, a: int, b: int) -> Row:
    """Two seats change places; whoever sits there moves along."""
    waiting(row)
    one, other = row.seat(a), row.seat(b)
    return row.with_seat(a, other).with_seat(b, one)


def put(row: Row, number: int, seat: Seat) -> Row:
    """Another seat in the place of one."""
    waiting(row)
    return row.with_seat(number, seat)


def taken(row: Row, number: int, name: str, device: str, entropy: str) -> Row:
    """A person sits down or takes the seat over: whoever held it before no longer does."""
    seat = row.seat(number)
    if seat.kind == "bot":
        raise Refusal("token")
    return row.with_seat(
        number,
        replace(
            seat,
            kind="person",
            name=clean_name(name) or seat.name,
            session=fresh(),
            device=device,
            entropy=entropy if row.phase == "waiting" else seat.entropy,
        ),
    )


def left(row: Row, number: int) -> Row:
    """The person stands up: before the start the seat is open again, later it waits for them."""
    seat = row.seat(number)
    if row.phase == "waiting":
        return row.with_seat(number, Seat("open", nonce=seat.nonce))
    return row.with_seat(number, replace(seat, session="", device=""))


def open_seat(row: Row) -> int | None:
    """The first seat nobody has taken."""
    for number, seat in enumerate(row.seats):
        if seat.kind == "open":
            return number
    return None
