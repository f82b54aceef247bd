"""`filon games-of`: a data set of games, played by bots and written as they end."""

from pathlib import Path
from typing import Annotated

import typer

from filon.bots import searches
from filon.commands.arena import Divisor, On, Seed, Workers
from filon.commands.options import Bots, Chosen, Game, Players, chosen_setup, names_in
from filon.commands.output import STOPPED, progress, writable
from filon.commands.words import texts
from filon.lab.executor import executor
from filon.lab.games_of import DataSet


def games_of(
    game: Game,
    out: Annotated[
        Path, typer.Option("--out", help="The file: plain, or packed if it ends in .gz or .xz.")
    ],
    bots: Bots = "sourdough",
    games: Annotated[int, typer.Option(min=1, help="How many, rounded up to whole sets.")] = 10_000,
    players: Players = None,
    option: Chosen = None,
    seed: Seed = 1,
    divisor: Divisor = 1,
    on: On = "local",
    workers: Workers = 1,
) -> None:
    """Write a data set of games; asked again, it goes on where the file ends."""
    names = names_in(bots)
    writable(out)
    setup = chosen_setup(game, players, option)
    data = DataSet(out, setup, names, games, seed, divisor)
    where = executor(on, workers, apart=any(searches(name, setup.spec) for name in names))
    say = texts().say
    with progress(setup.game, data.done, data.total) as bar:
        try:
            data.play(where, bar)
        except KeyboardInterrupt:
            stopped = say("terminal.games_of.stopped", games=data.done, total=data.total)
            typer.echo(stopped, err=True)
            raise typer.Exit(STOPPED) from None
    typer.echo(say("terminal.games_of.done", games=data.done, path=str(out)))
