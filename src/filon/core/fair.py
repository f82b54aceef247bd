"""Commit and reveal: where dice and draws come from, and how anyone checks them.

Scheme `filon-fair-2` (ADR 17): every device promises a number before the server promises its seed,
and all promises stand in one list before any number is opened. `filon-fair-1` (ADR 11), with
nothing but the server's promise, stays readable.
"""

import hashlib
import hmac
import json
from collections.abc import Sequence
from dataclasses import dataclass

FIRST = "filon-fair-1"
SCHEME = "filon-fair-2"
Hex = str  # bytes in hex, lower case
NONE = "none"  # in a list: this seat's device promised nothing
OPENING = 32  # bytes of a number that was promised
_SPAN = 1 << 64


def commitment(seed: bytes) -> str:
    """What is shown before the first step: the seed's SHA-256, which binds without telling."""
    return hashlib.sha256(seed).hexdigest()


def mixed(entropy: Sequence[bytes]) -> str:
    """filon-fair-1: the seats' entropy in seat order, as it enters every draw."""
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in entropy)).hexdigest()


# ---- filon-fair-2: what is hashed, and how it is written ---------------------------------------


def hashed(*parts: str) -> str:
    """SHA-256 in hex; each part in UTF-8 behind its length as four bytes, the highest first."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode()
        digest.update(len(data).to_bytes(4, "big") + data)
    return digest.hexdigest()


@dataclass(frozen=True, kw_only=True)
class Frozen:
    """What a start freezes; its canonical JSON is what every promise names (docs/fair.md)."""

    match: str  # TABLE-NUMBER
    game: str
    edition: str
    options: dict[str, bool | int | str]
    seats: tuple[str, ...]  # "person", or "bot" and its level
    starters: tuple[int, ...] | None
    since: int  # the first step of this part of a match; not 0: it came from a back-up

    def text(self) -> str:
        """One JSON object, keys in order, nothing between the signs."""
        return json.dumps(vars(self), sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    def hash(self) -> str:
        """The hash that every promise names (S in docs/fair.md)."""
        return hashed(SCHEME, self.text())


def promise(frozen: str, seat: int, opening: bytes) -> str:
    """A device's commitment to its number (c in docs/fair.md)."""
    return hashed(SCHEME, frozen, str(seat), opening.hex())


def seed_promise(frozen: str, seed: bytes) -> str:
    """The server's commitment to its seed, after all devices' (C in docs/fair.md)."""
    return hashed(SCHEME, frozen, seed.hex())


def stirred(listed: Sequence[str], openings: Sequence[bytes]) -> str:
    """The whole list and all openings (empty: none), as they enter every draw."""
    return hashed(*listed, *(opening.hex() for opening in openings))


class Fair:
    """The draws of one match; the same seed, match, list and openings give the same draws."""

    def __init__(
        self,
        seed: bytes,
        match: str,
        entropy: Sequence[bytes] = (),
        listed: Sequence[str] | None = None,  # None: filon-fair-1
    ) -> None:
        self.seed = seed
        self.match = match
        self.scheme = FIRST if listed is None else SCHEME
        self.mix = mixed(entropy) if listed is None else stirred(listed, entropy)

    def draw(self, n: int, weights: Sequence[int]) -> int:
        """Draw an index at step n by weight, with rejection sampling."""
        total = sum(weights)
        limit = _SPAN - _SPAN % total
        counter = 0
        while True:
            message = f"{self.scheme}|{self.match}|{self.mix}|{n}|{counter}".encode()
            digest = hmac.new(self.seed, message, hashlib.sha256).digest()
            number = int.from_bytes(digest[:8], "big")
            if number < limit:
                break
            counter += 1
        left = number % total
        for index, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return index
        raise AssertionError("weights must be positive")
