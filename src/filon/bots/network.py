"""Inference with a quantized network: whole numbers only, so that every build agrees.

Three weights share a native number, 21 bits each: a sum of such numbers is three sums at once, as
long as none of the three leaves its bits, which `LANE` sees to when weights are rounded. Features
that stand in a row are one difference: `upto` has, per feature, the sum of all rows before it.
"""

from math import exp
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from filon.core.features import FeatureSet

LANE: Final = 1_000_000  # what the weights of one position may add up to, either way
TOP: Final = 1024  # of the upper weights: parts of one
FINE: Final = 1024  # log-odds are counted in such parts
FAR: Final = 16 * FINE - 1  # odds beyond it are none
WHOLE: Final = 1_000_000  # a sure victory
HEIGHT: Final = 1 << 30
SPAN: Final = 1 << 21  # numbers of a lane
LANES: Final = 0x7FFF_FFFF_FFFF_FFFF  # the bits of three lanes: what a long sum carries is cut off


def longs(size: i64) -> vec[i64]:
    """A vector of zeros."""
    made = vec[i64](capacity=size)
    while size > 0:
        made = append(made, i64(0))
        size -= 1
    return made


def _curve() -> vec[i64]:
    made = vec[i64](capacity=FAR + 1)
    for at in range(FAR + 1):
        made = append(made, i64(int(HEIGHT * exp(-at / FINE))))
    return made


CURVE: Final = _curve()  # odds by how far they lie below the best


class Network:
    """Whole-number weights; `look` leaves the chances of the seats in `parts`, of WHOLE."""

    def __init__(
        self, size: int, hidden: int, outs: int, buckets: int, shift: int,
        rows: list[int], tops: list[int],
    ) -> None:  # fmt: skip
        self.size: i64 = size
        self.hidden: i64 = hidden
        self.outs: i64 = outs
        self.buckets: i64 = buckets
        self.shift: i64 = shift  # a hidden cell is full at 1 << shift
        lanes = hidden + outs
        self.words: i64 = (lanes + 11) // 12 * 4  # in fours, as `look` adds them
        self.rows: vec[i64] = longs((size + 1) * self.words)
        self.upto: vec[i64] = longs((size + 1) * self.words)
        self.tops: vec[i64] = longs(buckets * outs * (hidden + 1))
        self.sums: vec[i64] = longs(self.words)
        self.cells: vec[i64] = longs(self.words * 3)
        self.parts: vec[i64] = longs(outs)
        for feature in range(size + 1):
            for lane in range(lanes):
                at: i64 = feature * self.words + lane // 3
                weight: i64 = rows[feature * lanes + lane]
                for _ in range(lane % 3):
                    weight *= SPAN
                self.rows[at] += weight
        for n in range(size * self.words):
            self.upto[n + self.words] = (self.upto[n] + self.rows[n]) & LANES
        for n in range(len(tops)):
            self.tops[n] = tops[n]

    def look(self, active: FeatureSet) -> None:
        """Evaluate a position: `parts` are the chances of the seats, the perspective seat first."""
        words = self.words
        rows = self.rows
        sums = self.sums
        features = active.cells
        count = active.count
        upto = self.upto
        spans = active.spans
        ends = active.ends
        base = self.size * words
        word: i64 = 0
        while word < words:  # four at a time: finding a feature costs as much as adding it
            first: i64 = rows[base + word]
            second: i64 = rows[base + word + 1]
            third: i64 = rows[base + word + 2]
            fourth: i64 = rows[base + word + 3]
            n: i64 = 0
            while n < count:
                at: i64 = i64(features[n]) * words + word
                first += rows[at]
                second += rows[at + 1]
                third += rows[at + 2]
                fourth += rows[at + 3]
                n += 1
            n = 0
            while n < ends:
                at = i64(spans[n + 1]) * words + word
                low: i64 = i64(spans[n]) * words + word
                first += upto[at] - upto[low]
                second += upto[at + 1] - upto[low + 1]
                third += upto[at + 2] - upto[low + 2]
                fourth += upto[at + 3] - upto[low + 3]
                n += 2
            sums[word] = first & LANES
            sums[word + 1] = second & LANES
            sums[word + 2] = third & LANES
            sums[word + 3] = fourth & LANES
            word += 4
        self.unpack()
        self.judge(active.bucket)

    def unpack(self) -> None:
        """Unpack the sums, hidden cells clipped to between empty and full."""
        full: i64 = 1
        n: i64 = 0
        while n < self.shift:
            full *= 2
            n += 1
        cells = self.cells
        sums = self.sums
        word: i64 = 0
        at: i64 = 0
        while word < self.words:
            left: i64 = sums[word]
            lane: i64 = 0
            while lane < 3:
                cell: i64 = left & (SPAN - 1)
                if cell >= SPAN // 2:
                    cell -= SPAN
                left = (left - cell) >> 21
                if at < self.hidden:
                    if cell < 0:
                        cell = 0
                    elif cell > full:
                        cell = full
                cells[at] = cell
                at += 1
                lane += 1
            word += 1

    def judge(self, bucket: i64) -> None:
        """The output layer: from the cells to the chances."""
        hidden = self.hidden
        outs = self.outs
        cells = self.cells
        tops = self.tops
        parts = self.parts
        shift = self.shift
        base: i64 = bucket * outs * (hidden + 1)
        most: i64 = -1000000000
        out: i64 = 0
        while out < outs:
            total: i64 = cells[hidden + out] * TOP
            at: i64 = 0
            while at < hidden:
                total += cells[at] * tops[base + at]
                at += 1
            total = (total >> shift) + tops[base + hidden]
            parts[out] = total
            if total > most:
                most = total
            base += hidden + 1
            out += 1
        whole: i64 = 0
        out = 0
        while out < outs:
            below: i64 = most - parts[out]
            part: i64 = CURVE[below] if below <= FAR else 0
            parts[out] = part
            whole += part
            out += 1
        out = 0
        while out < outs:
            parts[out] = parts[out] * WHOLE // whole
            out += 1
