"""Acts of a seat: take steps, throw, undo, look ahead, ask for a hint; by HTTP or over a socket."""

import json
import time
from typing import assert_never

from filon.app.context import Context
from filon.app.serialize import looked, view_message
from filon.core.errors import Refusal
from filon.protocol.play import (
    Action,
    AskHint,
    Finish,
    Hinted,
    HintedStep,
    Hurry,
    Look,
    Looked,
    Promised,
    Read,
    Resign,
    Shown,
    Take,
    Throw,
    Undo,
    ViewMessage,
    Why,
    Withdraw,
)
from filon.tables.table import Table
from filon.thinking.brain import NoAnswer

UNSTORED = (Look, Shown, Hurry, Read)


async def act(context: Context, table: Table, message: Action) -> Looked | None:
    """Do what a seat asks; a look has an answer, everything else changes the table."""
    begun = time.perf_counter()
    context.seat, context.message_id = message.seat, message.id
    context.caller.must_hold(table.row, message.seat)
    rate = "look" if isinstance(message, Look) else "act"
    context.spend(rate, f"{table.row.id} {message.seat}")
    seat, v, match_number = message.seat, message.v, message.match
    answer = None
    match message:
        case Look():
            answer = looked(table, seat, v, match_number, message.steps, message.id)
        case Take():
            await table.play.take(seat, v, match_number, message.steps)
        case Throw():
            await table.play.throw(seat, v, match_number)
        case Read():
            await table.play.read(seat, v, match_number)
        case Undo():
            await table.play.undo(seat, v, match_number)
        case Withdraw():
            await table.play.withdraw(seat, v, match_number)
        case Finish():
            await table.play.finish(seat, match_number)
        case Resign():
            await table.play.resign(seat, match_number)
        case Shown():
            if match_number in (None, table.row.match_number):
                await table.clocks.shown(seat, v)
        case Hurry():
            table.pacing.hurry(seat)
        case _:
            assert_never(message)
    stored = not isinstance(message, UNSTORED)
    context.acted(message.type, time.perf_counter() - begun if stored else None)
    return answer


async def act_any(context: Context, table: Table, message: Action) -> ViewMessage | Looked:
    """Do any act of a seat."""
    answer = await act(context, table, message)
    return answer or view_message(table, message.seat, message.v, message.id)


async def act_hint(context: Context, table: Table, message: AskHint) -> Hinted:
    """The best steps of a seat that is to choose, where advice is open to it (`table.hints`)."""
    context.caller.must_hold(table.row, message.seat)
    context.spend("hint", f"{table.row.id} {message.seat}")
    try:
        advice = json.loads(await table.hints.ask(message.seat, message.v, message.match))
    except NoAnswer:
        raise Refusal("busy") from None
    best = [
        HintedStep(
            step=hint["step"],
            share=hint["share"],
            why=None if hint["why"] is None else Why(**hint["why"]),
            then=[Promised(**after) for after in hint["then"]],
        )
        for hint in advice
    ]
    return Hinted(match=table.row.match_number, v=message.v, seat=message.seat, best=best)
