"""Information-set Monte Carlo tree search over the contract alone: many seats, luck, secrets.

Where nothing is hidden all seats share one tree. Otherwise every seat has a tree of its own, which
follows another seat's step only as far as that seat may see it, and each simulation starts from a
fresh guess at what the searching seat does not know.
"""

from math import sqrt
from typing import Final

from mypy_extensions import i64

from filon.bots.echoes import Echoes
from filon.bots.node import UNMET, Node, lighter
from filon.core.game import CHANCE, OVER, State
from filon.core.hints import Hints, Plan
from filon.core.rewards import final_rewards
from filon.core.rng import Rng

DOUBT: Final = 0.08  # how much worse than its parent a step is taken to be before it is tried
EVEN: Final = 0.15  # part of the prior that ignores the hints, so that no step is ruled out
STRATA: Final = 64  # chance with more outcomes is drawn plainly
OVERTIME: Final = 40  # steps a playout may go on, past its depth, to the end of a turn
LIMIT: Final = 4000  # steps after which a playout counts as it stands


class Search:
    """One seat's search from one position; the same arguments and rng give the same trees."""

    def __init__(
        self, base: State, seat: int, players: int, hints: Hints | None, plan: Plan,
        veil: list[int], rng: Rng,
    ) -> None:  # fmt: skip
        self.base = base  # a fair sample, never the truth
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
        self.veil = veil  # per step, a number shared by steps that others cannot tell apart
        self.rng = rng
        self.noise: i64 = 1 + rng.below(65536)
        self.done = 0
        self.roots = [Node(-1, 1.0) for _ in range(players if veil else 1)]
        self.path: list[Node] = []
        self.movers: list[int] = []
        self.echoes = Echoes(plan.rave_k, players)

    def grow(self, simulations: int) -> None:
        """Add so many simulations."""
        if not self.root().kids and self.base.actor() == self.seat:
            for kid in self.open(self.root(), self.base, self.seat):
                kid.offers += 1.0
        for _ in range(simulations):
            self.done += 1
            self.simulate()

    def simulate(self) -> None:
        """From the root down the trees, out through one new node to a reward, and back."""
        state = self.base.clone()
        if self.hidden:
            state.redeal(self.seat, self.rng)
            self.down_all(state)
        else:
            self.down(state)
        rewards = self.rewards(state)
        self.learn(rewards)
        if self.echoes.heard:
            self.echoes.resound(self.path, len(self.roots), rewards, self.done)

    def down(self, state: State) -> None:
        """In the one tree of a game without secrets, where a node is a position."""
        node = self.roots[0]
        path = [node]
        movers = [OVER]
        self.path = path
        self.movers = movers
        self.echoes.hush()
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
                        node.actor = actor  # hints are dear: it is opened when met again
                        self.playout(state)
                        return
                    kids = self.open(node, state, actor)
                node = self.choose(node, kids)
            state.apply(node.step)
            path.append(node)
            movers.append(actor)
            self.echoes.note(actor, node.step)

    def down_all(self, state: State) -> None:
        """In all trees at once: each seat chooses in its own, and all follow."""
        here = self.roots[:]
        self.path = here[:]
        self.movers = [OVER] * len(here)
        self.echoes.hush()
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
                step = self.prefer(node, self.open(node, state, actor)).step
            state.apply(step)
            self.descend(here, actor, step)
            self.echoes.note(actor, step)

    def descend(self, here: list[Node], actor: int, step: int) -> None:
        """Every tree follows the step, or what its seat sees of it."""
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
        """What chance leads to in the one tree; of a throw met once little is kept: most are."""
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
        """A step of chance: by weight, but outcomes that are behind their share come first."""
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

    def open(self, node: Node, state: State, actor: int) -> list[Node]:
        """The nodes of the legal steps, new ones with a prior from the hints."""
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
            kids = self.meet(named, state, steps)
        node.kids = kids
        node.legal = steps
        return kids

    def meet(self, named: dict[int, Node], state: State, steps: list[int]) -> list[Node]:
        """Nodes for all steps; those not known yet are made."""
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

    def choose(self, node: Node, kids: list[Node]) -> Node:
        """The step that is best so far or not tried enough for how promising it looks."""
        best = kids[0]
        if len(kids) == 1:
            return best
        untried = node.worth / node.visits - DOUBT if node.visits > 0.0 else 0.0
        root = self.explore * sqrt(node.visits + 1.0)
        top = -1.0e9
        for kid in kids:
            visits = kid.visits
            mean = kid.total / visits if visits > 0.0 else untried
            if kid.echoes > 0.0:
                mean = self.echoes.blended(kid, mean, untried)
            mean += root * kid.prior / (1.0 + visits)
            if mean > top:
                top = mean
                best = kid
        return best

    def prefer(self, node: Node, kids: list[Node]) -> Node:
        """`choose` where steps are not always on offer.

        Seats that search in step with each other would answer what they cannot know: a little
        noise (a small congruential generator) keeps their trees apart.
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
            if kid.echoes > 0.0:
                mean = self.echoes.blended(kid, mean, untried)
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
        echoes = self.echoes
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
                step = state.pick(rng) if plain else self.guess(state)
                state.apply(step)
                echoes.note(actor, step)
            taken += 1
            if taken > LIMIT and self.hints is not None:
                return

    def guess(self, state: State) -> int:
        """A playout's step for the seat to act."""
        hints = self.hints
        if hints is None or self.rng.below(100) >= self.guided:
            return state.pick(self.rng)
        return hints.quick(state, self.rng)

    def rewards(self, state: State) -> list[float]:
        """Per seat, between 0 and 1: by the result, or by the hints where the playout stopped."""
        hints = self.hints
        if state.actor() == OVER or hints is None:
            return final_rewards(state, self.lead_weight, self.lead_scale)
        return hints.shares(state, self.players)

    def learn(self, rewards: list[float]) -> None:
        """Every node on the way learns the reward of who took its step and of who acts next."""
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
        """Of each legal step of the seat: the step, its visits, its mean reward."""
        told: list[tuple[int, int, float]] = []
        for kid in self.root().kids:
            mean = kid.total / kid.visits if kid.visits > 0.0 else 0.0
            told.append((kid.step, int(kid.visits), mean))
        return told

    def best(self) -> int:
        """The step tried most; of equals the one that did better, then the one liked more."""
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
        """Keep what was learnt below a step that was taken; `base` is a fair sample after it."""
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
    """Weights as parts of the largest, raised to a power: the higher, the fewer steps stand out."""
    most = max(weights)
    parts: list[float] = []
    for weight in weights:
        ratio = weight / most
        part = 1.0
        for _ in range(power):
            part *= ratio
        parts.append(part)
    return parts
