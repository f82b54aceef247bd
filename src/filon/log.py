"""Logging: structlog on a server, plain lines in the page's worker, and no secrets in either."""

import sys
import traceback
from typing import Any


class PlainLog:
    """Writes one line an event to stderr; the worker of a page has no structlog."""

    def error(self, event: str, **fields: Any) -> None:
        """Log an event that must not happen."""
        sys.stderr.write(f"{event} {fields}\n")

    warning = exception = error


def get_logger() -> Any:
    """structlog's logger, or a plain one where structlog is not installed."""
    try:
        import structlog
    except ImportError:
        return PlainLog()
    return structlog.get_logger()


def place(fault: BaseException) -> dict[str, str]:
    """The type of an exception and the line that raised it, for a log.

    Never its message: that may hold the notation of a hidden step.
    """
    frames = traceback.extract_tb(fault.__traceback__)
    where = f"{frames[-1].filename.rpartition('filon')[2]}:{frames[-1].lineno}" if frames else ""
    return {"kind": type(fault).__name__, "at": where}
