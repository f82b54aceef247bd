"""What was played put into messages; others appear by their name alone."""

from filon.match.result import Result
from filon.protocol.people import History, Opponent, PastGame, PastSeat, Tally
from filon.tables import history as told


def seat(one: Result, mine: bool) -> PastSeat:
    """A seat of a finished match."""
    return PastSeat(
        seat=one.seat,
        kind="bot" if one.kind == "bot" else "person",
        name=one.name,
        level=one.level or None,
        rank=one.rank or None,
        score=one.score,
        resigned=one.how == "resigned",
        mine=mine,
    )


def past(one: told.Past) -> PastGame:
    """A finished match as one of its people remembers it."""
    table, _, number = one.mine.of.rpartition("-")
    seats = [seat(one.mine, True), *(seat(other, False) for other in one.others)]
    return PastGame(
        table=table,
        match=int(number),
        game=one.mine.game,
        ended=one.mine.ended,
        won=one.won,
        fork=one.mine.how == "fork",
        seats=sorted(seats, key=lambda told: told.seat),
    )


def told_history(found: told.History, whole: bool = False) -> History:
    """All of it, or (unless `whole`) as much as a page shows."""
    games, people = (None, None) if whole else (200, 50)
    names = {
        (other.kind, other.person or other.level, "" if other.person else other.level): other.name
        for one in reversed(found.past)
        for other in one.others
    }
    often = sorted(found.opponents.items(), key=lambda one: -one[1].games)
    return History(
        past=[past(one) for one in found.past[:games]],
        by_game={game: Tally(**vars(tally)) for game, tally in found.by_game.items()},
        opponents=[
            Opponent(
                kind="bot" if key[0] == "bot" else "person",
                name=names[key] if key[0] == "person" else "",
                level=key[2] or None,
                **vars(tally),
            )
            for key, tally in often[:people]
        ],
        streak=found.streak,
        best=found.best,
        favourite=found.favourite,
    )
