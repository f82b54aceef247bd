"""The types of the plain rules: questions, answers, results."""

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from fractions import Fraction

Question = tuple[int | str, dict[str, int]]  # a seat or "chance"; answers and their weights


@dataclass
class Result:
    """Exact scores, and ranks with None for a seat that is not ranked."""

    scores: list[Fraction]
    ranks: list[int | None]


Game = Generator[Question, str, Result]
Asking = Generator[Question, str, str]
Doing = Generator[Question, str, None]


def chance(outcomes: Iterable[str]) -> Asking:
    """All outcomes equally likely."""
    return (yield "chance", dict.fromkeys(outcomes, 1))


def ask(seat: int, answers: Iterable[str]) -> Asking:
    """A seat chooses."""
    return (yield seat, dict.fromkeys(answers, 0))


def number(answer: str, at: int = 1) -> int:
    """The answer's word at a place, as a number."""
    return int(answer.split()[at])


def ranked(keys: list[tuple[object, ...]]) -> list[int | None]:
    """1 plus the number of strictly better seats."""
    return [1 + sum(other > key for other in keys) for key in keys]
