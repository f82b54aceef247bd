"""The API of forks: a game that is over, or a record, played on from one of its moments."""

from fastapi import APIRouter
from starlette.responses import Response

from filon.app import forking
from filon.server.answers import answers
from filon.server.api_tables import made
from filon.server.profile import bears
from filon.server.reception import Visiting
from filon.server.wire import NewFork, TableInfo

api = APIRouter(prefix="/api")


@api.post("/forks", status_code=201, responses=answers(TableInfo, 201))
async def make_fork(visit: Visiting, wish: NewFork) -> Response:
    """A new table that goes on from there; a game that still runs is never forked."""
    visit.asks("create")
    visit.pays("dear", 10 + len(wish.record) / 2000)
    caller = visit.reception.caller(visit.request, wish.table)
    await bears(visit, caller, wish.name)
    table = await forking.begun(visit.hall, caller, wish, visit.reception.settings.pace)
    return made(visit, table, caller)
