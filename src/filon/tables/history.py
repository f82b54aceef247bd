"""What a person's results add up to: by game, by opponent, in a row."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from filon.match.result import Result


@dataclass
class Tally:
    """How often one played, won, and was beaten."""

    games: int = 0
    won: int = 0
    lost: int = 0

    def count(self, won: bool, lost: bool) -> None:
        """One more game."""
        self.games += 1
        self.won += won
        self.lost += lost


@dataclass(frozen=True)
class Past:
    """One finished match as one of its seats remembers it."""

    mine: Result
    others: tuple[Result, ...]

    @property
    def won(self) -> bool:
        """Whether this seat was first, alone or with others."""
        return self.mine.rank == 1 and self.mine.how == "over"


@dataclass(frozen=True)
class History:
    """All of it; the newest match first."""

    past: list[Past]
    by_game: dict[str, Tally] = field(default_factory=dict)
    opponents: dict[tuple[str, str, str], Tally] = field(default_factory=dict)
    streak: int = 0  # games won in a row, up to the last one
    best: int = 0  # the longest row so far
    favourite: str = ""  # the game played most, the last one among equals


def history(person: str, results: Iterable[Result]) -> History:
    """What this person's matches come to. Two seats of one device count once, the better one."""
    matches: dict[str, list[Result]] = {}
    for result in results:
        matches.setdefault(result.of, []).append(result)
    past = [told for seats in matches.values() if (told := _past(person, seats)) is not None]
    past.sort(key=lambda one: (one.mine.ended, one.mine.of), reverse=True)
    found = History(past)
    run = best = 0
    for one in reversed(past):
        if one.mine.how == "fork":
            continue  # begun in the middle of another game: it says nothing of who plays better
        found.by_game.setdefault(one.mine.game, Tally()).count(one.won, _beaten(one.mine))
        for other in one.others:
            tally = found.opponents.setdefault(_who(other), Tally())
            tally.count(_above(one.mine, other), _above(other, one.mine))
        run = run + 1 if one.won else 0
        best = max(best, run)
    played = Counter(one.mine.game for one in past)
    favourite = max(played, key=lambda game: played[game]) if played else ""
    return History(past, found.by_game, found.opponents, run, best, favourite)


def _past(person: str, seats: Sequence[Result]) -> Past | None:
    own = [one for one in seats if one.person == person]
    if not person or not own:
        return None
    mine = min(own, key=lambda one: one.rank or len(seats) + 1)
    return Past(mine, tuple(one for one in seats if one.person != person))


def _beaten(mine: Result) -> bool:
    return mine.how == "resigned" or mine.rank > 1


def _above(one: Result, other: Result) -> bool:
    """Whether one stands above the other; who gives up stands below who does not."""
    if (one.how, other.how) != ("over", "over"):
        return one.how == "over" and other.how == "resigned"
    return bool(one.rank and other.rank) and one.rank < other.rank


def _who(other: Result) -> tuple[str, str, str]:
    """Whom to count for: a person by who they are, a bot by its level."""
    return (other.kind, other.person or other.level, "" if other.person else other.level)
