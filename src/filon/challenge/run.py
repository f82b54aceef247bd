"""One run of a challenge, driven from a person's choices, or checked from a whole record."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from filon.bots.bot import Peephole
from filon.bots.search_bot import DailyBot
from filon.challenge.day import Challenge, seed_of
from filon.challenge.draws import Fortune
from filon.core.errors import Refusal
from filon.core.events import Event
from filon.core.game import CHANCE, OVER, IllegalStep, State, play
from filon.core.paper import Paper
from filon.core.record import Record
from filon.core.rng import Rng
from filon.core.worlds import world

Chooser = Callable[[State, list[str]], str | None]  # the person's step; None: no further


@dataclass(frozen=True)
class ChallengeResult:
    """How a run ended: the place at the table, and the score."""

    place: int
    score: Fraction

    @property
    def order(self) -> tuple[int, Fraction]:
        """The lower the better."""
        return self.place, -self.score


class Run:
    """A challenge as it is played: draws and bots come by themselves."""

    def __init__(self, challenge: Challenge) -> None:
        self.challenge = challenge
        self.state = challenge.setup.start()
        self.steps: list[str] = []
        self._paper = Paper(challenge.setup)
        self._fortune = Fortune(challenge.day, challenge.setup.spec)
        self._mirror = challenge.setup.start()  # the fortune's own: it applies every step itself
        self._shut: int | None = None  # where the sealed choices began that are open now

    def next(self) -> str | None:
        """The next step if chance or a bot acts; None: the person is to choose, or it is over."""
        actor, setup = self.state.actor(), self.challenge.setup
        if actor in (OVER, self.challenge.seat):
            return None
        if actor == CHANCE:
            return setup.spec.layout.text(self._fortune.draw(self._mirror))
        at = len(self.steps) if self._shut is None else self._shut
        known = Record(setup, self._paper.read_by(actor)[:at])
        # As servers ask their bots: from the seat's record and a seed, so that steps are the same.
        rng = Rng(seed_of(self.challenge.day, at, actor))
        hole = Peephole(setup.spec, world(known, actor, rng), actor)
        return setup.spec.layout.text(DailyBot().choose(hole, rng))

    def take(self, text: str) -> list[Event]:
        """Take a step and return its events; Refusal if it is not legal."""
        spec = self.challenge.setup.spec
        step = spec.layout.number(text)
        trial = self.state.clone()
        try:
            play(trial, step)
        except IllegalStep as no:
            raise Refusal("illegal", text=text[:60], clause=no.clause, because={}) from None
        if self.state.sealed() and self._shut is None:
            self._shut = len(self.steps)
        self._fortune.take(self._mirror, step)
        _, events = self._paper.narrate(self.state, step)
        self.steps.append(spec.layout.text(step))
        if not self.state.sealed():
            self._shut = None
        return events

    def outcome(self) -> ChallengeResult:
        """Of a run that is over."""
        seat = self.challenge.seat
        return ChallengeResult(
            self.state.ranks()[seat], self.challenge.setup.spec.points(self.state)[seat]
        )

    def record(self) -> Record:
        """The game so far; its header names the day."""
        return Record(self.challenge.setup, list(self.steps), self.challenge.origin.notes())


def played(challenge: Challenge, choose: Chooser) -> Iterator[Run]:
    """The run before every choice of the person, and at its end."""
    run = Run(challenge)
    while True:
        while (text := run.next()) is not None:
            run.take(text)
        yield run
        if run.state.actor() == OVER:
            return
        layout = challenge.setup.spec.layout
        chosen = choose(run.state, [layout.text(step) for step in run.state.legal()])
        if chosen is None:
            return
        run.take(chosen)


def counted(challenge: Challenge, steps: list[str]) -> ChallengeResult:
    """The result of a whole game without checking draws and bots; Refusal as in `checked`."""
    run = Run(challenge)
    for text in steps:
        run.take(text)
    if run.state.actor() != OVER:
        raise Refusal("challenge_open")
    return run.outcome()


def checked(challenge: Challenge, steps: list[str]) -> ChallengeResult:
    """The result of a whole game; every draw and every bot's step is checked.

    Refusal `challenge_step` names the first step that could not have come, `challenge_open` a game
    that is not over.
    """
    run = Run(challenge)
    for n, text in enumerate(steps):
        right = run.next()
        if run.state.actor() == OVER or (right is not None and right != " ".join(text.split())):
            raise Refusal("challenge_step", n=n + 1, text=text[:60])
        run.take(text)
    if run.state.actor() != OVER:
        raise Refusal("challenge_open")
    return run.outcome()
