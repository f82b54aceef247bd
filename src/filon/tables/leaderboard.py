"""A club's ladder: the people whose name is their own, rated by what they won off each other."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from filon.core.errors import Refusal
from filon.match.result import Result

BASE, SPAN = 1500.0, 40.0  # openskill's 25 and its sigma of 25/3, in the numbers players know
SURE = 1.96  # standard deviations that hold 95 % of where a rating may be


@dataclass(frozen=True)
class Rung:
    """One person: the rating, and the range it is known to."""

    person: str
    name: str
    mean: float
    low: float
    high: float
    games: int


def check() -> None:
    """Refusal `no_openskill` where ratings cannot be made."""
    try:
        import openskill  # noqa: F401
    except ImportError:
        raise Refusal("no_openskill") from None


def ladder(results: Iterable[Result], names: Mapping[str, str], game: str = "") -> list[Rung]:
    """The best first; `names` are those who take part, everybody else is left out of a match.

    The same results in the same order give the same ratings.
    """
    from openskill.models import ThurstoneMostellerFull  # ties end where they should with it

    model = ThurstoneMostellerFull()
    skill = {person: model.rating(name=person) for person in names}
    games = dict.fromkeys(names, 0)
    matches: dict[str, list[Result]] = {}
    for one in sorted(results, key=lambda one: (one.ended, one.of, one.seat)):
        if one.person in names and one.how != "fork" and (not game or one.game == game):
            matches.setdefault(one.of, []).append(one)
    for seats in matches.values():
        standing = _standing(seats)
        if len(standing) < 2:
            continue
        people = list(standing)
        after = model.rate(
            [[skill[person]] for person in people],
            ranks=[float(standing[person]) for person in people],
        )
        for person, team in zip(people, after, strict=True):
            skill[person] = team[0]
            games[person] += 1
    rungs = [_rung(who, names[who], one.mu, one.sigma, games[who]) for who, one in skill.items()]
    return sorted((one for one in rungs if one.games), key=lambda one: (-one.mean, one.name))


def _standing(seats: list[Result]) -> dict[str, int]:
    """Each person's best place; who gave up stands after all who did not."""
    found: dict[str, int] = {}
    for one in seats:
        place = one.players + 1 if one.how == "resigned" else one.rank
        if place and (one.person not in found or place < found[one.person]):
            found[one.person] = place
    return found


def _rung(person: str, name: str, mu: float, sigma: float, games: int) -> Rung:
    mean, wide = BASE + SPAN * (mu - 25.0), SPAN * SURE * sigma
    return Rung(person, name, mean, mean - wide, mean + wide, games)
