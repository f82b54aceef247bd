"""A study of a game: which seats are favoured, how long it lasts, which steps go with winning."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

from filon.core.layout import Layout
from filon.core.spec import Spec
from filon.lab.arena import ArenaRequest
from filon.lab.bout import Outcome
from filon.lab.statistics import Estimate, credits, estimate

LEAST = 30  # times a step must have been taken before its share of wins is shown


@dataclass(frozen=True)
class StepFigure:
    """How often seats won that took a step."""

    step: str
    verb: str
    games: int  # seats that took it at least once
    share: Estimate  # of them, the part that won


@dataclass(frozen=True)
class Study:
    """The results of a study."""

    game: str
    title: str
    bot: str
    players: int
    games: int
    par: float  # the share of wins of an average seat
    by_seat: tuple[Estimate, ...]
    by_order: tuple[Estimate, ...]  # the starter first; empty if the game does not say who begins
    lengths: tuple[int, ...]
    scores: tuple[float, ...]  # of all ranked seats
    winning: tuple[float, ...]  # of winners
    margins: tuple[float, ...]  # winner's lead over the next
    tied: float  # part of the games with a shared victory
    changes: tuple[int, ...]  # of the lead, per game
    settled: tuple[float, ...]  # how far the game was when the later winner led for good
    steps: tuple[StepFigure, ...]

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)


def study(request: ArenaRequest, outcomes: list[Outcome]) -> Study:
    """The study of finished, watched bouts."""
    spec, players = request.setup.spec, request.setup.players
    ranked = [seat for seat in range(players) if seat in set(spec.turns(players))]
    won = [credits(game.ranks) for game in outcomes]
    by_seat = [estimate([part[seat] for part in won]) for seat in ranked]
    by_order = [
        estimate([part[ranked[(ranked.index(game.first) + place) % len(ranked)]]
                  for part, game in zip(won, outcomes, strict=True) if game.first in ranked])
        for place in range(len(ranked))
    ]  # fmt: skip
    points = [[game.scores[seat] / game.unit for seat in ranked] for game in outcomes]
    placed = [by_place(game, scores, ranked) for game, scores in zip(outcomes, points, strict=True)]
    return Study(
        game=spec.slug,
        title=spec.title_in("en"),
        bot=", ".join(request.bots),
        players=players,
        games=len(outcomes),
        par=sum(map(sum, won)) / len(won) / len(ranked),
        by_seat=tuple(by_seat),
        by_order=tuple(by_order) if any(game.first in ranked for game in outcomes) else (),
        lengths=tuple(game.steps for game in outcomes),
        scores=tuple(score for scores in points for score in scores),
        winning=tuple(scores[0] for scores in placed),
        margins=tuple(abs(scores[0] - scores[1]) for scores in placed),
        tied=sum(game.ranks.count(1) > 1 for game in outcomes) / len(outcomes),
        changes=tuple(lead_changes(game.leads) for game in outcomes),
        settled=tuple(settled_at(game.leads, game.ranks) for game in outcomes),
        steps=tuple(step_figures(spec, outcomes, won)),
    )


def by_place(game: Outcome, scores: Sequence[float], ranked: Sequence[int]) -> list[float]:
    """The points in the order of the places: the highest score need not have won."""
    order = sorted(range(len(ranked)), key=lambda at: game.ranks[ranked[at]])
    return [scores[at] for at in order]


def lead_changes(leads: Sequence[int]) -> int:
    """How often another seat came to stand best; moments without a leader do not count."""
    clear = [seat for seat in leads if seat >= 0]
    return sum(here != there for here, there in pairwise(clear))


def settled_at(leads: Sequence[int], ranks: Sequence[int]) -> float:
    """The part of the game after which a winner was never behind again."""
    if not leads:
        return 0.0
    at = len(leads)
    while at > 0 and (leads[at - 1] < 0 or ranks[leads[at - 1]] == 1):
        at -= 1
    return at / len(leads)


def step_figures(
    spec: Spec, outcomes: list[Outcome], won: Sequence[Sequence[float]]
) -> list[StepFigure]:
    """Steps taken often enough, those that won most first."""
    taken: dict[str, list[float]] = {}
    for game, part in zip(outcomes, won, strict=True):
        for seat, steps in enumerate(game.taken):
            for step in steps:
                taken.setdefault(step, []).append(part[seat])
    figures = [
        StepFigure(step, verb_of(spec.layout, step), len(parts), estimate(parts))
        for step, parts in taken.items()
        if len(parts) >= LEAST
    ]
    return sorted(figures, key=lambda figure: (-figure.share.mean, figure.step))


def verb_of(layout: Layout, step: str) -> str:
    """The verb of a step, also where the draw before it is part of the text."""
    return step.rpartition(", ")[2].split()[0]


def grids(spec: Spec, steps: Sequence[StepFigure]) -> dict[str, dict[tuple[int, int], float]]:
    """For verbs that name a place: per (row, column), the mean share of wins."""
    places: dict[str, dict[tuple[int, int], list[tuple[float, int]]]] = {}
    for figure in steps:
        if ", " in figure.step:
            continue
        words = spec.layout.words(spec.layout.number(figure.step))
        if isinstance(words.get("row"), int) and isinstance(words.get("col"), int):
            place = (int(words["row"]), int(words["col"]))
            of_verb = places.setdefault(figure.verb, {})
            of_verb.setdefault(place, []).append((figure.share.mean, figure.games))
    return {
        verb: {
            place: sum(mean * n for mean, n in parts) / sum(n for _, n in parts)
            for place, parts in places.items()
        }
        for verb, places in places.items()
    }
