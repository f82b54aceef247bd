"""`filon play`: a game in the terminal, against the computer or with others at one keyboard."""

import secrets
from pathlib import Path
from typing import Annotated

import typer

from filon.commands.options import Chosen, Lang, Players, chosen_setup, complete_game
from filon.commands.output import writable
from filon.commands.prompt import Quit
from filon.commands.replay import opened, text_of
from filon.commands.session import BOT, HUMANS, Session
from filon.commands.words import ask_for, texts
from filon.core.errors import Refusal
from filon.core.fork import forked
from filon.core.record import Record, final
from filon.core.rng import Rng

Game = Annotated[
    str,
    typer.Argument(
        metavar="[GAME]",
        help="One of the games `filon games` lists; not needed with --resume or --from.",
        autocompletion=complete_game,
        show_default=False,
    ),
]


def play(
    game: Game = "",
    players: Players = None,
    humans: Annotated[
        int, typer.Option(min=0, help="How many people; bots take the rest.")
    ] = HUMANS,
    bot: Annotated[
        str, typer.Option(help="Who plays the other seats: a name, module:Class or cmd:PROGRAM.")
    ] = BOT,
    option: Chosen = None,
    seed: Annotated[int | None, typer.Option(help="Dice and bots of an earlier game.")] = None,
    save: Annotated[Path | None, typer.Option(help="Write the record to this file.")] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Go on with a game that was saved, and save it there again.")
    ] = None,
    parent: Annotated[
        Path | None, typer.Option("--from", help="Play on from a moment of this record.")
    ] = None,
    step: Annotated[
        int | None,
        typer.Option(min=0, help="With --from: after so many steps; the last if not said."),
    ] = None,
    redeal: Annotated[
        bool,
        typer.Option("--redeal", help="With --from: what the first seat could not know, anew."),
    ] = False,
    lang: Lang = None,
) -> None:
    """Play a game in the terminal."""
    ask_for(lang)
    writable(save, resume)
    number = secrets.randbits(32) if seed is None else seed
    if resume is not None:
        session = resumed(resume)
    elif parent is not None:
        record = opened(text_of(parent))
        at = len(record.steps) if step is None else min(step, len(record.steps))
        session = started(
            forked(record, at, 0 if redeal else None, Rng(number)), humans, bot, number
        )
    else:
        session = started(Record(chosen_setup(game, players, option)), humans, bot, number)
    try:
        session.run()
    except (Quit, EOFError, KeyboardInterrupt):
        session.console.print("\n" + texts().say("terminal.left"))
    finally:
        session.close()
    session.farewell(save or resume)


def started(record: Record, humans: int, bot: str, seed: int) -> Session:
    """A session that goes on from this record; Refusal `humans` if it has not so many seats."""
    if not 0 <= humans <= record.setup.players:
        raise Refusal("humans", given=humans, most=record.setup.players)
    return Session(record, humans, bot, seed)


def resumed(file: Path) -> Session:
    """The session that a saved game was; Refusal if the file holds none."""
    record = opened(text_of(file))
    notes = record.notes
    try:
        humans, seed = int(notes.get("humans", HUMANS)), int(notes.get("seed", "0"))
    except ValueError:
        raise Refusal("file", path=str(file)) from None
    session = started(record, humans, notes.get("bot", BOT), seed)
    final(record)  # every step is checked before the game goes on
    return session
