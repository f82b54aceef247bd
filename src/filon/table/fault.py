"""What a log may say of a fault: its kind and place, never its words.

The words of an error can hold the notation of a hidden step.
"""

import traceback


def place(fault: BaseException) -> dict[str, str]:
    """The kind of a fault and the line it came from."""
    frames = traceback.extract_tb(fault.__traceback__)
    where = f"{frames[-1].filename.rpartition('filon')[2]}:{frames[-1].lineno}" if frames else ""
    return {"kind": type(fault).__name__, "at": where}
