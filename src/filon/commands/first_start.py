"""The first start of a build says which one it is, and why if its rules are not compiled."""

import contextlib
import sys

import typer
from platformdirs import user_state_path

from filon.build_info import this_build
from filon.messages import Catalogue


def first_start(texts: Catalogue) -> None:
    """Say it to a person who has not heard it of this build; nothing to a program."""
    if not sys.stderr.isatty():
        return
    build, heard = this_build(), user_state_path("filon", appauthor=False) / "build"
    with contextlib.suppress(OSError):
        if heard.is_file() and heard.read_text("utf-8") == str(build):
            return
        heard.parent.mkdir(parents=True, exist_ok=True)
        heard.write_text(str(build), "utf-8")
    typer.echo(build.told(texts), err=True)
