"""Information-set Monte Carlo tree search (ISMCTS) over the contract: many seats, luck, secrets.

Where nothing is hidden all seats share one tree. Otherwise every seat has its own tree, which tells
apart only those steps of others that this seat can tell apart, and each simulation starts from a
newly redealt position.
"""

from math import sqrt
from typing import Final

from mypy_extensions import i64

from filon.bots.node import UNMET, Node, lighter
from filon.bots.rave import Rave
from filon.core.game import CHANCE, OVER, State
from filon.core.hints import Hints, Plan
from filon.core.rewards import final_rewards
from filon.core.rng import Rng

DOUBT: Final = 0.08  # first-play urgency: an untried step counts as so much worse than its parent
EVEN: Final = 0.15  # part of the prior that is uniform, so that no step is ruled out
STRATA: Final = 64  # chance with more outcomes is sampled without stratification
OVERTIME: Final = 40  # steps a playout may go on, past its depth, to the end of a turn
LIMIT: Final = 4000  # steps after which a playout counts as it stands


class Search:
    """One seat's search from one position; the same arguments and rng give the same trees."""

    def __init__(
        self, base: State, seat: int, players: int, hints: Hints | None, plan: Plan,
        veil: list[int], rng: Rng,
    ) -> None:  # fmt: skip
        self.base = base  # redealt, never the true position
        self.seat = seat
        self.players = players
        self.hints = hints
        self.depth = plan.depth if hints is not None else -1
        self.guided = plan.guided if hints is not None else 0
        self.explore = plan.explore / 1000.0
        self.lead_weight = plan.lead_weight / 100.0
        self.lead_scale = float(plan.lead_scale)
        self.prior_power = plan.prior_power
        self.expectimax_draws = plan.expectimax_draws
        self.reexamine_margin = plan.reexamine_margin
        self.solver_nodes = plan.solver_nodes
        self.expand_after = float(plan.expand_after)
        self.hidden = bool(veil)
        self.veil = veil  # per step a number; steps that others cannot tell apart share it
        self.rng = rng
        self.noise: i64 = 1 + rng.below(65536)
        self.done = 0
        self.roots = [Node(-1, 1.0) for _ in range(players if veil else 1)]
        self.path: list[Node] = []
        self.movers: list[int] = []
        self.rave = Rave(plan.rave_k, players)

    def grow(self, simulations: int) -> None:
        """Run so many simulations."""
        if not self.root().kids and self.base.actor() == self.seat:
            for kid in self.expand(self.root(), self.base, self.seat):
                kid.offers += 1.0
        for _ in range(simulations):
            self.done += 1
            self.simulate()

    def simulate(self) -> None:
        """Selection, expansion, playout and backpropagation, once."""
        state = self.base.clone()
        if self.hidden:
            state.redeal(self.seat, self.rng)
            self.down_all(state)
        else:
            self.down(state)
        rewards = self.rewards(state)
        self.backpropagate(rewards)
        if self.rave.enabled:
            self.rave.update(self.path, len(self.roots), rewards, self.done)

    def down(self, state: State) -> None:
        """Select and expand in the one tree of a game without secrets; a node is a position."""
        node = self.roots[0]
        path = [node]
        movers = [OVER]
        self.path = path
        self.movers = movers
        self.rave.clear()
        while True:
            actor = state.actor()
            if actor == OVER:
                return
            if actor == CHANCE:
                node = self.fall(node, state)
            else:
                kids = node.kids
                if not kids:
                    if node.visits < self.expand_after:
                        node.actor = actor  # hints are slow: it is expanded when visited again
                        self.playout(state)
                        return
                    kids = self.expand(node, state, actor)
                node = self.select(node, kids)
            state.apply(node.step)
            path.append(node)
            movers.append(actor)
            self.rave.note(actor, node.step)

    def down_all(self, state: State) -> None:
        """Select and expand in all trees at once: each seat chooses in its own, all follow."""
        here = self.roots[:]
        self.path = here[:]
        self.movers = [OVER] * len(here)
        self.rave.clear()
        while True:
            actor = state.actor()
            if actor == OVER:
                return
            if actor == CHANCE:
                step = self.draw(here[0], state)
            else:
                node = here[actor]
                if node.visits < self.expand_after and not node.kids:
                    node.actor = actor
                    self.playout(state)
                    return
                step = self.select_offered(node, self.expand(node, state, actor)).step
            state.apply(step)
            self.descend(here, actor, step)
            self.rave.note(actor, step)

    def descend(self, here: list[Node], actor: int, step: int) -> None:
        """Move every tree down the step, or down what its seat sees of it."""
        for tree in range(len(here)):
            node = here[tree]
            key = step
            if self.hidden and tree != actor:
                key = -1 - self.veil[step]  # negative: never mistaken for a step of the seat's own
            kid = node.kid(key)
            here[tree] = kid
            self.path.append(kid)
            self.movers.append(actor if tree == actor or not self.hidden else OVER)

    def fall(self, node: Node, state: State) -> Node:
        """The child of a chance node in the one tree; a first visit allocates a single child."""
        if node.actor == CHANCE:  # the same position as before, so the same outcomes
            if node.fell is not None:
                node.unfold(state)
            at = node.due(self.rng)
            kid = node.kids[at]
            if kid is UNMET:
                kid = Node(node.steps[at], 0.0)
                node.kids[at] = kid
            return kid
        steps = state.legal()
        if len(steps) == 1:
            return node.kid(steps[0])
        if len(steps) > STRATA:
            return node.kid(state.draw(self.rng))
        kid = Node(state.draw(self.rng), 0.0)
        node.actor = CHANCE
        node.fell = kid
        return kid

    def draw(self, node: Node, state: State) -> int:
        """An outcome by stratified sampling: those behind their share of the weight come first."""
        steps = state.legal()
        if len(steps) == 1:
            return steps[0]
        if len(steps) > STRATA:
            return state.draw(self.rng)
        parts = lighter(state.weights())
        if node.actor == OVER:
            node.actor = CHANCE
            node.steps = steps
            node.weigh(parts)
        elif node.steps != steps or node.parts != parts:
            return state.draw(self.rng)
        return steps[node.due(self.rng)]

    def expand(self, node: Node, state: State, actor: int) -> list[Node]:
        """The children for the legal steps here; new ones get a prior from the hints."""
        steps = state.legal()
        node.actor = actor
        if node.kids and node.legal == steps:
            return node.kids
        named = node.named
        if named is None:
            named = {}
            node.named = named
        kids: list[Node] = []
        unknown = False
        for step in steps:
            kid = named.get(step)
            if kid is None:
                unknown = True
                break
            kids.append(kid)
        if unknown:
            kids = self.children(named, state, steps)
        node.kids = kids
        node.legal = steps
        return kids

    def children(self, named: dict[int, Node], state: State, steps: list[int]) -> list[Node]:
        """The children for these steps; missing ones are made."""
        hints = self.hints
        even = 1.0 / len(steps)
        kids: list[Node] = []
        if hints is None or len(steps) == 1:
            for step in steps:
                kid = named.get(step)
                if kid is None:
                    kid = Node(step, even)
                    named[step] = kid
                kids.append(kid)
            return kids
        liked = sharpened(hints.weights(state, steps), self.prior_power)
        whole = 0.0
        for weight in liked:
            whole += weight
        share = (1.0 - EVEN) / whole
        even *= EVEN
        for at in range(len(steps)):
            kid = named.get(steps[at])
            if kid is None:
                kid = Node(steps[at], liked[at] * share + even)
                named[steps[at]] = kid
            kids.append(kid)
        return kids

    def select(self, node: Node, kids: list[Node]) -> Node:
        """The child that PUCT selects: its mean plus a bonus for prior and few visits."""
        best = kids[0]
        if len(kids) == 1:
            return best
        untried = node.worth / node.visits - DOUBT if node.visits > 0.0 else 0.0
        root = self.explore * sqrt(node.visits + 1.0)
        top = -1.0e9
        for kid in kids:
            visits = kid.visits
            mean = kid.total / visits if visits > 0.0 else untried
            if kid.rave_visits > 0.0:
                mean = self.rave.blended(kid, mean, untried)
            mean += root * kid.prior / (1.0 + visits)
            if mean > top:
                top = mean
                best = kid
        return best

    def select_offered(self, node: Node, kids: list[Node]) -> Node:
        """`select` where a step is not always legal: its offers count, not its parent's visits.

        Seats whose trees grow in step would answer each other's hidden steps. Noise (a small
        linear congruential generator) keeps the trees apart.
        """
        best = kids[0]
        if len(kids) == 1:
            best.offers += 1.0
            return best
        untried = node.worth / node.visits - DOUBT if node.visits > 0.0 else 0.0
        explore = self.explore
        top = -1.0e9
        noise: i64 = self.noise
        for kid in kids:
            offers = kid.offers + 1.0
            kid.offers = offers
            noise = (noise * 75 + 74) % 65537
            root = explore * sqrt(offers) * (0.5 + float(noise) / 65537.0)
            visits = kid.visits
            mean = kid.total / visits if visits > 0.0 else untried
            if kid.rave_visits > 0.0:
                mean = self.rave.blended(kid, mean, untried)
            mean += root * kid.prior / (1.0 + visits)
            if mean > top:
                top = mean
                best = kid
        self.noise = noise
        return best

    def playout(self, state: State) -> None:
        """Play on, by the hints or at random, to the plan's depth and the end of that turn."""
        depth = self.depth
        if depth == 0:
            return
        rng = self.rng
        plain = self.hints is None or self.guided == 0
        rave = self.rave
        taken = 0
        last = OVER
        while True:
            actor = state.actor()
            if actor == OVER:
                return
            if depth > 0 and taken >= depth:
                if (actor >= 0 and actor != last) or taken >= depth + OVERTIME:
                    return
            if actor == CHANCE:
                state.apply(state.draw(rng))
            else:
                last = actor
                step = state.pick(rng) if plain else self.playout_step(state)
                state.apply(step)
                rave.note(actor, step)
            taken += 1
            if taken > LIMIT and self.hints is not None:
                return

    def playout_step(self, state: State) -> int:
        """A step of a playout."""
        hints = self.hints
        if hints is None or self.rng.below(100) >= self.guided:
            return state.pick(self.rng)
        return hints.quick(state, self.rng)

    def rewards(self, state: State) -> list[float]:
        """Per seat, from 0 to 1: the result, or the hints' values where the playout was cut off."""
        hints = self.hints
        if state.actor() == OVER or hints is None:
            return final_rewards(state, self.lead_weight, self.lead_scale)
        return hints.shares(state, self.players)

    def backpropagate(self, rewards: list[float]) -> None:
        """Add the rewards to the path: of the actor of each step, and of who acts next."""
        path = self.path
        movers = self.movers
        for at in range(len(path)):
            node = path[at]
            node.visits += 1.0
            mover = movers[at]
            if mover >= 0:
                node.total += rewards[mover]
            if node.actor >= 0:
                node.worth += rewards[node.actor]

    def root(self) -> Node:
        """The root of the searching seat's own tree."""
        return self.roots[self.seat if self.hidden else 0]

    def verdict(self) -> list[tuple[int, int, float]]:
        """Per legal step of the seat: the step, its visits, its mean reward."""
        rows: list[tuple[int, int, float]] = []
        for kid in self.root().kids:
            mean = kid.total / kid.visits if kid.visits > 0.0 else 0.0
            rows.append((kid.step, int(kid.visits), mean))
        return rows

    def best(self) -> int:
        """The step with most visits; of equals the higher mean, then the higher prior."""
        kids = self.root().kids
        best = kids[0]
        for kid in kids:
            if kid.visits != best.visits:
                better = kid.visits > best.visits
            elif kid.visits > 0.0 and kid.total != best.total:
                better = kid.total > best.total
            else:
                better = kid.prior > best.prior
            if better:
                best = kid
        return best.step

    def follow(self, actor: int, step: int, base: State) -> None:
        """Reuse the subtree of a step that was taken; `base` is a redealt position after it."""
        here = self.roots[:]
        self.path = []
        self.movers = []
        if not self.hidden and here[0].actor == CHANCE:
            here[0] = here[0].fallen(step)
        else:
            self.descend(here, actor, step)
        self.roots = here
        self.base = base


def sharpened(weights: list[int], power: int) -> list[float]:
    """Weights as parts of the largest, raised to a power, which makes the best stand out."""
    most = max(weights)
    parts: list[float] = []
    for weight in weights:
        ratio = weight / most
        part = 1.0
        for _ in range(power):
            part *= ratio
        parts.append(part)
    return parts
