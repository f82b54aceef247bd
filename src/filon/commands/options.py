"""Options that set a server up, made from the fields of its settings."""

from collections.abc import Callable, Iterator
from dataclasses import fields
from inspect import Parameter, Signature
from typing import Annotated, Any, get_type_hints

import typer

from filon.settings import Settings

OURS = ("flag", "type", "unset")  # what of a field's metadata is not for typer.Option
SETTINGS = {setting.name: setting for setting in fields(Settings) if setting.metadata}


def option(name: str) -> Any:
    """The option of one setting: its flag, help text, bounds and environment variable."""
    metadata = SETTINGS[name].metadata
    flags = [metadata["flag"]] if "flag" in metadata else []
    more = {key: value for key, value in metadata.items() if key not in OURS}
    return typer.Option(*flags, **{"envvar": f"FILON_{name.upper()}"} | more)


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
