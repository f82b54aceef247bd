"""`filon arena`: which bot is stronger, and how sure that is."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from filon.bots import searches
from filon.commands.game_choice import Chosen, Game, Players, chosen_setup
from filon.commands.output import writable
from filon.commands.words import texts
from filon.core.errors import Refusal
from filon.extras import need
from filon.lab.arena import Request, Standings, request, run
from filon.lab.bout import Outcome
from filon.lab.executor import executor
from filon.lab.report import arena_page, meetings, percent, shown_name

STOPPED = 130  # what a shell calls an end by Ctrl-C
Games = Annotated[int, typer.Option(min=1, help="How many games, rounded up to whole sets.")]
Seed = Annotated[int, typer.Option(help="Of the first set; the next ones count up.")]
Pace = Annotated[int, typer.Option(min=1, help="Divide the levels' budgets by this.")]
On = Annotated[str, typer.Option(help="local, or ray for a Ray cluster.")]
Workers = Annotated[int, typer.Option(min=1, help="Processes to play in.")]
Resume = Annotated[bool, typer.Option(help="Go on where the journal ends.")]
Keep = Annotated[
    Path | None, typer.Option("--journal", help="Note finished batches here, for --resume.")
]
Json = Annotated[Path | None, typer.Option("--json", help="Write the figures here.")]
Html = Annotated[Path | None, typer.Option("--html", help="Write a page with pictures here.")]


def arena(
    game: Game,
    bots: Annotated[
        str, typer.Option("--bots", help="Names or module:Class, with commas between.")
    ] = "",
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", help="One more: a name, module:Class or cmd:PROGRAM."),
    ] = None,
    games: Games = 200,
    players: Players = None,
    option: Chosen = None,
    seed: Seed = 1,
    pace: Pace = 1,
    on: On = "local",
    workers: Workers = 1,
    journal: Keep = None,
    resume: Resume = False,
    json_file: Json = None,
    html: Html = None,
) -> None:
    """Let bots play each other in all seatings over the same dice."""
    names = [name.strip() for name in bots.split(",") if name.strip()] + (bot or [])
    asked = request(chosen_setup(game, players, option), names, games, seed, pace)
    writable(journal, json_file, html)
    need("lab", "filon arena")  # ratings are made at the end: nothing is played in vain
    found, _ = with_bar(asked, on, workers, journal, resume)
    say = Console(highlight=False).print
    say(drawn(found))
    say(head_to_head(found))
    if json_file is not None:
        json_file.write_text(json.dumps(found.told(), indent=1) + "\n", encoding="utf-8")
    if html is not None:
        html.write_text(arena_page(found), encoding="utf-8")
    if not found.whole:
        raise typer.Exit(STOPPED)


def with_bar(
    asked: Request, on: str, workers: int, journal: Path | None, resume: bool
) -> tuple[Standings, list[Outcome]]:
    """Hold the arena while a bar shows how far it is; Ctrl-C ends it with what was played."""
    if resume and journal is None:
        raise Refusal("resume_journal")
    where = executor(on, workers, apart=any(searches(bot, asked.setup.spec) for bot in asked.bots))
    columns = (
        TextColumn(asked.setup.game),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        shown = bar.add_task("games", total=None)
        found, outcomes = run(
            asked, where, journal, resume,
            lambda done, total: bar.update(shown, completed=done, total=total),
        )  # fmt: skip
    if not found.whole:
        say = texts().say
        told = say("terminal.arena.stopped", games=found.games, total=asked.total)
        more = say("terminal.arena.resume", path=str(journal)) if journal else ""
        typer.echo(f"{told} {more}".strip(), err=True)
    return found, outcomes


def drawn(found: Standings) -> Table:
    """The standings for a terminal."""
    setup = found.request.setup
    shown = Table(
        title=f"{setup.game}, {setup.players} players, {found.games} games", title_justify="left",
        caption=found.build, caption_justify="left", box=None, pad_edge=False,
    )  # fmt: skip
    for head in ("bot", "share of wins, 95 %", "rating, 95 %", "place", "ms/choice", "faults"):
        shown.add_column(head, justify="left" if head == "bot" else "right")
    for row in found.rows:
        rating = f"{row.rating.mean:.0f} ({row.rating.low:.0f} to {row.rating.high:.0f})"
        share = percent(row.share.mean, row.share.low, row.share.high)
        shown.add_row(shown_name(row.bot), share, rating, f"{row.place.mean:.2f}",
                      f"{row.milliseconds:.1f}", str(row.illegal))  # fmt: skip
    return shown


def head_to_head(found: Standings) -> Table:
    """How each bot of a row fared against the one of a column."""
    heads, rows = meetings(found)
    shown = Table(
        title="ahead of the other, %; a tie counts half", title_justify="left", box=None,
        pad_edge=False,
    )  # fmt: skip
    for head in heads:
        shown.add_column(head, justify="left" if head == heads[0] else "right")
    for row in rows:
        shown.add_row(*row)
    return shown
