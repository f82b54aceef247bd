"""Post-game reviews: of a table's own matches, and of records that people bring."""

from typing import Annotated

from filon.app.context import Context
from filon.app.matches import MatchNumber
from filon.app.reviewing import NONE
from filon.app.serialize import may_follow
from filon.core.errors import Refusal
from filon.protocol.checks import Field
from filon.protocol.reviews import AskReview, ReviewJob
from filon.review.form import LuckReport
from filon.tables.table import Table

JobName = Annotated[str, Field(max_length=40)]


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
