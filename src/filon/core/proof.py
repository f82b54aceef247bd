"""A match checked when it is over: the seed by its commitment, each draw by seed and rules."""

from collections.abc import Sequence
from dataclasses import dataclass

from filon.core.fair import SCHEME, Fair, commitment
from filon.core.game import CHANCE
from filon.core.record import Record, replay
from filon.core.setup import Setup
from filon.core.spec import Spec, written


@dataclass(frozen=True)
class Draw:
    """One step of chance as the proof tells it."""

    n: int  # the number of the step in the match
    legal: tuple[str, ...]
    weights: tuple[int, ...]
    step: str


@dataclass(frozen=True)
class Proof:
    """What the table tells when a match has ended."""

    scheme: str
    match: str
    setup: Setup
    commitment: str
    seed: bytes
    entropy: tuple[bytes, ...]
    draws: tuple[Draw, ...]


@dataclass(frozen=True)
class Fault:
    """Something that is not as it should be: a message key and where it is."""

    kind: str  # scheme, seed, draw, game, missing, extra, step, list
    n: int = -1
    told: str = ""
    right: str = ""


def prove(match: str, seed: bytes, entropy: Sequence[bytes], record: Record) -> Proof:
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
        if n < len(record.steps) and state.actor() == CHANCE
    ]
    return Proof(SCHEME, match, record.setup, commitment(seed), seed, tuple(entropy), tuple(draws))


def named(setup: Setup) -> list[str]:
    """A set-up in a few words, to say which one a proof is of."""
    told = [setup.game, setup.edition, str(setup.players)]
    told += [f"{key}={written(value)}" for key, value in setup.options.items()]
    return told if setup.starters is None else [*told, f"starters={setup.starters}"]


def check(proof: Proof, shown: str = "") -> list[Fault]:
    """Seed and draws; `shown` is the commitment as a player noted it before the first step."""
    if proof.scheme != SCHEME:
        return [Fault("scheme", told=proof.scheme, right=SCHEME)]
    faults = []
    if commitment(proof.seed) != (shown or proof.commitment):
        faults.append(Fault("seed", told=commitment(proof.seed), right=shown or proof.commitment))
    fair = Fair(proof.seed, proof.match, proof.entropy)
    for draw in proof.draws:
        right = drawn(fair, draw)
        if right != draw.step:
            faults.append(Fault("draw", draw.n, draw.step, right))
    return faults


def drawn(fair: Fair, draw: Draw) -> str:
    """What the seed gives for a draw; nothing if its list is no list."""
    if not draw.weights or len(draw.weights) != len(draw.legal) or min(draw.weights) <= 0:
        return ""
    return draw.legal[fair.draw(draw.n, draw.weights)]


def check_rules(proof: Proof, record: Record) -> list[Fault]:
    """The lists of the draws made again from the rules and the record; Refusal if it breaks one."""
    setup = record.setup
    if proof.setup != setup:
        return [Fault("game", told=" ".join(named(proof.setup)), right=" ".join(named(setup)))]
    listed = {draw.n: draw for draw in proof.draws}
    faults = []
    for n, state in enumerate(replay(record)):
        chance = n < len(record.steps) and state.actor() == CHANCE
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
