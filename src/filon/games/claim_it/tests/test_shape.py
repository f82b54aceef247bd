"""What a learned value sees of a group's future, on maps that can be counted by hand."""

import pytest

from filon.games.claim_it.learned import cut, grown
from filon.games.claim_it.parcels import beside, largest_group
from filon.games.claim_it.tables import BIT

pytestmark = pytest.mark.engine


def parcels(drawn: str) -> int:
    """The parcels marked in a drawing of the lowest rows, row 1 first."""
    rows = drawn.split()
    return sum(
        BIT[6 * row + col]
        for row, line in enumerate(rows)
        for col, c in enumerate(line)
        if c == "x"
    )


def test_next_to_a_corner_lie_two_parcels() -> None:
    assert beside(parcels("x.....")) == parcels(".x.... x.....")
    assert beside(parcels(".....x")) == parcels("....x. .....x")


def test_one_parcel_more_joins_two_groups_unless_it_is_claimed() -> None:
    own = parcels("xxx.x. ......")
    group = largest_group(own)
    assert grown(group, own, 0) == 5
    assert grown(group, own, parcels("...x..")) == 4
    assert grown(group, own, parcels("...x.. xxx...")) == 3


def test_one_parcel_less_parts_a_group_unless_it_is_claimed() -> None:
    own = parcels("xxxxx.")
    group = largest_group(own)
    assert cut(group, own, 0) == 2
    assert cut(group, own, parcels("..x...")) == 3
    assert cut(group, own, parcels(".xxx..")) == 4
    assert cut(group, own, own) == 5
