"""Self-play that teaches: a game is played by what was learnt so far, then every position learns.

The seat to act tries its steps on a fair guess at what it cannot know and takes the one whose
position the network likes best for it; now and then another, so that it is not blind. Positions
learn backwards from the end of the game (temporal differences with a trace).

Against a rival only one seat is the pupil's, another one every game; the rival plays the others and
never changes. What is learnt then is how to beat it, and no more.
"""

from filon.bots.network import WHOLE, Network
from filon.bots.pupil import Pupil
from filon.core.features import Features, FeatureSet
from filon.core.game import CHANCE, OVER, State
from filon.core.hints import Hints
from filon.core.rewards import final_rewards
from filon.core.rng import Rng


class Moment:
    """A position of a game that was played, and what was thought of it."""

    def __init__(self, sheet: FeatureSet, seat: int, mirror: int) -> None:
        self.sheet = sheet
        self.seat = seat  # who looked
        self.thought: list[float] = []  # per seat of the table; of the best step if one strayed
        self.strayed = False  # what came after was not what was thought best


class School:
    """One pupil and the games it plays against itself."""

    def __init__(
        self, pupil: Pupil, features: Features, hints: Hints | None, hidden: bool, rng: Rng
    ) -> None:
        self.pupil = pupil
        self.features = features
        self.hints = hints
        self.hidden = hidden
        self.rng = rng
        self.sheet = FeatureSet(features.most)
        # What it plays by, rounded: a third of the time of asking the pupil, for a few hundred
        # games as good. None: the pupil.
        self.player: Network | None = None
        self.rival: Network | None = None
        self.own = 0  # the pupil's seat against a rival
        self.rate = 0.05
        self.trace = 0.7
        self.stray = 3  # percent of choices that are any step
        self.guided = 0  # percent of games whose choices are the hints'
        self.every = 1  # of how many moments one learns
        self.error = 0.0
        self.moments = 0
        self.games = 0
        self.steps = 0

    def lesson(self, start: State) -> None:
        """Play a game from here and learn from it."""
        state = start.clone()
        if self.rival is not None:
            self.own = self.rng.below(start.players)
        story = self.play(state, self.rng.below(100) < self.guided)
        self.learn(story, state)
        self.games += 1

    def play(self, state: State, guided: bool) -> list[Moment]:
        """To the end; tells every position on the way that can be judged."""
        rng = self.rng
        mirror = rng.below(self.features.mirrors)
        story: list[Moment] = []
        while True:
            actor = state.actor()
            if actor == OVER:
                return story
            self.steps += 1
            if actor == CHANCE:
                state.apply(state.draw(rng))
            elif guided and self.hints is not None:
                state.apply(self.hinted(state, actor))
            else:
                self.choose(state, actor, story)
            if state.actor() != OVER and self.features.ready(state):
                self.note(state, mirror, story)

    def hinted(self, state: State, actor: int) -> int:
        """A step of the hints, on a fair guess."""
        hints = self.hints
        assert hints is not None
        if not self.hidden:
            return hints.quick(state, self.rng)
        guess = state.clone()
        guess.redeal(actor, self.rng)
        return hints.quick(guess, self.rng)

    def note(self, state: State, mirror: int, story: list[Moment]) -> None:
        """Remember a position."""
        perspective = self.features.perspective(state)
        self.features.write(state, perspective, mirror, self.sheet)
        if self.rival is not None and perspective != self.own:
            self.sheet.bucket += self.features.buckets  # the same position is worth less to it
        story.append(Moment(self.sheet.copy(), perspective, mirror))

    def choose(self, state: State, actor: int, story: list[Moment]) -> None:
        """Take the best step, or stray."""
        steps = state.legal()
        if len(steps) == 1:
            state.apply(steps[0])
            return
        rival = self.rival is not None and actor != self.own
        if not rival and self.rng.below(100) < self.stray:
            if story:
                story[len(story) - 1].strayed = True
            state.apply(steps[self.rng.below(len(steps))])
            return
        guess = state
        if self.hidden:
            guess = state.clone()
            guess.redeal(actor, self.rng)
        tried = self.likely(guess, steps)
        best = tried[0]
        top = -1.0
        for step in tried:
            later = guess.clone()
            later.apply(step)
            worth = self.worth(later, actor, rival)
            if worth > top:
                top = worth
                best = step
        state.apply(best)

    def likely(self, guess: State, steps: list[int]) -> list[int]:
        """The steps to try where there are too many: those the hints like best, and any others."""
        width = self.features.width(guess.players)
        hints = self.hints
        if width == 0 or len(steps) <= width or hints is None:
            return steps
        weights = hints.weights(guess, steps)
        order = sorted(zip([-weight for weight in weights], steps, strict=True))
        tried = [step for _, step in order[: width - width // 4]]
        for _ in range(width // 4):
            tried.append(steps[self.rng.below(len(steps))])
        return tried

    def worth(self, state: State, seat: int, rival: bool) -> float:
        """What the seat may expect; chance that must be drawn before looking is drawn.

        A rival thinks that all play as it does, the pupil knows whom it plays against.
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
        self.features.write(state, perspective, 0, self.sheet)
        far = seat - perspective
        if far < 0:
            far += state.players
        if self.rival is not None and not rival and perspective != self.own:
            self.sheet.bucket += self.features.buckets
        player = self.rival if rival else self.player
        if player is not None:
            player.look(self.sheet)
            return player.parts[far] / WHOLE
        self.pupil.look(self.sheet)
        return self.pupil.parts[far]

    def learn(self, story: list[Moment], end: State) -> None:
        """Backwards: what a position should have been thought is a blend of what came after.

        Where positions follow each other closely a few of them say as much as all, and more games
        say more: learning takes longer than playing.
        """
        pupil = self.pupil
        players = end.players
        later = final_rewards(end, 0.0, 1.0)
        every = self.every
        trace = 1.0
        for _ in range(every):
            trace *= self.trace
        at = len(story) - 1
        rate = self.rate
        wanted = [0.0] * players
        skip = self.rng.below(every)
        while at >= 0:
            moment = story[at]
            if (at + skip) % every and not moment.strayed:
                at -= 1
                continue
            seat = moment.seat
            pupil.look(moment.sheet)
            if moment.strayed:
                # What followed was not the best: only what it thinks itself goes further back.
                far = 0
                while far < players:
                    later[(seat + far) % players] = pupil.parts[far]
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
                later[place] = trace * later[place] + (1.0 - trace) * pupil.parts[far]
                far += 1
            self.error += pupil.learn(moment.sheet, wanted, rate)
            self.moments += 1
            at -= 1
