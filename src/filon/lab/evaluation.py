"""How strong trained weights are, on held-out dice; their figures, file and learning curve."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from filon import bots
from filon.bots.bot import Bot, Peephole
from filon.bots.learned import LearnedHints, LearnedValue
from filon.bots.level_bot import LevelBot
from filon.bots.weights import (
    Weights,
    best_hints,
    network,
    overridden,
    packed,
    shipped,
    unpacked,
)
from filon.core.errors import Refusal
from filon.core.levels import NAMES
from filon.core.rng import Rng
from filon.core.spec import Spec
from filon.lab.arena import request, run
from filon.lab.executor import Here
from filon.lab.plots import DARK, GOLD, picture
from filon.lab.statistics import Estimate
from filon.lab.strength import rows
from filon.lab.training import Training

HELD = 1_000_000  # seeds from here on are held out: no training draws from them
HEADER_PART = "before"  # of the page: against the first release
RESPONSE = "response"  # the name of the best response to the best level


@dataclass(frozen=True)
class Evaluation:
    """The best level with trained weights against a bot: its share of their victories."""

    against: str
    games: int
    divisor: int
    share: Estimate

    def as_dict(self) -> dict[str, Any]:
        """As JSON, by the names of earlier files."""
        fields = asdict(self)
        return {"pace": fields.pop("divisor"), **fields}


def evaluate(training: Training, against: str, games: int, divisor: int) -> Evaluation:
    """Play the best level, with the weights so far, against a bot."""
    config = training.config
    spec = config.setup.spec
    content = packed(spec, config.features, [training.weights_for({})])
    arena = request(config.setup, ["sourdough", against], games, HELD, divisor)
    with overridden(spec, content):
        standings, _ = run(arena, Here())
    share = next(row.share for row in standings.rows if row.bot == "sourdough")
    return Evaluation(against, standings.games, divisor, share)


class Response(Bot):
    """Searches as the best level does, with the weights that were trained against it."""

    def __init__(self, training: Training, divisor: int) -> None:
        config = training.config
        self.features = config.features
        self.network = network(config.features, training.weights_for({}))
        self.divisor = divisor

    def choose(self, hole: Peephole, rng: Rng) -> int:
        """The best level's step with these weights."""
        hints = hole.spec.minds.hints
        assert hints is not None
        learned = LearnedHints(hints, LearnedValue(self.features, self.network, hole.seat))
        return LevelBot(NAMES[-1], self.divisor, hints=learned).choose(hole, rng)


def evaluate_response(training: Training, against: str, games: int, divisor: int) -> Evaluation:
    """Play the best response against the best level."""
    with seated(Response(training, divisor)):
        arena = request(training.config.setup, [RESPONSE, against], games, HELD, divisor)
        standings, _ = run(arena, Here())
    share = next(row.share for row in standings.rows if row.bot == RESPONSE)
    return Evaluation(against, standings.games, divisor, share)


@contextmanager
def seated(bot: Bot) -> Iterator[None]:
    """Give the bot a name inside the block."""
    bots.GUESTS[RESPONSE] = lambda: bot
    try:
        yield
    finally:
        del bots.GUESTS[RESPONSE]


def merged_file(training: Training, evaluations: Sequence[Evaluation], into: Path | None) -> bytes:
    """A file with these weights; those for other numbers of players stay as they were."""
    config = training.config
    figures: dict[str, Any] = {
        evaluation.against: {
            "share": round(evaluation.share.mean, 3),
            "games": evaluation.games,
            "pace": evaluation.divisor,
        }
        for evaluation in evaluations
    }
    figures["seconds"] = round(training.progress.seconds)
    networks = [training.weights_for(figures)]
    if into is not None and into.is_file():
        others = unpacked(config.setup.spec, config.features, into.read_bytes())
        networks += [weights for weights in others if weights.players != config.setup.players]
    return packed(config.setup.spec, config.features, networks)


def weights_from(training: Training, file: Path) -> Weights:
    """The weights of another training, from its file; a Refusal says why it does not fit."""
    setup = training.config.setup
    try:
        content = file.read_bytes()
    except OSError:
        raise Refusal("file", path=str(file)) from None
    for weights in unpacked(setup.spec, training.config.features, content):
        if weights.players == setup.players:
            return weights
    raise Refusal("unlearned", game=setup.game, players=setup.players)


def curve(points: Sequence[Mapping[str, float]]) -> str:
    """The error over the games played, as a picture."""

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


def with_figures(spec: Spec, results: Mapping[str, Any]) -> bytes | None:
    """The game's file with the figures of these rows in its header; None if it has no file.

    The weights stay as they are, and so do the rows that were played with them.
    """
    content, features = shipped(spec), spec.minds.features
    if content is None or features is None:
        return None
    networks = [
        replace(weights, figures=_other(weights.figures) | reached(spec, weights.players, results))
        for weights in unpacked(spec, features, content)
    ]
    return packed(spec, features, networks)


def reached(spec: Spec, players: int, results: Mapping[str, Any]) -> dict[str, Any]:
    """The best level's strength rows; none if its search does not use the learned value."""
    start = spec.start(players)
    hints = best_hints(spec, start)
    if hints is None or hints.plan(start).depth < 0:
        return {}
    figures: dict[str, Any] = {}
    for row in rows():
        if (row.game, row.players, row.part) == (
            spec.slug,
            players,
            HEADER_PART,
        ) and row.key in results:
            result = results[row.key]
            figures[f"{row.lower}/{row.divisor}"] = {
                "games": result["games"],
                "seats": "one against the others" if row.lone else "two",
                **{end: round(result["share"][end], 3) for end in ("mean", "low", "high")},
            }
    return figures


def _other(figures: Mapping[str, Any]) -> dict[str, Any]:
    """Figures that no strength row has: training time, results against the hints."""
    return {key: value for key, value in figures.items() if "@" not in key}
