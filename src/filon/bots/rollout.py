"""Positions valued by playing on from them: every seat's part of the victory, and its spread.

The same position and the same numbers give the same value, whatever was valued before.
"""

from typing import Final

from filon.core.game import CHANCE, OVER, State
from filon.core.hints import Hints
from filon.core.rewards import final_rewards
from filon.core.rng import Rng

OVERTIME: Final = 40  # steps a playout may go on, past its depth, to the end of a turn
LIMIT: Final = 4000  # steps after which a playout counts as it stands
FINE: Final = 1 << 20  # parts into which the luck of a first draw is divided


class Rollout:
    """Plays on for some steps, by the hints or at random; then the hints give the values."""

    def __init__(
        self, hints: Hints | None, players: int, depth: int, guided: int, settling: bool = False
    ) -> None:
        self.hints = hints
        self.players = players
        self.depth = depth if hints is not None else -1  # steps; -1: to the end
        self.guided = guided if hints is not None else 0  # percent of choices by the hints
        self.settling = settling  # play to where the hints say `settled`, by what they like best

    def value(self, state: State, first: int, times: int) -> list[float]:
        """The mean part of every seat over playouts number `first` on, then its variance.

        Playouts of the same number share their luck as long as they can: then positions compare
        better than each is known. A first draw is shared out by its weights.
        """
        players = self.players
        total = [0.0] * players
        squares = [0.0] * players
        draws: list[int] = []
        if state.actor() == CHANCE and times > 1:
            draws = shared_out(state, times, Rng(first))
        for number in range(times):
            end = state.clone()
            if draws:
                end.apply(draws[number])
            parts = self.outcome(end, Rng(first + number))
            for seat in range(players):
                total[seat] += parts[seat]
                squares[seat] += parts[seat] * parts[seat]
        values: list[float] = []
        for seat in range(players):
            values.append(total[seat] / times)
        for seat in range(players):
            mean = values[seat]
            spread = max(0.0, squares[seat] / times - mean * mean)
            values.append(spread / (times - 1) if times > 1 else 0.0)
        return values

    def outcome(self, state: State, rng: Rng) -> list[float]:
        """Play on in this state and return the shares at the end."""
        depth = self.depth
        guided = self.guided
        hints = self.hints
        taken = 0
        last = OVER
        if self.settling and hints is not None:
            self.settle(state, rng, hints)
            return self.standing(state)
        while depth != 0:
            actor = state.actor()
            if actor == OVER:
                break
            if depth > 0 and taken >= depth:
                if (actor >= 0 and actor != last) or taken >= depth + OVERTIME:
                    break
            if actor == CHANCE:
                state.apply(state.draw(rng))
            else:
                last = actor
                if hints is None or (guided < 100 and rng.below(100) >= guided):
                    state.apply(state.pick(rng))
                else:
                    state.apply(hints.quick(state, rng))
            taken += 1
            if taken > LIMIT and hints is not None:
                break
        return self.standing(state)

    def settle(self, state: State, rng: Rng, hints: Hints) -> None:
        """Play the turn to its end, always with the step that the hints prefer."""
        while not hints.settled(state):
            actor = state.actor()
            if actor == OVER:
                return
            if actor == CHANCE:
                state.apply(state.draw(rng))
                continue
            steps = state.legal()
            best = 0
            if len(steps) > 1:
                liked = hints.weights(state, steps)
                for at in range(1, len(steps)):
                    if liked[at] > liked[best]:
                        best = at
            state.apply(steps[best])

    def standing(self, state: State) -> list[float]:
        """Every seat's part of the victory by the result, or by the hints; together they are 1."""
        hints = self.hints
        if hints is None or state.actor() == OVER:
            return final_rewards(state, 0.0, 1.0)
        shares = hints.shares(state, self.players)
        whole = 0.0
        for share in shares:
            whole += share
        if whole <= 0.0:
            return [1.0 / self.players] * self.players
        return [share / whole for share in shares]


def shared_out(state: State, times: int, rng: Rng) -> list[int]:
    """So many stratified draws of the chance step that is due, in proportion to the weights."""
    steps = state.legal()
    parts = state.weights()
    whole = 0
    for part in parts:
        whole += part
    offset = rng.below(FINE)
    drawn: list[int] = []
    at = 0
    above = parts[0]
    for number in range(times):
        # The middle of this playout's share, shifted by the same lot for all.
        mark = (number * FINE + offset) * whole // (times * FINE)
        while mark >= above:
            at += 1
            above += parts[at]
        drawn.append(steps[at])
    rng.shuffle(drawn)
    return drawn
