"""The API of talk: what people say beside the game; the socket carries the same."""

from fastapi import APIRouter
from starlette.responses import Response

from filon.app.acts import said
from filon.app.caller import Caller
from filon.app.serialize import may_follow, talk
from filon.core.errors import Refusal
from filon.server.answers import TableId, answer, answers
from filon.server.reception import Reception, Visiting
from filon.server.wire import Say, Talk
from filon.tables.table import Table

api = APIRouter(prefix="/api/tables/{id}")


async def say(reception: Reception, table: Table, caller: Caller, message: Say) -> None:
    """Say it for a seat this device holds; Refusal `talk_off`, `too_fast` or `message`."""
    caller.must_hold(table.row, message.seat)
    if bool(message.text.strip()) == (message.emote is not None):
        raise Refusal("message")
    reception.limits.spend("talk", f"{table.row.id} {message.seat}")
    await said(table, message)


@api.get("/talk", responses=answers(Talk))
async def read_talk(visit: Visiting, id: TableId) -> Response:
    """What was said at the table, as far as it is kept."""
    table, caller = await visit.reach(id)
    if not caller.seats(table.row):
        may_follow(table, caller, None)
    await table.listen()
    late = not caller.seats(table.row) and table.behind()  # it is told with the end of the game
    return answer(talk(table, table.talk.last if late else 0))


@api.post("/talk", responses=answers(Talk))
async def post_talk(visit: Visiting, id: TableId, message: Say) -> Response:
    """Say something; the answer is what was said up to now."""
    table, caller = await visit.reach(id)
    await say(visit.reception, table, caller, message)
    return answer(talk(table, 0))
