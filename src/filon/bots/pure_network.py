# mypyc: no
"""The quantized network for plain Python: the same answers, fifty times as fast there.

A row of weights is one long number, 32 bits each, and plain Python adds two of them about as fast
as two small ones. Compiled rules add native numbers (`Network`); nothing of this is loaded there.
"""

from itertools import accumulate, islice
from operator import mul
from struct import Struct

from filon.bots.network import CURVE, FAR, TOP, WHOLE, Network, longs
from filon.core.features import FeatureSet

HALF = 1 << 31  # added to every lane, so that none is below zero; `LANE` is far from it


class PureNetwork(Network):
    """`look` leaves the same `parts`."""

    def __init__(
        self, size: int, hidden: int, outs: int, buckets: int, shift: int,
        rows: list[int], tops: list[int],
    ) -> None:  # fmt: skip
        self.hidden, self.outs, self.shift = hidden, outs, shift
        self.parts = longs(outs)
        lanes = hidden + outs
        self._lanes = Struct(f"<{lanes}I")
        self._zero = sum(HALF << 32 * lane for lane in range(lanes))
        self._long = [
            sum(weight << 32 * lane for lane, weight in enumerate(rows[at : at + lanes]))
            for at in range(0, len(rows), lanes)
        ]
        # Per feature the sum of all rows before it: a ladder is one difference, as in `Network`.
        self._upto = list(accumulate(self._long[:-1], initial=0))
        self._tops = [tops[at : at + hidden + 1] for at in range(0, len(tops), hidden + 1)]

    def look(self, active: FeatureSet) -> None:
        """Evaluate a position: `parts` are the chances of the seats, the perspective seat first."""
        hidden, outs, shift = self.hidden, self.outs, self.shift
        there = map(self._long.__getitem__, islice(active.cells, int(active.count)))
        total = sum(there, self._long[-1] + self._zero)
        upto, ends = self._upto, islice(active.spans, int(active.ends))
        for first, end in zip(ends, ends, strict=True):
            total += upto[end] - upto[first]
        lanes = self._lanes.unpack(total.to_bytes(self._lanes.size, "little"))
        full = HALF + (1 << shift)
        cells = [(HALF if at < HALF else full if at > full else at) - HALF for at in lanes[:hidden]]
        tops, base = self._tops, active.bucket * outs
        outputs = []
        for out in range(outs):
            top = tops[base + out]
            upper = (lanes[hidden + out] - HALF) * TOP + sum(map(mul, cells, top))
            outputs.append((upper >> shift) + top[hidden])
        most = max(outputs)
        odds = [CURVE[most - output] if most - output <= FAR else 0 for output in outputs]
        whole = sum(odds)
        for out in range(outs):
            self.parts[out] = odds[out] * WHOLE // whole
