"""What a host, or someone who sits down, may do with a table besides playing."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from filon import bots
from filon.core.errors import Refusal
from filon.table.match import seating
from filon.table.match.header import Header
from filon.table.match.match import Match
from filon.table.match.pace import PACES
from filon.table.match.seating import Row, Seat
from filon.table.table import DEFAULT_LEVEL, Table


async def set_options(
    table: Table, options: Mapping[str, object] | None, pace: str | None, spectators: bool | None
) -> None:
    """Other options before the start; pace and spectators at any time."""
    async with table.lock:
        row = table.row
        if options is not None:
            seating.waiting(row)
            row = replace(row, options=table.spec.agree({**row.options, **options}))
        if pace is not None:
            if pace not in PACES:
                raise Refusal("message")
            row = replace(row, pace=pace)
        if spectators is not None:
            row = replace(row, spectators=spectators)
        if row.phase == "closed":
            raise Refusal("table_closed")
        await table.save(row)


async def add_seat(table: Table, seat: Seat) -> None:
    """One more seat."""
    async with table.lock:
        await table.save(seating.add(table.row, table.spec, seat))


async def put_seat(table: Table, number: int, seat: Seat) -> None:
    """Another seat in the place of one."""
    async with table.lock:
        await table.save(seating.put(table.row, number, seat))


async def remove_seat(table: Table, number: int) -> None:
    """One seat fewer."""
    async with table.lock:
        await table.save(seating.remove(table.row, number))


async def swap_seats(table: Table, a: int, b: int) -> None:
    """Two seats change places."""
    async with table.lock:
        await table.save(seating.swap(table.row, a, b))


async def sit_down(
    table: Table, number: int | None, name: str, device: str, entropy: str, take: bool
) -> int:
    """A person takes a seat (None: any open one); the seat's number."""
    async with table.lock:
        row = table.row
        if row.phase == "closed":
            raise Refusal("table_closed")
        if number is None:
            seating.waiting(row)
            number = seating.open_seat(row)
            if number is None:
                raise Refusal("full")
        seat = row.seat(number)
        if seat.session and not take:
            raise Refusal("seat_used", seat=number, name=seat.name)
        await table.save(seating.taken(row, number, name, device, entropy))
        return number


async def stand_up(table: Table, number: int) -> None:
    """A person leaves the seat."""
    async with table.lock:
        await table.save(seating.left(table.row, number))


async def rename(table: Table, number: int, name: str) -> None:
    """Another name for a seat."""
    async with table.lock:
        seat = table.row.seat(number)
        await table.save(table.row.with_seat(number, replace(seat, name=seating.clean_name(name))))


async def renew(table: Table, number: int) -> None:
    """A new link for a seat: the old link and whoever holds it are out."""
    async with table.lock:
        seat = table.row.seat(number)
        if seat.kind == "bot":
            raise Refusal("already")
        await table.save(
            table.row.with_seat(number, replace(seat, nonce=seating.fresh(), session="", device=""))
        )


async def replace_person(table: Table, number: int, level: str) -> None:
    """A bot plays for a person."""
    level = level or DEFAULT_LEVEL
    bots.named(level)
    await table.replace(number, level)


async def start(table: Table, mine: Iterable[int], entropy: str) -> None:
    """Begin the match that was prepared; the code expires."""
    async with table.lock:
        row = table.row
        seating.waiting(row)
        if seating.open_seat(row) is not None:
            raise Refusal("open_seats")
        seating.check_count(table.spec, row.seats)
        row = _stirred(row, mine, entropy)
        await begin(table, row, table.header, None)


async def rematch(table: Table, mine: Iterable[int], entropy: str) -> None:
    """A new match at the same table, with the dice committed to when the last one ended."""
    async with table.lock:
        row = table.row
        if row.phase == "closed":
            raise Refusal("table_closed")
        if row.phase != "over" or table.next_header is None or table.match is None:
            raise Refusal("not_over")
        starters = rematch_starters(table.match)
        row = replace(
            row,
            match=row.match + 1,
            script="",
            seats=tuple(replace(seat, entropy="") for seat in row.seats),
        )
        header = table.next_header
        await begin(table, _stirred(row, mine, entropy), header, starters)


def rematch_starters(match: Match) -> tuple[int, ...] | None:
    """Who may start a rematch: what the game says, else everyone who takes turns."""
    rule = match.spec.rematch
    return None if rule is None else tuple(rule(match.state.ranks()))


async def begin(table: Table, row: Row, prepared: Header, starters: tuple[int, ...] | None) -> None:
    """Close entropy, fix what was agreed, and let the match run; the lock is held."""
    header = replace(
        prepared,
        edition=table.spec.edition,
        players=len(row.seats),
        options=row.options,
        starters=starters,
        entropy=tuple(seat.entropy for seat in row.seats),
        script=row.script,
    )
    header.setup().start()
    await table.save(replace(row, phase="playing", code=""), header)
    await table.begin(header)


async def close(table: Table) -> None:
    """The table is over for good."""
    async with table.lock:
        if table.row.phase == "closed":
            raise Refusal("table_closed")
        await table.save(replace(table.row, phase="closed", code=""))


def _stirred(row: Row, mine: Iterable[int], entropy: str) -> Row:
    if entropy:
        for number in mine:
            row = row.with_seat(number, replace(row.seats[number], entropy=entropy))
    return row
