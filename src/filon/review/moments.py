"""The moments that decided a game: the draws and choices that moved most, as facts."""

from collections.abc import Mapping, Sequence

from filon.core.spec import View
from filon.review.chances import THRESHOLDS, Shares, minus
from filon.review.form import (
    ReviewChoice,
    ReviewDraw,
    ReviewMoment,
    ReviewRow,
    ReviewSummary,
    ReviewTurn,
)
from filon.review.turns import turn_of

MOST = 3


def moments(
    draws: Sequence[ReviewDraw],
    choices: Sequence[ReviewChoice],
    chances: Sequence[Shares],
    turns: Sequence[ReviewTurn],
    events: Mapping[int, list[View]],
) -> list[ReviewMoment]:
    """At most three, of different turns, in game order; nothing below the lowest threshold."""
    candidates = [_drawn(draw, chances, turns, events[draw.step]) for draw in draws]
    candidates += [_chosen(choice, chances, turns) for choice in choices if choice.mark]
    candidates = [moment for moment in candidates if abs(moment.swing) >= THRESHOLDS.inaccuracy]
    chosen: list[ReviewMoment] = []
    for moment in sorted(candidates, key=lambda moment: (-abs(moment.swing), moment.step)):
        if len(chosen) < MOST and all(moment.turn != other.turn for other in chosen):
            chosen.append(moment)
    return sorted(chosen, key=lambda moment: moment.step)


def _drawn(
    draw: ReviewDraw, chances: Sequence[Shares], turns: Sequence[ReviewTurn], events: list[View]
) -> ReviewMoment:
    seat = draw.seat if draw.seat >= 0 else draw.lucky
    return ReviewMoment(
        kind="draw",
        step=draw.step,
        seat=draw.seat,
        turn=turn_of(turns, draw.step),
        text=draw.text,
        better="",
        mark="",
        gained=draw.lucky,
        lost=draw.unlucky,
        swing=draw.luck[seat],
        before=chances[draw.step],
        after=chances[draw.step + 1],
        events=events,
    )


def _chosen(
    choice: ReviewChoice, chances: Sequence[Shares], turns: Sequence[ReviewTurn]
) -> ReviewMoment:
    moved = minus(choice.played.chances, choice.best.chances)
    return ReviewMoment(
        kind="choice",
        step=choice.step,
        seat=choice.seat,
        turn=turn_of(turns, choice.step),
        text=choice.played.text,
        better=choice.best.text if choice.best.text != choice.played.text else "",
        mark=choice.mark,
        gained=moved.index(max(moved)),
        lost=choice.seat,
        swing=-choice.lost,
        before=chances[choice.step],
        after=chances[choice.step + 1],
        events=[],
    )


def summary(
    rows: Sequence[ReviewRow], choices: Sequence[ReviewChoice], over: bool
) -> ReviewSummary:
    """Facts for the summary: the luckiest seat, and the one that lost most by its choices."""
    lucky = sorted(rows, key=lambda row: (-row.luck.value, row.seat))
    losers = sorted(rows, key=lambda row: (row.own.value, row.seat))
    worst = losers[0]
    own = [
        choice
        for choice in choices
        if choice.seat == worst.seat and not choice.stand_in and choice.lost > 0
    ]
    dearest = max(own, key=lambda choice: (choice.lost, -choice.step), default=None)
    lost = -worst.own.value
    return ReviewSummary(
        lucky=lucky[0].seat,
        luck=lucky[0].luck.value,
        ahead=lucky[0].luck.value - lucky[1].luck.value,
        loser=worst.seat if lost > 0 else -1,
        lost=max(0, lost),
        marks=sum(1 for choice in own if choice.mark) if lost > 0 else 0,
        dearest=dearest.step if dearest is not None and lost > 0 else -1,
        winner=sorted(row.seat for row in rows if row.rank == 1) if over else [],
    )
