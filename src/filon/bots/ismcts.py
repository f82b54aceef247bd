"""Information-set Monte Carlo tree search over the contract alone: many seats, luck, secrets.

Where nothing is hidden all seats share one tree. Otherwise every seat has a tree of its own, which
follows another seat's step only as far as that seat may see it, and each simulation starts from a
fresh guess at what the searching seat does not know.
"""

from math import sqrt
from typing import Final

from mypy_extensions import i64

from filon.core.game import CHANCE, OVER, State
from filon.core.hints import Hints, Plan
from filon.core.rng import Rng

DOUBT: Final = 0.08  # how much worse than its parent a step is taken to be before it is tried
EVEN: Final = 0.15  # part of the prior that ignores the hints, so that no step is ruled out
FAINT: Final = 4.0  # what a step brought later counts from so many times on
STRATA: Final = 64  # chance with more outcomes is drawn plainly
PARTS: Final = 1 << 24  # the largest weight that is taken as it is: more do not fit native numbers
OVERTIME: Final = 40  # steps a playout may go on, past its depth, to the end of a turn
LIMIT: Final = 4000  # steps after which a playout counts as it stands


class Node:
    """A step and what became of it; counts are floats because doubles need no boxing."""

    def __init__(self, step: int, prior: float) -> None:
        self.step = step
        self.prior = prior
        self.visits = 0.0
        self.offers = 0.0  # how often the step could have been taken
        self.total = 0.0  # rewards of the seat that took the step
        self.worth = 0.0  # rewards of the seat that acts next
        self.echoes = 0.0  # how often the seat took the step here or later
        self.echoed = 0.0  # its rewards then
        self.actor = OVER  # who acts next; OVER also means: not met yet
        self.kids: list[Node] = NO_NODES  # of a seat
        self.legal: list[int] = NO_STEPS  # the steps of these kids
        self.named: dict[int, Node] | None = None  # kids by step or by what is seen of it
        self.fell: Node | None = None  # of chance met once, in a game without secrets
        self.steps: list[int] = NO_STEPS  # of chance
        self.parts: list[int] = NO_STEPS  # their weights
        self.drawn: list[int] = NO_STEPS  # how often each was drawn
        self.whole: i64 = 0  # the sum of the weights
        self.draws: i64 = 0  # the sum of the draws


