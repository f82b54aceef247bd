"""An arena: bots play in all seatings over the same dice; standings with 95 % intervals."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from filon.bots import BOTS, searches
from filon.bots.external import any_bot
from filon.build_info import this_build
from filon.core.errors import Refusal
from filon.core.setup import Setup
from filon.extras import need
from filon.lab.bout import Bout, Outcome, line_ups
from filon.lab.executor import Batch, Executor
from filon.lab.journal import Journal, in_order, played
from filon.lab.ratings import Rating, ratings
from filon.lab.statistics import Estimate, Versus, credits, estimate, versus

BATCH = 100  # bouts of quick bots; of others a set, so that Ctrl-C loses no more than that
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class ArenaRequest:
    """An arena in full: the same request gives the same table."""

    setup: Setup
    bots: tuple[str, ...]
    sets: int  # each set plays the same dice in every seating
    seed: int = 1
    divisor: int = 1
    watch: bool = False

    def bouts(self) -> Iterator[Bout]:
        """Every bout, set by set."""
        for seed in range(self.seed, self.seed + self.sets):
            for bots in line_ups(self.bots, self.setup.players):
                yield Bout(self.setup, seed, bots, self.divisor, self.watch)

    @property
    def quick(self) -> bool:
        """Whether every choice is made at once."""
        spec = self.setup.spec
        return all(bot in BOTS and not searches(bot, spec) for bot in self.bots)

    @property
    def batch(self) -> int:
        """How many games are played, and noted, together."""
        return max(1, (BATCH if self.quick else 1) // len(self.bots)) * len(self.bots)

    @property
    def total(self) -> int:
        """How many games it asks for."""
        return self.sets * len(self.bots)

    def batches(self) -> list[Batch]:
        """Whole sets together; the division depends on the request only, never on workers."""
        every, size = list(self.bouts()), self.batch
        return [tuple(every[at : at + size]) for at in range(0, len(every), size)]

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "game": self.setup.game,
            "bots": list(self.bots),
            "players": self.setup.players,
            "sets": self.sets,
            "options": [list(pair) for pair in self.setup.options.items()],
            "seed": self.seed,
            "pace": self.divisor,
            "watch": self.watch,
            "batch": self.batch,
        }


@dataclass(frozen=True)
class BotRow:
    """The row of one bot in the standings."""

    bot: str
    share: Estimate  # of all victories
    rating: Rating
    place: Estimate  # mean rank
    milliseconds: float  # per choice
    illegal: int


@dataclass(frozen=True)
class Standings:
    """The result of an arena."""

    request: ArenaRequest
    games: int
    rows: tuple[BotRow, ...]
    steps: float
    build: str
    versus: tuple[Versus, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether every game that was asked for was played."""
        return self.games == self.request.total

    def as_dict(self) -> dict[str, Any]:
        """As JSON; the times are the only part that differs between equal runs."""
        return {
            "request": self.request.as_dict(),
            "games": self.games,
            "rows": [asdict(row) for row in self.rows],
            "versus": [asdict(pair) for pair in self.versus],
            "steps": self.steps,
            "build": self.build,
        }


def request(
    setup: Setup,
    bots: Sequence[str],
    games: int,
    seed: int = 1,
    divisor: int = 1,
    watch: bool = False,
) -> ArenaRequest:
    """A valid request; Refusal if a bot or the line-up is not valid."""
    if not bots:
        raise Refusal("bots", valid="--bots a,b")
    for name in bots:
        any_bot(name, divisor)  # refuses a bad name before any game is played
    names = tuple(dict.fromkeys(bots))
    if len(names) < 2 and not watch:
        raise Refusal("bots_two", given=names[0])
    if len(bots) == setup.players > len(names) > 1:
        names = tuple(bots)  # a whole table was named: one against several of a kind
    sets = max(1, -(-games // len(names)))
    return ArenaRequest(setup, names, sets, seed, divisor, watch)


def run(
    wish: ArenaRequest,
    on: Executor,
    file: Path | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> tuple[Standings, list[Outcome]]:
    """Play the arena and read the standings off its outcomes, in the order of the request.

    Ctrl-C ends it early, with the standings of what was played.
    """
    need("lab", "filon.lab")
    batches = wish.batches()
    journal = Journal(file, wish.as_dict(), resume)
    try:
        for finished in played(batches, journal, on):
            if progress is not None:
                progress(finished, wish.total)
    except KeyboardInterrupt:
        if file is not None:  # it may have come between a line and the note of it
            journal = Journal(file, wish.as_dict(), True)
        if not journal.done:
            raise
    outcomes = in_order(journal)
    return standings(wish, outcomes), outcomes


def standings(request: ArenaRequest, outcomes: list[Outcome]) -> Standings:
    """The standings after finished bouts."""
    rated = ratings(request.bots, outcomes)
    rows = []
    for bot in dict.fromkeys(request.bots):
        shares, places, choices, seconds, faults = [], [], 0, 0.0, 0
        for games in sets_of(outcomes):
            won, ranked = 0.0, []
            for game in games:
                part = credits(game.ranks)
                for seat, name in enumerate(game.bots):
                    if name != bot:
                        continue
                    won += part[seat]
                    choices += game.choices[seat]
                    seconds += game.seconds[seat]
                    faults += game.illegal[seat]
                    if game.ranks[seat]:
                        ranked.append(game.ranks[seat])
            shares.append(won / len(games))
            places.append(sum(ranked) / len(ranked) if ranked else 0.0)
        place = estimate(places, 1.0, float(request.setup.players))
        spent = 1000 * seconds / choices if choices else 0.0
        rows.append(BotRow(bot, estimate(shares), rated[bot], place, spent, faults))
    rows.sort(key=lambda row: -row.share.mean)
    steps = sum(game.steps for game in outcomes) / len(outcomes)
    met = versus([row.bot for row in rows], sets_of(outcomes))
    return Standings(request, len(outcomes), tuple(rows), steps, str(this_build()), tuple(met))


def sets_of(outcomes: list[Outcome]) -> list[list[Outcome]]:
    """The outcomes that share their dice, together."""
    sets: dict[int, list[Outcome]] = {}
    for game in outcomes:
        sets.setdefault(game.seed, []).append(game)
    return list(sets.values())
