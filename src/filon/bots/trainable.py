"""The network in training: sparse features, one hidden layer, a part of the victory per seat."""

from math import exp

from librt.vecs import vec
from mypy_extensions import i64

from filon.core.batch import floats
from filon.core.features import FeatureSet
from filon.core.rng import Rng


class TrainableNetwork:
    """Floats that learn; features lead to hidden cells and, past them, straight to the parts."""

    def __init__(self, size: i64, hidden: i64, outs: i64, buckets: i64) -> None:
        self.size = size
        self.hidden = hidden
        self.outs = outs
        self.buckets = buckets
        self.lanes: i64 = hidden + outs
        # One row per feature and one that is always there; and how often each was met.
        self.rows: vec[float] = floats((size + 1) * self.lanes)
        self.met: vec[float] = floats(size + 1)
        # Per bucket and seat: hidden weights and a constant.
        self.tops: vec[float] = floats(buckets * outs * (hidden + 1))
        self.cells: vec[float] = floats(self.lanes)  # of the last look
        self.parts: vec[float] = floats(outs)
        self.pull: vec[float] = floats(self.lanes)

    def begin(self, rng: Rng) -> None:
        """Hidden cells in pairs that see alike and count against each other: together nothing.

        So the first judgement is even, while every cell is told at once and loudly what to learn.
        """
        rows = self.rows
        lanes = self.lanes
        feature: i64 = 0
        while feature <= self.size:
            cell: i64 = 0
            while cell < self.hidden:
                rows[feature * lanes + cell] = (rng.below(2001) - 1000) / 10000.0
                if cell % 2:
                    rows[feature * lanes + cell] = rows[feature * lanes + cell - 1]
                cell += 1
            feature += 1
        tops = self.tops
        out: i64 = 0
        while out < self.outs:
            cell = 0
            while cell < self.hidden:
                weight = (500 + rng.below(501)) / 1000.0
                if rng.below(2):
                    weight = -weight
                bucket: i64 = 0
                while bucket < self.buckets:
                    base = (bucket * self.outs + out) * (self.hidden + 1) + cell
                    tops[base] = weight
                    if cell + 1 < self.hidden:
                        tops[base + 1] = -weight
                    bucket += 1
                cell += 2
            out += 1

    def look(self, active: FeatureSet) -> None:
        """Evaluate a position: `parts` are the chances of the seats, the perspective seat first."""
        active.unfold()
        lanes = self.lanes
        rows = self.rows
        cells = self.cells
        base = self.size * lanes
        at: i64 = 0
        while at < lanes:
            cells[at] = rows[base + at]
            at += 1
        features = active.cells
        count = active.count
        n: i64 = 0
        while n < count:
            base = i64(features[n]) * lanes
            at = 0
            while at < lanes:
                cells[at] = cells[at] + rows[base + at]
                at += 1
            n += 1
        hidden = self.hidden
        tops = self.tops
        parts = self.parts
        base = active.bucket * self.outs * (hidden + 1)
        out: i64 = 0
        most = -1.0e9
        while out < self.outs:
            total = cells[hidden + out] + tops[base + hidden]
            at = 0
            while at < hidden:
                cell = cells[at]
                if cell > 0.0:
                    total += (cell if cell < 1.0 else 1.0) * tops[base + at]
                at += 1
            parts[out] = total
            if total > most:
                most = total
            base += hidden + 1
            out += 1
        whole = 0.0
        out = 0
        while out < self.outs:
            part = exp(parts[out] - most)
            parts[out] = part
            whole += part
            out += 1
        out = 0
        while out < self.outs:
            parts[out] = parts[out] / whole
            out += 1

    def learn(self, active: FeatureSet, wanted: list[float], rate: float) -> float:
        """One step of gradient descent after `look`; returns the squared error.

        Steps down the slope and nothing else: rates of each weight's own (AdaGrad) cost twice the
        time and learnt worse, because what a position is worth changes while it is learnt.
        """
        hidden = self.hidden
        outs = self.outs
        cells = self.cells
        parts = self.parts
        pull = self.pull
        tops = self.tops
        at: i64 = 0
        while at < hidden:
            pull[at] = 0.0
            at += 1
        error = 0.0
        base = active.bucket * outs * (hidden + 1)
        out: i64 = 0
        while out < outs:
            slope = parts[out] - wanted[out]
            error += slope * slope
            slope *= rate
            pull[hidden + out] = slope
            at = 0
            while at < hidden:
                cell = cells[at]
                top = tops[base + at]
                tug = slope * top
                # An empty or a full cell hears only what leads it back: else it would fall silent.
                if (cell > 0.0 or tug < 0.0) and (cell < 1.0 or tug > 0.0):
                    pull[at] = pull[at] + tug
                if cell > 0.0:
                    tops[base + at] = top - slope * (cell if cell < 1.0 else 1.0)
                at += 1
            tops[base + hidden] = tops[base + hidden] - slope
            base += hidden + 1
            out += 1
        self.move(self.size)
        features = active.cells
        n: i64 = 0
        while n < active.count:
            self.move(i64(features[n]))
            n += 1
        return error

    def move(self, feature: i64) -> None:
        """Move one feature's weights against `pull`."""
        rows = self.rows
        pull = self.pull
        lanes = self.lanes
        at: i64 = 0
        place = feature * lanes
        while at < lanes:
            rows[place] = rows[place] - pull[at]
            at += 1
            place += 1
        self.met[feature] = self.met[feature] + 1.0

    def state(self) -> list[list[float]]:
        """All parameters."""
        return [listed(self.rows), listed(self.met), listed(self.tops)]

    def restore(self, parameters: list[list[float]]) -> None:
        """Set all parameters."""
        fill(self.rows, parameters[0])
        fill(self.met, parameters[1])
        fill(self.tops, parameters[2])


def listed(numbers: vec[float]) -> list[float]:
    """The numbers as a list."""
    values: list[float] = []
    at: i64 = 0
    while at < len(numbers):
        values.append(numbers[at])
        at += 1
    return values


def fill(numbers: vec[float], values: list[float]) -> None:
    """Overwrite the numbers with a list of the same length."""
    for at in range(len(values)):
        numbers[at] = values[at]
