"""Chance that is stacked, for tests that need certain scenes."""

from collections.abc import Sequence

from filon.match.luck import Luck


class StackedLuck(Luck):
    """Outcomes taken in turn whenever they are possible."""

    def __init__(self, outcomes: Sequence[str], then: Luck) -> None:
        self.outcomes = list(outcomes)
        self.then = then

    def draw(self, n: int, legal: Sequence[str], weights: Sequence[int]) -> int:
        """The first outcome left that is possible now, else what the other luck says."""
        for at, outcome in enumerate(self.outcomes):
            if outcome in legal:
                del self.outcomes[at]
                return list(legal).index(outcome)
        return self.then.draw(n, legal, weights)
