"""`filon puzzles`: positions with one clearly best step, found in games that bots play."""

import os
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from filon.commands.options import Chosen, Game, Lang, Players, chosen_setup
from filon.commands.output import writable
from filon.commands.words import ask_for, texts
from filon.puzzles.finder import Effort, puzzles_of
from filon.puzzles.puzzle import opened


def puzzles(
    game: Game,
    out: Annotated[Path, typer.Option("--out", help="The file to write; it grows if it is there.")],
    count: Annotated[int, typer.Option(min=1, help="Stop at so many puzzles.")] = 20,
    most: Annotated[int, typer.Option("--games", min=1, help="Look through so many games.")] = 1000,
    seconds: Annotated[float, typer.Option(help="Stop after so long.")] = 3600.0,
    each: Annotated[int, typer.Option(min=1, help="At most so many from one game.")] = 2,
    players: Players = None,
    option: Chosen = None,
    look: Annotated[int, typer.Option(min=1, help="Divides the quick look's budget.")] = 8,
    deep: Annotated[int, typer.Option(min=1, help="Divides the deep look's budget.")] = 2,
    every: Annotated[int, typer.Option(min=1, help="Look at one choice of so many.")] = 1,
    lang: Lang = None,
) -> None:
    """Find puzzles and check each at three times the depth; what was found is written at once."""
    ask_for(lang)
    setup = chosen_setup(game, players, option)
    writable(out)
    collection, end = opened(out, setup.spec), time.monotonic() + seconds
    say = Console(highlight=False).print
    for _ in range(most):
        if len(collection.puzzles) >= count or time.monotonic() > end:
            break
        posed = puzzles_of(setup, f"puzzles/{game}/{collection.looked}", Effort(look, deep, every))
        for here, puzzle in enumerate(posed, start=1):
            collection.puzzles.append(puzzle)
            _write(out, collection.text())
            say(texts().say("terminal.puzzles.one", n=len(collection.puzzles), step=puzzle.best))
            if here >= each or len(collection.puzzles) >= count or time.monotonic() > end:
                break
        collection.looked += 1
        _write(out, collection.text())
    say(
        texts().say(
            "terminal.puzzles.done",
            n=len(collection.puzzles),
            games=collection.looked,
            path=str(out),
        )
    )


def _write(out: Path, text: str) -> None:
    """Whole or not at all: a search that is stopped leaves what it had."""
    part = out.with_name(out.name + ".part")
    part.write_text(text, "utf-8")
    os.replace(part, out)
