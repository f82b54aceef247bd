"""A match before its first step: its name, its seed and, once it has begun, what was agreed."""

import secrets
from dataclasses import dataclass

from filon.core.fair import Fair, commitment
from filon.core.record import Record
from filon.core.setup import Setup


@dataclass(frozen=True)
class Header:
    """A match: its name, the seed behind its draws and, once it has begun, what was agreed."""

    match_id: str  # "TABLE-NUMBER", part of every draw
    seed: bytes
    setup: Setup | None = None  # None: not begun
    entropy: tuple[str, ...] = ()  # hex, in seat order; closed when the match begins
    script: str = ""  # the game whose shipped record guides this match

    @property
    def commitment(self) -> str:
        """What is shown before the first step."""
        return commitment(self.seed)

    def begun(self) -> Setup:
        """What the match is played with; ValueError before it has begun."""
        if self.setup is None:
            raise ValueError(f"{self.match_id} has not begun")
        return self.setup

    def fair(self) -> Fair:
        """The match's draws."""
        return Fair(self.seed, self.match_id, self.stirred())

    def stirred(self) -> list[bytes]:
        """What the seats added to the seed."""
        return [bytes.fromhex(part) for part in self.entropy]

    def record(self, steps: list[str]) -> Record:
        """The game as text can hold it."""
        return Record(self.begun(), steps, {"match": self.match_id, "commitment": self.commitment})


def match_id(table_id: str, match_number: int) -> str:
    """The name of a table's match."""
    return f"{table_id}-{match_number}"


def prepared(table_id: str, match_number: int) -> Header:
    """A match that has not begun: its name and a secret seed."""
    return Header(match_id(table_id, match_number), secrets.token_bytes(32))
