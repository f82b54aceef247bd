"""The API of games understood: a table's own, and those that somebody brings as a record."""

import json
from typing import Annotated

from fastapi import APIRouter, Path
from starlette.responses import Response

from filon.core.errors import Refusal
from filon.core.record import final, game_of, read, result
from filon.games import load
from filon.review.form import LuckReport, Review, ReviewDraw
from filon.review.luck import report
from filon.review.review import STEPS
from filon.server import profile
from filon.server.answers import AskedMatch, TableId, answer, answers
from filon.server.reception import Visiting
from filon.server.review_notes import BROUGHT, form, unpacked
from filon.server.reviewing import AskReview, ReviewJob
from filon.table.match import remarks
from filon.table.match.match import Match
from filon.table.table import Table
from filon.wire.telling import may_follow

api = APIRouter(prefix="/api")
GAMES = 100  # of one's own that a luck report looks at
JobName = Annotated[str, Path(max_length=40)]


@api.post("/tables/{id}/review", responses=answers(ReviewJob))
async def ask_of_table(visit: Visiting, id: TableId, match: AskedMatch = None) -> Response:
    """Have a match that ended reviewed; asked for by somebody who sits here, or by the host."""
    table, caller = await visit.reach(id, "record")
    if not caller.seats(table.row) and not caller.is_host(table.row):
        raise Refusal("review_seat")
    found, number = await visit.hall.match(table, match, None)
    _must_have_ended(table, found, number)
    desk, name = visit.reception.reviews, found.header.match_id
    there = await desk.find(name, form(1))
    if there is not None and there.state != "failed":
        return answer(there)
    visit.pays("review")
    return answer(await desk.ask(name, _text(table, found), 1, form(1)))


@api.get("/tables/{id}/review", responses=answers(ReviewJob))
async def of_table(visit: Visiting, id: TableId, match: AskedMatch = None) -> Response:
    """How far a match's review is, and the review once it is done."""
    table, caller = await visit.reach(id, "record")
    may_follow(table, caller, None)
    found, number = await visit.hall.match(table, match, None)
    _must_have_ended(table, found, number)
    there = await visit.reception.reviews.find(found.header.match_id, form(1))
    none = ReviewJob(job="", state="none", progress=0, before=0, review=None)
    return answer(there or none)


@api.post("/review", responses=answers(ReviewJob))
async def ask_of_record(visit: Visiting, wish: AskReview) -> Response:
    """Have a game reviewed that its owner brings; it is forgotten after an hour."""
    visit.pays("dear", 10 + len(wish.record) / 2000)
    visit.pays("review")
    record = read(wish.record, load(game_of(wish.record)))
    if len(record.steps) > STEPS:
        raise Refusal("review_long", steps=len(record.steps), most=STEPS)
    final(record)  # refuses what does not play, now and with its line
    desk = visit.reception.reviews
    return answer(await desk.ask(desk.new(), record.text(), wish.depth, BROUGHT))


@api.get("/profile/luck", responses=answers(LuckReport))
async def of_person(visit: Visiting) -> Response:
    """The luck of this person over their latest games that were reviewed here."""
    caller = visit.asks("move")
    store = visit.hall.services.store
    person = await profile.whose(visit, caller)
    own = [one for one in await store.results(person) if one.person == person][:GAMES]
    games: list[tuple[Review, int]] = []
    for one in own:
        told = await store.review(one.of, form(1))
        if told:
            games.append((_light(told), one.seat))
    return answer(report(games))


@api.get("/review/{job}", responses=answers(ReviewJob))
async def of_record(visit: Visiting, job: JobName) -> Response:
    """How far that one is."""
    visit.pays("dear", 10)
    found = await visit.reception.reviews.find(job, BROUGHT)  # a table's own: at its table
    if found is None:
        raise Refusal("no_review")
    return answer(found)


def _must_have_ended(table: Table, match: Match, number: int) -> None:
    """Refusal `review_running`: what is hidden in a running match stays so."""
    past = number != table.row.match_number
    if not match.over and not past and table.row.phase != "closed":
        raise Refusal("review_running")


def _text(table: Table, match: Match) -> str:
    """The whole record with who sat where and for whom a bot played."""
    record = match.header.record(match.position.paper.full())
    record = remarks.marked(record, match.entries)
    names = {
        f"seat {seat}": who.name
        for seat, who in enumerate(table.row.seats)
        if who.name and who.name.isprintable()
    }
    record.notes = {**names, **record.notes}
    return record.text(result(match.spec, match.state))


def _light(told: str) -> Review:
    """What a luck report needs of a kept review."""
    plain = json.loads(unpacked(told))
    return Review(**plain | {"draws": [ReviewDraw(**one) for one in plain["draws"]]})
