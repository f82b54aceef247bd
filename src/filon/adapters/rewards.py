"""What a finished game is worth to each seat, as learners like it."""

from collections.abc import Sequence


def zero_sum(ranks: Sequence[int]) -> list[float]:
    """1 for a sole winner, less for shared victories, the same below 0 for all others; sums to 0.

    Seats that are not ranked get 0.
    """
    ranked = sum(rank > 0 for rank in ranks)
    winners = sum(rank == 1 for rank in ranks)
    if ranked < 2:
        return [0.0] * len(ranks)
    return [
        ((ranked / winners if rank == 1 else 0.0) - 1.0) / (ranked - 1) if rank else 0.0
        for rank in ranks
    ]
