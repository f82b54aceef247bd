"""Teaching a network a game: rounds of self-play, each worker from the same weights, then blended.

A course can be left and taken up again: after every round all that was learnt stands in a file.

A course may begin with the shipped weights (`taken_up`): to make them better, or to look for what
beats them, a best response that shows how much they leave to somebody who knows them.
"""

import json
import time
import zlib
from array import array
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from operator import mul
from pathlib import Path
from typing import Any

from filon.bots.pupil import Pupil
from filon.bots.schooling import School
from filon.bots.weights import (
    DIGITS,
    Lesson,
    beside,
    coarser,
    lesson,
    network,
    rounded,
    unrounded,
)
from filon.core.errors import Refusal
from filon.core.features import Features
from filon.core.rng import Rng
from filon.core.setup import Setup
from filon.lab.executor import Executor

HIDDEN = 32
LEARNER = 4  # rises when numbers of a course mean something else: it is not taken up again then
RATE, LAST_RATE = 0.005, 0.0001  # of the first and of the last lesson
TURNED = 0.002  # the first rate of a course that begins with what was learnt before
MEAN = 0.2  # of all rounds so far, those that the mean is of: what luck moved in them cancels out
TRACE = 0.9  # how much of what came later counts, position by position
STRAY = 2  # percent of steps that are any step
GUIDED = 100  # percent of the first games that are the hints', falling to none
BY_HINTS = 0.05  # of the course, in which that falls
Weights = list[list[float]]


