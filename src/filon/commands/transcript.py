"""`filon transcript`: whole games as JSON lines, every legal step and every chance included."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from filon.bots import Peephole, named
from filon.commands.options import Chosen, Game, Players, chosen_setup
from filon.core.errors import Refusal
from filon.core.game import CHANCE, OVER, IllegalStep, State, play
from filon.core.rng import Rng
from filon.core.setup import Setup
from filon.core.spec import Spec

Source = Callable[[State], int | None]  # the next step of seats and chance, or None at the end


def transcript(
    game: Game,
    players: Players = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same game.")] = 0,
    games: Annotated[int, typer.Option(min=1, help="How many, with seeds S, S+1, ...")] = 1,
    option: Chosen = None,
    bot: Annotated[str, typer.Option(help="Who plays all the seats.")] = "random",
    script: Annotated[
        Path | None, typer.Option(help="Take the steps from this file, one notation a line.")
    ] = None,
) -> None:
    """Print games step by step as JSON lines: header, steps, result."""
    setup = chosen_setup(game, players, option)
    if script is not None:
        emit(setup, seed, scripted(setup.spec, script))
        return
    for number in range(seed, seed + games):
        emit(setup, number, seated(setup.spec, bot, number))


def emit(setup: Setup, seed: int, source: Source) -> None:
    """Print one game; stops without a result if the source has no more steps."""
    for line in lines(setup, seed, source):
        sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")


def lines(setup: Setup, seed: int, source: Source) -> Iterator[dict[str, object]]:
    """The lines of one game as JSON values."""
    yield {"game": setup.game, "edition": setup.edition, "players": setup.players,
           "options": setup.options, "seed": seed}  # fmt: skip
    spec, state = setup.spec, setup.start()
    n = 0
    while (step := source(state)) is not None:
        actor = state.actor()
        line: dict[str, object] = {"n": n, "actor": "chance" if actor == CHANCE else actor}
        line["legal"] = [spec.layout.text(legal) for legal in state.legal()]
        if actor == CHANCE:
            line["weights"] = state.weights()
        line["step"] = spec.layout.text(step)
        play(state, step)
        yield line
        n += 1
    if state.actor() == OVER:
        ranks = [rank or None for rank in state.ranks()]
        yield {"scores": [str(points) for points in spec.points(state)], "ranks": ranks}


def seated(spec: Spec, bot: str, seed: int) -> Source:
    """Bots on every seat, chance drawn by its weights, all from one seed."""
    player, rng = named(bot), Rng(seed)

    def choose(state: State) -> int | None:
        actor = state.actor()
        if actor == OVER:
            return None
        if actor == CHANCE:
            return state.draw(rng)
        return player.choose(Peephole(spec, state, actor), rng)

    return choose


def scripted(spec: Spec, file: Path) -> Source:
    """The steps of a file; Refusal names the line, and the clause, of the first illegal one."""
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        raise Refusal("file", path=str(file)) from None
    numbered = [
        (number, step)
        for number, line in enumerate(text.splitlines(), start=1)
        if (step := line.partition("#")[0].strip())
    ]
    left = iter(numbered)

    def choose(state: State) -> int | None:
        number, step = next(left, (0, ""))
        if not step:
            return None
        try:
            chosen = spec.layout.number(step)
        except Refusal:
            raise Refusal("notation_line", line=number, text=step[:60]) from None
        if state.actor() == OVER:
            raise Refusal("over_line", line=number, text=step)
        try:
            play(state.clone(), chosen)
        except IllegalStep as refused:
            raise Refusal("illegal_line", line=number, text=step, clause=refused.clause) from None
        return chosen

    return choose
