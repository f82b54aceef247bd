"""What a game may tell the bots about itself."""

from abc import ABC, abstractmethod

from mypy_extensions import mypyc_attr

from filon.core.game import State
from filon.core.rng import Rng


class Plan:
    """How the search is best run on a game, as measured; whole numbers, so that builds agree."""

    def __init__(
        self,
        budget: int = 2000,
        depth: int = -1,
        guided: int = 0,
        explore: int = 1000,
        margin: int = 0,
        scale: int = 0,
        secret: bool = True,
        luck: int = 0,
        keen: int = 1,
        exact: int = 4,
        patience: int = 1,
        echo: int = 0,
        close: int = 0,
    ) -> None:
        self.budget = budget  # simulations of the best level for one step
        self.depth = depth  # steps of a playout before `value` is asked; -1: to the end
        self.guided = guided  # percent of a playout's choices that are `quick`, not any step
        self.explore = explore  # thousandths: how far the search strays from what looks best
        self.margin = margin  # percent of a reward that comes from the lead, not from winning
        self.scale = scale  # a lead, in units, that is as good as decided
        self.secret = secret  # whether anything is hidden in this very game
        self.keen = keen  # power of the weights as prior: how far the search trusts their order
        self.exact = exact  # positions a look at the very end may cost, per simulation
        self.patience = patience  # playouts from a position before its steps are weighed
        self.echo = echo  # tries of a step after which its own count more than later ones; 0: alone
        self.luck = luck  # draws of the present turn that the best level weighs one by one
        self.close = close  # thousandths of a victory that leave a choice to one draw more

    def told(self) -> dict[str, int]:
        """All of it by name: what was measured under another plan is not what would be now."""
        return {
            "budget": self.budget, "depth": self.depth, "guided": self.guided,
            "explore": self.explore, "margin": self.margin, "scale": self.scale,
            "secret": int(self.secret), "luck": self.luck, "keen": self.keen, "exact": self.exact,
            "patience": self.patience, "echo": self.echo, "close": self.close,
        }  # fmt: skip


@mypyc_attr(allow_interpreted_subclasses=True)
class Hints(ABC):
    """Heuristics of one game; only ever called on a redealt clone, never on the truth."""

    @abstractmethod
    def weights(self, state: State, steps: list[int]) -> list[int]:
        """How promising each of the actor's legal steps looks: positive, larger is better."""

    @abstractmethod
    def value(self, state: State, seat: int) -> int:
        """How well the seat stands, in thousandths of a sure win (0 to 1000)."""

    def values(self, state: State, players: int) -> list[int]:
        """`value` for every seat; a game that can share the work between seats overrides it."""
        return [self.value(state, seat) for seat in range(players)]

    def shares(self, state: State, players: int) -> list[float]:
        """`values` as parts of one, for the search; a learned value tells them finer."""
        return [value / 1000.0 for value in self.values(state, players)]

    def settled(self, state: State) -> bool:
        """Whether `values` can be taken as they are: nothing of a turn is open. For `Plan.luck`."""
        return False

    def styled(self, state: State, steps: list[int], name: str) -> list[int]:
        """`weights` as a level that does not search has them; games with characters override it."""
        return self.weights(state, steps)

    def quick(self, state: State, rng: Rng) -> int:
        """A sensible step for the actor, fast: playouts ask for very many; drawn by weights."""
        steps = state.legal()
        if len(steps) == 1:
            return steps[0]
        return steps[rng.weighted(self.weights(state, steps))]

    def plan(self, state: State) -> Plan:
        """How to search from here; a game whose measurements say otherwise overrides it."""
        return Plan()
