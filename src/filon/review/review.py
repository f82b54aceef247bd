"""The whole review of one record: the same record and depth give the same review, byte for byte."""

from collections.abc import Callable, Iterator
from importlib import metadata

from filon.core.errors import Refusal
from filon.core.fork import origin
from filon.core.game import CHANCE, OVER, State
from filon.core.paper import Paper
from filon.core.record import Record, final
from filon.core.spec import View
from filon.review.account import Ledger, Weighed, chosen, drawn
from filon.review.chances import (
    THRESHOLDS,
    Shares,
    apportion,
    even,
    half_width,
    mark,
    minus,
    striking,
)
from filon.review.choice import ChoiceJudge, option
from filon.review.form import FORMAT, ONE, Review, ReviewChoice, ReviewDraw
from filon.review.knowledge import SeatKnowledge, remembering
from filon.review.moments import moments, summary
from filon.review.reference import Reference, Worth, deviation, mean
from filon.review.turns import stood_in, turns

STEPS = 4000  # the longest record that is reviewed; games of people are shorter
DEEPEST = 8
Progress = Callable[[int, int], None]  # steps done, steps in all; may raise to stop the review


def review(record: Record, depth: int = 1, progress: Progress | None = None) -> Review:
    """Review a finished or an unfinished game; Refusal for a record that is not valid."""
    if not 1 <= depth <= DEEPEST:
        raise Refusal("review_depth", given=depth, most=DEEPEST)
    if len(record.steps) > STEPS:
        raise Refusal("review_long", steps=len(record.steps), most=STEPS)
    return Reviewer(record, depth).run(progress)


