"""A match checked when it is over: promises and openings, each draw by seed and rules."""

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
    since: int  # the first step these count for; of the first part, not 0: a fork's own first step
    restarts: int  # starts cancelled because a device did not open
    listed: tuple[str, ...]  # each seat's promise or "none", then the server's

    @staticmethod
    def read(fields: Mapping[str, Any]) -> "Part":
        """A part from JSON; proofs of the first scheme have no list. ValueError, KeyError ..."""
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
        """The draws it gives."""
        listed = None if self.scheme == FIRST else self.listed
        return Fair(bytes.fromhex(self.seed), match, self.openings(), listed)

    def opened(self) -> list[int]:
        """The seats whose devices promised."""
        return [seat for seat, promised in enumerate(self.listed[:-1]) if promised != NONE]


@dataclass(frozen=True, kw_only=True)
class Proof:
    """Enough to check every draw of a match that ended."""

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
class Kept:
    """What a device kept of one part: the list it saw, its own numbers, cancelled starts."""

    listed: tuple[str, ...]
    own: dict[int, Hex]
    restarts: int = 0
    since: int = 0


@dataclass(frozen=True)
class Fault:
    """Something that is not as it should be: a message key and where it is."""

    kind: str  # a text `terminal.verify.fault.KIND`
    n: int = -1  # a step, or a seat
    told: str = ""
    right: str = ""


def prove(match: str, parts: Sequence[Part], record: Record) -> Proof:
    """What lets anyone check the draws of a finished match: every list made from the rules."""
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
    """A set-up in a few words, to say which one a proof is of."""
    told = [setup.game, setup.edition, str(setup.players)]
    told += [f"{key}={written(value)}" for key, value in setup.options.items()]
    return told if setup.starters is None else [*told, f"starters={setup.starters}"]


# ---- without the record: promises, openings and draws ------------------------------------------


def check(proof: Proof, shown: str = "") -> list[Fault]:
    """Promises and draws; `shown` is the commitment as a player noted it before the first step."""
    for part in proof.parts:
        if part.scheme not in (FIRST, SCHEME):
            return [Fault("scheme", told=part.scheme, right=SCHEME)]
    faults = []
    for at, part in enumerate(proof.parts):
        right = shown if shown and at == 0 else part.commitment
        given = commitment(bytes.fromhex(part.seed))
        if given != right:
            faults.append(Fault("seed", told=given, right=right))
        if part.scheme == SCHEME:
            faults += check_promises(proof, part)
    return faults + check_draws(proof)


def check_promises(proof: Proof, part: Part) -> list[Fault]:
    """The list is one, the seed is the promised one, and every promise was opened."""
    players = proof.players
    sizes = (len(part.seats), len(part.listed) - 1, len(part.entropy))
    well = all(_PROMISE.fullmatch(one) for one in part.listed) and part.listed[-1:] != (NONE,)
    if sizes != (players, players, players) or not well:
        return [Fault("listed")]
    frozen = proof.frozen(part).hash()
    faults = []
    right = seed_promise(frozen, bytes.fromhex(part.seed))
    if part.listed[-1] != right:
        faults.append(Fault("promise", told=part.listed[-1], right=right))
    for seat in part.opened():
        opening = bytes.fromhex(part.entropy[seat])
        if len(opening) != OPENING or promise(frozen, seat, opening) != part.listed[seat]:
            faults.append(Fault("opening", seat))
    return faults


def check_draws(proof: Proof) -> list[Fault]:
    """Each draw follows from its part's seed; no step twice, and luck had a say at all."""
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
    """What the seed gives for a draw; nothing if its list is no list."""
    if not draw.weights or len(draw.weights) != len(draw.legal) or min(draw.weights) <= 0:
        return ""
    return draw.legal[fair.draw(draw.n, draw.weights)]


def check_kept(proof: Proof, kept: Sequence[Kept]) -> list[Fault]:
    """The proof beside what a device kept: the same list, its own numbers, nothing hushed."""
    faults = []
    for one in kept:
        part = next((part for part in proof.parts if part.since == one.since), None)
        if part is None or part.listed != one.listed:
            faults.append(Fault("kept"))
            continue
        faults += [
            Fault("own", seat)
            for seat, number in sorted(one.own.items())
            if not 0 <= seat < len(part.entropy) or part.entropy[seat] != number
        ]
        if part.restarts < one.restarts:
            faults.append(Fault("restarts", told=str(part.restarts), right=str(one.restarts)))
    return faults


# ---- with the record: the rules ----------------------------------------------------------------


def check_rules(proof: Proof, record: Record) -> list[Fault]:
    """The lists of the draws made again from the rules and the record; Refusal if it breaks one."""
    setup = record.setup
    if named(proof) != named(setup):
        return [Fault("game", told=" ".join(named(proof)), right=" ".join(named(setup)))]
    faults = []
    match = record.notes.get("match", proof.match)
    if proof.match != match:
        faults.append(Fault("match", told=proof.match, right=match))
    told = origin(record.notes)
    if proof.inherited != (0 if told is None else told.step):
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
    """One draw beside the record's step and what the rules allow."""
    faults = []
    if draw.step != step:
        faults.append(Fault("step", draw.n, draw.step, step))
    names = tuple(spec.layout.text(one) for one in legal)
    if (draw.legal, draw.weights) != (names, tuple(weights)):
        right = ", ".join(f"{name} ({weight})" for name, weight in zip(names, weights, strict=True))
        faults.append(Fault("list", draw.n, right=right[:200]))
    return faults
