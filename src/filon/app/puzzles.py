"""Puzzles: a position as its seat sees it, and what an answer was worth."""

from collections.abc import Sequence
from typing import Annotated

from filon.app.context import Context
from filon.core.errors import Refusal
from filon.core.frames import frames, story
from filon.match.outlook import Can, Waiting
from filon.protocol.challenges import PuzzleAnswer, PuzzleTask, SolvePuzzle
from filon.protocol.fields import Field
from filon.protocol.play import ViewMessage
from filon.puzzles.puzzle import Puzzle, shipped

Game = Annotated[str, Field(max_length=40)]
Number = Annotated[int, Field(ge=1, le=100_000)]


def numbered(game: str, number: int) -> tuple[Puzzle, int]:
    """A puzzle and how many there are; Refusal `no_puzzle`."""
    all_of_them = shipped(game)
    if not 1 <= number <= len(all_of_them):
        raise Refusal("no_puzzle", game=game, count=len(all_of_them))
    return all_of_them[number - 1], len(all_of_them)


def task(game: str, number: int) -> PuzzleTask:
    """The position as its seat sees it, and nothing of the answer."""
    puzzle, count = numbered(game, number)
    record, n, seat = puzzle.record(), len(puzzle.steps), puzzle.seat
    [frame] = frames(record, seat, n, n)
    return PuzzleTask(
        game=game,
        number=number,
        count=count,
        players=puzzle.setup.players,
        seat=seat,
        options=dict(puzzle.setup.options),
        view=ViewMessage(
            match=1,
            v=n,
            n=n,
            seat=seat,
            since=n,
            events=[],
            view=frame.view,
            legal=puzzle.legal(),
            waiting=Waiting(kind="seat", seats=[seat], ready=[], due=None),
            can=Can(act=True, throw=False, undo=False, finish=False, withdraw=False, resign=False),
        ),
        story=story(record, seat),
    )


def solved(game: str, number: int, steps: Sequence[str]) -> PuzzleAnswer:
    """Whether the best step is among the steps that were sent."""
    puzzle, _ = numbered(game, number)
    given = [" ".join(step.split()) for step in steps]
    if given[0] not in puzzle.legal():
        raise Refusal("illegal", text=given[0], clause="", because={})
    right = puzzle.best in given
    return PuzzleAnswer(
        right=right,
        played=puzzle.best if right else given[0],
        best=puzzle.best,
        liked=puzzle.liked,
        shares=dict(puzzle.shares),
    )


async def show_puzzle(context: Context, game: Game, number: Number) -> PuzzleTask:
    """Show a position, without its answer."""
    return task(game, number)


async def solve_puzzle(
    context: Context, game: Game, number: Number, wish: SolvePuzzle
) -> PuzzleAnswer:
    """What the steps a person would take were worth."""
    return solved(game, number, wish.steps)
