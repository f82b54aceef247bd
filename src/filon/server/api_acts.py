"""The API of acts: one route for all of them, and the older ones named after each."""

from typing import Annotated

from fastapi import APIRouter, Body
from starlette.responses import Response

from filon.app.acts import hinted, refused
from filon.app.refusals import status
from filon.app.serialize import view_message
from filon.core.errors import Refusal
from filon.server.acts import act
from filon.server.answers import TYPED, TableId, answer, answers
from filon.server.reception import Visit, Visiting
from filon.server.wire import (
    Action,
    AskHint,
    Finish,
    Hinted,
    Look,
    Looked,
    Read,
    Resign,
    Take,
    Throw,
    Undo,
    ViewMessage,
    Withdraw,
)

api = APIRouter(prefix="/api/tables/{id}")


async def acted(visit: Visit, table_id: str, message: Action) -> Response:
    """What the act leads to, or why it is refused."""
    table, caller = await visit.reach(table_id)
    try:
        result = await act(visit.reception, table, caller, message)
    except Refusal as no:
        visit.reception.metrics.refusals.labels(no.code).inc()
        return answer(refused(table, caller, no, message.seat, message.id), status(no.code))
    return answer(result or view_message(table, message.seat, message.v, message.id))


@api.post("/acts", responses=answers(ViewMessage | Looked), openapi_extra=TYPED)
async def act_any(
    visit: Visiting, id: TableId, message: Annotated[Action, Body(discriminator="type")]
) -> Response:
    """Any act of a seat."""
    return await acted(visit, id, message)


@api.post("/steps", responses=answers(ViewMessage))
async def act_steps(visit: Visiting, id: TableId, message: Take) -> Response:
    """One choice: one or several steps of one seat in notation, all or nothing."""
    return await acted(visit, id, message)


@api.post("/throw", responses=answers(ViewMessage))
async def act_throw(visit: Visiting, id: TableId, message: Throw) -> Response:
    """Draw the dice or the card that waits, now."""
    return await acted(visit, id, message)


@api.post("/read", responses=answers(ViewMessage))
async def act_read(visit: Visiting, id: TableId, message: Read) -> Response:
    """Guided game: the text that stands was read; what it told of may happen."""
    return await acted(visit, id, message)


@api.post("/undo", responses=answers(ViewMessage))
async def act_undo(visit: Visiting, id: TableId, message: Undo) -> Response:
    """Take the seat's last choice back."""
    return await acted(visit, id, message)


@api.post("/withdraw", responses=answers(ViewMessage))
async def act_withdraw(visit: Visiting, id: TableId, message: Withdraw) -> Response:
    """Take a sealed choice back while others still think."""
    return await acted(visit, id, message)


@api.post("/finish", responses=answers(ViewMessage))
async def act_finish(visit: Visiting, id: TableId, message: Finish) -> Response:
    """Let the table play out a game whose result is settled."""
    return await acted(visit, id, message)


@api.post("/resign", responses=answers(ViewMessage))
async def act_resign(visit: Visiting, id: TableId, message: Resign) -> Response:
    """Give up: a bot plays the seat to the end."""
    return await acted(visit, id, message)


@api.post("/look", responses=answers(Looked))
async def act_look(visit: Visiting, id: TableId, message: Look) -> Response:
    """The seat's view and legal steps after steps it has not sent; nothing is stored."""
    return await acted(visit, id, message)


@api.post("/hint", responses=answers(Hinted))
async def act_hint(visit: Visiting, id: TableId, message: AskHint) -> Response:
    """The best steps of a seat that is to choose, where advice is open to it (`table.hints`)."""
    table, caller = await visit.reach(id)
    caller.must_hold(table.row, message.seat)
    visit.reception.limits.spend("hint", f"{table.row.id} {message.seat}")
    return answer(await hinted(table, message))
