"""What a course has reached: measured on dice that were held back, drawn, and put into a file."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from filon import bots
from filon.bots.bot import Bot, Peephole
from filon.bots.learned import Judge, Learned
from filon.bots.level_bot import LevelBot
from filon.bots.weights import Lesson, lent, network, packed, unpacked
from filon.core.errors import Refusal
from filon.core.levels import NAMES
from filon.core.rng import Rng
from filon.lab.arena import request, run
from filon.lab.executor import Here
from filon.lab.figures import Estimate
from filon.lab.plots import DARK, GOLD, picture
from filon.lab.training import Training

HELD = 1_000_000  # dice from this seed on are never learnt from
RESPONSE = "response"  # who was taught to beat the best level, and nobody else


@dataclass(frozen=True)
class Exam:
    """The best level with what was learnt, against a bot; its share of their victories."""

    against: str
    games: int
    pace: int
    share: Estimate

    def told(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)


def examined(training: Training, against: str, games: int, pace: int) -> Exam:
    """Play the best level, with what was learnt so far, against a bot."""
    course = training.course
    spec = course.setup.spec
    content = packed(spec, course.features, [training.lesson({})])
    asked = request(course.setup, ["sourdough", against], games, HELD, pace)
    with lent(spec, content):
        found, _ = run(asked, Here())
    share = next(row.share for row in found.rows if row.bot == "sourdough")
    return Exam(against, found.games, pace, share)


class Response(Bot):
    """Searches as the best level does, by what was learnt against it."""

    def __init__(self, training: Training, pace: int) -> None:
        course = training.course
        self.features = course.features
        self.network = network(course.features, training.lesson({}))
        self.pace = pace

    def choose(self, hole: Peephole, rng: Rng) -> int:
        """The step the search tried most."""
        hints = hole.spec.hints
        assert hints is not None
        learned = Learned(hints, Judge(self.features, self.network, hole.seat))
        return LevelBot(NAMES[-1], self.pace, hints=learned).choose(hole, rng)


def answered(training: Training, against: str, games: int, pace: int) -> Exam:
    """Play what was taught against the best level, against the best level."""
    with seated(Response(training, pace)):
        asked = request(training.course.setup, [RESPONSE, against], games, HELD, pace)
        found, _ = run(asked, Here())
    share = next(row.share for row in found.rows if row.bot == RESPONSE)
    return Exam(against, found.games, pace, share)


@contextmanager
def seated(bot: Bot) -> Iterator[None]:
    """For a while the bot can be named."""
    bots.GUESTS[RESPONSE] = lambda: bot
    try:
        yield
    finally:
        del bots.GUESTS[RESPONSE]


def joined(training: Training, exams: Sequence[Exam], into: Path | None) -> bytes:
    """A file of weights with this course in it, and other numbers of players as they were."""
    course = training.course
    figures: dict[str, Any] = {
        exam.against: {"share": round(exam.share.mean, 3), "games": exam.games, "pace": exam.pace}
        for exam in exams
    }
    figures["seconds"] = round(training.standing.seconds)
    lessons = [training.lesson(figures)]
    if into is not None and into.is_file():
        kept = unpacked(course.setup.spec, course.features, into.read_bytes())
        lessons += [one for one in kept if one.players != course.setup.players]
    return packed(course.setup.spec, course.features, lessons)


def other_lesson(training: Training, file: Path) -> Lesson:
    """What another course learnt, from its file; a Refusal says why it does not fit."""
    setup = training.course.setup
    try:
        content = file.read_bytes()
    except OSError:
        raise Refusal("file", path=str(file)) from None
    for one in unpacked(setup.spec, training.course.features, content):
        if one.players == setup.players:
            return one
    raise Refusal("unlearned", game=setup.game, players=setup.players)


def curve(points: Sequence[Mapping[str, float]]) -> str:
    """The error over the games taught, as a picture."""

    def draw(axes: Any) -> None:
        games = [point["games"] for point in points]
        errors = [point["error"] for point in points]
        axes.plot(games, errors, color=GOLD, linewidth=0.8)
        wide = max(1, len(errors) // 25)
        mean = [
            sum(errors[max(0, at - wide) : at + 1]) / len(errors[max(0, at - wide) : at + 1])
            for at in range(len(errors))
        ]
        axes.plot(games, mean, color=DARK)
        axes.set_xlabel("games of self-play")
        axes.set_ylabel("error from one position to the next")
        axes.set_ylim(bottom=0)

    return picture(draw)
