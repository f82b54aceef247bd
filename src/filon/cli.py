"""The command line: every command of `filon`, and how refusals reach the person."""

import contextlib
import sys
from typing import Annotated

import typer
from platformdirs import user_state_path

from filon.build_info import this_build
from filon.commands.arena import arena
from filon.commands.backup import backup, restore
from filon.commands.bench import bench
from filon.commands.challenge import challenge
from filon.commands.dataset import games_of
from filon.commands.doctor import doctor
from filon.commands.games import games
from filon.commands.luck import luck
from filon.commands.play import play
from filon.commands.purge import purge
from filon.commands.puzzles import puzzles
from filon.commands.replay import replay
from filon.commands.review import review
from filon.commands.serve import serve
from filon.commands.study import study
from filon.commands.train import train
from filon.commands.transcript import transcript
from filon.commands.verify import verify
from filon.commands.words import ask_for, refusal_sentence, texts
from filon.core.errors import Refusal
from filon.extras import MissingExtra
from filon.messages import Catalogue


def _option(name: str) -> str:
    return "divisor" if name == "pace" else name


app = typer.Typer(
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Gold-rush board games on one engine.",
)
for command in (
    *(play, serve, backup, restore, doctor, purge),
    *(replay, review, luck, verify, transcript, games, bench, challenge, puzzles),
):
    app.command()(command)
for command in (arena, study, train, games_of):  # `--pace` is the former name of `--divisor`
    app.command(context_settings={"token_normalize_func": _option})(command)
app.command("tidy", hidden=True)(purge)  # its former name

# A server says its build at every start, and those for programs never.
SILENT = ("serve", "transcript")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(str(this_build()))
        raise typer.Exit


@app.callback()
def about(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Say which build it is."),
    ] = False,
) -> None:
    """Gold-rush board games on one engine."""
    ask_for(None)  # what an earlier command of this process asked for is over
    if context.invoked_subcommand not in SILENT:
        first_start(texts())


def first_start(texts: Catalogue) -> None:
    """Tell a person, once a build, which build it is and why its rules are not compiled."""
    if not sys.stderr.isatty():
        return
    build, known = this_build(), user_state_path("filon", appauthor=False) / "build"
    with contextlib.suppress(OSError):
        if known.is_file() and known.read_text("utf-8") == str(build):
            return
        known.parent.mkdir(parents=True, exist_ok=True)
        known.write_text(str(build), "utf-8")
    typer.echo(build.described(texts), err=True)


def main() -> None:
    """What the `filon` command runs; bad input ends in one sentence and exit code 2."""
    try:
        app()
    except Refusal as refusal:
        if isinstance(refusal, MissingExtra):
            refusal.facts["given"] = " ".join(["filon", *sys.argv[1:2]])  # not a module's name
        sys.stdout.flush()
        typer.echo(refusal_sentence(refusal), err=True)
        sys.exit(2)
