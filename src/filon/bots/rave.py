"""RAVE (rapid action value estimation), also called "all moves as first".

A node learns about a step from every simulation in which the same seat took that step later. Where
the order of steps matters little, that says sooner what a step is worth than its own tries do.
"""

from math import sqrt
from typing import Final

from mypy_extensions import i64

from filon.bots.node import Node

PRIOR_VISITS: Final = 4.0  # weight of the first guess beside RAVE visits


class Rave:
    """The steps of the current simulation, and the RAVE statistics they add to the nodes."""

    def __init__(self, k: int, players: int) -> None:
        self.enabled = k > 0
        self.k = float(k)  # visits at which a node's own mean and its RAVE mean weigh the same
        self.players: i64 = players
        self.actors: list[int] = []  # to the end of the simulation
        self.steps: list[int] = []
        self.marks: list[int] = []  # per step and seat: the last simulation in which it was taken

    def clear(self) -> None:
        """Begin a simulation."""
        if self.enabled:
            self.actors = []
            self.steps = []

    def note(self, actor: int, step: int) -> None:
        """Append a step of a seat (in the tree also of chance)."""
        if self.enabled:
            self.actors.append(actor)
            self.steps.append(step)

    def update(self, path: list[Node], trees: i64, rewards: list[float], now: int) -> None:
        """Add the simulation's rewards to every child whose step its seat took then or later.

        Goes from the end back to the root, so that the marks at a node are of what came after it.
        """
        actors = self.actors
        steps = self.steps
        marks = self.marks
        players = self.players
        levels: i64 = len(path) // trees
        at: i64 = len(actors) - 1
        while at >= 0:
            actor: i64 = actors[at]
            if actor >= 0:
                place: i64 = i64(steps[at]) * players + actor
                while place >= len(marks):
                    marks.append(0)
                marks[place] = now
                if at < levels:
                    node = path[at * trees + (actor if trees > 1 else 0)]
                    reward = rewards[actor]
                    for kid in node.kids:
                        place = i64(kid.step) * players + actor
                        if place < len(marks) and marks[place] == now:
                            kid.rave_visits += 1.0
                            kid.rave_total += reward
            at -= 1

    def blended(self, kid: Node, mean: float, untried: float) -> float:
        """The node's own mean and its RAVE mean; the more own visits, the less RAVE counts."""
        rave = (kid.rave_total + PRIOR_VISITS * untried) / (kid.rave_visits + PRIOR_VISITS)
        part = sqrt(self.k / (self.k + 3.0 * kid.visits))
        return mean + part * (rave - mean)
