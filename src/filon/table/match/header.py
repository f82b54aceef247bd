"""What was agreed before a match began; with the steps it is the whole game."""

from dataclasses import dataclass, field

from filon import games
from filon.core.fair import Fair, commitment
from filon.core.record import Record
from filon.core.setup import Setup
from filon.core.spec import Options, Spec


@dataclass(frozen=True)
class Header:
    """A match: its name, the seed behind its draws and, once it has begun, what was agreed."""

    match: str  # "TABLE-NUMBER", part of every draw
    seed: bytes
    game: str
    edition: str = ""
    players: int = 0  # 0: not begun
    options: Options = field(default_factory=dict)
    starters: tuple[int, ...] | None = None
    entropy: tuple[str, ...] = ()  # hex, in seat order; closed when the match begins
    script: str = ""  # the game whose shipped record guides this match

    @property
    def commitment(self) -> str:
        """What is shown before the first step."""
        return commitment(self.seed)

    def spec(self) -> Spec:
        """The game's rules."""
        return games.load(self.game)

    def fair(self) -> Fair:
        """The match's draws."""
        return Fair(self.seed, self.match, [bytes.fromhex(part) for part in self.entropy])

    def record(self, steps: list[str]) -> Record:
        """The game as text can hold it."""
        return Record(self.setup(), steps, {"match": self.match, "commitment": self.commitment})

    def setup(self) -> Setup:
        """What the match is played with."""
        return Setup(self.spec(), self.players, self.options, self.edition, self.starters)


def match_name(table: str, number: int) -> str:
    """The name of a table's match."""
    return f"{table}-{number}"
