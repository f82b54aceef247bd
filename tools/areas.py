"""Compare two pictures by small areas; differences in smoothing between browser builds are ignored.

A pixel differs when one of its channels does by more than APART. An area of SIDE x SIDE pixels
differs when more than SHARE of its pixels do, or when its colour on the whole is more than DRIFT
away: a line of text one pixel lower is the former, a surface a little darker the latter.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

SIDE = 16  # pixels
APART = 16  # of 255
SHARE = 0.04  # of an area's pixels
DRIFT = 7.0  # of 255, in the mean of one channel: more than a file rounds (baseline.STEP)
FRAME = 4  # pixels round an area in the picture of the difference
RED = (220, 30, 30)

Picture = NDArray[np.uint8]  # rows, columns, red green blue


def areas(before: Picture, after: Picture) -> list[tuple[int, int]]:
    """The areas that differ by their column and row; both pictures have the same size."""
    apart = np.abs(before.astype(np.int16) - after).max(axis=2) > APART
    shares = _mean(apart[:, :, None].astype(np.float32))[:, :, 0]
    drift = np.abs(_mean(before.astype(np.float32)) - _mean(after.astype(np.float32))).max(axis=2)
    rows, columns = np.nonzero((shares > SHARE) | (drift > DRIFT))
    return [(int(x), int(y)) for x, y in zip(columns, rows, strict=True)]


def marked(after: Picture, changed: list[tuple[int, int]]) -> Picture:
    """The picture in pale grey, the areas that differ in their colours and framed in red."""
    grey = after.mean(axis=2, keepdims=True)
    shown: Picture = np.repeat(255 - (255 - grey) / 3, 3, axis=2).astype(np.uint8)
    height, width = after.shape[:2]
    for x, y in changed:
        top, left = max(y * SIDE - FRAME, 0), max(x * SIDE - FRAME, 0)
        shown[top : (y + 1) * SIDE + FRAME, left : (x + 1) * SIDE + FRAME] = RED
    for x, y in changed:
        inside = (slice(y * SIDE, min((y + 1) * SIDE, height)),
                  slice(x * SIDE, min((x + 1) * SIDE, width)))  # fmt: skip
        shown[inside] = after[inside]
    return shown


def _mean(values: NDArray[Any]) -> NDArray[np.float32]:
    """The mean of every area; at the right and lower edge, of the existing pixels."""
    height, width = values.shape[:2]
    rows, columns = np.arange(0, height, SIDE), np.arange(0, width, SIDE)
    sums = np.add.reduceat(np.add.reduceat(values, rows, axis=0), columns, axis=1)
    high = np.diff([*rows, height])[:, None, None]
    wide = np.diff([*columns, width])[None, :, None]
    means: NDArray[np.float32] = sums / (high * wide)
    return means
