"""The learned value at work: a judge of whole positions, and hints that ask it at the leaves."""

from filon.bots.network import WHOLE, Network
from filon.core.features import Features, FeatureSet
from filon.core.game import CHANCE, OVER, State
from filon.core.hints import Hints, Plan
from filon.core.rewards import final_rewards
from filon.core.rng import Rng


class Judge:
    """Tells every seat's part of the victory; only ever asked about fair samples."""

    def __init__(self, features: Features, network: Network, own: int = -1) -> None:
        self.features = features
        self.network = network
        self.own = own  # the seat of who was taught against a rival; as a rule nobody was
        self.sheet = FeatureSet(features.most)

    def shares(self, state: State) -> list[float]:
        """Per seat, between 0 and 1: by the result if the game is over."""
        actor = state.actor()
        if actor == OVER:
            return final_rewards(state, 0.0, 1.0)
        features = self.features
        if not features.ready(state):
            return self.ahead(state, actor)
        perspective = features.perspective(state)
        features.write(state, perspective, 0, self.sheet)
        if self.own >= 0 and perspective != self.own:
            self.sheet.bucket += features.buckets
        network = self.network
        network.look(self.sheet)
        players = state.players
        told = [0.0] * players
        for far in range(players):
            seat = perspective + far
            told[seat if seat < players else seat - players] = network.parts[far] / WHOLE
        return told

    def ahead(self, state: State, actor: int) -> list[float]:
        """Of a position that cannot be judged as it lies: the mean over chance, the best step."""
        steps = state.legal()
        best: list[float] = []
        if actor != CHANCE:
            for step in steps:
                found = self.after(state, step)
                if not best or found[actor] > best[actor]:
                    best = found
            return best
        best = [0.0] * state.players
        parts = state.weights()
        whole = sum(parts)
        for at in range(len(steps)):
            found = self.after(state, steps[at])
            for seat in range(len(best)):
                best[seat] += found[seat] * parts[at] / whole
        return best

    def after(self, state: State, step: int) -> list[float]:
        """What a step leads to."""
        later = state.clone()
        later.apply(step)
        return self.shares(later)

    def values(self, state: State) -> list[int]:
        """Per seat, in thousandths of a sure win."""
        return [int(1000.0 * share + 0.5) for share in self.shares(state)]


class Learned(Hints):
    """A game's own hints for its steps, and a judge for its positions."""

    def __init__(self, hints: Hints, judge: Judge) -> None:
        self.hints = hints
        self.judge = judge

    def weights(self, state: State, steps: list[int]) -> list[int]:
        """The game's own."""
        return self.hints.weights(state, steps)

    def value(self, state: State, seat: int) -> int:
        """The judge's."""
        return self.judge.values(state)[seat]

    def values(self, state: State, players: int) -> list[int]:
        """The judge's."""
        return self.judge.values(state)

    def shares(self, state: State, players: int) -> list[float]:
        """The judge's, as fine as it tells them."""
        return self.judge.shares(state)

    def settled(self, state: State) -> bool:
        """The game's own."""
        return self.hints.settled(state)

    def quick(self, state: State, rng: Rng) -> int:
        """The game's own."""
        return self.hints.quick(state, rng)

    def plan(self, state: State) -> Plan:
        """For a search with a learned value at its leaves."""
        found = self.judge.features.plan(state)
        return found if found is not None else self.hints.plan(state)
