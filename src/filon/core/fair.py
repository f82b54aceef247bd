"""Commit and reveal: where dice and draws come from, and how anyone checks them."""

import hashlib
import hmac
from collections.abc import Sequence

SCHEME = "filon-fair-1"
_SPAN = 1 << 64


def commitment(seed: bytes) -> str:
    """What is shown before the first step: the seed's SHA-256, which binds without telling."""
    return hashlib.sha256(seed).hexdigest()


def mixed(entropy: Sequence[bytes]) -> str:
    """The seats' entropy in seat order, as it enters every draw."""
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in entropy)).hexdigest()


class Fair:
    """The draws of one match; the same seed, match and entropy give the same draws."""

    def __init__(self, seed: bytes, match: str, entropy: Sequence[bytes] = ()) -> None:
        self.seed = seed
        self.match = match
        self.entropy = mixed(entropy)

    def draw(self, n: int, weights: Sequence[int]) -> int:
        """The index chosen at step n, each as likely as its weight, without modulo bias."""
        total = sum(weights)
        limit = _SPAN - _SPAN % total
        counter = 0
        while True:
            message = f"{SCHEME}|{self.match}|{self.entropy}|{n}|{counter}".encode()
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
