"""The result of a finished game: places, names and exact points."""

from collections.abc import Sequence

from rich.table import Table

from filon.commands.words import texts
from filon.core.game import State
from filon.core.spec import Spec


def outcome(spec: Spec, state: State, names: Sequence[str]) -> Table:
    """A table of all seats, the best first; seats that are not ranked come last."""
    say = texts(spec.slug).say
    table = Table(title=say("terminal.result"), title_justify="left", title_style="bold", box=None)
    for head in ("place", "who", "points"):
        table.add_column(
            say(f"terminal.result.{head}"), justify="left" if head == "who" else "right"
        )
    seats = zip(state.ranks(), names, spec.points(state), strict=True)
    for rank, name, points in sorted(seats, key=lambda seat: seat[0] or 99):
        style = "bold" if rank == 1 else ""
        table.add_row(str(rank or "-"), name, str(points) if rank else "-", style=style)
    return table
