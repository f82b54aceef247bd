# mypyc: no
"""Files of learned weights (`learned.bin`): rounding, reading, writing, and one cache per game.

A file is read with suspicion: a damaged or foreign one is refused with a sentence.
"""

import hashlib
import json
import struct
import warnings
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from importlib import resources
from typing import Any

from filon.bots.learned import LearnedHints, LearnedValue
from filon.bots.network import LANE, TOP, Network
from filon.core.compiled import rules_compiled
from filon.core.errors import Refusal
from filon.core.features import Features
from filon.core.game import State
from filon.core.hints import Hints
from filon.core.spec import Spec

KIND: type[Network] = Network
if not rules_compiled():  # no interpreted class comes from a compiled one
    from filon.bots.pure_network import PureNetwork

    KIND = PureNetwork

NAME = "learned.bin"
DIGITS = 10  # binary digits after the point of a weight, at most
MAGIC = b"filon-learned-1\n"
WHY = {
    "edition": "it was made for another edition or other features",
    "broken": "it is damaged",
}


@dataclass(frozen=True)
class Weights:
    """One network of a file: for how many players, how it was trained, and what it reached."""

    players: int
    hidden: int
    shift: int
    seed: int
    games: int
    options: Mapping[str, Any] = field(default_factory=dict)
    figures: Mapping[str, Any] = field(default_factory=dict)
    rows: Sequence[int] = ()
    tops: Sequence[int] = ()


def rounded(
    rows: Sequence[float], tops: Sequence[float], most: int, digits: int = DIGITS
) -> tuple[int, list[int], list[int]]:
    """Quantized weights: the shift that fits their lanes, rows and tops as whole numbers."""
    limit = LANE // (most + 1)
    largest = max(map(abs, rows))
    shift = 4
    while shift < digits and largest * (2 << shift) <= limit:
        shift += 1
    scale = 1 << shift
    whole = [max(-limit, min(limit, round(weight * scale))) for weight in rows]
    return shift, whole, [round(weight * TOP) for weight in tops]


def ensemble(first: Weights, second: Weights, features: Features) -> Weights:
    """Two networks as one: the hidden cells of both, and the mean of their outputs.

    Two training runs seldom make the same errors, so the mean is better than each. A network
    weighs as much as its share of the hidden cells: three of equal size have a third each.
    """
    outs, rows, tops = first.players, list[float](), list[float]()
    part = first.hidden / (first.hidden + second.hidden)
    inner, outer = zip(unrounded(first), unrounded(second), strict=True)
    for feature in range(features.size(outs) + 1):
        left, right = (
            _at(feature, numbers, weights.hidden + outs)
            for numbers, weights in zip(inner, (first, second), strict=True)
        )
        rows += left[: first.hidden] + right[: second.hidden]
        rows += _mean(left[first.hidden :], right[second.hidden :], part)
    for out in range(features.buckets * outs):
        left, right = (
            _at(out, numbers, weights.hidden + 1)
            for numbers, weights in zip(outer, (first, second), strict=True)
        )
        tops += [weight * part for weight in left[:-1]]
        tops += [weight * (1 - part) for weight in right[:-1]]
        tops += _mean(left[-1:], right[-1:], part)
    shift, whole, upper = rounded(rows, tops, features.most)
    return replace(
        first, hidden=first.hidden + second.hidden, shift=shift, games=first.games + second.games,
        rows=whole, tops=upper,
    )  # fmt: skip


def with_digits(weights: Weights, features: Features, digits: int) -> Weights:
    """The weights rounded to so many binary digits after the point: a smaller file."""
    shift, whole, upper = rounded(*unrounded(weights), features.most, digits)
    return replace(weights, shift=shift, rows=whole, tops=upper)


def unrounded(weights: Weights) -> tuple[list[float], list[float]]:
    """Rows and tops as floats."""
    scale = 1 << weights.shift
    return [weight / scale for weight in weights.rows], [weight / TOP for weight in weights.tops]


def _at(place: int, numbers: list[float], wide: int) -> list[float]:
    return numbers[place * wide : (place + 1) * wide]


def _mean(left: list[float], right: list[float], part: float) -> list[float]:
    return [a * part + b * (1 - part) for a, b in zip(left, right, strict=True)]


