"""One choice judged by what its seat could know: the best step is picked on one half of the
samples and valued on the other, so that it is not praised for the luck of the draw."""

from collections.abc import Sequence
from dataclasses import dataclass

from filon.core.game import State
from filon.review.chances import Shares, apportion, half_width
from filon.review.form import Figure, ReviewOption
from filon.review.knowledge import SeatKnowledge
from filon.review.reference import SLIGHT, Reference, Worth

SAMPLES = 64  # positions that fit a seat's record, at depth 1: one half picks, the other values
WEIGHED = 12  # steps that are weighed where there are more: those the hints like best
LIKED = 8  # positions over which the hints are asked which ones these are
BRIEF = 12  # playouts per sampled position and step
FEWER = (24, 6, 3)  # samples, steps and playouts of a slight review
SHOWN = 2  # steps shown beside the one played and the best


@dataclass(frozen=True)
class Judged:
    """A choice judged by what its seat could know; shares are vectors over all seats."""

    known: Shares  # before it
    played: Shares
    best: Shares
    step: int  # the best one
    lost: int
    error: int
    looked: int
    others: list[tuple[int, Shares, int]]  # further steps with their chances and errors
    errors: tuple[int, int]  # of the chances played and best
    spread: list[float]  # per seat: variance of played less best


class ChoiceJudge:
    """Judges the choices of one game."""

    def __init__(self, reference: Reference, depth: int) -> None:
        self.reference = reference
        self.ranked = reference.ranked
        self.count, self.weighed, self.brief = SAMPLES * depth, WEIGHED * depth, BRIEF
        if depth == SLIGHT:
            self.count, self.weighed, self.brief = FEWER

    def judge(
        self, state: State, here: Worth, eyes: SeatKnowledge, step: int, after: Worth
    ) -> Judged:
        """Judge the step taken here; `here` and `after` are the worths before and after it."""
        seat = eyes.seat
        samples = eyes.samples(state, self.count)
        steps = self.candidates(samples[:LIKED], step)
        if not eyes.blind:
            return self._open(state, here, seat, step, after, steps)
        half = len(samples) // 2
        picked = {candidate: self._mean(samples[:half], candidate) for candidate in steps}
        best = _argmax(picked, seat)
        valued = samples[half:]
        rows = {candidate: self._rows(valued, candidate) for candidate in {step, best}}
        known = self._average([self._brief(sample).parts for sample in valued])
        means = {candidate: self._average(row) for candidate, row in rows.items()}
        spread = [
            _variance([b[i] - p[i] for b, p in zip(rows[best], rows[step], strict=True)])
            for i in range(self.reference.players)
        ]
        errors = tuple(
            half_width(_variance([row[seat] for row in rows[candidate]]))
            for candidate in (step, best)
        )
        others = [
            (
                candidate,
                self._apportioned(picked[candidate].parts),
                half_width(picked[candidate].spread[seat]),
            )
            for candidate in _order(picked, seat)
            if candidate not in (step, best)
        ]
        return self._judged(
            known, means[step], means[best], seat, step, best, len(steps), others,
            (errors[0], errors[1]), spread,
        )  # fmt: skip

    def candidates(self, samples: Sequence[State], step: int) -> list[int]:
        """The steps that are weighed: all of a few, of many those the hints like and the one taken.

        Found without the truth, so that the same steps are looked at whatever is hidden.
        """
        legal, hints = samples[0].legal(), self.reference.hints
        if len(legal) <= self.weighed or hints is None:
            return legal
        liked = [0] * len(legal)
        for sample in samples:
            for at, weight in enumerate(hints.weights(sample.clone(), legal)):
                liked[at] += weight
        order = sorted(range(len(legal)), key=lambda at: -liked[at])[: self.weighed]
        return sorted({step, *(legal[at] for at in order)})

    def _open(
        self, state: State, here: Worth, seat: int, step: int, after: Worth, steps: list[int]
    ) -> Judged:
        """Judge where nothing is hidden: one position; separate playouts pick the best step."""
        picked = {
            candidate: self._after(state, candidate, here.exact, picking=True)
            for candidate in steps
        }
        best = _argmax(picked, seat)
        valued = {step: after}
        if best != step:
            valued[best] = self._after(state, best, here.exact)
        spread = [
            valued[best].spread[i] + valued[step].spread[i] if best != step else 0.0
            for i in range(self.reference.players)
        ]
        others = [
            (
                candidate,
                self._apportioned(picked[candidate].parts),
                half_width(picked[candidate].spread[seat]),
            )
            for candidate in _order(picked, seat)
            if candidate not in (step, best)
        ]
        return self._judged(
            here.parts, after.parts, valued[best].parts, seat, step, best, len(steps), others,
            (half_width(after.spread[seat]), half_width(valued[best].spread[seat])), spread,
        )  # fmt: skip

    def _judged(
        self, known: Sequence[float], played: Sequence[float], top: Sequence[float], seat: int,
        step: int, best: int, looked: int, others: list[tuple[int, Shares, int]],
        errors: tuple[int, int], spread: list[float],
    ) -> Judged:  # fmt: skip
        played_shares, most = self._apportioned(played), self._apportioned(top)
        return Judged(
            known=self._apportioned(known),
            played=played_shares,
            best=most,
            step=best,
            lost=most[seat] - played_shares[seat],
            error=half_width(spread[seat]) if best != step else 0,
            looked=looked,
            others=others[:SHOWN],
            errors=errors,
            spread=spread,
        )

    def _after(self, state: State, step: int, exact: bool, picking: bool = False) -> Worth:
        """The worth after a step; exact if the position before it was solved."""
        later = state.clone()
        later.apply(step)
        worth = self.reference.solved(later) if exact else None
        return worth or self.reference.worth(later, picking)

    def _brief(self, state: State) -> Worth:
        return self.reference.worth(state, times=self.brief)

    def _rows(self, samples: Sequence[State], step: int) -> list[Sequence[float]]:
        rows = []
        for sample in samples:
            later = sample.clone()
            later.apply(step)
            rows.append(self._brief(later).parts)
        return rows

    def _mean(self, samples: Sequence[State], step: int) -> Worth:
        rows = self._rows(samples, step)
        seats = range(self.reference.players)
        return Worth(self._average(rows), [_variance([row[i] for row in rows]) for i in seats])

    def _average(self, rows: Sequence[Sequence[float]]) -> list[float]:
        return [sum(row[i] for row in rows) / len(rows) for i in range(self.reference.players)]

    def _apportioned(self, parts: Sequence[float]) -> Shares:
        return apportion(parts, self.ranked)


def option(text: str, chances: Shares, seat: int, error: int) -> ReviewOption:
    """A step with the chances it led to."""
    return ReviewOption(text=text, chance=Figure(value=chances[seat], error=error), chances=chances)


EQUAL = 1.0e-12  # as the solver has it: of equals the first


def _argmax(worths: dict[int, Worth], seat: int) -> int:
    best, top = -1, -1.0
    for step, worth in worths.items():
        if best < 0 or worth.parts[seat] > top + EQUAL:
            best, top = step, worth.parts[seat]
    return best


def _order(worths: dict[int, Worth], seat: int) -> list[int]:
    return sorted(worths, key=lambda step: -worths[step].parts[seat])


def _variance(values: Sequence[float]) -> float:
    """Of their mean."""
    count = len(values)
    if count < 2:
        return 0.0
    mean = sum(values) / count
    return sum((value - mean) ** 2 for value in values) / (count - 1) / count
