"""SVG plots for the reports, without external resources."""

import io
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from filon.extras import need
from filon.lab.statistics import Estimate

GOLD, DARK, PALE, RUST = "#c8912f", "#3b2f24", "#efe3cb", "#9c4a2c"
STYLE: Any = {
    "font.size": 10,
    "axes.edgecolor": DARK,
    "axes.labelcolor": DARK,
    "xtick.color": DARK,
    "ytick.color": DARK,
    "text.color": DARK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.facecolor": "none",
    "figure.facecolor": "none",
    "svg.fonttype": "none",
    "svg.hashsalt": "filon",
}


def picture(draw: Callable[[Any], None], width: float = 6.0, height: float = 2.6) -> str:
    """An SVG element; the same figures give the same text."""
    need("lab", "filon.lab")
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        draw(figure.add_subplot())
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    text = re.sub(r"<metadata>.*?</metadata>", "", out.getvalue(), flags=re.S)
    return text[text.index("<svg") :]


def shares(names: Sequence[str], values: Sequence[Estimate], par: float) -> str:
    """Shares of wins with their intervals, and the line of an average seat."""

    def draw(axes: Any) -> None:
        rows = range(len(names))
        means = [100 * value.mean for value in values]
        low = [100 * (value.mean - value.low) for value in values]
        high = [100 * (value.high - value.mean) for value in values]
        axes.barh(rows, means, color=GOLD, height=0.6)
        axes.errorbar(means, rows, xerr=[low, high], fmt="none", ecolor=DARK, capsize=4)
        axes.axvline(100 * par, color=RUST, linestyle="--", linewidth=1)
        axes.set_yticks(rows, names)
        axes.invert_yaxis()
        # Room for the widest interval with its cap; a full one ends at 100, which stays inside.
        axes.set_xlim(0, max(10.0, 1.04 * max(100 * value.high for value in values)))
        axes.set_xlabel("share of wins, % (95 % interval; dashed: even)")

    return picture(draw, height=1.0 + 0.42 * len(names))


def histogram(values: Sequence[float], label: str, other: Sequence[float] = ()) -> str:
    """How often each value comes; `other` is drawn on top, darker."""

    def draw(axes: Any) -> None:
        whole = all(float(value).is_integer() for value in values)
        low, high = min(values), max(values)
        bins: Any = 24
        if whole and high - low < 40:
            bins = [low - 0.5 + step for step in range(int(high - low) + 2)]
        elif high > low:
            bins = [low + (high - low) * step / 24 for step in range(25)]
        axes.hist(values, bins=bins, color=GOLD, edgecolor=PALE, label="all")
        if other:
            axes.hist(other, bins=bins, color=RUST, edgecolor=PALE, label="winners")
            axes.legend(frameon=False)
        axes.set_xlabel(label)
        axes.set_ylabel("how often")

    return picture(draw)


def ratings(names: Sequence[str], spans: Sequence[tuple[float, float, float]]) -> str:
    """Ratings with their intervals."""

    def draw(axes: Any) -> None:
        rows = range(len(names))
        means = [mean for mean, _, _ in spans]
        errors = [[max(0.0, mean - low) for mean, low, _ in spans],
                  [max(0.0, high - mean) for mean, _, high in spans]]  # fmt: skip
        axes.errorbar(means, rows, xerr=errors, fmt="o", color=RUST, ecolor=DARK, capsize=4)
        axes.set_yticks(rows, names)
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.set_xlabel("rating (95 % interval)")

    return picture(draw, height=1.0 + 0.42 * len(names))


def heat(places: Mapping[tuple[int, int], float], par: float, label: str) -> str:
    """A heat map of a board: how much more often than par seats won that took a place."""

    def draw(axes: Any) -> None:
        rows = [row for row, _ in places]
        cols = [col for _, col in places]
        top, left = min(rows), min(cols)
        grid = [[float("nan")] * (max(cols) - left + 1) for _ in range(max(rows) - top + 1)]
        for (row, col), share in places.items():
            grid[row - top][col - left] = 100 * (share - par)
        most = max(abs(100 * (share - par)) for share in places.values()) or 1
        drawn = axes.imshow(grid, cmap="PuOr_r", vmin=-most, vmax=most)
        for (row, col), share in places.items():
            text = f"{100 * (share - par):+.0f}"
            axes.text(col - left, row - top, text, ha="center", va="center", fontsize=8)
        axes.set_xticks(range(len(grid[0])), [str(left + at) for at in range(len(grid[0]))])
        axes.set_yticks(range(len(grid)), [str(top + at) for at in range(len(grid))])
        axes.set_title(label, fontsize=10)
        axes.figure.colorbar(drawn, ax=axes, label="points above par")

    return picture(draw, height=3.6)
