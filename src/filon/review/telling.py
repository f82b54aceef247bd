"""A review in words: what the terminal and the printed page say, in the reader's language."""

from collections.abc import Sequence
from dataclasses import dataclass

from filon import messages
from filon.core.spec import Spec
from filon.messages import Catalogue, catalogue
from filon.review.chances import tenths
from filon.review.form import POINT, Review, ReviewMoment, ReviewRow

SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??", "": ""}
COLUMNS = ("luck", "own", "others", "hidden", "estimate")
MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class Marked:
    """A line of the list of marks."""

    step: int
    seat: int
    sign: str
    name: str  # of the mark
    text: str  # what was played or fell
    best: str  # of a choice
    points: str


class Teller:
    """The texts of one review."""

    def __init__(self, review: Review, spec: Spec, lang: str) -> None:
        self.review = review
        self.spec = spec
        self.lang = lang
        self.texts: Catalogue = catalogue(lang, spec.slug)
        self.names = [
            name or self.say("terminal.seat", n=seat + 1) for seat, name in enumerate(review.names)
        ]

    def say(self, key: str, **facts: object) -> str:
        """A text of the catalogues."""
        return self.texts.say(key, **facts)

    def step(self, notation: str) -> str:
        """A step in words; its notation where the catalogue has none."""
        words = self.spec.layout.words(self.spec.layout.number(notation))
        return messages.step_words(self.texts, self.spec.slug, words) or notation

    def decimal(self, tenth: int, sign: bool = True) -> str:
        """Tenths in the language's notation, such as +3.2; the sign is optional."""
        size = messages.decimal(f"{abs(tenth) // 10}.{abs(tenth) % 10}", self.lang)
        if not sign or tenth == 0:
            return (MINUS if tenth < 0 else "") + size
        return (MINUS if tenth < 0 else "+") + size

    def points(self, value: int, sign: bool = True) -> str:
        """A part of the victory in percentage points."""
        return self.decimal(tenths(value), sign)

    def percent(self, chances: Sequence[int], seat: int) -> int:
        """A chance in whole per cent; all seats' together make 100."""
        ranked = self.review.ranked
        whole = {seat_in: chances[seat_in] // POINT for seat_in in ranked}
        rests = sorted(
            ranked, key=lambda seat_in: (whole[seat_in] * POINT - chances[seat_in], seat_in)
        )
        for seat_in in rests[: 100 - sum(whole.values())]:
            whole[seat_in] += 1
        return whole[seat]

    def title(self) -> str:
        """The title."""
        return f"{self.say('review.title')}, {self.spec.title_in(self.lang)}"

    def heads(self) -> list[str]:
        """The columns of the account."""
        start = "review.fork" if self.review.parent else "review.even"
        return [
            self.say("review.seat"), self.say(start),
            *(self.say(f"review.{name}") for name in COLUMNS), self.say("review.result"),
        ]  # fmt: skip

    def cells(self, row: ReviewRow) -> list[tuple[str, str]]:
        """A row of the account: shown tenths that add up, and the interval beside each."""
        shown = row.tenths
        parts = [
            (self.decimal(getattr(shown, name)), self.points(getattr(row, name).error, sign=False))
            for name in COLUMNS
        ]
        start, end = self.decimal(shown.start, sign=False), self.decimal(shown.result, sign=False)
        return [(start, ""), *parts, (end, "")]

    def moment(self, moment: ReviewMoment) -> str:
        """The sentence of a moment."""
        size = self.points(abs(moment.swing), sign=False)
        if moment.kind == "choice":
            return self.say(
                "review.moment.choice",
                who=self.names[moment.seat],
                text=self.step(moment.text),
                better=self.step(moment.better or moment.text),
                swing=size,
            )
        seat = moment.seat if moment.seat >= 0 else moment.gained
        return self.say(
            "review.moment.luck" if moment.swing > 0 else "review.moment.unluck",
            who=self.names[seat],
            text=moment.text,  # as in records: a draw in words seldom says what fell
            swing=size,
            before=self.percent(moment.before, seat),
            after=self.percent(moment.after, seat),
        )

    def summary(self) -> str:
        """Sentences about luck and about losses by choices."""
        summary = self.review.summary
        said = []
        if self.review.draws and summary.luck > 0:
            luck, ahead = (
                self.points(value, sign=False) for value in (summary.luck, summary.ahead)
            )
            who = self.names[summary.lucky]
            said.append(self.say("review.summary.luck", who=who, luck=luck, ahead=ahead))
        if summary.loser >= 0:
            lost = self.points(summary.lost, sign=False)
            said.append(self.say("review.summary.lost", who=self.names[summary.loser], lost=lost))
            dear = [value for value in self.review.choices if value.step == summary.dearest]
            if dear:
                text = self.step(dear[0].played.text)
                said.append(self.say("review.summary.dearest", step=dear[0].step + 1, text=text))
        return " ".join(said)

    def marks(self) -> list[Marked]:
        """Every choice and draw with a mark, in game order."""
        marks = [
            Marked(
                choice.step, choice.seat, SIGNS[choice.mark],
                self.say(f"review.mark.{choice.mark}"),
                self.step(choice.played.text), self.step(choice.best.text),
                self.points(-choice.lost),
            )
            for choice in self.review.choices
            if choice.mark
        ]  # fmt: skip
        for draw in self.review.draws:
            if draw.marked:
                seat = draw.seat if draw.seat >= 0 else draw.lucky
                good = draw.luck[seat] > 0
                name = self.say("review.draw.good" if good else "review.draw.bad")
                marks.append(
                    Marked(
                        draw.step, seat, "\N{BLACK UP-POINTING TRIANGLE}" if good
                        else "\N{BLACK DOWN-POINTING TRIANGLE}", name, draw.text, "",
                        self.points(draw.luck[seat]),
                    )
                )  # fmt: skip
        return sorted(marks, key=lambda choice: choice.step)

    def thresholds(self) -> str:
        """The thresholds of the marks."""
        limits = self.review.thresholds
        return self.say(
            "review.thresholds",
            one="?!",
            two="?",
            three="??",
            inaccuracy=limits.inaccuracy // POINT,
            mistake=limits.mistake // POINT,
            blunder=limits.blunder // POINT,
            lucky=limits.lucky // POINT,
        )

    def foot(self) -> str:
        """The footer: build, depth and reference."""
        review = self.review
        by = self.say(f"review.reference.{review.reference}")
        return self.say("review.foot", build=review.build, depth=review.depth, reference=by)
