"""The API of puzzles."""

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.responses import Response

from filon.app import puzzles
from filon.server.answers import answer, answers
from filon.server.reception import Visiting
from filon.server.wire import PuzzleAnswer, PuzzleTask, SolvePuzzle

Game = Annotated[str, Path(max_length=40)]
Number = Annotated[int, Path(ge=1, le=100_000)]

api = APIRouter(prefix="/api/puzzles/{game}/{number}")


@api.get("", responses=answers(PuzzleTask))
async def show(visit: Visiting, game: Game, number: Number) -> Response:
    """A position, without its answer."""
    visit.pays("dear", 5)
    return answer(puzzles.task(game, number))


@api.post("", responses=answers(PuzzleAnswer))
async def solve(visit: Visiting, game: Game, number: Number, wish: SolvePuzzle) -> Response:
    """What the steps somebody would take were worth."""
    visit.pays("dear", 5)
    return answer(puzzles.solved(game, number, wish.steps))
