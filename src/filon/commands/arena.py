"""`filon arena`: which bot is stronger, and how sure that is."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from filon.bots import searches
from filon.commands.options import Bots, Chosen, Game, Players, chosen_setup, names_in
from filon.commands.output import STOPPED, progress, writable
from filon.commands.words import texts
from filon.core.errors import Refusal
from filon.extras import need
from filon.lab.arena import ArenaRequest, Standings, request, run
from filon.lab.bout import Outcome
from filon.lab.executor import executor
from filon.lab.report import arena_page, meetings, percent, shown_name

Games = Annotated[int, typer.Option(min=1, help="How many games, rounded up to whole sets.")]
Seed = Annotated[int, typer.Option(help="Of the first set; the next ones count up.")]
Divisor = Annotated[int, typer.Option(min=1, help="Divide the levels' budgets by this.")]
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
    bots: Bots = "",
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", help="One more: a name, module:Class or cmd:PROGRAM."),
    ] = None,
    games: Games = 200,
    players: Players = None,
    option: Chosen = None,
    seed: Seed = 1,
    divisor: Divisor = 1,
    on: On = "local",
    workers: Workers = 1,
    journal: Keep = None,
    resume: Resume = False,
    json_file: Json = None,
    html: Html = None,
) -> None:
    """Let bots play each other in all seatings over the same dice."""
    names = names_in(bots) + (bot or [])
    order = request(chosen_setup(game, players, option), names, games, seed, divisor)
    writable(journal, json_file, html)
    need("lab", "filon arena")  # ratings are made at the end: nothing is played in vain
    standings, _ = with_bar(order, on, workers, journal, resume)
    say = Console(highlight=False).print
    say(standings_table(standings))
    say(head_to_head(standings))
    if json_file is not None:
        json_file.write_text(json.dumps(standings.as_dict(), indent=1) + "\n", encoding="utf-8")
    if html is not None:
        html.write_text(arena_page(standings), encoding="utf-8")
    if not standings.whole:
        raise typer.Exit(STOPPED)


def with_bar(
    order: ArenaRequest, on: str, workers: int, journal: Path | None, resume: bool
) -> tuple[Standings, list[Outcome]]:
    """Hold the arena while a bar shows how far it is; Ctrl-C ends it with what was played."""
    if resume and journal is None:
        raise Refusal("resume_journal")
    where = executor(on, workers, apart=any(searches(bot, order.setup.spec) for bot in order.bots))
    with progress(order.setup.game) as bar:
        standings, outcomes = run(order, where, journal, resume, bar)
    if not standings.whole:
        say = texts().say
        stopped = say("terminal.arena.stopped", games=standings.games, total=order.total)
        more = say("terminal.arena.resume", path=str(journal)) if journal else ""
        typer.echo(f"{stopped} {more}".strip(), err=True)
    return standings, outcomes


def standings_table(standings: Standings) -> Table:
    """The standings for a terminal."""
    setup = standings.request.setup
    shown = Table(
        title=f"{setup.game}, {setup.players} players, {standings.games} games",
        title_justify="left", caption=standings.build, caption_justify="left", box=None,
        pad_edge=False,
    )  # fmt: skip
    for head in ("bot", "share of wins, 95 %", "rating, 95 %", "place", "ms/choice", "faults"):
        shown.add_column(head, justify="left" if head == "bot" else "right")
    for row in standings.rows:
        rating = f"{row.rating.mean:.0f} ({row.rating.low:.0f} to {row.rating.high:.0f})"
        share = percent(row.share.mean, row.share.low, row.share.high)
        shown.add_row(shown_name(row.bot), share, rating, f"{row.place.mean:.2f}",
                      f"{row.milliseconds:.1f}", str(row.illegal))  # fmt: skip
    return shown


def head_to_head(standings: Standings) -> Table:
    """How each bot of a row fared against the one of a column."""
    heads, rows = meetings(standings)
    shown = Table(
        title="ahead of the other, %; a tie counts half", title_justify="left", box=None,
        pad_edge=False,
    )  # fmt: skip
    for head in heads:
        shown.add_column(head, justify="left" if head == heads[0] else "right")
    for row in rows:
        shown.add_row(*row)
    return shown
