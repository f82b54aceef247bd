"""What a finished game is worth to each seat: for learners it sums to 0, for a search to 1."""

from filon.core.game import State


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


def final_rewards(state: State, margin: float, scale: float) -> list[float]:
    """Of a finished game, per seat between 0 and 1; seats that are not ranked have 0."""
    ranks = state.ranks()
    winners = 0
    for rank in ranks:
        if rank == 1:
            winners += 1
    rewards = [1.0 / winners if rank == 1 else 0.0 for rank in ranks]
    if margin == 0.0:
        return rewards
    scores = state.scores()
    for seat in range(len(ranks)):
        if ranks[seat] == 0:
            continue
        best = -1
        known = False
        for other in range(len(ranks)):
            if ranks[other] == 0 or ranks[other] == ranks[seat]:
                continue  # partners share a rank: nobody leads or trails them
            if not known or scores[other] > best:
                best = scores[other]
                known = True
        ahead = 0.5 + (scores[seat] - best) / (2.0 * scale) if known else 0.5
        ahead = min(1.0, max(0.0, ahead))
        rewards[seat] = (1.0 - margin) * rewards[seat] + margin * ahead
    return rewards
