"""Ways to reach positions of Le Partage du butin for its tests."""

from filon.core.drive import playout
from filon.core.game import OVER, play
from filon.core.rng import Rng
from filon.games.butin.rules import Butin, butin
from filon.games.butin.spec import SPEC


def game(players: int, *steps: str, scoring: str = "simple", symbols: str = "even") -> Butin:
    """A game after these steps, all of them checked."""
    state = butin(SPEC.start(players, {"scoring": scoring, "symbols": symbols}))
    go(state, *steps)
    return state


def go(state: Butin, *steps: str) -> None:
    """Play on, step by step, in notation."""
    for step in steps:
        play(state, SPEC.layout.number(step))


def legal(state: Butin) -> list[str]:
    """The legal steps in notation."""
    return [SPEC.layout.text(step) for step in state.legal()]


def wander(state: Butin, rng: Rng, until: int = 0) -> Butin:
    """Play at random, chance by its weights, until so many tokens are left in the envelope."""
    while state.actor() != OVER and (sum(state.left) > until or state.actor() >= 0):
        playout(state, rng, most=1)
    return state


def endings(state: Butin, seen: set[str], found: set[tuple[int, ...]]) -> None:
    """Every score that some continuation gives, by playing them all; two are enough to stop."""
    if len(found) > 1:
        return
    if state.actor() == OVER:
        found.add(tuple(state.scores()))
        return
    told = repr(
        (
            state.phase,
            state.seat,
            state.token,
            state.left,
            state.filled,
            state.total,
            state.hand,
            state.cards,
        )
    )
    if told in seen:
        return
    seen.add(told)
    for step in state.legal():
        later = state.clone()
        later.apply(step)
        endings(later, seen, found)
