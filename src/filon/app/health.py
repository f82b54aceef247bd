"""Whether the server works."""

import contextlib
from importlib.metadata import PackageNotFoundError, version

from filon.app.context import Context
from filon.protocol.shelf import Health


async def show_health(context: Context) -> Health:
    """Whether the server works: its database has just taken a write."""
    await context.check_health()
    return Health(ok=True, version=_version(), tables=len(context.app.manager.tables))


def _version() -> str:
    with contextlib.suppress(PackageNotFoundError):
        return version("filon")
    return ""  # a page without a server runs Filon without installing it
