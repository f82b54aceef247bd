# mypyc: no
"""Files of learned weights: written by training, read with every doubt, told in a sentence."""

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

from filon.bots.learned import Judge, Learned
from filon.bots.network import LANE, TOP, Network
from filon.core.compiled import rules_compiled
from filon.core.errors import Refusal
from filon.core.features import Features
from filon.core.game import State
from filon.core.hints import Hints
from filon.core.spec import Spec

KIND: type[Network] = Network
if not rules_compiled():  # no interpreted class comes from a compiled one
    from filon.bots.plain import PlainNetwork

    KIND = PlainNetwork

NAME = "learned.bin"
DIGITS = 10  # binary ones after the point of a weight, at most
MAGIC = b"filon-learned-1\n"
WHY = {
    "edition": "it was made for another edition or other features",
    "broken": "it is damaged",
}


@dataclass(frozen=True)
class Lesson:
    """One network of a file: for how many players, how it was taught, and what it reached."""

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
    """Weights as whole numbers, as fine as their lanes hold, and by what they were shifted."""
    limit = LANE // (most + 1)
    largest = max(map(abs, rows))
    shift = 4
    while shift < digits and largest * (2 << shift) <= limit:
        shift += 1
    scale = 1 << shift
    kept = [max(-limit, min(limit, round(weight * scale))) for weight in rows]
    return shift, kept, [round(weight * TOP) for weight in tops]


def beside(one: Lesson, other: Lesson, features: Features) -> Lesson:
    """Two networks as one: the hidden cells of both, and the mean of what they say.

    What two courses have wrong is seldom the same, so that together they judge better than each. A
    network counts by its hidden cells: three alike, one after the other, have a third each.
    """
    outs, rows, tops = one.players, list[float](), list[float]()
    part = one.hidden / (one.hidden + other.hidden)
    inner, outer = zip(unrounded(one), unrounded(other), strict=True)
    for feature in range(features.size(outs) + 1):
        left, right = (
            _at(feature, numbers, lesson.hidden + outs)
            for numbers, lesson in zip(inner, (one, other), strict=True)
        )
        rows += left[: one.hidden] + right[: other.hidden]
        rows += _mean(left[one.hidden :], right[other.hidden :], part)
    for out in range(features.buckets * outs):
        left, right = (
            _at(out, numbers, lesson.hidden + 1)
            for numbers, lesson in zip(outer, (one, other), strict=True)
        )
        tops += [weight * part for weight in left[:-1]]
        tops += [weight * (1 - part) for weight in right[:-1]]
        tops += _mean(left[-1:], right[-1:], part)
    shift, whole, upper = rounded(rows, tops, features.most)
    return replace(
        one, hidden=one.hidden + other.hidden, shift=shift, games=one.games + other.games,
        rows=whole, tops=upper,
    )  # fmt: skip


def coarser(lesson: Lesson, features: Features, digits: int) -> Lesson:
    """The same with so many binary digits after the point at most: a smaller file."""
    shift, whole, upper = rounded(*unrounded(lesson), features.most, digits)
    return replace(lesson, shift=shift, rows=whole, tops=upper)


def unrounded(lesson: Lesson) -> tuple[list[float], list[float]]:
    """Rows and tops as they were before they became whole numbers."""
    scale = 1 << lesson.shift
    return [weight / scale for weight in lesson.rows], [weight / TOP for weight in lesson.tops]


def _at(place: int, numbers: list[float], wide: int) -> list[float]:
    return numbers[place * wide : (place + 1) * wide]


def _mean(left: list[float], right: list[float], part: float) -> list[float]:
    return [a * part + b * (1 - part) for a, b in zip(left, right, strict=True)]


def packed(spec: Spec, features: Features, lessons: Sequence[Lesson]) -> bytes:
    """The file: a line that names the format, a line of JSON, then the weights, compressed."""
    body, told = b"", []
    for one in sorted(lessons, key=lambda one: one.players):
        numbers = [*one.rows, *one.tops]
        body += struct.pack(f"<{len(numbers)}h", *(max(-32767, min(32767, n)) for n in numbers))
        told.append(
            {key: value for key, value in asdict(one).items() if key not in ("rows", "tops")}
        )
    header = {
        "game": spec.slug,
        "edition": spec.edition,
        "features": features.version,
        "sha256": hashlib.sha256(body).hexdigest(),
        "lessons": told,
    }
    return MAGIC + json.dumps(header).encode() + b"\n" + zlib.compress(body, 9)


