"""Self-play: the network plays a game against itself and learns from every position, by TD(lambda).

The seat to act tries its steps on a redealt position and takes the one whose result the network
values most for it; a few steps are random, to explore. Learning goes back from the end of the game.

Against an `opponent` only one seat is the network's, another one every game. The opponent plays the
other seats and never learns, so that what is learnt is a best response to it.
"""

from filon.bots.network import WHOLE, Network
from filon.bots.trainable import TrainableNetwork
from filon.core.features import Features, FeatureSet
from filon.core.game import CHANCE, OVER, State
from filon.core.hints import Hints
from filon.core.rewards import final_rewards
from filon.core.rng import Rng


class TrainingSample:
    """A position of a game that was played, to learn from."""

    def __init__(self, active: FeatureSet, seat: int, mirror: int) -> None:
        self.active = active
        self.seat = seat  # the perspective
        self.explored = False  # the step taken here was random: what followed says little


class SelfPlay:
    """One network and the games it plays against itself."""

    def __init__(
        self, net: TrainableNetwork, features: Features, hints: Hints | None, hidden: bool, rng: Rng
    ) -> None:
        self.net = net
        self.features = features
        self.hints = hints
        self.hidden = hidden
        self.rng = rng
        self.active = FeatureSet(features.most)
        # A quantized copy that chooses the steps: three times as fast as the network itself, and
        # for a few hundred games as good. None: the network chooses.
        self.acting: Network | None = None
        self.opponent: Network | None = None
        self.own = 0  # the network's seat against an opponent
        self.rate = 0.05
        self.trace_decay = 0.7
        self.random_percent = 3  # of the choices
        self.guided = 0  # percent of games played by the hints
        self.stride = 1  # one position of so many is learnt from
        self.error = 0.0
        self.learnt = 0
        self.games = 0
        self.steps = 0

    def learn_game(self, start: State) -> None:
        """Play a game from here and learn from it."""
        state = start.clone()
        if self.opponent is not None:
            self.own = self.rng.below(start.players)
        samples = self.play(state, self.rng.below(100) < self.guided)
        self.learn(samples, state)
        self.games += 1

    def play(self, state: State, guided: bool) -> list[TrainingSample]:
        """Play to the end; returns the positions on the way that can be evaluated."""
        rng = self.rng
        mirror = rng.below(self.features.mirrors)
        samples: list[TrainingSample] = []
        while True:
            actor = state.actor()
            if actor == OVER:
                return samples
            self.steps += 1
            if actor == CHANCE:
                state.apply(state.draw(rng))
            elif guided and self.hints is not None:
                state.apply(self.hinted(state, actor))
            else:
                self.choose(state, actor, samples)
            if state.actor() != OVER and self.features.ready(state):
                self.note(state, mirror, samples)

    def hinted(self, state: State, actor: int) -> int:
        """A step of the hints, on a redealt position."""
        hints = self.hints
        assert hints is not None
        if not self.hidden:
            return hints.quick(state, self.rng)
        redealt = state.clone()
        redealt.redeal(actor, self.rng)
        return hints.quick(redealt, self.rng)

    def note(self, state: State, mirror: int, samples: list[TrainingSample]) -> None:
        """Append a position."""
        perspective = self.features.perspective(state)
        self.features.write(state, perspective, mirror, self.active)
        if self.opponent is not None and perspective != self.own:
            self.active.bucket += self.features.buckets  # top layers of the other side
        samples.append(TrainingSample(self.active.copy(), perspective, mirror))

    def choose(self, state: State, actor: int, samples: list[TrainingSample]) -> None:
        """Take the best step, or now and then a random one."""
        steps = state.legal()
        if len(steps) == 1:
            state.apply(steps[0])
            return
        opponent = self.opponent is not None and actor != self.own
        if not opponent and self.rng.below(100) < self.random_percent:
            if samples:
                samples[len(samples) - 1].explored = True
            state.apply(steps[self.rng.below(len(steps))])
            return
        redealt = state
        if self.hidden:
            redealt = state.clone()
            redealt.redeal(actor, self.rng)
        tried = self.likely(redealt, steps)
        best = tried[0]
        top = -1.0
        for step in tried:
            later = redealt.clone()
            later.apply(step)
            worth = self.worth(later, actor, opponent)
            if worth > top:
                top = worth
                best = step
        state.apply(best)

    def likely(self, redealt: State, steps: list[int]) -> list[int]:
        """Candidates where there are many steps: those the hints prefer, and a few random ones."""
        width = self.features.width(redealt.players)
        hints = self.hints
        if width == 0 or len(steps) <= width or hints is None:
            return steps
        weights = hints.weights(redealt, steps)
        order = sorted(zip([-weight for weight in weights], steps, strict=True))
        tried = [step for _, step in order[: width - width // 4]]
        for _ in range(width // 4):
            tried.append(steps[self.rng.below(len(steps))])
        return tried

    def worth(self, state: State, seat: int, opponent: bool) -> float:
        """The seat's expected share; goes on at random to a position that can be evaluated.

        The opponent assumes that all seats play as it does; the network knows its opponent.
        """
        while True:
            actor = state.actor()
            if actor == OVER:
                return final_rewards(state, 0.0, 1.0)[seat]
            if self.features.ready(state):
                break
            if actor == CHANCE:
                state.apply(state.draw(self.rng))
            else:
                state.apply(state.pick(self.rng))
        perspective = self.features.perspective(state)
        self.features.write(state, perspective, 0, self.active)
        far = seat - perspective
        if far < 0:
            far += state.players
        if self.opponent is not None and not opponent and perspective != self.own:
            self.active.bucket += self.features.buckets
        acting = self.opponent if opponent else self.acting
        if acting is not None:
            acting.look(self.active)
            return acting.parts[far] / WHOLE
        self.net.look(self.active)
        return self.net.parts[far]

    def learn(self, samples: list[TrainingSample], end: State) -> None:
        """Learn backwards: the target of a position blends the values of those after it.

        Neighbouring positions say nearly the same and learning is slower than playing, so only
        one in `stride` is learnt from.
        """
        net = self.net
        players = end.players
        later = final_rewards(end, 0.0, 1.0)
        stride = self.stride
        trace_decay = 1.0
        for _ in range(stride):
            trace_decay *= self.trace_decay
        at = len(samples) - 1
        rate = self.rate
        wanted = [0.0] * players
        skip = self.rng.below(stride)
        while at >= 0:
            sample = samples[at]
            if (at + skip) % stride and not sample.explored:
                at -= 1
                continue
            seat = sample.seat
            net.look(sample.active)
            if sample.explored:
                # A random step followed: only the network's own value goes further back.
                far = 0
                while far < players:
                    later[(seat + far) % players] = net.parts[far]
                    far += 1
                at -= 1
                continue
            far = 0
            while far < players:
                wanted[far] = later[(seat + far) % players]
                far += 1
            far = 0
            while far < players:
                place = (seat + far) % players
                later[place] = trace_decay * later[place] + (1.0 - trace_decay) * net.parts[far]
                far += 1
            self.error += net.learn(sample.active, wanted, rate)
            self.learnt += 1
            at -= 1
