"""The API of games seen again: a table's own, and those that somebody brings as a record."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from filon.app import replays
from filon.server.answers import AskedMatch, TableId, answer, answers
from filon.server.reception import Visiting
from filon.server.wire import AskReplay, Replay

AskedEyes = Annotated[str, Query(pattern=r"^(all|none|\d{1,2})$")]
AskedStep = Annotated[int, Query(ge=0, le=1_000_000)]

api = APIRouter(prefix="/api")


@api.get("/tables/{id}/replay", responses=answers(Replay))
async def of_table(
    visit: Visiting,
    id: TableId,
    eyes: AskedEyes = "none",
    match: AskedMatch = None,
    first: AskedStep = 0,
    last: AskedStep = 0,
) -> Response:
    """Frames of a match: a running one through the asker's own eyes, later through anybody's."""
    table, caller = await visit.reach(id, "replay")
    asked = int(eyes) if eyes.isdigit() else None
    found, number = await visit.hall.match(table, match, asked)
    make = replays.of_match(table, caller, found, number, eyes, first, last)
    return answer(await asyncio.to_thread(make))


@api.post("/replay", responses=answers(Replay))
async def of_record(visit: Visiting, wish: AskReplay) -> Response:
    """Frames of a game that its owner brings; nothing is kept."""
    visit.pays("dear", 10 + len(wish.record) / 2000)
    return answer(await asyncio.to_thread(replays.of_record(wish)))