def unpacked(spec: Spec, features: Features, content: bytes) -> list[Lesson]:
    """What a file holds; Refusal `weights` says why it does not fit this game."""
    try:
        magic, line, squeezed = content.split(b"\n", 2)
        header = json.loads(line)
        body = zlib.decompress(squeezed)
        if magic + b"\n" != MAGIC or hashlib.sha256(body).hexdigest() != header["sha256"]:
            raise ValueError("checksum")
        wanted = (spec.slug, spec.edition, features.version)
        if (header["game"], header["edition"], header["features"]) != wanted:
            raise Refusal("weights", game=spec.slug, why="edition")
        found, at = [], 0
        for told in header["lessons"]:
            one = Lesson(**told)
            lanes = one.hidden + one.players
            inner = (features.size(one.players) + 1) * lanes
            outer = features.buckets * one.players * (one.hidden + 1)
            numbers = struct.unpack_from(f"<{inner + outer}h", body, at)
            at += 2 * (inner + outer)
            told.update(rows=numbers[:inner], tops=numbers[inner:])
            found.append(Lesson(**told))
        if at != len(body):
            raise ValueError("length")
        return found
    except Refusal:
        raise
    except (ValueError, KeyError, TypeError, zlib.error, struct.error) as error:
        raise Refusal("weights", game=spec.slug, why="broken") from error


def network(features: Features, lesson: Lesson, kind: type[Network] = KIND) -> Network:
    """A lesson, ready to be asked; of one against a rival there are twice as many top layers."""
    buckets = len(lesson.tops) // (lesson.players * (lesson.hidden + 1))
    return kind(
        features.size(lesson.players), lesson.hidden, lesson.players, buckets,
        lesson.shift, list(lesson.rows), list(lesson.tops),
    )  # fmt: skip


def shipped(spec: Spec) -> bytes | None:
    """The file that comes with a game, if one does."""
    if spec.slug in _lent:
        return _lent[spec.slug]
    package = spec.begin.__module__.rpartition(".")[0]
    file = resources.files(package) / NAME if package else None
    return file.read_bytes() if file is not None and file.is_file() else None


_lent: dict[str, bytes] = {}  # by game, a file that stands in for the shipped one


@contextmanager
def lent(spec: Spec, content: bytes) -> Iterator[None]:
    """Within this process, for a while: other weights than those that come with the game."""
    _lent[spec.slug] = content
    _forget()
    try:
        yield
    finally:
        del _lent[spec.slug]
        _forget()


def _forget() -> None:
    lesson.cache_clear()
    judge.cache_clear()


@cache
def lesson(spec: Spec, players: int) -> Lesson | None:
    """What comes with a game for so many players; None if nothing was learnt.

    A file that does not fit is told once, in a sentence, and then the hints must do.
    """
    features = spec.features
    content = shipped(spec) if features is not None else None
    if features is None or content is None:
        return None
    try:
        lessons = unpacked(spec, features, content)
    except Refusal as refused:
        why = WHY[str(refused.facts["why"])]
        warnings.warn(f"{NAME} of {spec.slug} is not used: {why}.", stacklevel=2)
        return None
    return next((one for one in lessons if one.players == players), None)


@cache
def judge(spec: Spec, players: int) -> Judge | None:
    """The learned value that comes with a game, for so many players; None if there is none."""
    found = lesson(spec, players)
    if found is None or spec.features is None:
        return None
    return Judge(spec.features, network(spec.features, found))


def masterly(spec: Spec, state: State) -> Hints | None:
    """The best hints there are: with the learned value if this very game was learned."""
    hints, features = spec.hints, spec.features
    if hints is None or features is None or not features.fits(state):
        return hints
    found = judge(spec, state.players)
    return hints if found is None else Learned(hints, found)
