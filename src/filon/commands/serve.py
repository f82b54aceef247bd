"""`filon serve`: the page and its tables, for this machine, the room or the world."""

from typing import Any

from filon.commands.options import with_options
from filon.settings import Settings


@with_options
def serve(port: int | None, bot_classes: list[str] | None, **given: Any) -> None:
    """Serve the games in the browser until Ctrl-C."""
    # Imported here, so that the other commands start without the web's libraries.
    from filon.server import launch

    if port is not None:
        given |= {"port": port, "fixed_port": True}
    given |= {"bot_classes": tuple(bot_classes or ())}
    launch.serve(Settings(**{name: value for name, value in given.items() if value is not None}))
