"""`filon bench`: how fast this build is here."""

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from filon.build_info import this_build
from filon.games import load, slugs
from filon.lab.bench import speed

Games = Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="All if not said.")]
Seconds = Annotated[float, typer.Option(min=0.1, help="Processor time for each line.")]


def bench(games: Games = None, seconds: Seconds = 2.0) -> None:
    """Measure steps of random games and simulations of the search, per second."""
    table = Table(box=None, pad_edge=False, caption=str(this_build()), caption_justify="left")
    for head in ("game", "players", "steps/s", "simulations/s"):
        table.add_column(head, justify="left" if head == "game" else "right")
    for slug in games or slugs():
        for players in sorted({load(slug).seats[0], load(slug).seats[-1]}):
            rate = speed(slug, players, seconds)
            table.add_row(slug, str(players), f"{rate.steps:,.0f}", f"{rate.simulations:,.0f}")
    Console(highlight=False).print(table)
