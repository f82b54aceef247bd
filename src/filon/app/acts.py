"""Acts of a seat done at its table, and refusals worded for whoever asked."""

import json
from typing import assert_never

from filon.app.caller import Caller
from filon.app.refusals import worded
from filon.app.serialize import looked, view_message
from filon.core.errors import Refusal
from filon.protocol.incoming import (
    Action,
    AskHint,
    Finish,
    Hurry,
    Look,
    Read,
    Resign,
    Say,
    Shown,
    Take,
    Throw,
    Undo,
    Withdraw,
)
from filon.protocol.outgoing import Hinted, HintedStep, Looked, Promised, Refused, Why
from filon.tables.table import Table
from filon.thinking.brain import NoAnswer


async def done(table: Table, message: Action) -> Looked | None:
    """Do it for a seat that the asker holds; a look has an answer, the rest changes the table."""
    seat, v, match_number = message.seat, message.v, message.match
    match message:
        case Look():
            return looked(table, seat, v, match_number, message.steps, message.id)
        case Take():
            await table.take(seat, v, match_number, message.steps)
        case Throw():
            await table.throw(seat, v, match_number)
        case Read():
            await table.read(seat, v, match_number)
        case Undo():
            await table.undo(seat, v, match_number)
        case Withdraw():
            await table.withdraw(seat, v, match_number)
        case Finish():
            await table.finish(seat, match_number)
        case Resign():
            await table.resign(seat, match_number)
        case Shown():
            if match_number in (None, table.row.match_number):
                await table.shown(seat, v)
        case Hurry():
            table.hurry(seat)
        case _:
            assert_never(message)
    return None


async def hinted(table: Table, message: AskHint) -> Hinted:
    """Advice for a seat that the asker holds; Refusal where none may be, or nobody has time."""
    try:
        told = json.loads(await table.advice(message.seat, message.v, message.match))
    except NoAnswer:
        raise Refusal("busy") from None
    best = [
        HintedStep(
            step=one["step"],
            share=one["share"],
            why=None if one["why"] is None else Why(**one["why"]),
            then=[Promised(**after) for after in one["then"]],
        )
        for one in told
    ]
    return Hinted(match=table.row.match_number, v=message.v, seat=message.seat, best=best)


def refused(
    table: Table | None,
    caller: Caller,
    refusal: Refusal,
    seat: int | None = None,
    id: int | None = None,
) -> Refused:
    """The refusal in the asker's words; a stale one brings the present view."""
    now = None
    if (
        refusal.code == "stale"
        and table is not None
        and table.match is not None
        and seat is not None
        and seat in caller.seats(table.row)
    ):
        now = view_message(table, seat)
    slug = table.row.game if table is not None else ""
    return worded(refusal, caller.lang, slug, now, id)


async def said(table: Table, message: Say) -> None:
    """Say it for a seat that the asker holds; Refusal `talk_off` or `message`."""
    if message.emote is not None:
        await table.say(message.seat, "emote", message.emote)
    else:
        await table.say(message.seat, "text", message.text)
