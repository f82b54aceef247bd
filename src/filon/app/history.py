"""A person's history, and the leaderboard; other people appear by name only."""

from typing import Annotated

from filon.app.context import Context
from filon.core.errors import Refusal
from filon.match.result import Result
from filon.protocol.fields import Field
from filon.protocol.people import (
    DropPast,
    History,
    Ladder,
    Opponent,
    PastGame,
    PastSeat,
    Rung,
    Tally,
)
from filon.tables.history import Past, PersonHistory, history
from filon.tables.leaderboard import leaderboard

Game = Annotated[str, Field(max_length=40)]


def seat(result: Result, mine: bool) -> PastSeat:
    """A seat of a finished match."""
    return PastSeat(
        seat=result.seat,
        kind="bot" if result.kind == "bot" else "person",
        name=result.name,
        level=result.level or None,
        rank=result.rank or None,
        score=result.score,
        resigned=result.how == "resigned",
        mine=mine,
    )


def past_game(past_match: Past) -> PastGame:
    """A finished match as one of its people remembers it."""
    table, _, number = past_match.mine.of.rpartition("-")
    seats = [seat(past_match.mine, True), *(seat(other, False) for other in past_match.others)]
    return PastGame(
        table=table,
        match=int(number),
        game=past_match.mine.game,
        ended=past_match.mine.ended,
        won=past_match.won,
        fork=past_match.mine.how == "fork",
        seats=sorted(seats, key=lambda seat: seat.seat),
    )


def as_history(past: PersonHistory, whole: bool = False) -> History:
    """All of it, or (unless `whole`) as much as a page shows."""
    games, people = (None, None) if whole else (200, 50)
    names = {
        (other.kind, other.person or other.level, "" if other.person else other.level): other.name
        for item in reversed(past.past)
        for other in item.others
    }
    often = sorted(past.opponents.items(), key=lambda item: -item[1].games)
    return History(
        past=[past_game(item) for item in past.past[:games]],
        by_game={game: Tally(**vars(tally)) for game, tally in past.by_game.items()},
        opponents=[
            Opponent(
                kind="bot" if key[0] == "bot" else "person",
                name=names[key] if key[0] == "person" else "",
                level=key[2] or None,
                **vars(tally),
            )
            for key, tally in often[:people]
        ],
        streak=past.streak,
        best=past.best,
        favourite=past.favourite,
    )


# ---- requests ----------------------------------------------------------------------------------


async def read_history(context: Context) -> History:
    """This person's matches, and sums of them."""
    person = await context.person()
    return as_history(history(person, await context.app.store.results(person)))


async def drop_past(context: Context, wish: DropPast) -> History:
    """Remove a finished match from this person's history; others keep theirs, without the name."""
    context.spend("order")
    person, devices = await context.person(), await context.devices()
    await context.app.manager.forget_match(wish.table, wish.match, person, devices)
    return await read_history(context)


async def show_leaderboard(context: Context, game: Game = "") -> Ladder:
    """The club's ratings; Refusal `no_ladder` where there are none."""
    if not context.app.leaderboard:
        raise Refusal("no_ladder")
    app, person = context.app, await context.person()
    ratings = leaderboard(await app.store.results(game=game), await app.people.names(), game)
    return Ladder(
        game=game,
        rungs=[
            Rung(
                name=rating.name,
                mean=round(rating.mean),
                low=round(rating.low),
                high=round(rating.high),
                games=rating.games,
                you=rating.person == person,
            )
            for rating in ratings
        ],
    )
