"""`filon games-of`: a data set of games, played by bots and written as they end."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from filon.bots import searches
from filon.commands.arena import STOPPED, On, Pace, Seed, Workers
from filon.commands.game_choice import Chosen, Game, Players, chosen_setup
from filon.commands.output import writable
from filon.commands.words import texts
from filon.lab.executor import executor
from filon.lab.games_of import DataSet


def games_of(
    game: Game,
    out: Annotated[
        Path, typer.Option("--out", help="The file: plain, or packed if it ends in .gz or .xz.")
    ],
    bots: Annotated[
        str, typer.Option("--bots", help="Names or module:Class, with commas between.")
    ] = "sourdough",
    games: Annotated[int, typer.Option(min=1, help="How many, rounded up to whole sets.")] = 10_000,
    players: Players = None,
    option: Chosen = None,
    seed: Seed = 1,
    pace: Pace = 1,
    on: On = "local",
    workers: Workers = 1,
) -> None:
    """Write a data set of games; asked again, it goes on where the file ends."""
    names = [name.strip() for name in bots.split(",") if name.strip()]
    writable(out)
    setup = chosen_setup(game, players, option)
    found = DataSet(out, setup, names, games, seed, pace)
    where = executor(on, workers, apart=any(searches(name, setup.spec) for name in names))
    columns = (TextColumn(setup.game), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    say = texts().say
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        shown = bar.add_task("games", total=found.total, completed=found.done)
        try:
            found.play(where, lambda done, total: bar.update(shown, completed=done, total=total))
        except KeyboardInterrupt:
            stopped = say("terminal.games_of.stopped", games=found.done, total=found.total)
            typer.echo(stopped, err=True)
            raise typer.Exit(STOPPED) from None
    typer.echo(say("terminal.games_of.done", games=found.done, path=str(out)))
