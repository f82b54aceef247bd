"""The boxes that tests run over: every game, number of players and option; random walks."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

import orjson

from filon.build_info import this_build
from filon.core.events import SPECTATOR
from filon.core.game import CHANCE, OVER, State
from filon.core.rng import Rng
from filon.core.spec import Spec, written
from filon.games import load, slugs

LONG = bool(os.environ.get("FILON_LONG"))  # make proofs
SEED = os.environ.get("FILON_SEED", "")  # other random games than usual; a failure prints it
COMPILED = this_build().compiled
BOUND = 50_000  # no game is this long when chance is drawn by weight


@dataclass(frozen=True)
class Box:
    """One way to open a game: its slug, players and options."""

    slug: str
    players: int
    options: tuple[tuple[str, bool | int | str], ...]
    card: Spec | None = None  # of a game that is not on the shelf, or of one changed on purpose

    @property
    def spec(self) -> Spec:
        return self.card or load(self.slug)

    def start(self) -> State:
        return self.spec.start(self.players, dict(self.options))

    def __str__(self) -> str:
        told = [f"{key}={written(value)}" for key, value in self.options]
        return "-".join([self.slug, str(self.players), *told])


def boxes() -> list[Box]:
    """Every game with every player count and every combination of options."""
    found = []
    for slug in slugs():
        spec = load(slug)
        keys = [option.key for option in spec.options]
        for players in spec.seats:
            for values in product(*(option.values for option in spec.options)):
                found.append(Box(slug, players, tuple(zip(keys, values, strict=True))))
    return found


def defaults() -> list[Box]:
    """Every game with every player count, options at their defaults."""
    return [
        Box(slug, players, tuple(load(slug).agree().items()))
        for slug in slugs()
        for players in load(slug).seats
    ]


def examples(short: int) -> int:
    """How many examples a proof tries: few in the short form, forty times as many in the long.

    The sources are several times slower than the compiled build, which plays the same games: there
    the short form is a third as long.
    """
    if LONG:
        return short * 40
    return short if COMPILED else max(1, short // 3)


def thinned(found: Sequence[Box]) -> Sequence[Box]:
    """Boxes for a costly proof: all on the compiled build, on the sources every fourth."""
    return found if COMPILED or LONG else found[::4]


def seeded(name: int | str) -> Rng:
    """The dice of a random test: the same in every run, and others for every `FILON_SEED`."""
    return Rng(f"{SEED} {name}" if SEED else name)


def eyes(spec: Spec, players: int) -> list[int]:
    """Everyone who may look: the seats and a spectator."""
    return [*range(players), SPECTATOR]


def take(state: State, rng: Rng) -> int:
    """A step of the actor: chance by its weights, seats at random."""
    steps = state.legal()
    if state.actor() == CHANCE:
        return steps[rng.weighted(state.weights())]
    return steps[rng.below(len(steps))]


def wander(state: State, rng: Rng) -> Iterator[State]:
    """The same state at every point of a random game, the start and the end included."""
    for _ in range(BOUND):
        yield state
        if state.actor() == OVER:
            return
        state.apply(take(state, rng))
    raise AssertionError(f"no end within {BOUND} steps")


def played(box: Box, seed: int) -> list[int]:
    """The steps of one random game."""
    state, rng, steps = box.start(), Rng(seed), []
    while state.actor() != OVER:
        steps.append(take(state, rng))
        state.apply(steps[-1])
    return steps


def fingerprint(state: State) -> str:
    """All attributes of a state, as text, on either build; the story does not count."""
    return repr(held(state))


def fields(part: object) -> list[str]:
    """The names of what an object holds: compiled fields, and those of a class that is not."""
    kind: type = type(part)
    compiled, plain = compiled_fields(kind), getattr(part, "__dict__", None)
    return sorted({*compiled, *plain} - HIDDEN) if plain else compiled


@cache
def compiled_fields(kind: type) -> list[str]:
    """The names of a compiled class's fields, in order; none on the sources."""
    return sorted({*getattr(kind, "__mypyc_attrs__", ())} - HIDDEN)


def held(part: object) -> dict[str, object]:
    """The attributes of a game's object, and those that are such objects themselves."""
    found = {name: getattr(part, name) for name in fields(part)}
    return {
        name: held(value) if type(value).__module__.startswith("filon.") else value
        for name, value in found.items()
    }


HIDDEN = frozenset({"story", "__dict__"})


def lists(part: object, where: str = "") -> dict[str, list[int]]:
    """Every list that a state holds, by the way to it: the objects themselves."""
    found: dict[str, list[int]] = {}
    for name in fields(part):
        value = getattr(part, name)
        if isinstance(value, list):
            found[where + name] = value
        elif type(value).__module__.startswith("filon."):
            found |= lists(value, f"{where}{name}.")
    return found


def bytes_seen(spec: Spec, state: State, seat: int) -> bytes:
    """Everything a seat is shown of a position, as bytes."""
    legal = [spec.layout.text(step) for step in state.legal()] if state.actor() == seat else []
    return as_bytes([spec.view(state, seat), legal, state.actor()])


def as_bytes(value: object) -> bytes:
    """Anything that is sent as JSON, as bytes to compare."""
    return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS)
