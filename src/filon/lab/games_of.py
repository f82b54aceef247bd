"""A data set of whole games: one JSON object a line, packed by the file's ending, resumable.

The first line says what was asked for, each further one is a game; docs/lab.md has the format.
"""

import gzip
import json
import lzma
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

from filon.build_info import this_build
from filon.core.errors import Refusal
from filon.core.game import State, play
from filon.core.setup import Setup, agreed
from filon.games import load
from filon.lab.arena import ArenaRequest, request
from filon.lab.bout import Outcome
from filon.lab.executor import Batch, Executor

KIND = "filon-games-1"
SOON = 200  # games between two writings at most: what Ctrl-C or a crash may cost
Told = dict[str, Any]
Progress = Callable[[int, int], None]


class DataSet:
    """The games of one request in one file; existing games are not played again."""

    def __init__(self, file: Path, setup: Setup, bots: Sequence[str], games: int, seed: int,
                 divisor: int) -> None:  # fmt: skip
        self.file = file
        # Two of one kind are a company too: a single bot plays every seat.
        self.request = request(setup, bots, games, seed, divisor, watch=len(set(bots)) == 1)
        self.done = 0
        if not file.exists():
            self._append([self.head()])
            return
        lines = list(whole_lines(file))
        if not lines or _wish(json.loads(lines[0])) != _wish(json.loads(json.dumps(self.head()))):
            raise Refusal("data_set", file=file.name)
        self.done = len(lines) - 1
        self._rewrite(lines)

    @property
    def total(self) -> int:
        """How many games the data set will have: the number wanted, rounded up to whole sets."""
        return self.request.total

    def head(self) -> Told:
        """The first line: the request, and the build that played."""
        request = self.request
        return {
            "kind": KIND,
            "game": request.setup.game,
            "edition": request.setup.edition,
            "players": request.setup.players,
            "options": dict(request.setup.options),
            "bots": list(request.bots),
            "seed": request.seed,
            "pace": request.divisor,
            "unit": load(request.setup.game).start(request.setup.players).unit,
            "build": str(this_build()),
        }

    def play(self, on: Executor, progress: Progress | None = None) -> None:
        """Play the missing games; lines are written in the order of the request."""
        held: dict[int, list[Outcome]] = {}
        batches = _missing(self.request, self.done)
        next_one = 0
        if progress is not None:
            progress(self.done, self.total)
        for number, outcomes in on.run(list(enumerate(batches))):
            held[number] = outcomes
            ready: list[Told] = []
            while next_one in held:
                ready += [game_line(game) for game in held.pop(next_one)]
                next_one += 1
            self._append(ready)
            self.done += len(ready)
            if progress is not None:
                progress(self.done, self.total)

    def _append(self, lines: Iterable[Told]) -> None:
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        if text:
            with opened(self.file, "ab") as file:  # packed files may be strings of packed pieces
                file.write(text.encode())

    def _rewrite(self, lines: Sequence[str]) -> None:
        """Write the file anew, without a line that was cut off."""
        beside = self.file.with_name(f"{self.file.stem}.part{self.file.suffix}")
        with opened(beside, "wb") as file:
            file.write("".join(lines).encode())
        beside.replace(self.file)


def _missing(request: ArenaRequest, done: int) -> list[Batch]:
    """The missing bouts, in batches whose games are written together."""
    bouts = [replace(bout, watch=False, keep=True) for bout in request.bouts()][done:]
    size = min(SOON, request.batch)
    return [tuple(bouts[at : at + size]) for at in range(0, len(bouts), size)]


def _wish(head: Told) -> Told:
    return {key: value for key, value in head.items() if key != "build"}


def game_line(game: Outcome) -> Told:
    """A game as a line of JSON."""
    return {
        "seed": game.seed,
        "bots": game.bots,
        "steps": game.record,
        "ranks": game.ranks,
        "scores": game.scores,
        "first": game.first,
    }


def opened(file: Path, mode: str) -> IO[bytes]:
    """The file for bytes, packed if its name ends in .gz or .xz."""
    packers: dict[str, Callable[[Path, str], Any]] = {".gz": gzip.open, ".xz": lzma.open}
    stream: IO[bytes] = packers.get(file.suffix, Path.open)(file, mode)
    return stream


def whole_lines(file: Path) -> Iterator[str]:
    """Every line that was written to its end; a packed file may have been cut off anywhere."""
    with opened(file, "rb") as packed:
        try:
            for line in packed:
                if not line.endswith(b"\n"):
                    return
                yield line.decode()
        except (EOFError, lzma.LZMAError, gzip.BadGzipFile):
            return


def games_in(file: Path) -> tuple[Told, Iterator[Told]]:
    """The request and an iterator over the games; Refusal for another kind of file."""
    lines = whole_lines(file)
    head: Told = json.loads(next(lines, "{}"))
    if head.get("kind") != KIND:
        raise Refusal("file", path=str(file))
    return head, map(json.loads, lines)


def walk(head: Told, game: Told) -> Iterator[tuple[State, int]]:
    """The live state before each step of a game, and the step; the rules look at every step."""
    spec = load(head["game"]).in_edition(head["edition"])
    state = agreed(spec, head["players"], head["options"]).start()
    for text in game["steps"]:
        step = spec.layout.number(text)
        yield state, step
        play(state, step)
