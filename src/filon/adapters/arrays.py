"""NumPy at the edge: native rows of the engine as arrays, and the space they live in."""

from typing import Any

import numpy as np
from gymnasium import spaces

from filon.core.observe import Observer


def array(row: Any, kind: Any, *shape: int) -> Any:
    """A native row as an array that is read where it is: copy what must last."""
    return np.frombuffer(row, kind).reshape(shape)


def box(observer: Observer, times: int = 1) -> spaces.Box:
    """The space of observations, or of several side by side, bounded number by number."""
    low = [field.low for field in observer.fields for _ in range(field.size)]
    high = [field.high for field in observer.fields for _ in range(field.size)]
    return spaces.Box(
        np.array(low * times, np.int32), np.array(high * times, np.int32), dtype=np.int32
    )