class Reviewer:
    """Walks through a record once, from its first step to its last; `luck`: only for its draws."""

    def __init__(self, record: Record, depth: int, luck: bool = False) -> None:
        self.record = record
        self.luck = luck
        self.depth = depth
        self.setup = remembering(record.setup)
        self.spec = self.setup.spec
        final(record)  # refuses what does not play
        self.reference = Reference(self.setup, depth)
        self.ranked = self.reference.ranked
        self.judge = ChoiceJudge(self.reference, depth)
        self.bots = stood_in(record)
        self.fork = _fork(record)
        self.state = self.setup.start()
        self.worths: list[Worth] = []
        self.chances: list[Shares] = []
        self.draws: list[ReviewDraw] = []
        self.events: dict[int, list[View]] = {}  # by the number of a draw, what happened by it
        self.choices: list[ReviewChoice] = []
        self.hands: list[frozenset[int]] = []
        self.ledger = Ledger([], self.ranked)
        self.blind = False

    def run(self, progress: Progress | None) -> Review:
        """Review everything; `progress` is called at every step and may stop it by raising."""
        total = len(self.record.steps)
        for done in self.walk():
            if progress is not None:
                progress(done, total)
        return self.whole()

    def walk(self) -> Iterator[int]:
        """Review step by step, so that the caller can do other work; yields the steps done."""
        paper, state = Paper(self.setup), self.state
        self._meet(self.reference.worth(state))
        for at, text in enumerate(self.record.steps):
            yield at
            step = self.spec.layout.number(text)
            later = state.clone()
            events = later.narrate(step)
            after = self._next(later)
            self.hands.append(frozenset(state.awaited()))
            if at < self.fork or (self.luck and state.actor() != CHANCE):
                self._meet(after)
            elif state.actor() == CHANCE:
                self.events[at] = [self.spec.tell(event) for event in events]
                self._draw(at, state, step, after)
            else:
                self._choice(at, state, step, after, SeatKnowledge(paper, state.actor()))
            paper.take(state, step)
        yield len(self.record.steps)

    def _meet(self, worth: Worth) -> None:
        self.worths.append(worth)
        self.chances.append(apportion(worth.parts, self.ranked))
        if len(self.worths) == self.fork + 1:
            first = self.chances[-1]
            start = first if self.fork else even(self.reference.players, self.ranked)
            self.ledger = Ledger(start, self.ranked)
            self.ledger.open(first)

    def _next(self, later: State) -> Worth:
        """The worth after a step; exact if the position before it was solved."""
        worth = self.reference.solved(later) if self.worths[-1].exact else None
        return worth or self.reference.worth(later)

    def _note(self, weighed: Weighed, after: Worth) -> None:
        self.ledger.steps.append(weighed)
        self._meet(after)

    # ---- luck ----------------------------------------------------------------------------------

    def _draw(self, at: int, state: State, step: int, after: Worth) -> None:
        here, before = self.worths[-1], self.chances[-1]
        steps, after_shares = state.legal(), apportion(after.parts, self.ranked)
        worths = self._outcomes(state, steps, step, after)
        whole = here if here.exact else mean(worths, state.weights())
        middle = apportion(whole.parts, self.ranked)
        seats = range(self.reference.players)
        spread = [after.spread[seat] + whole.spread[seat] for seat in seats]
        luck, hand = minus(after_shares, middle), state.thrower()
        self.draws.append(
            ReviewDraw(
                step=at,
                text=self.spec.layout.text(step),
                verb=str(self.spec.layout.words(step)["verb"]),
                seat=hand if hand >= 0 else -1,
                outcomes=len(steps),
                luck=luck,
                error=half_width(max(spread)) if len(steps) > 1 else 0,
                spread=[round(ONE * part) for part in deviation(worths, state.weights())],
                lucky=max(self.ranked, key=lambda seat: luck[seat]),
                unlucky=min(self.ranked, key=lambda seat: luck[seat]),
                marked=striking(luck, hand),
            )
        )
        self._note(drawn(before, after_shares, middle, _squared(spread)), after)

    def _outcomes(self, state: State, steps: list[int], step: int, after: Worth) -> list[Worth]:
        """The worth of everything that could have fallen, all of it valued alike."""
        worths = []
        for outcome in steps:
            later = state.clone()
            later.apply(outcome)
            worths.append(after if outcome == step else self._next(later))
        return worths

    # ---- choices -------------------------------------------------------------------------------

    def _choice(self, at: int, state: State, step: int, after: Worth, eyes: SeatKnowledge) -> None:
        seat, text, legal = eyes.seat, self.spec.layout.text, state.legal()
        self.blind = self.blind or eyes.blind
        judged = self.judge.judge(state, self.worths[-1], eyes, step, after)
        bot = seat in self.bots[at]
        after_shares = apportion(after.parts, self.ranked)
        if len(legal) > 1:
            played = option(text(step), judged.played, seat, judged.errors[0])
            better = judged.lost > 0
            lost = judged.lost if better else 0
            self.choices.append(
                ReviewChoice(
                    step=at,
                    seat=seat,
                    stand_in=bot,
                    hidden=eyes.blind,
                    legal=len(legal),
                    looked=judged.looked,
                    played=played,
                    best=option(text(judged.step), judged.best, seat, judged.errors[1])
                    if better
                    else played,
                    others=[
                        option(text(other), row, seat, off) for other, row, off in judged.others
                    ],
                    lost=lost,
                    error=judged.error,
                    mark=mark(lost, judged.error),
                )
            )
        self._note(
            chosen(
                seat, self.chances[-1], after_shares, judged.known, judged.played, judged.best, bot,
                _squared(judged.spread),
            ),
            after,
        )  # fmt: skip

    # ---- the end -------------------------------------------------------------------------------

    def whole(self) -> Review:
        """The review, after `walk` has ended."""
        setup, state = self.record.setup, self.state
        over = state.actor() == OVER
        ranks = state.ranks() if over else [0] * self.reference.players
        rows = [self.ledger.row(seat, ranks[seat], self.chances[-1][seat]) for seat in self.ranked]
        rows.sort(key=lambda row: (row.rank, -row.result, row.seat))
        blocks = turns(self.hands)
        seats = range(setup.players)
        return Review(
            format=FORMAT,
            build=_version(),
            reference=self.reference.name,
            depth=self.depth,
            one=ONE,
            game=setup.game,
            edition=setup.edition,
            players=setup.players,
            options=dict(setup.options),
            names=[self.record.notes.get(f"seat {seat}", "") for seat in seats],
            ranked=self.ranked,
            steps=len(self.record.steps),
            over=over,
            parent=self.record.notes.get("parent", "") if self.fork else "",
            hidden=self.blind,
            chances=self.chances,
            errors=[half_width(max(worth.spread)) for worth in self.worths],
            turns=blocks,
            draws=self.draws,
            choices=self.choices,
            account=rows,
            moments=moments(self.draws, self.choices, self.chances, blocks, self.events),
            summary=summary(rows, self.choices, over),
            thresholds=THRESHOLDS,
        )


def _squared(spread: list[float]) -> list[float]:
    return [variance * ONE * ONE for variance in spread]


def _fork(record: Record) -> int:
    """After how many steps the game is its own: a fork's first steps are its parent's."""
    came = origin(record.notes)
    return 0 if came is None else min(came.step, len(record.steps))


def _version() -> str:
    try:
        return metadata.version("filon")
    except metadata.PackageNotFoundError:
        return "unknown"
