"""What commands share of their output: files checked before work begins, a bar, a game's result."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from filon.commands.words import texts
from filon.core.errors import Refusal
from filon.core.game import State
from filon.core.spec import Spec

STOPPED = 130  # what a shell calls an end by Ctrl-C


def writable(*files: Path | None) -> None:
    """Refusal `unwritable` for the first file that could not be written; nothing is touched."""
    for file in files:
        if file is None:
            continue
        why = _hindrance(file)
        if why:
            raise Refusal("unwritable", path=str(file), why=texts().say(f"why.{why}"))


def _hindrance(file: Path) -> str:
    if file.is_dir():
        return "is_folder"
    if not file.parent.is_dir():
        return "folder"
    return "" if os.access(file if file.exists() else file.parent, os.W_OK) else "denied"


@contextmanager
def progress(title: str, done: int = 0, total: int | None = None) -> Iterator[Callable[..., None]]:
    """A bar on stderr while something is made; call what it gives with `done` and `total`."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    console = Console(stderr=True)
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as bar:
        task = bar.add_task(title, total=total, completed=done)
        yield lambda done, total=total: bar.update(task, completed=done, total=total)


def outcome(spec: Spec, state: State, names: Sequence[str]) -> RenderableType:
    """What ended the game, and its result, the best first; seats that are not ranked come last."""
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
    ending = state.ending()
    return Group(say(f"{spec.slug}.ending.{ending}"), table) if ending else table
