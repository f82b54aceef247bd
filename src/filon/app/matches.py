"""What can be read of a match: view, story, record, proof of the draws; and the chat."""

from typing import Annotated

from filon.app.context import Context
from filon.app.serialize import may_follow, story, talk, view_message
from filon.core.errors import Refusal
from filon.core.proof import Proof
from filon.protocol.fields import Field
from filon.protocol.play import Say, Talk, ViewMessage
from filon.protocol.records import Story
from filon.tables.table import Table

Seat = Annotated[int | None, Field(ge=0, le=14)]
MatchNumber = Annotated[int | None, Field(ge=1)]


async def show_view(context: Context, table: Table, seat: Seat = None) -> ViewMessage:
    """The present view of a seat, or the spectators'."""
    may_follow(table, context.caller, seat)
    return view_message(table, seat)


async def read_story(
    context: Context, table: Table, seat: Seat = None, match: MatchNumber = None
) -> Story:
    """Every event so far, for the log."""
    may_follow(table, context.caller, seat)
    past, number = await context.app.manager.match(table, match, seat)
    return story(past, number, seat)


async def read_record(
    context: Context, table: Table, seat: Seat = None, match: MatchNumber = None
) -> str:
    """The record as text: a seat's while the match runs, the full one from its end."""
    may_follow(table, context.caller, seat)
    past, number = await context.app.manager.match(table, match, seat)
    context.filename = f"{table.row.game}-{table.row.id}-{number}.txt"
    return past.text(seat)


async def read_proof(context: Context, table: Table, match: MatchNumber = None) -> Proof:
    """Seed and draws of a match that ended."""
    may_follow(table, context.caller, None)
    past, number = await context.app.manager.match(table, match, None)
    if not past.over and table.row.phase != "closed":
        raise Refusal("running")
    context.filename = f"{table.row.game}-{table.row.id}-{number}.proof.json"
    return past.proof()


async def read_chat(context: Context, table: Table) -> Talk:
    """The stored chat of the table."""
    seated = bool(context.caller.seats(table.row))
    if not seated:
        may_follow(table, context.caller, None)
    await table.chat.listen()
    late = not seated and table.views.behind()  # a delayed spectator reads it after the game
    return talk(table, table.chat.last if late else 0)


async def post_chat(context: Context, table: Table, message: Say) -> Talk:
    """Write a chat message; the answer is the whole chat."""
    await say(context, table, message)
    return talk(table, 0)


async def say(context: Context, table: Table, message: Say) -> None:
    """Write for a seat this device holds; Refusal `talk_off`, `too_fast` or `message`."""
    context.caller.must_hold(table.row, message.seat)
    if bool(message.text.strip()) == (message.emote is not None):
        raise Refusal("message")
    context.spend("talk", f"{table.row.id} {message.seat}")
    if message.emote is not None:
        await table.chat.say(message.seat, "emote", message.emote)
    else:
        await table.chat.say(message.seat, "text", message.text)
