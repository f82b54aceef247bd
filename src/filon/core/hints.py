"""Heuristics (`Hints`) and search parameters (`Plan`) that a game gives to the bots."""

from abc import ABC, abstractmethod

from mypy_extensions import mypyc_attr

from filon.core.game import State
from filon.core.rng import Rng


class Plan:
    """Search parameters of one game, as measured: whole numbers, so that both builds agree.

    `budget`: simulations of the best level for one step.
    `depth`: steps of a playout before it is cut off and `Hints.values` is asked; -1: to the end.
    `guided`: percent of a playout's steps that come from `Hints.quick`; the others are random.
    `explore`: exploration constant of the tree policy (PUCT), in thousandths.
    `lead_weight`: percent of a reward that comes from the lead in points; the rest is winning.
    `lead_scale`: a lead, in units, that counts as decided.
    `secret`: whether this very game hides anything, so that every seat needs its own tree.
    `expectimax_draws`: draws of the present turn that the best level weighs one by one.
    `reexamine_margin`: steps this close to the best, in thousandths of a victory, are weighed
    again with one draw more; 0: never.
    `prior_power`: power of the hints' weights in the prior; higher trusts their order more.
    `solver_nodes`: positions that solving the end of a game may visit, per simulation.
    `expand_after`: playouts from a node before its children are made.
    `rave_k`: tries of a step at which its own mean and its RAVE mean weigh the same; 0: no RAVE.
    """

    def __init__(
        self,
        budget: int = 2000,
        depth: int = -1,
        guided: int = 0,
        explore: int = 1000,
        lead_weight: int = 0,
        lead_scale: int = 0,
        secret: bool = True,
        expectimax_draws: int = 0,
        prior_power: int = 1,
        solver_nodes: int = 4,
        expand_after: int = 1,
        rave_k: int = 0,
        reexamine_margin: int = 0,
    ) -> None:
        self.budget = budget
        self.depth = depth
        self.guided = guided
        self.explore = explore
        self.lead_weight = lead_weight
        self.lead_scale = lead_scale
        self.secret = secret
        self.expectimax_draws = expectimax_draws
        self.prior_power = prior_power
        self.solver_nodes = solver_nodes
        self.expand_after = expand_after
        self.rave_k = rave_k
        self.reexamine_margin = reexamine_margin

    def as_dict(self) -> dict[str, int]:
        """All parameters by name: results of another plan do not count for this one."""
        return {
            "budget": self.budget, "depth": self.depth, "guided": self.guided,
            "explore": self.explore, "lead_weight": self.lead_weight,
            "lead_scale": self.lead_scale, "secret": int(self.secret),
            "expectimax_draws": self.expectimax_draws, "prior_power": self.prior_power,
            "solver_nodes": self.solver_nodes, "expand_after": self.expand_after,
            "rave_k": self.rave_k, "reexamine_margin": self.reexamine_margin,
        }  # fmt: skip


@mypyc_attr(allow_interpreted_subclasses=True)
class Hints(ABC):
    """Heuristics of one game; they are only given redealt clones, never the true position."""

    @abstractmethod
    def weights(self, state: State, steps: list[int]) -> list[int]:
        """How promising each of the actor's legal steps looks: positive, larger is better."""

    @abstractmethod
    def value(self, state: State, seat: int) -> int:
        """How well the seat stands, in thousandths of a sure win (0 to 1000)."""

    def values(self, state: State, players: int) -> list[int]:
        """`value` of every seat; overridden where seats can share the computation."""
        return [self.value(state, seat) for seat in range(players)]

    def shares(self, state: State, players: int) -> list[float]:
        """`values` as fractions of 1, for the search; a learned value is finer than thousandths."""
        return [value / 1000.0 for value in self.values(state, players)]

    def settled(self, state: State) -> bool:
        """Whether no turn is under way, so that expectimax may stop here and ask `values`."""
        return False

    def styled(self, state: State, steps: list[int], name: str) -> list[int]:
        """`weights` for a level that does not search; overridden by games with characters."""
        return self.weights(state, steps)

    def quick(self, state: State, rng: Rng) -> int:
        """A step of the actor drawn by `weights`, for playouts: override it with something fast."""
        steps = state.legal()
        if len(steps) == 1:
            return steps[0]
        return steps[rng.weighted(self.weights(state, steps))]

    def plan(self, state: State) -> Plan:
        """Search parameters for this position; overridden with what a game's measurements gave."""
        return Plan()
