"""Options that commands share: a game and its variations, the language, a server's settings."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from filon.core.errors import Refusal
from filon.core.setup import Setup, agreed
from filon.games import load, slugs
from filon.settings import Settings, default_data

# ---- a game: its slug, players and KEY=VALUE options ---------------------------------------------


def complete_game(start: str) -> list[str]:
    """The games whose name begins so, for shells that complete."""
    return [slug for slug in slugs() if slug.startswith(start)]


Game = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="One of the games `filon games` lists.", autocompletion=complete_game
    ),
]
Players = Annotated[int | None, typer.Option(help="How many play; the fewest if not said.")]
Chosen = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="KEY=VALUE", help="A variation; may be given several times."),
]
Lang = Annotated[str | None, typer.Option(help="fr or en; the system's language if not said.")]
Bots = Annotated[str, typer.Option("--bots", help="Names or module:Class, with commas between.")]


def chosen_setup(game: str, players: int | None, chosen: Sequence[str] | None) -> Setup:
    """The game, its players and all its options; Refusal for anything that does not exist."""
    spec = load(game)
    values: dict[str, object] = {}
    for pair in chosen or ():
        key, equals, value = pair.partition("=")
        if not equals:
            valid = ", ".join(option.key for option in spec.options) or "-"
            raise Refusal("option", key=pair[:40], valid=valid)
        values[key.strip()] = value.strip()
    return agreed(spec, spec.seats[0] if players is None else players, values)


def names_in(text: str) -> list[str]:
    """The names in a list with commas between them."""
    return [name.strip() for name in text.split(",") if name.strip()]


# ---- a server's settings: one option for each field that has help --------------------------------

OURS = ("flag", "type", "unset")  # what of a field's metadata is not for typer.Option
SETTINGS = {setting.name: setting for setting in fields(Settings) if setting.metadata}


def option(name: str) -> Any:
    """The option of one setting: its flag, help text, bounds and environment variable."""
    metadata = SETTINGS[name].metadata
    flags = [metadata["flag"]] if "flag" in metadata else []
    more = {key: value for key, value in metadata.items() if key not in OURS}
    return typer.Option(*flags, **{"envvar": f"FILON_{name.upper()}"} | more)


Data = Annotated[Path | None, option("data")]
Database = Annotated[str, option("database")]


def data_settings(data: Path | None, database: str) -> Settings:
    """The settings of a server whose games lie there."""
    return Settings(data=data or default_data(), database=database)


def existing(data: Path | None, database: str) -> Settings:
    """The same; Refusal `no_games` if there is no database."""
    settings = data_settings(data, database)
    if not database and not settings.file.exists():
        raise Refusal("no_games", path=str(settings.data))
    return settings


def with_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command one option for each setting that can be an option."""
    command.__signature__ = Signature(list(_parameters()))  # type: ignore[attr-defined]
    return command


def _parameters() -> Iterator[Parameter]:
    types = get_type_hints(Settings)
    for name, setting in SETTINGS.items():
        kind = setting.metadata.get("type", types[name])
        default = setting.default
        if setting.metadata.get("unset"):
            kind, default = kind | None, None
        elif "type" in setting.metadata:
            default = kind(default)
        annotation = Annotated[kind, option(name)]  # type: ignore[valid-type]
        yield Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
