"""`filon replay`: a record shown step by step, each step checked against the rules."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from filon.commands.options import Lang
from filon.commands.output import outcome
from filon.commands.picture import picture
from filon.commands.viewer import Viewer, possible, run
from filon.commands.words import ask_for, event_line, notation, texts
from filon.core import record
from filon.core.errors import Refusal
from filon.core.events import SPECTATOR
from filon.core.game import CHANCE, OVER, State
from filon.core.record import Record
from filon.core.setup import agreed
from filon.games import load


def replay(
    file: Annotated[
        Path, typer.Argument(help="A record, or a game that `filon transcript` wrote.")
    ],
    at: Annotated[int | None, typer.Option(help="Stop after this many steps.")] = None,
    boards: Annotated[bool, typer.Option(help="Draw the board after every seat's turn.")] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Tell it line by line, also in a terminal.")
    ] = False,
    lang: Lang = None,
) -> None:
    """See a recorded game again, step by step; every step of it is checked."""
    ask_for(lang)
    game = opened(text_of(file))
    spec = game.setup.spec
    names = [
        game.notes.get(f"seat {seat}") or texts().say("terminal.seat", n=seat + 1)
        for seat in range(game.setup.players)
    ]
    if not plain and not boards and at is None and possible():
        run(Viewer(game, names))
        return
    if at is not None:
        game.steps = game.steps[: max(at, 0)]
    console = Console(highlight=False)
    state = tell(console, game, names, boards)
    console.print()
    console.print(picture(spec, state, SPECTATOR, names))
    if state.actor() == OVER:
        console.print(outcome(spec, state, names))
    else:
        console.print(texts().say("terminal.replay.open", steps=len(game.steps)))


def text_of(file: Path) -> str:
    """A file's text; Refusal if it cannot be read."""
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        raise Refusal("file", path=str(file)) from None


def opened(text: str) -> Record:
    """The record a text holds: a record's own form, or JSON lines."""
    if not text.lstrip().startswith("{"):
        spec = load(record.game_of(text))
        return record.read(text, spec)
    try:
        head, *rest = (json.loads(line) for line in text.splitlines() if line.strip())
        steps = []
        for line in rest:
            if "step" not in line:
                break  # the result; a further game may follow and is not shown
            steps.append(str(line["step"]))
        spec = load(str(head["game"]))
        options = dict(head.get("options", {}))
        setup = agreed(spec, int(head["players"]), options, edition=str(head.get("edition", "")))
    except (ValueError, KeyError, TypeError, AttributeError) as fault:
        if isinstance(fault, Refusal):
            raise
        raise Refusal("record_line", line=1, text=text.strip()[:60]) from None
    return Record(setup, steps)


def tell(console: Console, game: Record, names: list[str], boards: bool) -> State:
    """Print every step with what it did; the state after the last one."""
    spec, state, before = game.setup.spec, game.setup.start(), CHANCE
    for n, (state, events) in enumerate(record.narrated(game)):
        if n:
            story = [event for event in events if event.seen_by(SPECTATOR)]
            lines = [event_line(spec, event, SPECTATOR, names) for event in story]
            step = notation(spec, spec.layout.number(game.steps[n - 1]))
            table = Table.grid(padding=(0, 1))  # so that long stories wrap beside their step
            table.add_column(width=4, justify="right", style="dim")
            table.add_column(width=16, style="dim")
            table.add_row(str(n - 1), step, Text(" ".join(filter(None, lines))))
            console.print(table)
            if boards and before >= 0 and state.actor() != before:
                console.print(picture(spec, state, SPECTATOR, names))
        before = state.actor()
    return state
