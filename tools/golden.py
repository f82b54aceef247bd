"""Play the golden games that a game lacks: one file per player count and options.

    python tools/golden.py SLUG [NAME PLAYERS SEED BOT key=value ...]

Golden games are kept for ever: an existing file is never written again. The second form adds
one game under a name of its own, for a way of ending the others do not show.
"""

import sys
from itertools import product
from pathlib import Path

from filon.bots import Peephole, named
from filon.core.game import CHANCE, OVER, play
from filon.core.record import Record, annotated
from filon.core.rng import Rng
from filon.core.spec import Options, Spec, written
from filon.games import load

GAMES = Path(__file__).parent.parent / "src" / "filon" / "games"


def game(spec: Spec, players: int, options: Options, seed: int, bot: str) -> Record:
    """One game played by bots."""
    notes = {"seats": f"played by {bot} bots, seed {seed}"}
    record = Record(spec.slug, spec.edition, players, options, notes=notes)
    state, rng, seat = spec.start(players, options), Rng(seed), named(bot)
    while (actor := state.actor()) != OVER:
        if actor == CHANCE:
            step = state.legal()[rng.weighted(state.weights())]
        else:
            step = seat.choose(Peephole(spec, state, actor), rng)
        record.steps.append(spec.layout.text(step))
        play(state, step)
    return record


def keep(spec: Spec, name: str, record: Record) -> None:
    """Write the game unless there is one of that name."""
    file = GAMES / spec.slug / "tests" / "golden" / f"{name}.txt"
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists():
        file.write_text(annotated(spec, record), "utf-8")
        print(file.name, len(record.steps), "steps")


def main(slug: str, *rest: str) -> None:
    """Fill the gaps of a game's golden folder."""
    spec = load(slug)
    if rest:
        name, count, number, bot, *given = rest
        agreed = spec.agree(dict(pair.split("=", 1) for pair in given))
        keep(spec, name, game(spec, int(count), agreed, int(number), bot))
        return
    keys = [option.key for option in spec.options]
    for players in spec.seats:
        for seed, values in enumerate(product(*(option.values for option in spec.options))):
            options = dict(zip(keys, values, strict=True))
            told = [f"{key}-{written(value)}" for key, value in options.items()]
            keep(
                spec, "-".join([f"{players}p", *told]), game(spec, players, options, seed, "greedy")
            )


if __name__ == "__main__":
    main(*sys.argv[1:])
