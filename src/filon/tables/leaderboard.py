"""The leaderboard: people with a reserved name, rated by the matches between them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from filon.core.errors import Refusal
from filon.match.result import Result

BASE, SPAN = 1500.0, 40.0  # openskill's 25 and its sigma of 25/3, in the numbers players know
SURE = 1.96  # standard deviations that hold 95 % of where a rating may be


@dataclass(frozen=True)
class RatedPerson:
    """A person's rating with its 95 % interval."""

    person: str
    name: str
    mean: float
    low: float
    high: float
    games: int


def check() -> None:
    """Refusal `no_openskill` if openskill is not installed."""
    try:
        import openskill  # noqa: F401
    except ImportError:
        raise Refusal("no_openskill") from None


def leaderboard(
    results: Iterable[Result], names: Mapping[str, str], game: str = ""
) -> list[RatedPerson]:
    """The best first; `names` are the people who take part, others are left out of a match.

    The same results in the same order give the same ratings.
    """
    from openskill.models import ThurstoneMostellerFull  # ties end where they should with it

    model = ThurstoneMostellerFull()
    skill = {person: model.rating(name=person) for person in names}
    games = dict.fromkeys(names, 0)
    matches: dict[str, list[Result]] = {}
    for result in sorted(results, key=lambda result: (result.ended, result.of, result.seat)):
        if result.person in names and result.how != "fork" and (not game or result.game == game):
            matches.setdefault(result.of, []).append(result)
    for seats in matches.values():
        standing = _standing(seats)
        if len(standing) < 2:
            continue
        seated = list(standing)
        after = model.rate(
            [[skill[person]] for person in seated],
            ranks=[float(standing[person]) for person in seated],
        )
        for person, team in zip(seated, after, strict=True):
            skill[person] = team[0]
            games[person] += 1
    people = [_rated(who, names[who], won.mu, won.sigma, games[who]) for who, won in skill.items()]
    return sorted((who for who in people if who.games), key=lambda who: (-who.mean, who.name))


def _standing(seats: list[Result]) -> dict[str, int]:
    """Each person's best place; people who resigned come last."""
    places: dict[str, int] = {}
    for result in seats:
        place = result.players + 1 if result.how == "resigned" else result.rank
        if place and (result.person not in places or place < places[result.person]):
            places[result.person] = place
    return places


def _rated(person: str, name: str, mu: float, sigma: float, games: int) -> RatedPerson:
    mean, wide = BASE + SPAN * (mu - 25.0), SPAN * SURE * sigma
    return RatedPerson(person, name, mean, mean - wide, mean + wide, games)
