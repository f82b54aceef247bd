"""A seeded source of chance for drivers and bots; states never hold one."""

import random
from collections.abc import Callable
from typing import Any

from mypy_extensions import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Rng:
    """The same seed gives the same draws on every machine and on both builds."""

    def __init__(self, seed: int | str) -> None:
        source = random.Random(seed)
        self.unit: Callable[[], float] = source.random

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, all equally likely."""
        return int(self.unit() * n)

    def weighted(self, weights: list[int]) -> int:
        """An index, each as likely as its weight."""
        total = 0
        for weight in weights:
            total += weight
        left = self.below(total)
        for index, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return index
        raise AssertionError("weights must be positive")

    def shuffle(self, items: list[Any]) -> None:
        """Put the items in an order drawn uniformly from all orders."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
