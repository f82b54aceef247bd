"""A node of the search tree: a step, its statistics and its children."""

from typing import Final

from mypy_extensions import i64

from filon.core.game import OVER, State
from filon.core.rng import Rng

PARTS: Final = 1 << 24  # the largest weight that needs no scaling


class Node:
    """A step and its statistics; counts are floats because doubles need no boxing."""

    def __init__(self, step: int, prior: float) -> None:
        self.step = step
        self.prior = prior
        self.visits = 0.0
        self.offers = 0.0  # how often the step was legal
        self.total = 0.0  # rewards of the seat that took the step
        self.worth = 0.0  # rewards of the seat that acts next
        self.rave_visits = 0.0  # how often the seat took the step here or later
        self.rave_total = 0.0  # its rewards then
        self.actor = OVER  # who acts next; OVER also means: not visited yet
        self.kids: list[Node] = NO_NODES  # where a seat acts
        self.legal: list[int] = NO_STEPS  # the steps of these kids
        self.named: dict[int, Node] | None = None  # kids by step, or by what a seat sees of it
        self.fell: Node | None = None  # the only outcome so far of a chance node, without secrets
        self.steps: list[int] = NO_STEPS  # where chance acts: its outcomes
        self.parts: list[int] = NO_STEPS  # their weights
        self.drawn: list[int] = NO_STEPS  # how often each was drawn
        self.whole: i64 = 0  # the sum of the weights
        self.draws: i64 = 0  # the sum of the draws

    def kid(self, key: int) -> "Node":
        """The child of a step (or of what a seat sees of it), made when first needed."""
        named = self.named
        if named is None:
            named = {}
            self.named = named
        kid = named.get(key)
        if kid is None:
            kid = Node(key, 0.0)
            named[key] = kid
        return kid

    def weigh(self, parts: list[int]) -> None:
        """Begin to count the draws of a chance node with these weights."""
        whole: i64 = 0
        for part in parts:
            whole += part
        self.parts = parts
        self.drawn = [0] * len(parts)
        self.whole = whole

    def due(self, rng: Rng) -> int:
        """The next outcome, drawn in proportion to how far each is behind its weight."""
        parts = self.parts
        drawn = self.drawn
        whole: i64 = self.whole
        draws: i64 = self.draws + 1
        self.draws = draws
        owed: i64 = 0
        for at in range(len(parts)):
            part: i64 = parts[at]
            times: i64 = drawn[at]
            lack: i64 = part * draws - times * whole
            if lack > 0:
                owed += lack
        left: i64 = rng.below(owed)
        for at in range(len(parts)):
            part = parts[at]
            times = drawn[at]
            lack = part * draws - times * whole
            if lack > 0:
                left -= lack
                if left < 0:
                    drawn[at] = times + 1
                    return at
        raise AssertionError("what is owed was counted")

    def unfold(self, state: State) -> None:
        """Count the draws of a chance node from its second visit on: most have only one."""
        self.steps = state.legal()
        self.weigh(lighter(state.weights()))
        self.kids = [UNMET] * len(self.steps)
        fell = self.fell
        if fell is not None:
            at = self.steps.index(fell.step)
            self.kids[at] = fell
            self.drawn[at] = 1
            self.draws = 1
        self.fell = None

    def fallen(self, step: int) -> "Node":
        """The child of an outcome, new if chance never drew it."""
        if self.fell is not None and self.fell.step == step:
            return self.fell
        for kid in self.kids:
            if kid.step == step:
                return kid
        return Node(step, 0.0)


NO_NODES: Final[list[Node]] = []
NO_STEPS: Final[list[int]] = []
UNMET: Final = Node(-1, 0.0)  # stands where chance has not led yet


def lighter(parts: list[int]) -> list[int]:
    """The weights, scaled down where native numbers would overflow."""
    most = max(parts)
    if most <= PARTS:
        return parts
    return [max(1, part * PARTS // most) for part in parts]
