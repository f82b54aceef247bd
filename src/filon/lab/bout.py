"""A bout: one game between bots, and its outcome."""

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from filon.bots import Bot
from filon.bots.external import any_bot
from filon.core.drive import by_weight, drive
from filon.core.game import CHANCE, OVER, State
from filon.core.paper import seat_record
from filon.core.record import Record
from filon.core.rng import Rng
from filon.core.setup import Setup
from filon.core.spec import Spec


@dataclass(frozen=True)
class Bout:
    """All that determines a game between bots: equal bouts have equal steps on every machine."""

    setup: Setup
    seed: int  # of the dice; the same for all line-ups of a set
    bots: tuple[str, ...]  # one per seat
    divisor: int = 1  # budgets of the levels are divided by it
    watch: bool = False  # also note leads and steps, for a study
    keep: bool = False  # also note every step, for a data set


@dataclass
class Outcome:
    """How a bout ended; times are apart because they differ from run to run."""

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
    record: list[str] = field(default_factory=list)  # every step, if they were to be kept

    def same(self) -> dict[str, Any]:
        """Everything but the times: equal for equal bouts."""
        return {key: value for key, value in asdict(self).items() if key != "seconds"}


def line_ups(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Seatings in which every bot holds every seat exactly once."""
    count = len(bots)
    return [
        tuple(bots[(seat + shift) % count] for seat in range(players)) for shift in range(count)
    ]


class BotCache:
    """A cache of bots, kept from game to game; a bot in two seats of a game exists twice."""

    def __init__(self) -> None:
        self._bots: dict[tuple[str, int, int], Bot] = {}

    def seated(self, bout: Bout) -> list[Bot]:
        """A bot for every seat, after its `begin`."""
        bots = []
        for seat, name in enumerate(bout.bots):
            key = (name, bout.bots[:seat].count(name), bout.divisor)
            if key not in self._bots:
                self._bots[key] = any_bot(name, bout.divisor)
            bots.append(bot := self._bots[key])
            bot.begin(bout.setup, seat)
        return bots

    def close(self) -> None:
        """Close all bots."""
        for bot in self._bots.values():
            bot.close()
        self._bots.clear()


def play_bout(bout: Bout, cache: BotCache | None = None) -> Outcome:
    """Play the bout to its end; bots come from the cache if one is given."""
    if cache is not None:
        return _played(bout, cache.seated(bout))
    cache = BotCache()
    try:
        return _played(bout, cache.seated(bout))
    finally:
        cache.close()


def _played(bout: Bout, bots: list[Bot]) -> Outcome:
    record, players = Record(bout.setup), bout.setup.players
    spec, state = bout.setup.spec, bout.setup.start()
    dice = Rng(f"dice {bout.seed}")
    rngs = [Rng(f"seat {seat} {bout.seed}") for seat in range(players)]
    seconds, choices = [0.0] * players, [0] * players
    taken: list[dict[str, None]] = [{} for _ in range(players)]
    leads: list[int] = []
    last, fell, first = OVER, "", -1

    def choose(state: State, seat: int) -> int:
        nonlocal last
        if bout.watch and seat != last:
            leads.append(ahead(spec, state, players))
            last = seat
        began = time.perf_counter()
        step = bots[seat].answer(
            bout.setup, state, seat, rngs[seat],
            lambda: seat_record(bout.setup, record.steps, seat),
        )  # fmt: skip
        seconds[seat] += time.perf_counter() - began
        choices[seat] += 1
        return step

    for actor, step in drive(state, by_weight(dice), choose):
        text = spec.layout.text(step)
        record.steps.append(text)
        if actor == CHANCE:
            fell = text
            began_by = spec.begun_by(step)
            first = first if began_by is None else began_by
        elif bout.watch:
            # A step without particulars means little without what chance asked before it.
            taken[actor][text if " " in text or not fell else f"{fell}, {text}"] = None
    faults = [bot.faults() for bot in bots]
    return Outcome(
        bout.seed, list(bout.bots), state.ranks(), state.scores(), state.unit,
        len(record.steps), first, leads, [list(steps) for steps in taken] if bout.watch else [],
        choices, seconds, faults, record.steps if bout.keep else [],
    )  # fmt: skip


def ahead(spec: Spec, state: State, players: int) -> int:
    """The (first) seat that stands best by the game's own hints, or -1 if all are level."""
    if spec.minds.hints is None:
        return -1
    values = [spec.minds.hints.value(state, seat) for seat in spec.turns(players)]
    best = max(values)
    return values.index(best) if min(values) < best else -1
