"""The API of the challenge of the day."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from filon.server.answers import answer, answers
from filon.server.api_tables import made
from filon.server.profile import bears, whose
from filon.server.reception import Visiting
from filon.server.wire import BringChallenge, DayChallenge, TableInfo, TakeChallenge

AskedDay = Annotated[str, Query(pattern=r"^(\d{4}-\d{2}-\d{2})?$")]

api = APIRouter(prefix="/api/challenge")


@api.get("", responses=answers(DayChallenge))
async def show(visit: Visiting, day: AskedDay = "") -> Response:
    """The challenge of a day, today's if none is named, and how it went."""
    visit.pays("dear", 5)
    caller = visit.reception.caller(visit.request)
    return answer(await visit.reception.judge.told(await whose(visit, caller), day))


@api.post("", status_code=201, responses=answers(TableInfo, 201))
async def take(visit: Visiting, wish: TakeChallenge) -> Response:
    """A run of today's; a person's first one counts."""
    caller = visit.asks("create")
    await bears(visit, caller, wish.name)
    person, pace = await whose(visit, caller), visit.reception.settings.pace
    table = await visit.reception.judge.begin(person, wish.name, caller.device, pace)
    return made(visit, table, caller)


@api.post("/runs", responses=answers(DayChallenge))
async def bring(visit: Visiting, wish: BringChallenge) -> Response:
    """A run that was played without this server: it is computed anew, then ranked."""
    visit.pays("dear", 200)
    caller = visit.reception.caller(visit.request)
    await bears(visit, caller, wish.name)
    person = await whose(visit, caller)
    await visit.reception.judge.bring(person, wish)
    response = answer(await visit.reception.judge.told(person, wish.day))
    visit.keys.give_device(response, caller.device, visit.secure)
    return response
