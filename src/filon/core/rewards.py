"""What a finished game is worth to each seat, as learners like it: it always sums to 0."""


def zero_sum(ranks: list[int]) -> list[float]:
    """1 for a sole winner, less for shared victories, the same below 0 for all others.

    Seats that are not ranked get 0.
    """
    ranked = 0
    winners = 0
    for rank in ranks:
        if rank > 0:
            ranked += 1
        if rank == 1:
            winners += 1
    if ranked < 2:
        return [0.0] * len(ranks)
    won = (ranked / winners - 1.0) / (ranked - 1)
    lost = -1.0 / (ranked - 1)
    return [won if rank == 1 else lost if rank > 0 else 0.0 for rank in ranks]


def forfeit(seat: int, takers: list[int], players: int) -> list[float]:
    """-1 for the seat that took an illegal step, shared out to the others that take turns."""
    rewards = [0.0] * players
    for other in takers:
        rewards[other] = 1.0 / (len(takers) - 1)
    rewards[seat] = -1.0
    return rewards
