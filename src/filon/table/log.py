"""Where a table notes what went wrong: the server's log where there is one."""

import sys
from typing import Any


class Plain:
    """One line for each thing noted; the page that plays without a server has no more."""

    def error(self, event: str, **told: Any) -> None:
        """Something must not happen."""
        sys.stderr.write(f"{event} {told}\n")

    warning = exception = error


def get_logger() -> Any:
    """The log that structlog makes, or plain lines where there is no structlog."""
    try:
        import structlog
    except ImportError:
        return Plain()
    return structlog.get_logger()
