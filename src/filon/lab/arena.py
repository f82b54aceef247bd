"""Who is stronger: bots in all seatings over the same dice, in a table that says how sure it is."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from filon.build_info import this_build
from filon.core.errors import Refusal
from filon.core.spec import Options
from filon.games import load
from filon.lab.executor import Batch, Executor, Told
from filon.lab.figures import Estimate, credits, estimate
from filon.lab.journal import Journal, in_order, played
from filon.lab.match import Match, line_ups
from filon.lab.ratings import Rating, ratings

BATCH = 10  # matches, or 100 where bots are quick; see `batches`
QUICK = ("random", "greedy", "tenderfoot")
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Request:
    """An arena in full: the same request gives the same table."""

    game: str
    bots: tuple[str, ...]
    players: int
    sets: int  # each set plays the same dice in every seating
    options: tuple[tuple[str, bool | int | str], ...] = ()
    seed: int = 1
    pace: int = 1
    watch: bool = False

    def matches(self) -> Iterator[Match]:
        """Every match, set by set."""
        for seed in range(self.seed, self.seed + self.sets):
            for bots in line_ups(self.bots, self.players):
                yield Match(
                    self.game, self.players, self.options, seed, bots, self.pace, self.watch
                )

    def batches(self) -> list[Batch]:
        """Whole sets together; the division depends on the request only, never on workers."""
        size = 100 if all(bot in QUICK for bot in self.bots) else BATCH
        size = max(1, size // len(self.bots)) * len(self.bots)
        every = list(self.matches())
        return [tuple(every[at : at + size]) for at in range(0, len(every), size)]

    def told(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)


@dataclass(frozen=True)
class Row:
    """One bot of the table."""

    bot: str
    share: Estimate  # of all victories
    rating: Rating
    place: Estimate  # mean rank
    milliseconds: float  # per choice
    illegal: int


@dataclass(frozen=True)
class Table:
    """What an arena found."""

    request: Request
    games: int
    rows: tuple[Row, ...]
    steps: float
    build: str

    def told(self) -> dict[str, Any]:
        """As JSON; the times are the only part that differs between equal runs."""
        return asdict(self)


def request(
    game: str,
    bots: Sequence[str],
    games: int,
    players: int,
    options: Options | None = None,
    seed: int = 1,
    pace: int = 1,
    watch: bool = False,
) -> Request:
    """A request that can be carried out; Refusal says what cannot."""
    from filon.lab.match import bot_for

    spec = load(game)
    agreed = spec.agree(options)
    spec.start(players, agreed)
    if not bots:
        raise Refusal("bots", valid="--bots a,b")
    for name in bots:
        bot_for(name, pace)
    names = tuple(dict.fromkeys(bots))
    sets = max(1, -(-games // len(names)))
    return Request(game, names, players, sets, tuple(agreed.items()), seed, pace, watch)


def hold(
    asked: Request,
    on: Executor,
    file: Path | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> tuple[Table, Told]:
    """Play the arena and read the table off its outcomes, in the order of the request."""
    batches = asked.batches()
    total = sum(len(batch) for batch in batches)
    journal = Journal(file, asked.told(), resume)
    for finished in played(batches, journal, on):
        if progress is not None:
            progress(finished, total)
    outcomes = in_order(journal)
    return table(asked, outcomes), outcomes


def table(asked: Request, outcomes: Told) -> Table:
    """The table of finished matches."""
    rated = ratings(asked.bots, outcomes)
    rows = []
    for bot in asked.bots:
        shares, places, choices, seconds, faults = [], [], 0, 0.0, 0
        for games in sets_of(outcomes):
            won, ranked = 0.0, []
            for one in games:
                part = credits(one["ranks"])
                for seat, name in enumerate(one["bots"]):
                    if name != bot:
                        continue
                    won += part[seat]
                    choices += one["choices"][seat]
                    seconds += one["seconds"][seat]
                    faults += one["illegal"][seat]
                    if one["ranks"][seat]:
                        ranked.append(one["ranks"][seat])
            shares.append(won / len(games))
            places.append(sum(ranked) / len(ranked) if ranked else 0.0)
        place = estimate(places, 1.0, float(asked.players))
        spent = 1000 * seconds / choices if choices else 0.0
        rows.append(Row(bot, estimate(shares), rated[bot], place, spent, faults))
    rows.sort(key=lambda row: -row.share.mean)
    steps = sum(one["steps"] for one in outcomes) / len(outcomes)
    return Table(asked, len(outcomes), tuple(rows), steps, str(this_build()))


def sets_of(outcomes: Told) -> list[Told]:
    """The outcomes that share their dice, together."""
    found: dict[int, Told] = {}
    for one in outcomes:
        found.setdefault(one["seed"], []).append(one)
    return list(found.values())