NO_NODES: Final[list[Node]] = []
NO_STEPS: Final[list[int]] = []
UNMET: Final = Node(-1, 0.0)  # stands where chance has not led yet


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
        self.margin = plan.margin / 100.0
        self.scale = float(plan.scale)
        self.keen = plan.keen
        self.luck = plan.luck
        self.exact = plan.exact
        self.patience = float(plan.patience)
        self.echo = float(plan.echo)
        self.hidden = bool(veil)
        self.veil = veil  # per step, a number shared by steps that others cannot tell apart
        self.rng = rng
        self.noise: i64 = 1 + rng.below(65536)
        self.done = 0
        self.roots = [Node(-1, 1.0) for _ in range(players if veil else 1)]
        self.path: list[Node] = []
        self.movers: list[int] = []
        self.doers: list[int] = []  # of this simulation, if steps echo: who did what, to the end
        self.deeds: list[int] = []
        self.marks: list[int] = []  # per step and seat: the simulation it was last taken in

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
        if self.echo > 0.0:
            self.resound(rewards)

    def down(self, state: State) -> None:
        """In the one tree of a game without secrets, where a node is a position."""
        node = self.roots[0]
        path = [node]
        movers = [OVER]
        self.path = path
        self.movers = movers
        self.hush()
        while True:
            actor = state.actor()
            if actor == OVER:
                return
            if actor == CHANCE:
                node = self.fall(node, state)
            else:
                kids = node.kids
                if not kids:
                    if node.visits < self.patience:
                        node.actor = actor  # hints are dear: it is opened when met again
                        self.playout(state)
                        return
                    kids = self.open(node, state, actor)
                node = self.choose(node, kids)
            state.apply(node.step)
            path.append(node)
            movers.append(actor)
            if self.echo > 0.0:
                self.doers.append(actor)
                self.deeds.append(node.step)

    def down_all(self, state: State) -> None:
        """In all trees at once: each seat chooses in its own, and all follow."""
        here = self.roots[:]
        self.path = here[:]
        self.movers = [OVER] * len(here)
        self.hush()
        while True:
            actor = state.actor()
            if actor == OVER:
                return
            if actor == CHANCE:
                step = self.draw(here[0], state)
            else:
                node = here[actor]
                if node.visits < self.patience and not node.kids:
                    node.actor = actor
                    self.playout(state)
                    return
                step = self.prefer(node, self.open(node, state, actor)).step
            state.apply(step)
            self.descend(here, actor, step)
            if self.echo > 0.0:
                self.doers.append(actor)
                self.deeds.append(step)

    def descend(self, here: list[Node], actor: int, step: int) -> None:
        """Every tree follows the step, or what its seat sees of it."""
        for tree in range(len(here)):
            node = here[tree]
            key = step
            if self.hidden and tree != actor:
                key = -1 - self.veil[step]  # negative: never mistaken for a step of the seat's own
            kid = self.kid(node, key)
            here[tree] = kid
            self.path.append(kid)
            self.movers.append(actor if tree == actor or not self.hidden else OVER)

    def fall(self, node: Node, state: State) -> Node:
        """What chance leads to in the one tree; of a throw met once little is kept: most are."""
        if node.actor == CHANCE:  # the same position as before, so the same outcomes
            if node.fell is not None:
                self.unfold(node, state)
            at = self.due(node)
            kid = node.kids[at]
            if kid is UNMET:
                kid = Node(node.steps[at], 0.0)
                node.kids[at] = kid
            return kid
        steps = state.legal()
        if len(steps) == 1:
            return self.kid(node, steps[0])
        if len(steps) > STRATA:
            return self.kid(node, state.draw(self.rng))
        kid = Node(state.draw(self.rng), 0.0)
        node.actor = CHANCE
        node.fell = kid
        return kid

    def unfold(self, node: Node, state: State) -> None:
        """Chance met again: from now on its draws are counted."""
        node.steps = state.legal()
        self.weigh(node, lighter(state.weights()))
        node.kids = [UNMET] * len(node.steps)
        fell = node.fell
        if fell is not None:
            at = node.steps.index(fell.step)
            node.kids[at] = fell
            node.drawn[at] = 1
            node.draws = 1
        node.fell = None

    def weigh(self, node: Node, parts: list[int]) -> None:
        """Begin to count the draws of a chance with these weights."""
        whole: i64 = 0
        for part in parts:
            whole += part
        node.parts = parts
        node.drawn = [0] * len(parts)
        node.whole = whole

    def kid(self, node: Node, key: int) -> Node:
        """The node behind a step or what is seen of it, made when it is first met."""
        named = node.named
        if named is None:
            named = {}
            node.named = named
        kid = named.get(key)
        if kid is None:
            kid = Node(key, 0.0)
            named[key] = kid
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
            self.weigh(node, parts)
        elif node.steps != steps or node.parts != parts:
            return state.draw(self.rng)
        return steps[self.due(node)]

    def due(self, node: Node) -> int:
        """Which outcome of a chance comes next, drawn by what each is owed."""
        parts = node.parts
        drawn = node.drawn
        whole: i64 = node.whole
        draws: i64 = node.draws + 1
        node.draws = draws
        owed: i64 = 0
        for at in range(len(parts)):
            part: i64 = parts[at]
            times: i64 = drawn[at]
            lack: i64 = part * draws - times * whole
            if lack > 0:
                owed += lack
        left: i64 = self.rng.below(owed)
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
        liked = keenly(hints.weights(state, steps), self.keen)
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
                mean = self.hear(kid, mean, untried)
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
                mean = self.hear(kid, mean, untried)
            mean += root * kid.prior / (1.0 + visits)
            if mean > top:
                top = mean
                best = kid
        self.noise = noise
        return best

    def hear(self, kid: Node, mean: float, untried: float) -> float:
        """A step's mean, blended with what it brought whenever it was taken: that is known soon."""
        heard = (kid.echoed + FAINT * untried) / (kid.echoes + FAINT)
        part = sqrt(self.echo / (self.echo + 3.0 * kid.visits))
        return mean + part * (heard - mean)

    def playout(self, state: State) -> None:
        """Play on, by the hints or at random, to the plan's depth and the end of that turn."""
        depth = self.depth
        if depth == 0:
            return
        rng = self.rng
        plain = self.hints is None or self.guided == 0
        heard = self.echo > 0.0
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
                if heard:
                    self.doers.append(actor)
                    self.deeds.append(step)
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
            return final_rewards(state, self.margin, self.scale)
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

    def hush(self) -> None:
        """Nothing was done yet in this simulation."""
        if self.echo > 0.0:
            self.doers = []
            self.deeds = []

    def resound(self, rewards: list[float]) -> None:
        """Each step that a seat took at or after a node is told there as if it had come first.

        From the end back to the root, so that what is marked at a node is what came after it.
        """
        doers = self.doers
        deeds = self.deeds
        marks = self.marks
        path = self.path
        players: i64 = self.players
        now = self.done
        trees: i64 = len(self.roots)
        levels: i64 = len(path) // trees
        at: i64 = len(doers) - 1
        while at >= 0:
            actor: i64 = doers[at]
            if actor >= 0:
                place: i64 = i64(deeds[at]) * players + actor
                while place >= len(marks):
                    marks.append(0)
                marks[place] = now
                if at < levels:
                    node = path[at * trees + (actor if trees > 1 else 0)]
                    reward = rewards[actor]
                    for kid in node.kids:
                        place = i64(kid.step) * players + actor
                        if place < len(marks) and marks[place] == now:
                            kid.echoes += 1.0
                            kid.echoed += reward
            at -= 1

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
            here[0] = self.fallen(here[0], step)
        else:
            self.descend(here, actor, step)
        self.roots = here
        self.base = base

    def fallen(self, node: Node, step: int) -> Node:
        """Where chance has led in the one tree, or a new node."""
        if node.fell is not None and node.fell.step == step:
            return node.fell
        for kid in node.kids:
            if kid.step == step:
                return kid
        return Node(step, 0.0)


def lighter(parts: list[int]) -> list[int]:
    """The weights, without their last digits where native numbers would come to an end."""
    most = max(parts)
    if most <= PARTS:
        return parts
    return [max(1, part * PARTS // most) for part in parts]


def keenly(weights: list[int], power: int) -> list[float]:
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
        found = False
        for other in range(len(ranks)):
            if ranks[other] == 0 or ranks[other] == ranks[seat]:
                continue  # partners share a rank: nobody leads or trails them
            if not found or scores[other] > best:
                best = scores[other]
                found = True
        ahead = 0.5 + (scores[seat] - best) / (2.0 * scale) if found else 0.5
        ahead = min(1.0, max(0.0, ahead))
        rewards[seat] = (1.0 - margin) * rewards[seat] + margin * ahead
    return rewards
