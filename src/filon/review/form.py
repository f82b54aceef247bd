"""What a review tells: `filon-review-1`, the one place where its form is declared.

Chances and losses are whole numbers, of which `one` make a certain victory; so every sum is exact.
A vector has one number per seat, in seat order; a seat that is not ranked has 0.
"""

import json
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

FORMAT: Final = "filon-review-1"
ONE: Final = 840_000  # a certain victory: divisible by every number of seats that may share one
POINT: Final = ONE // 100  # a percentage point

Mark = Literal["", "inaccuracy", "mistake", "blunder"]


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A number and the half of its 95 % interval."""

    value: int
    error: int


@dataclass(frozen=True, kw_only=True)
class ReviewTurn:
    """A run of steps of one seat: the blocks of the strip under the curve."""

    seats: list[int]  # whose; several where they chose in secret at the same time; none: nobody's
    first: int  # number of its first step, from 0
    last: int  # and of its last one


@dataclass(frozen=True, kw_only=True)
class ReviewDraw:
    """One step of chance; exact over its outcomes by their weights."""

    step: int  # its number, from 0: the position before it is `chances[step]`
    text: str  # notation of what fell
    verb: str  # the kind of draw, such as `dice`
    seat: int  # whose hand threw; -1: nobody's
    outcomes: int  # how many could have fallen
    luck: list[int]  # per seat: its chance now, beyond the mean over all that could have fallen
    error: int  # half of the 95 % interval of each of them
    spread: list[int]  # per seat: the standard deviation of its luck, by the weights
    lucky: int  # the seat it helped most
    unlucky: int  # the seat it hurt most
    marked: bool  # the hand's own luck (nobody's hand: anyone's) reaches the threshold


@dataclass(frozen=True, kw_only=True)
class ReviewOption:
    """A step that could be chosen, and the chances it led to, by what the seat could know."""

    text: str
    chance: Figure  # of the seat that chooses
    chances: list[int]  # of all seats


@dataclass(frozen=True, kw_only=True)
class ReviewChoice:
    """A seat's choice among at least two steps, judged only by what that seat could know."""

    step: int
    seat: int
    stand_in: bool  # a bot played for the seat: nobody's own choice
    hidden: bool  # something was hidden from the seat: say so beside the figures
    legal: int  # how many steps were allowed
    looked: int  # how many of them were weighed: the most promising ones and the one played
    played: ReviewOption
    best: ReviewOption  # the same as `played` where nothing better was found
    others: list[ReviewOption]  # the next best ones, at most two, neither played nor best
    lost: int  # the chance of the best less that of the one played, at least 0
    error: int  # half of its 95 % interval
    mark: Mark


@dataclass(frozen=True, kw_only=True)
class Tenths:
    """An account's row in tenths of a percentage point; it adds up, the rest is in `estimate`."""

    start: int
    luck: int
    own: int
    others: int
    hidden: int
    estimate: int
    result: int


@dataclass(frozen=True, kw_only=True)
class ReviewRow:
    """The account of one seat: start + luck + own + others + hidden + estimate = result."""

    seat: int
    rank: int  # 0: the game is not over
    start: int  # the even chance, or where a fork began
    luck: Figure
    own: Figure  # its own choices
    others: Figure  # those of the others, and of a bot that stood in for it
    hidden: Figure  # what it or others could not know
    estimate: Figure  # what the reference got wrong
    result: int  # its share of the victory; its last chance in a game that is not over
    tenths: Tenths  # the same, to be shown


@dataclass(frozen=True, kw_only=True)
class ReviewMoment:
    """One of at most three moments that decided the game, as facts for a sentence."""

    kind: Literal["draw", "choice"]
    step: int
    seat: int  # whose draw or choice; -1: nobody's
    turn: int  # index into `turns`
    text: str  # what fell or was played
    better: str  # of a choice: what would have been best; empty if that was played
    mark: Mark  # of a choice
    gained: int  # the seat that gained most
    lost: int  # the seat that lost most
    swing: int  # how much the choice or draw moved the chance of the seat it concerned
    before: list[int]  # everybody's chances before the step
    after: list[int]  # and after it
    events: list[dict[str, Any]]  # of a draw: what happened by it, as the log tells it


@dataclass(frozen=True, kw_only=True)
class ReviewSummary:
    """Facts for the sentence under the account: who had the luck, who lost it by choices."""

    lucky: int  # the seat with the most luck
    luck: int  # and how much
    ahead: int  # of the next in luck, by so much
    loser: int  # the seat that lost most by its own choices; -1: nobody lost anything
    lost: int  # and how much
    marks: int  # how many of its choices bear a mark
    dearest: int  # the step of its dearest choice; -1: none
    winner: list[int]  # the seats that share the victory; none while the game is not over


@dataclass(frozen=True, kw_only=True)
class ReviewThresholds:
    """From which loss or luck on something is marked."""

    inaccuracy: int
    mistake: int
    blunder: int
    lucky: int


@dataclass(frozen=True, kw_only=True)
class Review:
    """The whole review of one game."""

    format: Literal["filon-review-1"]
    build: str  # version that made it
    reference: str  # how positions were valued: `hints`, or the name of learned values
    depth: int  # 1 is usual; more takes longer and is finer; 0: a slight one, made on a device
    one: int  # this many make a certain victory
    game: str
    edition: str
    players: int
    options: dict[str, bool | int | str]
    names: list[str]  # per seat, as the record has them; empty: unnamed
    ranked: list[int]  # the seats that can win
    steps: int
    over: bool
    parent: str  # of a fork: what its record says about where it comes from; else empty
    hidden: bool  # whether anything was hidden from anybody in this game
    chances: list[list[int]]  # after 0, 1 ... `steps` steps, per seat
    errors: list[int]  # half of the 95 % interval of each of these
    turns: list[ReviewTurn]
    draws: list[ReviewDraw]
    choices: list[ReviewChoice]
    account: list[ReviewRow]  # of the ranked seats, best rank first
    moments: list[ReviewMoment]
    summary: ReviewSummary
    thresholds: ReviewThresholds

    def plain(self) -> dict[str, Any]:
        """As a dictionary."""
        return asdict(self)

    def text(self) -> str:
        """As JSON."""
        return json.dumps(self.plain(), ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, kw_only=True)
class LuckKind:
    """What one kind of draw brought a seat."""

    verb: str
    own: bool  # thrown by the seat's own hand
    draws: int
    luck: int  # in all
    spread: int  # standard deviation of that sum if draws are fair


@dataclass(frozen=True, kw_only=True)
class LuckReport:
    """Luck over several games, and whether it means anything."""

    games: int
    draws: int
    luck: int  # in all, of which ONE make a victory
    spread: int  # standard deviation of that sum if draws are fair
    chance: float  # how often fair draws are at least this far from their mean, from 0 to 1
    verdict: Literal["few", "none", "some", "much"]
    won: int  # victories (in parts of ONE where they were shared)
    even: int  # what even chances would have given
    kinds: list[LuckKind]
    one: int = ONE  # this many make a victory
