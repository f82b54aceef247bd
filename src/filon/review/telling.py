"""A review in words: what the terminal and the printed page say, in the reader's language."""

from collections.abc import Sequence
from dataclasses import dataclass

from filon import messages
from filon.core.spec import Spec
from filon.messages import Catalogue, catalogue
from filon.review.form import POINT, Review, ReviewMoment, ReviewRow
from filon.review.shares import tenths

SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??", "": ""}
COLUMNS = ("luck", "own", "others", "hidden", "estimate")
MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class Marked:
    """One line of the list of marks."""

    step: int
    seat: int
    sign: str
    name: str  # of the mark
    text: str  # what was played or fell
    best: str  # of a choice
    points: str


class Teller:
    """Says things about one review."""

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
        """Tenths as people write them here: +3.2, with a sign if asked for."""
        comma = "," if self.lang == "fr" else "."
        size = f"{abs(tenth) // 10}{comma}{abs(tenth) % 10}"
        if not sign or tenth == 0:
            return (MINUS if tenth < 0 else "") + size
        return (MINUS if tenth < 0 else "+") + size

    def points(self, value: int, sign: bool = True) -> str:
        """A part of the victory in percentage points."""
        return self.decimal(tenths(value), sign)

    def percent(self, chances: Sequence[int], seat: int) -> int:
        """A chance in whole per cent; all seats' together make 100."""
        ranked = self.review.ranked
        told = {one: chances[one] // POINT for one in ranked}
        rests = sorted(ranked, key=lambda one: (told[one] * POINT - chances[one], one))
        for one in rests[: 100 - sum(told.values())]:
            told[one] += 1
        return told[seat]

    def title(self) -> str:
        """What this is about."""
        return f"{self.say('review.title')}, {self.spec.title[self.lang]}"

    def heads(self) -> list[str]:
        """The columns of the account."""
        start = "review.fork" if self.review.parent else "review.even"
        return [
            self.say("review.seat"), self.say(start),
            *(self.say(f"review.{name}") for name in COLUMNS), self.say("review.result"),
        ]  # fmt: skip

    def cells(self, row: ReviewRow) -> list[tuple[str, str]]:
        """A row of the account: shown tenths that add up, and the interval beside each."""
        told = row.tenths
        parts = [
            (self.decimal(getattr(told, name)), self.points(getattr(row, name).error, sign=False))
            for name in COLUMNS
        ]
        start, end = self.decimal(told.start, sign=False), self.decimal(told.result, sign=False)
        return [(start, ""), *parts, (end, "")]

    def moment(self, one: ReviewMoment) -> str:
        """The sentence of a moment."""
        size = self.points(abs(one.swing), sign=False)
        if one.kind == "choice":
            return self.say(
                "review.moment.choice",
                who=self.names[one.seat],
                text=self.step(one.text),
                better=self.step(one.better or one.text),
                swing=size,
            )
        seat = one.seat if one.seat >= 0 else one.gained
        return self.say(
            "review.moment.luck" if one.swing > 0 else "review.moment.unluck",
            who=self.names[seat],
            text=one.text,  # as in records: a draw in words seldom says what fell
            swing=size,
            before=self.percent(one.before, seat),
            after=self.percent(one.after, seat),
        )

    def summary(self) -> str:
        """Who had the draws, then who lost by choices."""
        told = self.review.summary
        said = []
        if self.review.draws and told.luck > 0:
            luck, ahead = (self.points(one, sign=False) for one in (told.luck, told.ahead))
            who = self.names[told.lucky]
            said.append(self.say("review.summary.luck", who=who, luck=luck, ahead=ahead))
        if told.loser >= 0:
            lost = self.points(told.lost, sign=False)
            said.append(self.say("review.summary.lost", who=self.names[told.loser], lost=lost))
            dear = [one for one in self.review.choices if one.step == told.dearest]
            if dear:
                text = self.step(dear[0].played.text)
                said.append(self.say("review.summary.dearest", step=dear[0].step + 1, text=text))
        return " ".join(said)

    def marks(self) -> list[Marked]:
        """Every choice and draw with a mark, in game order."""
        found = [
            Marked(
                one.step, one.seat, SIGNS[one.mark], self.say(f"review.mark.{one.mark}"),
                self.step(one.played.text), self.step(one.best.text),
                self.points(-one.lost),
            )
            for one in self.review.choices
            if one.mark
        ]  # fmt: skip
        for draw in self.review.draws:
            if draw.marked:
                seat = draw.seat if draw.seat >= 0 else draw.lucky
                good = draw.luck[seat] > 0
                name = self.say("review.draw.good" if good else "review.draw.bad")
                found.append(
                    Marked(
                        draw.step, seat, "\N{BLACK UP-POINTING TRIANGLE}" if good
                        else "\N{BLACK DOWN-POINTING TRIANGLE}", name, draw.text, "",
                        self.points(draw.luck[seat]),
                    )
                )  # fmt: skip
        return sorted(found, key=lambda one: one.step)

    def thresholds(self) -> str:
        """From where on something is marked."""
        told = self.review.thresholds
        return self.say(
            "review.thresholds",
            one="?!",
            two="?",
            three="??",
            inaccuracy=told.inaccuracy // POINT,
            mistake=told.mistake // POINT,
            blunder=told.blunder // POINT,
            lucky=told.lucky // POINT,
        )

    def foot(self) -> str:
        """What made it."""
        told = self.review
        by = self.say(f"review.reference.{told.reference}")
        return self.say("review.foot", build=told.build, depth=told.depth, reference=by)
