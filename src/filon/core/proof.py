"""A match checked when it is over: promises and openings, each draw by seed and rules."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from filon.core.fair import (
    FIRST,
    NONE,
    OPENING,
    SCHEME,
    Fair,
    Frozen,
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


@dataclass(frozen=True)
class Draw:
    """One step of chance as the proof tells it."""

    n: int  # the number of the step in the match
    legal: tuple[str, ...]
    weights: tuple[int, ...]
    step: str


@dataclass(frozen=True)
class Part:
    """The draws from one step on: a seed, the list that stood before it, and what was opened."""

    scheme: str
    commitment: str  # SHA-256 of the seed
    seed: bytes
    entropy: tuple[bytes, ...]  # per seat what its device opened, or gave without a promise
    since: int = 0  # of the first part, not 0: a fork, whose steps before are its parent's
    seats: tuple[str, ...] = ()
    listed: tuple[str, ...] = ()  # per seat its device's promise or "none", then the server's
    restarts: int = 0  # starts that were cancelled because somebody did not open

    def fair(self, match: str) -> Fair:
        """The draws it gives."""
        return Fair(self.seed, match, self.entropy, None if self.scheme == FIRST else self.listed)

    def frozen(self, match: str, setup: Setup) -> Frozen:
        """What its promises name."""
        told = (setup.game, setup.edition, setup.options, self.seats, setup.starters)
        return Frozen(match, *told, self.since)

    def opened(self) -> list[int]:
        """The seats whose devices promised."""
        return [seat for seat, one in enumerate(self.listed[:-1]) if one != NONE]


@dataclass(frozen=True)
class Proof:
    """What the table tells when a match has ended."""

    match: str
    setup: Setup
    parts: tuple[Part, ...]  # one; a match that came from a back-up has one more each time
    draws: tuple[Draw, ...]

    @property
    def inherited(self) -> int:
        """How many steps are a parent's, whose draws this proof says nothing of."""
        return self.parts[0].since

    def part(self, n: int) -> Part:
        """The part a draw belongs to."""
        return next((part for part in reversed(self.parts) if part.since <= n), self.parts[0])


@dataclass(frozen=True)
class Kept:
    """What a device kept of one part: the list it saw, its own numbers, cancelled starts."""

    listed: tuple[str, ...]
    own: dict[int, bytes]
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
            n,
            tuple(layout.text(step) for step in state.legal()),
            tuple(state.weights()),
            record.steps[n],
        )
        for n, state in enumerate(replay(record))
        if parts[0].since <= n < len(record.steps) and state.actor() == CHANCE
    ]
    return Proof(match, record.setup, tuple(parts), tuple(draws))


def named(setup: Setup) -> list[str]:
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
        if commitment(part.seed) != right:
            faults.append(Fault("seed", told=commitment(part.seed), right=right))
        if part.scheme == SCHEME:
            faults += check_promises(proof, part)
    return faults + check_draws(proof)


def check_promises(proof: Proof, part: Part) -> list[Fault]:
    """The list is one, the seed is the promised one, and every promise was opened."""
    players = proof.setup.players
    sizes = (len(part.seats), len(part.listed) - 1, len(part.entropy))
    well = all(_PROMISE.fullmatch(one) for one in part.listed) and part.listed[-1:] != (NONE,)
    if sizes != (players, players, players) or not well:
        return [Fault("listed")]
    frozen = part.frozen(proof.match, proof.setup).hash()
    faults = []
    right = seed_promise(frozen, part.seed)
    if part.listed[-1] != right:
        faults.append(Fault("promise", told=part.listed[-1], right=right))
    for seat in part.opened():
        opening = part.entropy[seat]
        if len(opening) != OPENING or promise(frozen, seat, opening) != part.listed[seat]:
            faults.append(Fault("opening", seat))
    return faults


def check_draws(proof: Proof) -> list[Fault]:
    """Each draw follows from its part's seed; no step twice, and luck had a say at all."""
    faults = []
    fairs = {part.since: part.fair(proof.match) for part in proof.parts}
    last = -1
    for draw in proof.draws:
        if draw.n <= last:
            faults.append(Fault("twice", draw.n, draw.step))
        last = max(last, draw.n)
        right = drawn(fairs[proof.part(draw.n).since], draw)
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
    if proof.setup != setup:
        return [Fault("game", told=" ".join(named(proof.setup)), right=" ".join(named(setup)))]
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
