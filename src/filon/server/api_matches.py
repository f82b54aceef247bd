"""The API of matches: what is on the table, and what can be taken home from it."""

from fastapi import APIRouter
from starlette.responses import PlainTextResponse, Response

from filon.app.serialize import may_follow, proof, story, view_message
from filon.core.errors import Refusal
from filon.server.answers import AskedMatch, AskedSeat, TableId, answer, answers, texts
from filon.server.reception import Visiting
from filon.server.wire import Proof, Story, ViewMessage

api = APIRouter(prefix="/api/tables/{id}")


@api.get("/view", responses=answers(ViewMessage))
async def view(visit: Visiting, id: TableId, seat: AskedSeat = None) -> Response:
    """The present view of a seat, or the spectators'."""
    table, caller = await visit.reach(id)
    may_follow(table, caller, seat)
    return answer(view_message(table, seat))


@api.get("/story", responses=answers(Story))
async def read_story(
    visit: Visiting, id: TableId, seat: AskedSeat = None, match: AskedMatch = None
) -> Response:
    """Every event so far, for the log."""
    table, caller = await visit.reach(id, "story")
    may_follow(table, caller, seat)
    found, match_number = await visit.hall.match(table, match, seat)
    return answer(story(found, match_number, seat))


@api.get("/record", response_class=Response, responses=texts("text/plain"))
async def record(
    visit: Visiting, id: TableId, seat: AskedSeat = None, match: AskedMatch = None
) -> Response:
    """The record as text: a seat's while the match runs, the full one from its end."""
    table, caller = await visit.reach(id, "record")
    may_follow(table, caller, seat)
    found, match_number = await visit.hall.match(table, match, seat)
    name = f"{table.row.game}-{id}-{match_number}.txt"
    return PlainTextResponse(
        found.text(seat),
        headers={
            "cache-control": "no-store",
            "content-disposition": f'attachment; filename="{name}"',
        },
    )


@api.get("/proof", responses=answers(Proof))
async def read_proof(visit: Visiting, id: TableId, match: AskedMatch = None) -> Response:
    """Seed and draws of a match that ended."""
    table, caller = await visit.reach(id, "proof")
    may_follow(table, caller, None)
    found, match_number = await visit.hall.match(table, match, None)
    if not found.over and table.row.phase != "closed":
        raise Refusal("running")
    response = answer(proof(found.proof()))
    name = f"{table.row.game}-{id}-{match_number}.proof.json"
    response.headers["content-disposition"] = f'attachment; filename="{name}"'
    return response
