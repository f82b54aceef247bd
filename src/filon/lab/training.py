"""Training by self-play: in each round every worker plays from the same weights, then they average.

Training can be interrupted: after every round a checkpoint is written, from which it resumes.

It may begin with the shipped weights (`from_shipped`), to improve them or to find a best response:
a network that beats them shows how much they leave to an opponent that knows them.
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

from filon.bots.self_play import SelfPlay
from filon.bots.trainable import TrainableNetwork
from filon.bots.weights import (
    DIGITS,
    Weights,
    ensemble,
    network,
    rounded,
    shipped_weights,
    unrounded,
    with_digits,
)
from filon.core.errors import Refusal
from filon.core.features import Features
from filon.core.rng import Rng
from filon.core.setup import Setup
from filon.lab.executor import Executor

HIDDEN = 32
LEARNER = 4  # rises when a checkpoint's numbers mean something else: it is then refused
RATE, LAST_RATE = 0.005, 0.0001  # learning rate of the first and of the last round
SHIPPED_RATE = 0.002  # of the first round that begins with the shipped weights
MEAN = 0.2  # part of the rounds so far over which weights are averaged, to cancel their noise
TRACE = 0.9  # lambda of TD(lambda)
RANDOM_PERCENT = 2  # of the steps, to explore
GUIDED = 100  # percent of the first games played by the hints, falling to none
BY_HINTS = 0.05  # part of the training in which that falls
Parameters = list[list[float]]


@dataclass(frozen=True)
class TrainConfig:
    """What to train. If games limit it, the same number of workers gives the same weights."""

    setup: Setup
    games: int = 0  # in all; 0: as many as the time allows
    seconds: float = 0.0  # in all; 0: as many as the games take
    seed: int = 1
    hidden: int = HIDDEN
    round: int = 200  # games of a worker between two averages
    guided: int = GUIDED
    further: bool = False  # begins with the shipped weights
    beat: bool = False  # and plays against them; they do not learn

    @property
    def known(self) -> Weights | None:
        """The weights to begin with; Refusal `unlearned` if there are none."""
        if not self.further:
            return None
        weights = shipped_weights(self.setup.spec, self.setup.players)
        if weights is None:
            raise Refusal("unlearned", game=self.setup.game, players=self.setup.players)
        return weights

    @property
    def rate(self) -> float:
        """Learning rate of the first round."""
        return SHIPPED_RATE if self.further else RATE

    @property
    def features(self) -> Features:
        """The network's inputs; Refusal `untaught` if the game defines none."""
        features = self.setup.spec.minds.features
        if features is None:
            raise Refusal("untaught", game=self.setup.game)
        return features

    def new_network(self) -> TrainableNetwork:
        """A random or the known network; against an opponent, with top layers for either side."""
        features, players, known = self.features, self.setup.players, self.known
        sides = 2 if self.beat else 1
        buckets = sides * features.buckets
        net = TrainableNetwork(features.size(players), self.hidden, players, buckets)
        if known is None:
            net.begin(Rng(f"pupil {self.seed}"))
        else:
            rows, tops = unrounded(known)
            net.restore([rows, [1.0] * len(net.met), tops * sides])
        return net

    def weights_for(
        self, weights: Parameters, games: int = 0, figures: dict[str, Any] | None = None
    ) -> Weights:
        """Quantized weights; features that never occurred get zeros."""
        rows, met, tops = weights
        lanes = self.hidden + self.setup.players
        seen = [weight if met[at // lanes] else 0.0 for at, weight in enumerate(rows)]
        shift, whole, upper = rounded(seen, tops, self.features.most)
        return Weights(
            self.setup.players, self.hidden, shift, self.seed, games,
            dict(self.setup.options), figures or {}, whole, upper,
        )  # fmt: skip

    def as_dict(self) -> dict[str, Any]:
        """As JSON: all that must be equal for a checkpoint to be resumed."""
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


def from_shipped(setup: Setup, games: int, seconds: float, seed: int, beat: bool) -> TrainConfig:
    """A configuration that begins with the shipped weights: to improve them, or to beat them."""
    weights = shipped_weights(setup.spec, setup.players)
    hidden = HIDDEN if weights is None else weights.hidden
    return TrainConfig(setup, games, seconds, seed, hidden, guided=0, further=True, beat=beat)


@dataclass(frozen=True)
class WorkerTask:
    """A worker's part of a round."""

    config: TrainConfig
    weights: Parameters
    mean: Parameters  # what it plays by
    begin: int  # games played before this round
    done: float  # part of the training
    games: int
    worker: int


@dataclass
class Checkpoint:
    """How far the training has come; the curve has a point for every round."""

    games: int = 0
    seconds: float = 0.0
    curve: list[dict[str, float]] = field(default_factory=list)


def self_play_task(work: WorkerTask) -> tuple[Parameters, float]:
    """Play a worker's games: its parameters afterwards, and the mean squared error."""
    config = work.config
    spec = config.setup.spec
    net = config.new_network()
    net.restore(work.weights)
    rng = Rng(f"school {config.seed} {work.begin} {work.worker}")
    games = SelfPlay(net, config.features, spec.minds.hints, spec.hidden, rng)
    games.acting = network(config.features, config.weights_for(work.mean))
    known = config.known
    if config.beat and known is not None:
        games.opponent = network(config.features, known)
    games.trace_decay, games.random_percent = TRACE, RANDOM_PERCENT
    games.stride = config.features.apart(config.setup.players)
    games.rate = config.rate * (LAST_RATE / config.rate) ** work.done
    games.guided = int(config.guided * max(0.0, 1.0 - work.done / BY_HINTS))
    start = config.setup.start()
    for _ in range(work.games):
        games.learn_game(start)
    return net.state(), games.error / max(1, games.learnt)


def average(networks: list[Parameters], parts: list[float] | None = None) -> Parameters:
    """The mean of several networks' parameters, equally or in these parts."""
    if len(networks) == 1:
        return networks[0]
    of = parts or [1 / len(networks)] * len(networks)
    return [
        [sum(map(mul, of, numbers)) for numbers in zip(*same, strict=True)]
        for same in zip(*networks, strict=True)
    ]


class Training:
    """Training under way, in a folder of its own."""

    def __init__(self, config: TrainConfig, folder: Path, resume: bool) -> None:
        self.config = config
        self.folder = folder
        self.progress = Checkpoint()
        self.weights = config.new_network().state()  # what learns on
        self.mean = self.weights  # over the last rounds: what plays, and what is exported
        self.other: Weights | None = None  # of another training, to form an ensemble with
        self.digits = DIGITS  # of the exported weights
        folder.mkdir(parents=True, exist_ok=True)
        if resume and self.file.is_file():
            self.load()

    @property
    def file(self) -> Path:
        """The checkpoint."""
        return self.folder / "course.bin"

    @property
    def done(self) -> float:
        """The part of the training that is behind us."""
        config, progress = self.config, self.progress
        played = progress.games / config.games if config.games else 0.0
        spent = progress.seconds / config.seconds if config.seconds else 0.0
        return min(1.0, max(played, spent))

    def run(self, on: Executor, workers: int, tell: Callable[[], None]) -> None:
        """Train until games or time run out; `tell` is called after every round."""
        began = time.monotonic() - self.progress.seconds
        with on.stay():
            while self.done < 1.0:
                self.round(on, workers)
                self.progress.seconds = time.monotonic() - began
                self.progress.curve[-1]["seconds"] = round(self.progress.seconds, 1)
                self.save()
                tell()

    def round(self, on: Executor, workers: int) -> None:
        """Have every worker play and learn, then average their weights."""
        config, progress = self.config, self.progress
        left = config.games - progress.games if config.games else config.round * workers
        each = max(1, min(config.round, -(-left // workers)))
        work = [
            WorkerTask(config, self.weights, self.mean, progress.games, self.done, each, worker)
            for worker in range(workers)
        ]
        results = dict(on.each(self_play_task, list(enumerate(work))))
        self.weights = average([results[worker][0] for worker in range(workers)])
        part = 1 / (1 + MEAN * len(progress.curve))
        self.mean = average([self.mean, self.weights], [1.0 - part, part])
        error = sum(results[worker][1] for worker in range(workers)) / workers
        progress.games += each * workers
        progress.curve.append({"games": progress.games, "seconds": 0.0, "error": error})

    def weights_for(self, figures: dict[str, Any]) -> Weights:
        """The weights so far, quantized, in an ensemble with `other` if there is one."""
        features = self.config.features
        weights = self.config.weights_for(self.mean, self.progress.games, figures)
        if self.other is not None:
            weights = ensemble(weights, self.other, features)
        return with_digits(weights, features, self.digits) if self.digits < DIGITS else weights

    def save(self) -> None:
        """Write the checkpoint; atomically, so that it is never cut off."""
        head: dict[str, Any] = {"course": self.config.as_dict(), "standing": asdict(self.progress)}
        parts = [*self.weights, *self.mean]
        head["sizes"] = [len(part) for part in parts]
        body = b"".join(array("d", part).tobytes() for part in parts)
        new = self.file.with_suffix(".new")
        new.write_bytes(json.dumps(head).encode() + b"\n" + zlib.compress(body, 1))
        new.replace(self.file)

    def load(self) -> None:
        """Read the checkpoint; Refusal `course` if it is damaged or of another configuration."""
        try:
            line, squeezed = self.file.read_bytes().split(b"\n", 1)
            head = json.loads(line)
            numbers = array("d", zlib.decompress(squeezed)).tolist()
            if head["course"] != self.config.as_dict() or len(numbers) != sum(head["sizes"]):
                raise ValueError("another course")
            self.progress = Checkpoint(**head["standing"])
            parts, at = [], 0
            for size in head["sizes"]:
                parts.append(numbers[at : at + size])
                at += size
            half = len(parts) // 2
            self.weights, self.mean = parts[:half], parts[half:]
        except (ValueError, KeyError, TypeError, zlib.error) as error:
            raise Refusal("course", path=str(self.file)) from error
