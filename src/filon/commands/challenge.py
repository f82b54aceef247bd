"""`filon challenge`: the challenge of the day in the terminal; the same luck for everyone."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from filon.challenge.day import challenge as task_of
from filon.challenge.run import Run, checked
from filon.commands.options import Lang
from filon.commands.output import outcome, writable
from filon.commands.picture import picture
from filon.commands.prompt import Prompt, Quit, Requests
from filon.commands.replay import opened, text_of
from filon.commands.words import ask_for, event_line, texts
from filon.core.game import OVER
from filon.core.record import result

LINES = 8  # of what happened while the person waited


def challenge(
    day: Annotated[str, typer.Option(help="A day such as 2026-11-17; today if not said.")] = "",
    save: Annotated[Path | None, typer.Option(help="Write the record to this file.")] = None,
    check: Annotated[
        Path | None, typer.Option(help="Only check a record of that day, draws and bots.")
    ] = None,
    lang: Lang = None,
) -> None:
    """Play the challenge of the day: one game, one seat, the same luck for everyone."""
    ask_for(lang)
    writable(save)
    task, console = task_of(day or datetime.now(UTC).date().isoformat()), Console(highlight=False)
    spec, say = task.setup.spec, texts(task.setup.game).say
    if check is not None:
        right = checked(task, opened(text_of(check)).steps)
        console.print(say("terminal.challenge.right", place=right.place, score=str(right.score)))
        return
    title = spec.title_in(texts().lang)
    console.rule(f"[bold]{title}[/bold] {task.day}")
    console.print(say("terminal.challenge.text", seat=task.seat + 1), style="dim")
    run = Run(task)
    names = [
        say("terminal.you") if seat == task.seat else say("terminal.bot", n=seat + 1)
        for seat in range(task.setup.players)
    ]
    lines: list[str] = []

    def take(text: str) -> None:
        lines.extend(
            line
            for event in run.take(text)
            if event.seen_by(task.seat) and (line := event_line(spec, event, task.seat, names))
        )

    try:
        read = 0
        while True:
            while (text := run.next()) is not None:
                take(text)
            for line in lines[read:][-LINES:]:
                console.print(f"  {line}", markup=False)
            read = len(lines)
            if run.state.actor() == OVER:
                break
            requests = Requests(lambda: "", lambda: lines, lambda name: "")
            step = Prompt(console, spec, run.state, task.seat, names, requests).ask()
            take(spec.layout.text(step))
        console.print(picture(spec, run.state, task.seat, names))
        console.print(outcome(spec, run.state, names))
        place = run.outcome()
        facts = {"day": task.day, "game": title, "place": place.place, "score": str(place.score)}
        console.print(say("terminal.challenge.share", **facts), markup=False)
    except (Quit, EOFError, KeyboardInterrupt):
        console.print("\n" + say("terminal.left"))
    if save is not None:
        save.write_text(run.record().text(result(spec, run.state)), "utf-8")
