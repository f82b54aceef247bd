"""`filon study`: what a game itself is like when a given bot plays every seat."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from filon.commands.arena import Divisor, Games, Json, Keep, On, Resume, Seed, Workers, with_bar
from filon.commands.options import Chosen, Game, Players, chosen_setup
from filon.commands.output import STOPPED, writable
from filon.extras import need
from filon.lab.arena import request
from filon.lab.report import percent, study_page
from filon.lab.study import study as measured


def study(
    game: Game,
    bot: Annotated[
        str, typer.Option(help="Who plays every seat: a name, module:Class or cmd:PROGRAM.")
    ] = "greedy",
    games: Games = 500,
    players: Players = None,
    option: Chosen = None,
    seed: Seed = 1,
    divisor: Divisor = 1,
    on: On = "local",
    workers: Workers = 1,
    journal: Keep = None,
    resume: Resume = False,
    json_file: Json = None,
    html: Annotated[Path | None, typer.Option("--html", help="The page to write.")] = None,
) -> None:
    """Measure the balance of a game: seats, length, leads, scores, and what wins it."""
    setup = chosen_setup(game, players, option)
    order = request(setup, [bot], games, seed, divisor, watch=True)
    file = html or Path(f"study-{setup.game}-{setup.players}.html")
    writable(journal, json_file, file)
    need("lab", "filon.lab")
    standings, outcomes = with_bar(order, on, workers, journal, resume)
    result = measured(order, outcomes)
    file.write_text(study_page(result), encoding="utf-8")
    if json_file is not None:
        json_file.write_text(json.dumps(result.as_dict(), indent=1) + "\n", encoding="utf-8")
    say = Console(highlight=False).print
    if result.by_order:
        starter = result.by_order[0]
        say(f"starter wins {percent(starter.mean, starter.low, starter.high)}, par "
            f"{100 * result.par:.1f} %")  # fmt: skip
    say(f"{sum(result.lengths) / result.games:.0f} steps, "
        f"{sum(result.changes) / result.games:.1f} changes of the lead, "
        f"{100 * result.tied:.1f} % shared victories")  # fmt: skip
    say(f"The page: {file}")
    if not standings.whole:
        raise typer.Exit(STOPPED)
