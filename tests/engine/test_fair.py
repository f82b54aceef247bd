"""Fair draws: bound by the commitment, unbiased, and the same for every verifier."""

import hashlib
import hmac
from collections import Counter

import pytest

from filon.core.fair import Fair, commitment, mixed

SEED = bytes(range(32))


def test_the_commitment_is_the_seeds_hash() -> None:
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()
    assert commitment(SEED) != commitment(SEED[::-1])


def test_a_draw_can_be_checked_with_any_hmac() -> None:
    """The scheme, written out once more with nothing of ours but the seed."""
    entropy = [b"one", b"two"]
    inner = b"".join(hashlib.sha256(part).digest() for part in entropy)
    mix = hashlib.sha256(inner).hexdigest()
    message = f"filon-fair-1|match-7|{mix}|12|0".encode()
    number = int.from_bytes(hmac.new(SEED, message, hashlib.sha256).digest()[:8], "big") % 216
    weights = [1, 3, 6, 6, 200]
    at = next(i for i in range(5) if sum(weights[: i + 1]) > number)
    assert Fair(SEED, "match-7", entropy).draw(12, weights) == at


def test_every_part_of_the_message_matters() -> None:
    def draws(fair: Fair) -> list[int]:
        return [fair.draw(n, [1] * 50) for n in range(40)]

    plain = draws(Fair(SEED, "a"))
    assert plain == draws(Fair(SEED, "a"))
    assert plain != draws(Fair(SEED, "b"))
    assert plain != draws(Fair(SEED[::-1], "a"))
    assert plain != draws(Fair(SEED, "a", [b"x"]))
    assert mixed([b"ab", b"c"]) != mixed([b"a", b"bc"]), "seats cannot shift their entropy"


def test_draws_follow_the_weights() -> None:
    weights = [1, 2, 3]
    counted = Counter(Fair(SEED, "m").draw(n, weights) for n in range(6000))
    for index, weight in enumerate(weights):
        assert counted[index] == pytest.approx(1000 * weight, rel=0.12)


def test_a_draw_with_one_outcome_gives_that_outcome() -> None:
    assert {Fair(SEED, "m").draw(n, [5]) for n in range(20)} == {0}
