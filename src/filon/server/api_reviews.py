"""The API of games understood: a table's own, and those that somebody brings as a record."""

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.responses import Response

from filon.app.reviewing import NONE
from filon.app.serialize import may_follow
from filon.core.errors import Refusal
from filon.review.form import LuckReport
from filon.server import profile
from filon.server.answers import AskedMatch, TableId, answer, answers
from filon.server.reception import Visiting
from filon.server.wire import AskReview, ReviewJob

api = APIRouter(prefix="/api")
JobName = Annotated[str, Path(max_length=40)]


@api.post("/tables/{id}/review", responses=answers(ReviewJob))
async def ask_of_table(visit: Visiting, id: TableId, match: AskedMatch = None) -> Response:
    """Have a match that ended reviewed; asked for by somebody who sits here, or by the host."""
    table, caller = await visit.reach(id, "record")
    if not caller.seats(table.row) and not caller.is_host(table.row):
        raise Refusal("review_seat")
    reviews = visit.reception.reviews
    found = await reviews.ended(table, match)
    there = await reviews.find(found)
    if there is not None and there.state != "failed":
        return answer(there)
    visit.pays("review")
    return answer(await reviews.ask(table, found))


@api.get("/tables/{id}/review", responses=answers(ReviewJob))
async def of_table(visit: Visiting, id: TableId, match: AskedMatch = None) -> Response:
    """How far a match's review is, and the review once it is done."""
    table, caller = await visit.reach(id, "record")
    may_follow(table, caller, None)
    reviews = visit.reception.reviews
    return answer(await reviews.find(await reviews.ended(table, match)) or NONE)


@api.post("/review", responses=answers(ReviewJob))
async def ask_of_record(visit: Visiting, wish: AskReview) -> Response:
    """Have a game reviewed that its owner brings; it is forgotten after an hour."""
    visit.pays("dear", 10 + len(wish.record) / 2000)
    visit.pays("review")
    return answer(await visit.reception.reviews.bring(wish))


@api.get("/profile/luck", responses=answers(LuckReport))
async def of_person(visit: Visiting) -> Response:
    """The luck of this person over their latest games that were reviewed here."""
    person = await profile.whose(visit, visit.asks("move"))
    return answer(await visit.reception.reviews.luck(person))


@api.get("/review/{job}", responses=answers(ReviewJob))
async def of_record(visit: Visiting, job: JobName) -> Response:
    """How far that one is."""
    visit.pays("dear", 10)
    return answer(await visit.reception.reviews.brought(job))
