"""A game driven by a source of luck and somebody who chooses: the one loop of draw or choose."""

from collections.abc import Callable, Iterator

from filon.core.game import CHANCE, OVER, State, play
from filon.core.rng import Rng

Luck = Callable[[State], int]  # at CHANCE: the step that falls
Chooser = Callable[[State, int], int | None]  # a seat's step, or None to drive no further


def by_weight(rng: Rng) -> Luck:
    """Luck from a seeded source."""
    return lambda state: state.draw(rng)


def at_random(rng: Rng) -> Chooser:
    """Seats that take any legal step."""
    return lambda state, seat: state.pick(rng)


def nobody(state: State, seat: int) -> int | None:
    """Drive no further than the next seat's choice."""
    return None


def drive(state: State, luck: Luck, choose: Chooser) -> Iterator[tuple[int, int]]:
    """Play on to the end, or to the first choice nobody makes; yields (actor, step) once taken."""
    while (actor := state.actor()) != OVER:
        if actor == CHANCE:
            step = luck(state)
            state.apply(step)
        else:
            chosen = choose(state, actor)
            if chosen is None:
                return
            step = chosen
            play(state, step)
        yield actor, step


def fall(state: State, rng: Rng) -> int:
    """Let luck fall, fast, until somebody is to choose or the game is over; the actor then."""
    while True:
        actor = state.actor()
        if actor != CHANCE:
            return actor
        state.apply(state.draw(rng))


def playout(state: State, rng: Rng, most: int = -1) -> int:
    """Play on at random, fast, to the end or for at most so many steps; how many were taken."""
    taken = 0
    while taken != most:
        actor = state.actor()
        if actor == OVER:
            break
        state.apply(state.draw(rng) if actor == CHANCE else state.pick(rng))
        taken += 1
    return taken
