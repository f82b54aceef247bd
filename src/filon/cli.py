"""The command line: every command of `filon`, and how refusals reach the person."""

import sys
from typing import Annotated

import typer

from filon.build_info import this_build
from filon.commands.arena import arena
from filon.commands.backup import backup, restore
from filon.commands.bench import bench
from filon.commands.doctor import doctor
from filon.commands.games import games
from filon.commands.play import play
from filon.commands.replay import replay
from filon.commands.serve import serve
from filon.commands.study import study
from filon.commands.tidy import tidy
from filon.commands.transcript import transcript
from filon.commands.verify import verify
from filon.commands.words import refusal_sentence
from filon.core.errors import Refusal

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Five gold-rush board games on one engine.",
)
for command in (
    *(play, serve, backup, restore, doctor, tidy),
    *(replay, verify, transcript, games, arena, study, bench),
):
    app.command()(command)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(str(this_build()))
        raise typer.Exit


@app.callback()
def about(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Say which build it is."),
    ] = False,
) -> None:
    """Five gold-rush board games on one engine."""


def main() -> None:
    """What the `filon` command runs; bad input ends in one sentence and exit code 2."""
    try:
        app()
    except Refusal as refusal:
        sys.stdout.flush()
        typer.echo(refusal_sentence(refusal), err=True)
        sys.exit(2)


if __name__ == "__main__":
    main()
