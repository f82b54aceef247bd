"""What a person's results add up to: by game, by opponent, in a row."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from filon.match.result import Result


@dataclass
class Balance:
    """How often a person played, won, and was beaten."""

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
    """A finished match from one seat's side."""

    mine: Result
    others: tuple[Result, ...]

    @property
    def won(self) -> bool:
        """Whether this seat was first, alone or with others."""
        return self.mine.rank == 1 and self.mine.how == "over"


@dataclass(frozen=True)
class PersonHistory:
    """All matches of a person, and what they add up to; the newest match first."""

    past: list[Past]
    by_game: dict[str, Balance] = field(default_factory=dict)
    opponents: dict[tuple[str, str, str], Balance] = field(default_factory=dict)
    streak: int = 0  # games won in a row, up to the last one
    best: int = 0  # the longest row so far
    favourite: str = ""  # the game played most, the last one among equals


def history(person: str, results: Iterable[Result]) -> PersonHistory:
    """Sum up this person's matches. Two seats of one device count once, the better one."""
    matches: dict[str, list[Result]] = {}
    for result in results:
        matches.setdefault(result.of, []).append(result)
    past = [match for seats in matches.values() if (match := _past(person, seats)) is not None]
    past.sort(key=lambda match: (match.mine.ended, match.mine.of), reverse=True)
    by_game: dict[str, Balance] = {}
    opponents: dict[tuple[str, str, str], Balance] = {}
    run = best = 0
    for match in reversed(past):
        mine = match.mine
        if mine.how == "fork":
            continue  # begun in the middle of another game: it says nothing of who plays better
        by_game.setdefault(mine.game, Balance()).count(match.won, _beaten(mine))
        for other in match.others:
            tally = opponents.setdefault(_opponent(other), Balance())
            tally.count(_above(mine, other), _above(other, mine))
        run = run + 1 if match.won else 0
        best = max(best, run)
    played = Counter(match.mine.game for match in past)
    favourite = max(played, key=lambda game: played[game]) if played else ""
    return PersonHistory(past, by_game, opponents, run, best, favourite)


def _past(person: str, seats: Sequence[Result]) -> Past | None:
    own = [result for result in seats if result.person == person]
    if not person or not own:
        return None
    mine = min(own, key=lambda result: result.rank or len(seats) + 1)
    return Past(mine, tuple(result for result in seats if result.person != person))


def _beaten(mine: Result) -> bool:
    return mine.how == "resigned" or mine.rank > 1


def _above(first: Result, second: Result) -> bool:
    """Whether the first stands above the second; a person who gives up stands below others."""
    if (first.how, second.how) != ("over", "over"):
        return first.how == "over" and second.how == "resigned"
    return bool(first.rank and second.rank) and first.rank < second.rank


def _opponent(other: Result) -> tuple[str, str, str]:
    """Whom to count for: a person by who they are, a bot by its level."""
    return (other.kind, other.person or other.level, "" if other.person else other.level)
