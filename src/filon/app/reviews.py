"""Post-game reviews: of a table's own matches, and of records that people bring."""

import json
from dataclasses import dataclass, replace
from typing import Annotated

from filon.app.context import Context
from filon.app.matches import MatchNumber
from filon.app.review_queue import ReviewQueue
from filon.app.review_storage import BROUGHT, form, unpacked
from filon.app.serialize import may_follow
from filon.core.errors import Refusal
from filon.core.record import Record, final, game_of, read
from filon.games import load
from filon.match import annotations
from filon.match.match import Match
from filon.protocol.fields import Field
from filon.protocol.records import AskReview, ReviewJob
from filon.review.form import LuckReport, ReviewDraw
from filon.review.luck_report import Drawn, report
from filon.review.review import STEPS
from filon.tables.manager import TableManager
from filon.tables.table import Table

JobName = Annotated[str, Field(max_length=40)]
GAMES = 100  # of a person's own that a luck report covers


class Reviews:
    """Reviews of the tables' matches and of records, through the queue."""

    def __init__(self, manager: TableManager, desk: ReviewQueue) -> None:
        self.manager = manager
        self.desk = desk
        self.form = form(desk.depth)

    async def ended(self, table: Table, number: int | None) -> Match:
        """A match that may be reviewed; Refusal `review_running`: what is hidden stays so."""
        match, played_number = await self.manager.match(table, number, None)
        past = played_number != table.row.match_number
        if not match.over and not past and table.row.phase != "closed":
            raise Refusal("review_running")
        return match

    async def find(self, match: Match) -> ReviewJob | None:
        """How far its review is; None if it was not asked for."""
        return await self.desk.find(match.header.match_id, self.form)

    async def ask(self, table: Table, match: Match) -> ReviewJob:
        """Queue its review, or find it."""
        depth = self.desk.depth
        return await self.desk.ask(match.header.match_id, _record(table, match), depth, self.form)

    async def bring(self, wish: AskReview) -> ReviewJob:
        """Queue the review of a record in the request; Refusal if its steps are not legal."""
        record = read(wish.record, load(game_of(wish.record)))
        if len(record.steps) > STEPS:
            raise Refusal("review_long", steps=len(record.steps), most=STEPS)
        final(record)  # Refusal with the line of an illegal step, before it is queued
        depth = self.desk.depth and wish.depth  # a slight queue makes no other
        return await self.desk.ask(self.desk.new(), record, depth, BROUGHT)

    async def brought(self, name: str) -> ReviewJob:
        """How far that one is; Refusal `no_review`."""
        job = await self.desk.find(name, BROUGHT)  # a table's own: at its table
        if job is None:
            raise Refusal("no_review")
        return job

    async def luck(self, person: str) -> LuckReport:
        """Of this person over their latest games that were reviewed here."""
        store = self.manager.store
        own = [played for played in await store.results(person) if played.person == person][:GAMES]
        games: list[tuple[Drawn, int]] = []
        for played in own:
            packed = await store.review(played.of, self.form)
            if packed:
                games.append((_light(packed), played.seat))
        return report(games)


NONE = ReviewJob(job="", state="none", progress=0, before=0, review=None)  # not asked for


def _record(table: Table, match: Match) -> Record:
    """The whole record; its notes say who sat where and for whom a bot played."""
    record = match.header.record(match.position.paper.full())
    notes = annotations.marked(record, match.entries).notes
    names = {
        f"seat {seat}": who.name
        for seat, who in enumerate(table.row.seats)
        if who.name and who.name.isprintable()
    }
    return replace(record, notes={**names, **notes})


@dataclass(frozen=True)
class _Light:
    """What a luck report needs of a stored review."""

    ranked: list[int]
    chances: list[list[int]]
    draws: list[ReviewDraw]


def _light(packed: str) -> _Light:
    plain = json.loads(unpacked(packed))
    draws = [ReviewDraw(**draw) for draw in plain["draws"]]
    return _Light(plain["ranked"], plain["chances"], draws)


# ---- requests ----------------------------------------------------------------------------------


async def ask_review(context: Context, table: Table, match: MatchNumber = None) -> ReviewJob:
    """Have a match that ended reviewed; only people at the table and its host may ask."""
    if not context.caller.seats(table.row) and not context.caller.is_host(table.row):
        raise Refusal("review_seat")
    reviews = context.app.reviews
    ended = await reviews.ended(table, match)
    job = await reviews.find(ended)
    if job is not None and job.state != "failed":
        return job
    context.spend("review")
    return await reviews.ask(table, ended)


async def show_review(context: Context, table: Table, match: MatchNumber = None) -> ReviewJob:
    """How far a match's review is, and the review once it is done."""
    may_follow(table, context.caller, None)
    reviews = context.app.reviews
    return await reviews.find(await reviews.ended(table, match)) or NONE


async def review_record(context: Context, wish: AskReview) -> ReviewJob:
    """Have a game reviewed that its owner brings; it is deleted after an hour."""
    context.spend("dear", cost=10 + len(wish.record) / 2000)
    context.spend("review")
    return await context.app.reviews.bring(wish)


async def show_job(context: Context, job: JobName) -> ReviewJob:
    """How far the review of a brought record is."""
    return await context.app.reviews.brought(job)


async def show_luck(context: Context) -> LuckReport:
    """This person's luck over their latest games that were reviewed here."""
    return await context.app.reviews.luck(await context.person())
