"""How a match ended for each seat: what stays in the history when the table is gone."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from filon.match.match import Match
from filon.match.seating import Row

# agreed: ended without a winner by agreement; fork: begun in the middle, so it is not rated
How = Literal["over", "resigned", "agreed", "fork"]


@dataclass(frozen=True)
class Result:
    """One seat of one finished match; `person` held it at the end; empty for a bot."""

    of: str  # the match, TABLE-NUMBER
    seat: int
    game: str
    ended: int  # milliseconds since 1970
    players: int
    kind: str  # person or bot
    name: str
    level: str
    person: str
    rank: int  # 1 is best, ties are equal, 0: not ranked
    score: str  # an exact fraction such as 15/2; empty: ended before the rules count
    how: How


def results(row: Row, match: Match, ended: int) -> list[Result]:
    """Every seat's result, `person` being the seat's device: the store knows whose it is.

    Nothing for a guided game, and nothing where bots played alone.
    """
    if match.header.script or not any(who.kind == "person" for who in row.seats):
        return []
    ranks = match.ranks() or [0] * len(row.seats)
    scores = [] if match.ended else match.state.scores()
    forked = match.header.origin is not None
    how: How = "agreed" if match.ended == "agreed" else "over"
    return [
        Result(
            match.header.match_id,
            seat,
            row.game,
            ended,
            len(row.seats),
            "bot" if who.kind == "bot" else "person",
            who.name,
            who.level,
            who.device,
            ranks[seat],
            str(Fraction(scores[seat], match.state.unit)) if scores else "",
            "fork" if forked else "resigned" if seat in match.resigned else how,
        )
        for seat, who in enumerate(row.seats)
    ]
