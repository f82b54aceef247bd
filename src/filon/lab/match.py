"""One game between bots, and all that the laboratory wants to know of it."""

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from filon.bots import Bot, Peephole, named
from filon.bots.lines import LineBot
from filon.core.game import CHANCE, OVER, State, play
from filon.core.record import Record
from filon.core.rng import Rng
from filon.core.spec import Options, Spec
from filon.games import load


@dataclass(frozen=True)
class Match:
    """What decides a game: the same match gives the same steps on every machine."""

    game: str
    players: int
    options: tuple[tuple[str, bool | int | str], ...]
    seed: int  # of the dice; the same for all line-ups of a set
    bots: tuple[str, ...]  # one per seat
    pace: int = 1  # budgets of the levels are divided by it
    watch: bool = False  # also note leads and steps, for a study


@dataclass
class Outcome:
    """How a game ended; times are apart because they differ from run to run."""

    seed: int
    bots: list[str]
    ranks: list[int]  # 0: not ranked
    scores: list[int]  # in units
    unit: int
    steps: int
    first: int  # the seat that began; -1 if the game does not say
    leads: list[int] = field(default_factory=list)  # who was ahead, turn by turn; -1: nobody
    taken: list[list[str]] = field(default_factory=list)  # per seat, its different steps
    choices: list[int] = field(default_factory=list)  # per seat
    seconds: list[float] = field(default_factory=list)  # per seat, thinking
    illegal: list[int] = field(default_factory=list)  # per seat, answers that were replaced

    def told(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)

    def same(self) -> dict[str, Any]:
        """As JSON without the times: equal for equal matches."""
        return {key: value for key, value in asdict(self).items() if key != "seconds"}


def line_ups(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Seatings in which every bot holds every seat exactly once."""
    count = len(bots)
    return [
        tuple(bots[(seat + shift) % count] for seat in range(players)) for shift in range(count)
    ]


def bot_for(name: str, pace: int) -> Bot:
    """A bot by name, or a program of one's own by `cmd:...`."""
    if name.startswith("cmd:"):
        return LineBot(name.removeprefix("cmd:"))
    return named(name, pace)


def contest(match: Match) -> Outcome:
    """Play the match to its end."""
    spec = load(match.game)
    options: Options = dict(match.options)
    bots = [bot_for(name, match.pace) for name in match.bots]
    try:
        return _played(match, spec, options, bots)
    finally:
        for bot in bots:
            if isinstance(bot, LineBot):
                bot.close()


def _played(match: Match, spec: Spec, options: Options, bots: list[Bot]) -> Outcome:
    state = spec.start(match.players, options)
    record = Record(spec.slug, spec.edition, match.players, dict(spec.agree(options)))
    dice = Rng(f"dice {match.seed}")
    minds = [Rng(f"seat {seat} {match.seed}") for seat in range(match.players)]
    seconds, choices = [0.0] * match.players, [0] * match.players
    taken: list[dict[str, None]] = [{} for _ in range(match.players)]
    leads: list[int] = []
    last, fell, first = OVER, "", -1
    while (actor := state.actor()) != OVER:
        if actor == CHANCE:
            step = state.legal()[dice.weighted(state.weights())]
            fell = spec.layout.text(step)
            if fell.startswith("first "):
                first = int(fell.split()[1])
            state.apply(step)
            record.steps.append(fell)
            continue
        if match.watch and actor != last:
            leads.append(ahead(spec, state, match.players))
            last = actor
        began = time.perf_counter()
        if isinstance(bot := bots[actor], LineBot):
            step = bot.answer(spec, record, state, actor, minds[actor])
        else:
            step = bot.choose(Peephole(spec, state, actor), minds[actor])
        seconds[actor] += time.perf_counter() - began
        choices[actor] += 1
        text = spec.layout.text(step)
        if match.watch:
            # A step without particulars means little without what chance asked before it.
            taken[actor][text if " " in text or not fell else f"{fell}, {text}"] = None
        play(state, step)
        record.steps.append(text)
    faults = [bot.illegal if isinstance(bot, LineBot) else 0 for bot in bots]
    return Outcome(
        match.seed, list(match.bots), state.ranks(), state.scores(), state.unit,
        len(record.steps), first, leads, [list(steps) for steps in taken] if match.watch else [],
        choices, seconds, faults,
    )  # fmt: skip


def ahead(spec: Spec, state: State, players: int) -> int:
    """The (first) seat that stands best by the game's own hints, or -1 if all are level."""
    if spec.hints is None:
        return -1
    values = [spec.hints.value(state, seat) for seat in spec.turns(players)]
    best = max(values)
    return values.index(best) if min(values) < best else -1
