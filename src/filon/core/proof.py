"""Proofs of fair draws: promises, openings, and each draw checked by seed and rules."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from filon.core.fair import (
    FIRST,
    NONE,
    OPENING,
    SCHEME,
    Fair,
    Frozen,
    Hex,
    commitment,
    promise,
    seed_promise,
)
from filon.core.fork import origin
from filon.core.game import CHANCE
from filon.core.record import Record, replay
from filon.core.setup import Setup
from filon.core.spec import Spec, written

_PROMISE = re.compile("none|[0-9a-f]{64}")


@dataclass(frozen=True, kw_only=True)
class Draw:
    """One chance step of a proof: what could come, how likely, and what came."""

    n: int
    legal: tuple[str, ...]
    weights: tuple[int, ...]
    step: str


@dataclass(frozen=True, kw_only=True)
class Part:
    """Seed, list and openings of the draws before a match came from a back-up."""

    scheme: str
    commitment: Hex  # SHA-256 of the seed
    seed: Hex
    entropy: tuple[Hex, ...]  # per seat what its device opened, or gave without a promise
    seats: tuple[str, ...]  # as the start froze them; empty in filon-fair-1, as is the list
    since: int  # the first step these count for; in a fork, of its first part, its own first step
    restarts: int  # starts cancelled because a device did not open
    listed: tuple[str, ...]  # each seat's promise or "none", then the server's

    @staticmethod
    def read(fields: Mapping[str, Any]) -> "Part":
        """Read a part from JSON; KeyError, TypeError or ValueError for what is none.

        Proofs of the first scheme have no list.
        """
        return Part(
            scheme=str(fields["scheme"]),
            commitment=str(fields["commitment"]),
            seed=in_hex(fields["seed"]),
            entropy=tuple(map(in_hex, fields["entropy"])),
            seats=tuple(map(str, fields.get("seats", ()))),
            since=int(fields.get("since", 0)),
            restarts=int(fields.get("restarts", 0)),
            listed=tuple(map(str, fields.get("listed", ()))),
        )

    def openings(self) -> list[bytes]:
        """What each seat added to the seed."""
        return [bytes.fromhex(part) for part in self.entropy]

    def fair(self, match: str) -> Fair:
        """The draws that follow from it."""
        listed = None if self.scheme == FIRST else self.listed
        return Fair(bytes.fromhex(self.seed), match, self.openings(), listed)

    def opened(self) -> list[int]:
        """The seats whose devices promised."""
        return [seat for seat, promised in enumerate(self.listed[:-1]) if promised != NONE]


@dataclass(frozen=True, kw_only=True)
class Proof:
    """Enough to check every draw of a match that ended.

    It has every field of `Part`, for the last part. They are not inherited, because the file's
    order of fields is fixed and inherited fields would come first.
    """

    scheme: str
    match: str
    game: str
    edition: str
    players: int
    options: dict[str, bool | int | str]
    starters: tuple[int, ...] | None
    commitment: Hex
    seed: Hex
    entropy: tuple[Hex, ...]
    draws: tuple[Draw, ...]
    seats: tuple[str, ...]
    listed: tuple[str, ...]
    restarts: int
    since: int
    earlier: tuple[Part, ...]  # of a match that came from a back-up: what its first draws follow

    @staticmethod
    def of(match: str, setup: Setup, parts: Sequence[Part], draws: Sequence[Draw]) -> "Proof":
        """The proof of a match with these parts, one for each time it came from a back-up."""
        *earlier, last = parts
        return Proof(
            match=match,
            game=setup.game,
            edition=setup.edition,
            players=setup.players,
            options=dict(setup.options),
            starters=setup.starters,
            draws=tuple(draws),
            earlier=tuple(earlier),
            **vars(last),
        )

    @property
    def parts(self) -> tuple[Part, ...]:
        """All seeds and lists, in order."""
        last = {field.name: getattr(self, field.name) for field in fields(Part)}
        return (*self.earlier, Part(**last))

    @property
    def inherited(self) -> int:
        """How many steps are a parent's, whose draws this proof says nothing of."""
        return self.parts[0].since

    def frozen(self, part: Part) -> Frozen:
        """What the promises of a part name."""
        return Frozen(
            match=self.match,
            game=self.game,
            edition=self.edition,
            options=self.options,
            seats=part.seats,
            starters=self.starters,
            since=part.since,
        )


def in_hex(text: str) -> Hex:
    """The same bytes as we write them; ValueError for what is no hex."""
    return bytes.fromhex(text).hex()


@dataclass(frozen=True)
class Receipt:
    """A device's own copy of one part: the list it saw, its numbers, cancelled starts."""

    listed: tuple[str, ...]
    own: dict[int, Hex]
    restarts: int = 0
    since: int = 0


@dataclass(frozen=True)
class Fault:
    """A fault in a proof: the key of its message, and where it is."""

    kind: str  # a text `terminal.verify.fault.KIND`
    n: int = -1  # a step, or a seat
    given: str = ""
    right: str = ""


def prove(match: str, parts: Sequence[Part], record: Record) -> Proof:
    """Make the proof of a finished match: each draw with its list from the rules."""
    layout = record.setup.spec.layout
    draws = [
        Draw(
            n=n,
            legal=tuple(layout.text(step) for step in state.legal()),
            weights=tuple(state.weights()),
            step=record.steps[n],
        )
        for n, state in enumerate(replay(record))
        if parts[0].since <= n < len(record.steps) and state.actor() == CHANCE
    ]
    return Proof.of(match, record.setup, parts, draws)


