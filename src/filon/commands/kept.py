"""Where games are kept: the options all of a host's commands share."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from filon.server.settings import Settings

Data = Annotated[
    Path | None,
    typer.Option(
        envvar="FILON_DATA",
        help="Where the games and the secret key lie, such as ~/.local/share/filon if not "
        "said; a back-up of it is secret too.",
    ),
]
Database = Annotated[
    str,
    typer.Option(
        envvar="FILON_DATABASE",
        help="postgresql://USER@HOST/NAME instead of SQLite in the data folder.",
    ),
]


def settings(data: Path | None, database: str) -> "Settings":
    """The settings of a server on this folder."""
    from filon.server.settings import Settings, default_data

    return Settings(data=data or default_data(), database=database)
