"""Sets of bits: counting and finding agree with a plain loop."""

import pytest

from filon.core.bits import count, first, nth
from filon.core.rng import Rng

pytestmark = pytest.mark.engine


def test_bits_are_counted_and_found_as_one_by_one() -> None:
    rng = Rng(3)
    sets = [0, 1, 2**40 - 1, 2**62 - 1, 1 << 61]
    sets += [rng.below(2**31) << rng.below(31) for _ in range(300)]
    for bits in sets:
        places = [place for place in range(63) if bits >> place & 1]
        assert count(bits) == len(places)
        if places:
            assert first(bits) == places[0]
        for n in range(0, len(places), 7):
            assert nth(bits, n) == places[n]