def packed(spec: Spec, features: Features, networks: Sequence[Weights]) -> bytes:
    """The file: a line that names the format, a line of JSON, then the weights, compressed."""
    body, headers = b"", []
    for weights in sorted(networks, key=lambda weights: weights.players):
        numbers = [*weights.rows, *weights.tops]
        body += struct.pack(f"<{len(numbers)}h", *(max(-32767, min(32767, n)) for n in numbers))
        headers.append(
            {key: value for key, value in asdict(weights).items() if key not in ("rows", "tops")}
        )
    header = {
        "game": spec.slug,
        "edition": spec.edition,
        "features": features.version,
        "sha256": hashlib.sha256(body).hexdigest(),
        "lessons": headers,  # the format's name for networks
    }
    return MAGIC + json.dumps(header).encode() + b"\n" + zlib.compress(body, 9)


def unpacked(spec: Spec, features: Features, content: bytes) -> list[Weights]:
    """The networks of a file; Refusal `weights` says why it does not fit this game."""
    try:
        magic, line, squeezed = content.split(b"\n", 2)
        header = json.loads(line)
        body = zlib.decompress(squeezed)
        if magic + b"\n" != MAGIC or hashlib.sha256(body).hexdigest() != header["sha256"]:
            raise ValueError("checksum")
        wanted = (spec.slug, spec.edition, features.version)
        if (header["game"], header["edition"], header["features"]) != wanted:
            raise Refusal("weights", game=spec.slug, why="edition")
        networks, at = [], 0
        for fields in header["lessons"]:
            weights = Weights(**fields)
            lanes = weights.hidden + weights.players
            inner = (features.size(weights.players) + 1) * lanes
            outer = features.buckets * weights.players * (weights.hidden + 1)
            numbers = struct.unpack_from(f"<{inner + outer}h", body, at)
            at += 2 * (inner + outer)
            networks.append(replace(weights, rows=numbers[:inner], tops=numbers[inner:]))
        if at != len(body):
            raise ValueError("length")
        return networks
    except Refusal:
        raise
    except (ValueError, KeyError, TypeError, zlib.error, struct.error) as error:
        raise Refusal("weights", game=spec.slug, why="broken") from error


def network(features: Features, weights: Weights, kind: type[Network] = KIND) -> Network:
    """The network with these weights; trained against an opponent it has twice the top layers."""
    buckets = len(weights.tops) // (weights.players * (weights.hidden + 1))
    return kind(
        features.size(weights.players), weights.hidden, weights.players, buckets,
        weights.shift, list(weights.rows), list(weights.tops),
    )  # fmt: skip


def shipped(spec: Spec) -> bytes | None:
    """The file that comes with a game, if one does."""
    if spec.slug in _overridden:
        return _overridden[spec.slug]
    package = spec.begin.__module__.rpartition(".")[0]
    file = resources.files(package) / NAME if package else None
    return file.read_bytes() if file is not None and file.is_file() else None


_overridden: dict[str, bytes] = {}  # by game, a file instead of the shipped one


@contextmanager
def overridden(spec: Spec, content: bytes) -> Iterator[None]:
    """Use another file of weights inside the block, in this process only."""
    _overridden[spec.slug] = content
    _clear_caches()
    try:
        yield
    finally:
        del _overridden[spec.slug]
        _clear_caches()


def _clear_caches() -> None:
    shipped_weights.cache_clear()
    learned_value.cache_clear()


@cache
def shipped_weights(spec: Spec, players: int) -> Weights | None:
    """The weights that come with a game for so many players; None if there are none.

    Warns once about a file that does not fit; the bots then go by the hints.
    """
    features = spec.minds.features
    content = shipped(spec) if features is not None else None
    if features is None or content is None:
        return None
    try:
        networks = unpacked(spec, features, content)
    except Refusal as refused:
        why = WHY[str(refused.facts["why"])]
        warnings.warn(f"{NAME} of {spec.slug} is not used: {why}.", stacklevel=2)
        return None
    return next((weights for weights in networks if weights.players == players), None)


@cache
def learned_value(spec: Spec, players: int) -> LearnedValue | None:
    """The learned value that comes with a game, for so many players; None if there is none."""
    weights = shipped_weights(spec, players)
    if weights is None or spec.minds.features is None:
        return None
    return LearnedValue(spec.minds.features, network(spec.minds.features, weights))


def best_hints(spec: Spec, state: State) -> Hints | None:
    """The game's hints, with the learned value if this game and its options were learned."""
    hints, features = spec.minds.hints, spec.minds.features
    if hints is None or features is None or not features.fits(state):
        return hints
    value = learned_value(spec, state.players)
    return hints if value is None else LearnedHints(hints, value)