def named(setup: Setup | Proof) -> list[str]:
    """A set-up in a few words, for messages about proofs."""
    words = [setup.game, setup.edition, str(setup.players)]
    words += [f"{key}={written(value)}" for key, value in setup.options.items()]
    return words if setup.starters is None else [*words, f"starters={setup.starters}"]


# ---- without the record: promises, openings and draws ------------------------------------------


def check(proof: Proof, shown: str = "") -> list[Fault]:
    """Check promises and draws; `shown`: the commitment as a player noted it at the start."""
    for part in proof.parts:
        if part.scheme not in (FIRST, SCHEME):
            return [Fault("scheme", given=part.scheme, right=SCHEME)]
    faults = []
    for at, part in enumerate(proof.parts):
        right = shown if shown and at == 0 else part.commitment
        hashed_seed = commitment(bytes.fromhex(part.seed))
        if hashed_seed != right:
            faults.append(Fault("seed", given=hashed_seed, right=right))
        if part.scheme == SCHEME:
            faults += check_promises(proof, part)
    return faults + check_draws(proof)


def check_promises(proof: Proof, part: Part) -> list[Fault]:
    """Check that the list is well formed, and that seed and openings fit its promises."""
    players = proof.players
    sizes = (len(part.seats), len(part.listed) - 1, len(part.entropy))
    well = all(_PROMISE.fullmatch(text) for text in part.listed) and part.listed[-1:] != (NONE,)
    if sizes != (players, players, players) or not well:
        return [Fault("listed")]
    frozen = proof.frozen(part).hash()
    faults = []
    right = seed_promise(frozen, bytes.fromhex(part.seed))
    if part.listed[-1] != right:
        faults.append(Fault("promise", given=part.listed[-1], right=right))
    for seat in part.opened():
        opening = bytes.fromhex(part.entropy[seat])
        if len(opening) != OPENING or promise(frozen, seat, opening) != part.listed[seat]:
            faults.append(Fault("opening", seat))
    return faults


def check_draws(proof: Proof) -> list[Fault]:
    """Check that each draw follows from its part's seed, and that no step is told twice."""
    faults = []
    fairs = [(part.since, part.fair(proof.match)) for part in proof.parts]
    last = -1
    for draw in proof.draws:
        if draw.n <= last:
            faults.append(Fault("twice", draw.n, draw.step))
        last = max(last, draw.n)
        fair = next((fair for since, fair in reversed(fairs) if since <= draw.n), fairs[0][1])
        right = drawn(fair, draw)
        if right != draw.step:
            faults.append(Fault("draw", draw.n, draw.step, right))
    if len(proof.draws) > 1 and all(len(draw.legal) == 1 for draw in proof.draws):
        faults.append(Fault("certain"))
    return faults


def drawn(fair: Fair, draw: Draw) -> str:
    """The step that the seed gives for a draw; empty for a malformed list."""
    if not draw.weights or len(draw.weights) != len(draw.legal) or min(draw.weights) <= 0:
        return ""
    return draw.legal[fair.draw(draw.n, draw.weights)]


def check_receipts(proof: Proof, receipts: Sequence[Receipt]) -> list[Fault]:
    """Compare the proof with a device's own copies of list, numbers and cancelled starts."""
    faults = []
    for receipt in receipts:
        part = next((part for part in proof.parts if part.since == receipt.since), None)
        if part is None or part.listed != receipt.listed:
            faults.append(Fault("kept"))
            continue
        faults += [
            Fault("own", seat)
            for seat, number in sorted(receipt.own.items())
            if not 0 <= seat < len(part.entropy) or part.entropy[seat] != number
        ]
        if part.restarts < receipt.restarts:
            faults.append(Fault("restarts", given=str(part.restarts), right=str(receipt.restarts)))
    return faults


# ---- with the record: the rules ----------------------------------------------------------------


def check_rules(proof: Proof, record: Record) -> list[Fault]:
    """Make all lists again from rules and record, and compare; Refusal for an illegal record."""
    setup = record.setup
    if named(proof) != named(setup):
        return [Fault("game", given=" ".join(named(proof)), right=" ".join(named(setup)))]
    faults = []
    match = record.notes.get("match", proof.match)
    if proof.match != match:
        faults.append(Fault("match", given=proof.match, right=match))
    parent = origin(record.notes)
    if proof.inherited != (0 if parent is None else parent.step):
        faults.append(Fault("fork", proof.inherited))
    listed = {draw.n: draw for draw in proof.draws}
    for n, state in enumerate(replay(record)):
        chance = proof.inherited <= n < len(record.steps) and state.actor() == CHANCE
        draw = listed.pop(n, None)
        if chance and draw is None:
            faults.append(Fault("missing", n, right=record.steps[n]))
        elif draw is not None and not chance:
            faults.append(Fault("extra", n, draw.step))
        elif draw is not None:
            faults += compared(draw, record.steps[n], setup.spec, state.legal(), state.weights())
    return faults + [Fault("extra", n, draw.step) for n, draw in sorted(listed.items())]


def compared(
    draw: Draw, step: str, spec: Spec, legal: Sequence[int], weights: Sequence[int]
) -> list[Fault]:
    """Compare one draw with the record's step and what the rules allow."""
    faults = []
    if draw.step != step:
        faults.append(Fault("step", draw.n, draw.step, step))
    names = tuple(spec.layout.text(step) for step in legal)
    if (draw.legal, draw.weights) != (names, tuple(weights)):
        right = ", ".join(f"{name} ({weight})" for name, weight in zip(names, weights, strict=True))
        faults.append(Fault("list", draw.n, right=right[:200]))
    return faults
