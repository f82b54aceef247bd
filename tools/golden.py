"""Play the golden games that a game lacks: one file per player count and options.

    python tools/golden.py SLUG [NAME PLAYERS SEED BOT key=value ...]

Golden games are kept for ever: an existing file is never written again. The second form adds
one game under a name of its own, for a way of ending the others do not show.
"""

import sys
from itertools import product
from pathlib import Path

from filon.bots import Peephole, named
from filon.core.drive import by_weight, drive
from filon.core.game import State
from filon.core.record import Record, annotated
from filon.core.rng import Rng
from filon.core.setup import agreed
from filon.core.spec import Options, Spec, written
from filon.games import load

GAMES = Path(__file__).parent.parent / "src" / "filon" / "games"


def game(spec: Spec, players: int, options: Options, seed: int, bot: str) -> Record:
    """One game played by bots."""
    setup, rng, player = agreed(spec, players, options), Rng(seed), named(bot)

    def choose(state: State, seat: int) -> int:
        return player.choose(Peephole(spec, state, seat), rng)

    taken = drive(setup.start(), by_weight(rng), choose)
    steps = [spec.layout.text(step) for _, step in taken]
    return Record(setup, steps, {"seats": f"played by {bot} bots, seed {seed}"})


def keep(spec: Spec, name: str, record: Record) -> None:
    """Write the game unless one of that name exists."""
    file = GAMES / spec.slug / "tests" / "golden" / f"{name}.txt"
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists():
        file.write_text(annotated(record), "utf-8")
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
            chosen = [f"{key}-{written(value)}" for key, value in options.items()]
            keep(
                spec,
                "-".join([f"{players}p", *chosen]),
                game(spec, players, options, seed, "greedy"),
            )


if __name__ == "__main__":
    main(*sys.argv[1:])
