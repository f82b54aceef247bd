"""What a step brought whenever its seat took it, not only here: "all moves as first".

Where it matters what is done and seldom when, a step is known sooner by the playouts in which it
came later than by its own tries.
"""

from math import sqrt
from typing import Final

from mypy_extensions import i64

from filon.bots.node import Node

FAINT: Final = 4.0  # what a step brought later counts from so many times on


class Echoes:
    """Of one search: who did what in this simulation, told at every node on the way."""

    def __init__(self, echo: int, players: int) -> None:
        self.heard = echo > 0
        self.echo = float(echo)  # tries of a step after which its own count more than later ones
        self.players: i64 = players
        self.doers: list[int] = []  # to the end of the simulation
        self.deeds: list[int] = []
        self.marks: list[int] = []  # per step and seat: the simulation it was last taken in

    def hush(self) -> None:
        """Nothing was done yet in this simulation."""
        if self.heard:
            self.doers = []
            self.deeds = []

    def note(self, actor: int, step: int) -> None:
        """A seat (or chance, while still in the tree) took a step."""
        if self.heard:
            self.doers.append(actor)
            self.deeds.append(step)

    def resound(self, path: list[Node], trees: i64, rewards: list[float], now: int) -> None:
        """Each step that a seat took at or after a node is told there as if it had come first.

        From the end back to the root, so that what is marked at a node is what came after it.
        """
        doers = self.doers
        deeds = self.deeds
        marks = self.marks
        players = self.players
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

    def blended(self, kid: Node, mean: float, untried: float) -> float:
        """A step's mean, and what it brought whenever it was taken: that is known soon."""
        heard = (kid.echoed + FAINT * untried) / (kid.echoes + FAINT)
        part = sqrt(self.echo / (self.echo + 3.0 * kid.visits))
        return mean + part * (heard - mean)