@dataclass(frozen=True)
class Course:
    """What is taught; counted in games, the same number of workers ends with the same weights."""

    setup: Setup
    games: int = 0  # in all; 0: as many as the time allows
    seconds: float = 0.0  # in all; 0: as many as the games take
    seed: int = 1
    hidden: int = HIDDEN
    round: int = 200  # games of a worker between two blends
    guided: int = GUIDED
    further: bool = False  # begins with the shipped weights
    beat: bool = False  # and against them: they hold the other seats, and do not learn

    @property
    def known(self) -> Lesson | None:
        """The weights to begin with; Refusal `unlearned` if there are none."""
        if not self.further:
            return None
        found = lesson(self.setup.spec, self.setup.players)
        if found is None:
            raise Refusal("unlearned", game=self.setup.game, players=self.setup.players)
        return found

    @property
    def rate(self) -> float:
        """Of the first lesson."""
        return TURNED if self.further else RATE

    @property
    def features(self) -> Features:
        """What the network sees; Refusal `untaught` if the game shows nothing."""
        found = self.setup.spec.features
        if found is None:
            raise Refusal("untaught", game=self.setup.game)
        return found

    def pupil(self) -> Pupil:
        """A network that knows nothing, or what is known; against a rival, once for each side."""
        features, players, known = self.features, self.setup.players, self.known
        sides = 2 if self.beat else 1
        made = Pupil(features.size(players), self.hidden, players, sides * features.buckets)
        if known is None:
            made.begin(Rng(f"pupil {self.seed}"))
        else:
            rows, tops = unrounded(known)
            made.restore([rows, [1.0] * len(made.met), tops * sides])
        return made

    def lesson(
        self, weights: Weights, games: int = 0, figures: dict[str, Any] | None = None
    ) -> Lesson:
        """What was learnt, rounded; what was never met counts for nothing."""
        rows, met, tops = weights
        lanes = self.hidden + self.setup.players
        seen = [weight if met[at // lanes] else 0.0 for at, weight in enumerate(rows)]
        shift, whole, upper = rounded(seen, tops, self.features.most)
        return Lesson(
            self.setup.players, self.hidden, shift, self.seed, games,
            dict(self.setup.options), figures or {}, whole, upper,
        )  # fmt: skip

    def told(self) -> dict[str, Any]:
        """As JSON: what must be the same for a course to be taken up again."""
        return {
            "game": self.setup.game,
            "learner": LEARNER,
            "edition": self.setup.edition,
            "features": self.features.version,
            "players": self.setup.players,
            "options": dict(self.setup.options),
            "seed": self.seed,
            "hidden": self.hidden,
            **({"further": True, "beat": self.beat} if self.further else {}),
        }


def taken_up(setup: Setup, games: int, seconds: float, seed: int, beat: bool) -> Course:
    """A course that begins with what comes with the game: to go on with it, or to beat it."""
    found = lesson(setup.spec, setup.players)
    hidden = HIDDEN if found is None else found.hidden
    return Course(setup, games, seconds, seed, hidden, guided=0, further=True, beat=beat)


@dataclass(frozen=True)
class Homework:
    """A worker's part of a round."""

    course: Course
    weights: Weights
    mean: Weights  # what is played by
    begin: int  # games taught before this round
    done: float  # part of the course
    games: int
    worker: int


@dataclass
class Standing:
    """How far a course has come; the curve has a point for every round."""

    games: int = 0
    seconds: float = 0.0
    curve: list[dict[str, float]] = field(default_factory=list)


def schooled(work: Homework) -> tuple[Weights, float]:
    """The weights after a worker's games, and the mean squared error on the way."""
    course = work.course
    spec = course.setup.spec
    pupil = course.pupil()
    pupil.restore(work.weights)
    rng = Rng(f"school {course.seed} {work.begin} {work.worker}")
    school = School(pupil, course.features, spec.hints, spec.hidden, rng)
    school.player = network(course.features, course.lesson(work.mean))
    known = course.known
    if course.beat and known is not None:
        school.rival = network(course.features, known)
    school.trace, school.stray = TRACE, STRAY
    school.every = course.features.apart(course.setup.players)
    school.rate = course.rate * (LAST_RATE / course.rate) ** work.done
    school.guided = int(course.guided * max(0.0, 1.0 - work.done / BY_HINTS))
    start = course.setup.start()
    for _ in range(work.games):
        school.lesson(start)
    return pupil.state(), school.error / max(1, school.moments)


def blend(found: list[Weights], parts: list[float] | None = None) -> Weights:
    """The mean of several networks that had the same beginnings, or so much of each."""
    if len(found) == 1:
        return found[0]
    of = parts or [1 / len(found)] * len(found)
    return [
        [sum(map(mul, of, numbers)) for numbers in zip(*same, strict=True)]
        for same in zip(*found, strict=True)
    ]


class Training:
    """A course under way, in a folder of its own."""

    def __init__(self, course: Course, folder: Path, resume: bool) -> None:
        self.course = course
        self.folder = folder
        self.standing = Standing()
        self.weights = course.pupil().state()  # what learns on
        self.mean = self.weights  # of the last rounds: what plays, and what a course leaves behind
        self.other: Lesson | None = None  # of another course, to be put beside what is learnt here
        self.digits = DIGITS  # of the weights it leaves behind
        folder.mkdir(parents=True, exist_ok=True)
        if resume and self.kept.is_file():
            self.load()

    @property
    def kept(self) -> Path:
        """Where the course is taken up again."""
        return self.folder / "course.bin"

    @property
    def done(self) -> float:
        """The part of the course that is behind us."""
        course, standing = self.course, self.standing
        played = standing.games / course.games if course.games else 0.0
        spent = standing.seconds / course.seconds if course.seconds else 0.0
        return min(1.0, max(played, spent))

    def run(self, on: Executor, workers: int, tell: Callable[[], None]) -> None:
        """Teach until all games are played or the time is up; told after every round."""
        began = time.monotonic() - self.standing.seconds
        with on.stay():
            while self.done < 1.0:
                self.round(on, workers)
                self.standing.seconds = time.monotonic() - began
                self.standing.curve[-1]["seconds"] = round(self.standing.seconds, 1)
                self.save()
                tell()

    def round(self, on: Executor, workers: int) -> None:
        """Every worker plays and learns, then what they learnt is blended."""
        course, standing = self.course, self.standing
        left = course.games - standing.games if course.games else course.round * workers
        each = max(1, min(course.round, -(-left // workers)))
        work = [
            Homework(course, self.weights, self.mean, standing.games, self.done, each, worker)
            for worker in range(workers)
        ]
        found = dict(on.each(schooled, list(enumerate(work))))
        self.weights = blend([found[worker][0] for worker in range(workers)])
        part = 1 / (1 + MEAN * len(standing.curve))
        self.mean = blend([self.mean, self.weights], [1.0 - part, part])
        error = sum(found[worker][1] for worker in range(workers)) / workers
        standing.games += each * workers
        standing.curve.append({"games": standing.games, "seconds": 0.0, "error": error})

    def lesson(self, figures: dict[str, Any]) -> Lesson:
        """What was learnt so far, rounded."""
        features = self.course.features
        found = self.course.lesson(self.mean, self.standing.games, figures)
        if self.other is not None:
            found = beside(found, self.other, features)
        return coarser(found, features, self.digits) if self.digits < DIGITS else found

    def save(self) -> None:
        """Keep the course; never half of it."""
        head: dict[str, Any] = {"course": self.course.told(), "standing": asdict(self.standing)}
        parts = [*self.weights, *self.mean]
        head["sizes"] = [len(part) for part in parts]
        body = b"".join(array("d", part).tobytes() for part in parts)
        new = self.kept.with_suffix(".new")
        new.write_bytes(json.dumps(head).encode() + b"\n" + zlib.compress(body, 1))
        new.replace(self.kept)

    def load(self) -> None:
        """Take up what was kept; Refusal `course` if it is another one or damaged."""
        try:
            line, squeezed = self.kept.read_bytes().split(b"\n", 1)
            head = json.loads(line)
            numbers = array("d", zlib.decompress(squeezed)).tolist()
            if head["course"] != self.course.told() or len(numbers) != sum(head["sizes"]):
                raise ValueError("another course")
            self.standing = Standing(**head["standing"])
            parts, at = [], 0
            for size in head["sizes"]:
                parts.append(numbers[at : at + size])
                at += size
            half = len(parts) // 2
            self.weights, self.mean = parts[:half], parts[half:]
        except (ValueError, KeyError, TypeError, zlib.error) as error:
            raise Refusal("course", path=str(self.kept)) from error
