"""The curve of chances as an SVG without external resources."""

from html import escape

from filon.review.form import ONE
from filon.review.telling import Teller

COLOURS = ("#a9432b", "#2f6f73", "#3f5a3c", "#c8912b", "#5b4a72", "#5a6470", "#8a5a50")
WIDE, HIGH = 1000, 360
LEFT, TOP, STRIP = 44, 12, 22  # the room for the axis, above, and for the strip of turns
LANE = 26
DASHES = ("", "9 4", "3 4", "12 4 3 4", "2 6", "14 6", "6 2")  # seats are not told by hue alone


class Curve:
    """Draws one review."""

    def __init__(self, teller: Teller) -> None:
        self.teller = teller
        self.review = teller.review
        self.turns = self.review.turns

    def x(self, n: float) -> float:
        """The x coordinate after n steps; all turns are equally wide."""
        if not self.turns:
            return LEFT
        block = (WIDE - LEFT) / len(self.turns)
        for at, turn in enumerate(self.turns):
            if n <= turn.last + 1:
                inside = (n - turn.first) / (turn.last + 1 - turn.first)
                return LEFT + block * (at + min(1.0, max(0.0, inside)))
        return float(WIDE)

    def y(self, chance: int) -> float:
        """The y coordinate of a chance."""
        return TOP + HIGH * (1 - chance / ONE)

    def svg(self) -> str:
        """The picture."""
        bottom = TOP + HIGH + 2 * LANE + STRIP + 16
        return "".join([
            f'<svg viewBox="0 0 {WIDE + 40} {bottom}" role="img" '
            f'aria-label="{escape(self.teller.say("review.curve"))}">',
            *self._field(), *self._strip(), *self._lines(), *self._marks(), *self._moments(),
            "</svg>",
        ])  # fmt: skip

    def _field(self) -> list[str]:
        drawn = [
            f'<rect class="field" x="{LEFT}" y="{TOP}" width="{WIDE - LEFT}" height="{HIGH}"/>'
        ]
        for percent in (0, 25, 50, 75, 100):
            y = self.y(ONE * percent // 100)
            drawn.append(f'<line class="rule" x1="{LEFT}" x2="{WIDE}" y1="{y:.1f}" y2="{y:.1f}"/>')
            drawn.append(f'<text class="axis" x="{LEFT - 6}" y="{y + 4:.1f}">{percent}</text>')
        y = self.y(ONE // len(self.review.ranked))
        drawn.append(f'<line class="even" x1="{LEFT}" x2="{WIDE}" y1="{y:.1f}" y2="{y:.1f}"/>')
        return drawn

    def _strip(self) -> list[str]:
        drawn, top = [], TOP + HIGH + 2 * LANE + 8
        for turn in self.turns:
            left, right = self.x(turn.first), self.x(turn.last + 1)
            seats = turn.seats or [-1]
            part = STRIP / len(seats)
            for at, seat in enumerate(seats):
                fill = COLOURS[seat % len(COLOURS)] if seat >= 0 else "#8c7a5e"
                drawn.append(
                    f'<rect class="turn" x="{left:.1f}" y="{top + at * part:.1f}" '
                    f'width="{max(1.0, right - left):.1f}" height="{part:.1f}" fill="{fill}"/>'
                )
        return drawn

    def _lines(self) -> list[str]:
        drawn: list[str] = []
        ends: list[tuple[float, int]] = []
        for seat in self.review.ranked:
            points = " ".join(
                f"{self.x(n):.1f},{self.y(row[seat]):.1f}"
                for n, row in enumerate(self.review.chances)
            )
            colour, dash = COLOURS[seat % len(COLOURS)], DASHES[seat % len(DASHES)]
            drawn.append(f'<polyline class="halo" points="{points}"/>')
            drawn.append(
                f'<polyline class="line" points="{points}" stroke="{colour}" '
                f'stroke-dasharray="{dash}"/>'
            )
            ends.append((self.y(self.review.chances[-1][seat]), seat))
        last, left = -100.0, len(ends)
        for y, seat in sorted(ends):
            left -= 1  # discs that would touch are pushed apart, and stay beside the field
            last = max(min(y, TOP + HIGH - 24.0 * left), last + 24)
            drawn.append(
                f'<circle cx="{WIDE + 16}" cy="{last:.1f}" r="11" class="disc" '
                f'fill="{COLOURS[seat % len(COLOURS)]}"/>'
                f'<text class="number" x="{WIDE + 16}" y="{last + 4.5:.1f}">{seat + 1}</text>'
            )
        return drawn

    def _marks(self) -> list[str]:
        drawn = []
        for mark in self.teller.marks():
            choice = mark.best != ""
            lane = TOP + HIGH + (LANE if choice else 0) + LANE / 2 + 4
            x = self.x(mark.step + 0.5)
            kind = "choice" if choice else "good" if mark.points.startswith("+") else "bad"
            title = escape(f"{mark.step + 1}: {mark.name}, {mark.text} ({mark.points})")
            drawn.append(
                f'<a href="#s{mark.step}"><title>{title}</title>'
                f'<circle class="mark {kind}" cx="{x:.1f}" cy="{lane:.1f}" r="9.5"/>'
                f'<text class="sign" x="{x:.1f}" y="{lane + 4:.1f}">{escape(mark.sign)}</text></a>'
            )
        return drawn

    def _moments(self) -> list[str]:
        drawn = []
        for at, moment in enumerate(self.review.moments, start=1):
            x = self.x(moment.step + 1)
            drawn.append(
                f'<line class="drop" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP + 22}" y2="{TOP + HIGH}"/>'
                f'<circle class="badge" cx="{x:.1f}" cy="{TOP + 12}" r="11"/>'
                f'<text class="badge-n" x="{x:.1f}" y="{TOP + 16.5}">{at}</text>'
            )
        return drawn
