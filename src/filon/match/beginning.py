"""How a match begins: seats complete, entropy closed, everything agreed in one set-up."""

from collections.abc import Iterable
from dataclasses import replace

from filon.core.errors import Refusal
from filon.core.fair import NONE
from filon.core.setup import agreed
from filon.core.spec import Spec
from filon.match import script, seating
from filon.match.header import Header, Pact
from filon.match.match import Match
from filon.match.seating import Row


def start(row: Row, header: Header, mine: Iterable[int], entropy: str) -> tuple[Row, Header]:
    """The first match at a table that waits; the code expires."""
    seating.waiting(row)
    if seating.open_seat(row) is not None:
        raise Refusal("open_seats")
    seating.check_count(card(row, header), row.seats)
    return _begun(_stirred(row, mine, entropy), header, None)


def rematch(
    row: Row, header: Header | None, last: Match | None, mine: Iterable[int], entropy: str
) -> tuple[Row, Header]:
    """Another match, with the dice committed to when the last one ended."""
    if row.phase == "closed":
        raise Refusal("table_closed")
    if row.phase != "over" or header is None or last is None:
        raise Refusal("not_over")
    seats = tuple(replace(seat, entropy="") for seat in row.seats)
    row = replace(row, match_number=row.match_number + 1, script="", seats=seats)
    row = replace(row, timing=row.timing.anew())
    return _begun(_stirred(row, mine, entropy), header, rematch_starters(last))


def rematch_starters(last: Match) -> tuple[int, ...] | None:
    """Who may start a rematch: what the game says, else everyone who takes turns."""
    rule = last.spec.rematch
    return None if rule is None or last.ended else tuple(rule(last.state.ranks()))


def sitters(row: Row) -> tuple[str, ...]:
    """Who sits where, as a start freezes it: people are not named, they may change their names."""
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
    """Begun without a promise from anybody; what old clients gave is stirred in all the same."""
    players, since, spec = len(row.seats), 0, card(row, header)
    if header.origin is not None:  # a fork goes on with what its parent was begun with
        starters, since = header.origin.starters, header.origin.step
    options = spec.adapt(row.options)  # the table may be older than the edition
    return replace(row, phase="playing", code="", options=options), replace(
        header,
        setup=agreed(spec, players, options, starters),
        entropy=tuple(seat.entropy for seat in row.seats),
        script=row.script,
        pact=Pact(sitters(row), (NONE,) * players, header.restarts, since),
    )


def _stirred(row: Row, mine: Iterable[int], entropy: str) -> Row:
    if entropy:
        for seat in mine:
            row = row.with_seat(seat, replace(row.seats[seat], entropy=entropy))
    return row
