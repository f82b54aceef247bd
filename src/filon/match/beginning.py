"""How a match begins: at a table that waits, as a rematch, or as a fork of another game."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal

from filon.core.errors import Refusal
from filon.core.fair import NONE
from filon.core.fork import Origin, origin
from filon.core.record import Record
from filon.core.setup import agreed
from filon.core.spec import Spec
from filon.match import script, seating
from filon.match.entry import CHANCE_SEAT, PARENT, Entry
from filon.match.header import Agreement, Header
from filon.match.match import Match
from filon.match.seating import Row, Seat
from filon.match.votes import Votes

Company = Literal["bots", "friends"]


def start(row: Row, header: Header, mine: Iterable[int], entropy: str) -> tuple[Row, Header]:
    """Begin the first match of a table that waits; its code expires."""
    seating.waiting(row)
    if seating.open_seat(row) is not None:
        raise Refusal("open_seats")
    seating.check_count(card(row, header), row.seats)
    return _begun(_with_entropy(row, mine, entropy), header, None)


def rematch(
    row: Row, header: Header | None, last: Match | None, mine: Iterable[int], entropy: str
) -> tuple[Row, Header]:
    """Begin another match, with the dice committed to when the last one ended."""
    if row.phase == "closed":
        raise Refusal("table_closed")
    if row.phase != "over" or header is None or last is None:
        raise Refusal("not_over")
    seats = tuple(replace(seat, entropy="") for seat in row.seats)
    number = row.match_number + 1
    row = replace(row, match_number=number, script="", seats=seats, votes=Votes())
    return _begun(_with_entropy(row, mine, entropy), header, rematch_starters(last))


def rematch_starters(last: Match) -> tuple[int, ...] | None:
    """Who may start a rematch: what the game says, else everyone who takes turns."""
    rule = last.spec.box.rematch
    return None if rule is None or last.ended else tuple(rule(last.state.ranks()))


def sitters(row: Row) -> tuple[str, ...]:
    """Who sits where, as a start freezes it; without names, which people may change."""
    return tuple(f"bot {seat.level}" if seat.kind == "bot" else "person" for seat in row.seats)


def fixed(row: Row) -> tuple[object, ...]:
    """What must stay while a start is being agreed on: options, and who sits where."""
    return row.options, tuple((seat.kind, seat.level, seat.session) for seat in row.seats)


def card(row: Row, header: Header) -> Spec:
    """By which edition a match is played: begun, by its own; else a fork by its parent's, a lesson
    by that of its record, any other by the newest."""
    if header.setup is not None:
        return header.setup.spec
    if header.origin is not None:
        return row.spec.in_edition(header.origin.edition)
    return script.load(row.script).setup.spec if row.script else row.spec


def _begun(row: Row, header: Header, starters: tuple[int, ...] | None) -> tuple[Row, Header]:
    """Begun without promises of devices; entropy that old clients sent still counts."""
    players, since, spec = len(row.seats), 0, card(row, header)
    if header.origin is not None:  # a fork goes on with what its parent was begun with
        starters, since = header.origin.starters, header.origin.step
    options = spec.adapt(row.options)  # the table may be older than the edition
    return replace(row, phase="playing", code="", options=options), replace(
        header,
        setup=agreed(spec, players, options, starters),
        entropy=tuple(seat.entropy for seat in row.seats),
        script=row.script,
        pact=Agreement(sitters(row), (NONE,) * players, header.restarts, since),
    )


def _with_entropy(row: Row, mine: Iterable[int], entropy: str) -> Row:
    if entropy:
        for seat in mine:
            row = row.with_seat(seat, replace(row.seats[seat], entropy=entropy))
    return row


# ---- forks ---------------------------------------------------------------------------------------


def fork_origin(record: Record) -> Origin:
    """What a fork's header says of its parent."""
    parent = origin(record.notes)
    if parent is None:
        raise ValueError("not a fork")
    setup = record.setup
    return Origin(parent.parent, parent.step, parent.seat, setup.starters, setup.edition)


def fork_entries(record: Record, at: int) -> list[Entry]:
    """The parent's steps as the first entries of the fork: none of them can be undone."""
    state, layout = record.setup.start(), record.setup.spec.layout
    copied = []
    for v, text in enumerate(record.steps, start=1):
        actor = state.actor()
        seat = actor if actor >= 0 else CHANCE_SEAT
        copied.append(Entry(v, "step", seat, PARENT, text, at, v))
        state.apply(layout.number(text))
    return copied


def fork_seats(
    players: int, seat: int, name: str, device: str, company: Company, levels: Sequence[str]
) -> list[Seat]:
    """One's own seat, the others for bots of these levels, or open where no bot sat.

    `levels`: per seat the bot that played it in the parent, or the one wished for.
    """
    mine = seating.new_seat("mine", name, "", device)
    people = company == "friends" and any(not level for level in levels)
    seats: list[Seat] = []
    for other in range(players):
        level = levels[other] if other < len(levels) else ""
        if other == seat:
            seats.append(mine)
        elif company == "bots" or (people and level):
            seats.append(seating.new_seat("bot", "", level))
        else:
            seats.append(seating.new_seat("open", "", ""))
    return seats
