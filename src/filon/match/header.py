"""A match before its first step: its name, its seed and, once it has begun, what was agreed."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace

from filon.core.fair import FIRST, NONE, SCHEME, Fair, Frozen, commitment, seed_promise
from filon.core.fork import Origin
from filon.core.proof import Part, in_hex
from filon.core.record import Record
from filon.core.setup import Setup


@dataclass(frozen=True)
class Agreement:
    """What was promised before the first draw: who sat where, and each device's promise."""

    seats: tuple[str, ...] = ()  # "person", or "bot" and its level; empty: not begun
    promises: tuple[str, ...] = ()  # per seat, "none" where nothing was promised
    restarts: int = 0  # starts that were cancelled because a device did not open
    since: int = 0  # the first step it counts for; not 0: from a back-up, or of a fork
    settled: bool = True  # False: from a back-up, and the devices are asked at the next draw


@dataclass(frozen=True)
class Header:
    """A match: its name, the seed behind its draws and, once it has begun, what was agreed."""

    match_id: str  # "TABLE-NUMBER", part of every draw
    seed: bytes
    setup: Setup | None = None  # None: not begun
    entropy: tuple[str, ...] = ()  # hex, in seat order; closed when the match begins
    script: str = ""  # the game whose shipped record guides this match
    pact: Agreement | None = None  # None: filon-fair-1, or nothing was ever cancelled
    earlier: tuple[Part, ...] = ()  # of a match that came from a back-up: what counted before
    origin: Origin | None = None  # of a fork: its first steps are its parent's

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed, shown before the first step."""
        return commitment(self.seed)

    @property
    def restarts(self) -> int:
        """How often the start was cancelled so far."""
        return 0 if self.pact is None else self.pact.restarts

    @property
    def settled(self) -> bool:
        """Whether draws may follow; not before a match from a back-up was agreed on anew."""
        return self.pact is None or self.pact.settled

    def begun(self) -> Setup:
        """What the match is played with; ValueError before it has begun."""
        if self.setup is None:
            raise ValueError(f"{self.match_id} has not begun")
        return self.setup

    def frozen(self) -> Frozen:
        """What every promise names; only for a match of filon-fair-2 that has begun."""
        setup, pact = self.begun(), self.pact or Agreement()
        return Frozen(
            match=self.match_id,
            game=setup.game,
            edition=setup.edition,
            options=dict(setup.options),
            seats=pact.seats,
            starters=setup.starters,
            since=pact.since,
        )

    def listed(self) -> tuple[str, ...]:
        """The whole list: each seat's promise, then the server's; empty in filon-fair-1."""
        if self.pact is None:
            return ()
        return (*self.pact.promises, seed_promise(self.frozen().hash(), self.seed))

    def part(self) -> Part:
        """Seed, list and openings, as a proof tells them."""
        pact = self.pact or Agreement()
        return Part(
            scheme=FIRST if self.pact is None else SCHEME,
            commitment=self.commitment,
            seed=self.seed.hex(),
            entropy=tuple(map(in_hex, self.entropy)),
            seats=pact.seats,
            since=pact.since,
            restarts=pact.restarts,
            listed=self.listed(),
        )

    def fair(self) -> Fair:
        """The match's draws."""
        return self.part().fair(self.match_id)

    def record(self, steps: list[str]) -> Record:
        """The record of these steps, with the match and its commitment."""
        notes = {} if self.origin is None else self.origin.notes()
        fields = {"match": self.match_id, "commitment": self.commitment}
        return Record(self.begun(), steps, fields | notes)

    def with_promises(self, promises: Mapping[int, str], openings: Mapping[int, str]) -> "Header":
        """The header with what the seats' devices promised and opened."""
        pact = self.pact or Agreement()
        seats = range(len(pact.seats))
        promised = tuple(promises.get(seat, NONE) for seat in seats)
        opened = tuple(openings.get(seat, self.entropy[seat]) for seat in seats)
        return replace(self, pact=replace(pact, promises=promised), entropy=opened)

    def cancelled(self) -> "Header":
        """The header of the next start, after a device did not open: a new seed."""
        pact = Agreement(restarts=self.restarts + 1)
        return Header(self.match_id, secrets.token_bytes(32), pact=pact, origin=self.origin)

    def restored(self, seats: tuple[str, ...], since: int) -> "Header":
        """The match after a back-up was restored: a new seed for the draws from this step on."""
        drawn = (self.pact or Agreement()).since < since
        earlier = (*self.earlier, self.part()) if drawn else self.earlier
        pact = Agreement(seats, (NONE,) * len(seats), 0 if drawn else self.restarts, since, False)
        seed, entropy = secrets.token_bytes(32), ("",) * len(seats)
        return replace(self, seed=seed, entropy=entropy, pact=pact, earlier=earlier)

    def agreed_anew(self) -> "Header":
        """The restored match as it goes on if no device promises anything."""
        return replace(self, pact=replace(self.pact or Agreement(), settled=True))

    def cancelled_anew(self) -> "Header":
        """The restored match after a device did not open: another seed, and they promise again."""
        pact = replace(self.pact or Agreement(), restarts=self.restarts + 1, settled=False)
        return replace(self, seed=secrets.token_bytes(32), pact=pact)


def match_id(table_id: str, match_number: int) -> str:
    """The name of a table's match."""
    return f"{table_id}-{match_number}"


def prepared(table_id: str, match_number: int) -> Header:
    """A match that has not begun: its name and a secret seed."""
    return Header(match_id(table_id, match_number), secrets.token_bytes(32))
