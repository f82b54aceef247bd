"""The learned value of positions, and hints that use it where the search stops."""

from filon.bots.network import WHOLE, Network
from filon.core.features import Features, FeatureSet
from filon.core.game import CHANCE, OVER, State
from filon.core.hints import Hints, Plan
from filon.core.rewards import final_rewards
from filon.core.rng import Rng


class LearnedValue:
    """Estimates every seat's part of the victory; only ever given redealt positions."""

    def __init__(self, features: Features, network: Network, own: int = -1) -> None:
        self.features = features
        self.network = network
        self.own = own  # the trained seat if the network was trained against an opponent; else -1
        self.active = FeatureSet(features.most)

    def shares(self, state: State) -> list[float]:
        """Per seat, between 0 and 1: by the result if the game is over."""
        actor = state.actor()
        if actor == OVER:
            return final_rewards(state, 0.0, 1.0)
        features = self.features
        if not features.ready(state):
            return self.ahead(state, actor)
        perspective = features.perspective(state)
        features.write(state, perspective, 0, self.active)
        if self.own >= 0 and perspective != self.own:
            self.active.bucket += features.buckets
        network = self.network
        network.look(self.active)
        players = state.players
        shares = [0.0] * players
        for far in range(players):
            seat = perspective + far
            shares[seat if seat < players else seat - players] = network.parts[far] / WHOLE
        return shares

    def ahead(self, state: State, actor: int) -> list[float]:
        """One step of expectimax, for a position the network cannot judge as it lies."""
        steps = state.legal()
        best: list[float] = []
        if actor != CHANCE:
            for step in steps:
                shares = self.after(state, step)
                if not best or shares[actor] > best[actor]:
                    best = shares
            return best
        best = [0.0] * state.players
        parts = state.weights()
        whole = sum(parts)
        for at in range(len(steps)):
            shares = self.after(state, steps[at])
            for seat in range(len(best)):
                best[seat] += shares[seat] * parts[at] / whole
        return best

    def after(self, state: State, step: int) -> list[float]:
        """The shares after a step."""
        later = state.clone()
        later.apply(step)
        return self.shares(later)

    def values(self, state: State) -> list[int]:
        """Per seat, in thousandths of a sure win."""
        return [int(1000.0 * share + 0.5) for share in self.shares(state)]


class LearnedHints(Hints):
    """A game's own hints for its steps, the learned value for its positions."""

    def __init__(self, hints: Hints, learned: LearnedValue) -> None:
        self.hints = hints
        self.learned = learned

    def weights(self, state: State, steps: list[int]) -> list[int]:
        """The game's own."""
        return self.hints.weights(state, steps)

    def value(self, state: State, seat: int) -> int:
        """The learned value's."""
        return self.learned.values(state)[seat]

    def values(self, state: State, players: int) -> list[int]:
        """The learned value's."""
        return self.learned.values(state)

    def shares(self, state: State, players: int) -> list[float]:
        """The learned value's, finer than thousandths."""
        return self.learned.shares(state)

    def settled(self, state: State) -> bool:
        """The game's own."""
        return self.hints.settled(state)

    def quick(self, state: State, rng: Rng) -> int:
        """The game's own."""
        return self.hints.quick(state, rng)

    def plan(self, state: State) -> Plan:
        """The plan for a search with a learned value at its leaves."""
        plan = self.learned.features.plan(state)
        return plan if plan is not None else self.hints.plan(state)
