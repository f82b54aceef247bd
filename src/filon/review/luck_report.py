"""Luck over several games: what the draws gave a seat, compared with the mean of fair draws.

Every draw's luck has mean 0 and a spread that is known exactly from its weights, whatever came
before; so the sum over games has both too, and how far it is from 0 can be tested.
"""

from collections.abc import Sequence
from math import erfc, sqrt
from typing import Literal, Protocol

from filon.core.record import Record
from filon.review.form import ONE, LuckKind, LuckReport, Review, ReviewDraw
from filon.review.review import Progress, Reviewer

FEW = 30  # draws: below that a sum is not near enough to the bell curve to be tested
UNUSUAL, RARE = 0.05, 0.005


def draws_of(record: Record, progress: Progress | None = None) -> Review:
    """A review of a game's draws alone: much quicker, and its choices are not judged."""
    return Reviewer(record, 1, luck=True).run(progress)


class Drawn(Protocol):
    """What a luck report needs of a review."""

    @property
    def ranked(self) -> list[int]: ...
    @property
    def chances(self) -> list[list[int]]: ...
    @property
    def draws(self) -> list[ReviewDraw]: ...


def report(games: Sequence[tuple[Drawn, int]]) -> LuckReport:
    """Of these games, each with the seat that is looked at."""
    sums: dict[tuple[str, bool], list[float]] = {}
    won = even = 0
    for game, seat in games:
        if seat not in game.ranked:
            continue
        won += game.chances[-1][seat]
        even += ONE // len(game.ranked)
        for draw in game.draws:
            if draw.outcomes > 1:
                totals = sums.setdefault((draw.verb, draw.seat == seat), [0, 0, 0.0])
                totals[0] += 1
                totals[1] += draw.luck[seat]
                totals[2] += float(draw.spread[seat]) ** 2
    count = int(sum(totals[0] for totals in sums.values()))
    luck = int(sum(totals[1] for totals in sums.values()))
    spread = sqrt(sum(totals[2] for totals in sums.values()))
    chance = erfc(abs(luck) / spread / sqrt(2.0)) if spread > 0 else 1.0
    return LuckReport(
        games=len(games),
        draws=count,
        luck=luck,
        spread=round(spread),
        chance=round(chance, 4),
        verdict=_verdict(count, chance),
        won=won,
        even=even,
        kinds=[
            LuckKind(
                verb=verb,
                own=own,
                draws=int(totals[0]),
                luck=int(totals[1]),
                spread=round(sqrt(totals[2])),
            )
            for (verb, own), totals in sorted(
                sums.items(), key=lambda kind: (not kind[0][1], kind[0])
            )
        ],
    )


def _verdict(draws: int, chance: float) -> Literal["few", "none", "some", "much"]:
    if draws < FEW:
        return "few"
    if chance < RARE:
        return "much"
    return "some" if chance < UNUSUAL else "none"
