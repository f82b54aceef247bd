"""Where games are kept: the options all of a host's commands share."""

from pathlib import Path
from typing import Annotated

from filon.commands.options import option
from filon.settings import Settings, default_data

Data = Annotated[Path | None, option("data")]
Database = Annotated[str, option("database")]


def settings(data: Path | None, database: str) -> Settings:
    """The settings of a server on this folder."""
    return Settings(data=data or default_data(), database=database)
