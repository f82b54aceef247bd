"""The challenge of the day: show it, take it, bring a run that was played without a server."""

from typing import Annotated

from filon.app.context import Context
from filon.protocol.challenges import BringChallenge, DayChallenge, TakeChallenge
from filon.protocol.checks import Field
from filon.protocol.outgoing import TableInfo

Day = Annotated[str, Field(pattern=r"^(\d{4}-\d{2}-\d{2})?$")]


async def show_challenge(context: Context, day: Day = "") -> DayChallenge:
    """The challenge of a day, today's if none is named, and this person's result."""
    return await context.app.judge.told(await context.person(), day)


async def take_challenge(context: Context, wish: TakeChallenge) -> TableInfo:
    """Begin a run of today's; a person's first one counts."""
    await context.check_names(wish.name)
    app, person = context.app, await context.person()
    return context.made(await app.judge.begin(person, wish.name, context.caller.device, app.pace))


async def bring_run(context: Context, wish: BringChallenge) -> DayChallenge:
    """Rank a run that was played without this server, once it is computed anew."""
    await context.check_names(wish.name)
    person = await context.person()
    await context.app.judge.bring(person, wish)
    context.grants.device = True
    return await context.app.judge.told(person, wish.day)
