"""`filon serve`: the page and its tables, for this machine, the room or the world."""

from enum import StrEnum
from typing import Annotated

import typer

from filon.commands.kept import Data, Database


class Level(StrEnum):
    """How much the server's log tells."""

    debug = "debug"
    info = "info"
    warning = "warning"
    error = "error"


def serve(
    host: Annotated[
        str, typer.Option(envvar="FILON_HOST", help="0.0.0.0 opens it to the others in the room.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            envvar="FILON_PORT",
            min=0,
            max=65535,
            help="8000, or the next free one, if none is asked for.",
        ),
    ] = None,
    data: Data = None,
    database: Database = "",
    public_url: Annotated[
        str,
        typer.Option(envvar="FILON_PUBLIC_URL", help="The address others use, behind a proxy."),
    ] = "",
    names: Annotated[
        str,
        typer.Option(
            envvar="FILON_NAMES",
            help="Other names the server answers to, with commas between.",
        ),
    ] = "",
    proxies: Annotated[
        str,
        typer.Option(
            envvar="FILON_PROXIES",
            help="Whose X-Forwarded-For is believed: addresses or networks, with commas between; "
            "with --public-url this machine's own if not said.",
        ),
    ] = "",
    lobby: Annotated[
        bool,
        typer.Option(
            envvar="FILON_LOBBY",
            help="List the tables whose hosts let anyone sit down; never on loopback.",
        ),
    ] = True,
    connections: Annotated[
        int,
        typer.Option(
            envvar="FILON_CONNECTIONS", min=0, help="Open at once from one address; 0: any number."
        ),
    ] = 500,
    waiting_hours: Annotated[
        float,
        typer.Option(
            envvar="FILON_WAITING_HOURS",
            min=0.1,
            help="A table that waits with nobody there closes then, and its code is free.",
        ),
    ] = 24,
    pace: Annotated[
        str | None,
        typer.Option(envvar="FILON_PACE", help="Of new tables: calm, brisk or instant."),
    ] = None,
    bot_processes: Annotated[
        int,
        typer.Option(
            envvar="FILON_BOT_PROCESSES", min=0, help="Where bots think; 0: one less than cores."
        ),
    ] = 0,
    bot_patience: Annotated[
        float,
        typer.Option(
            envvar="FILON_BOT_PATIENCE", min=1.0, help="Seconds a bot may think, once it has begun."
        ),
    ] = 30.0,
    bot_tables: Annotated[
        int,
        typer.Option(
            envvar="FILON_BOT_TABLES",
            min=1,
            help="Tables of bots alone that one address may have in play; ten times as many at "
            "which people play with bots.",
        ),
    ] = 6,
    bot_class: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=MODULE:CLASS",
            help="A bot of your own, offered under this name; may be given several times.",
        ),
    ] = None,
    push_contact: Annotated[
        str,
        typer.Option(
            envvar="FILON_PUSH_CONTACT",
            help="mailto: or https:, told to browsers' push services when people are called to "
            "their turn; an https --public-url is enough.",
        ),
    ] = "",
    ladder: Annotated[
        bool,
        typer.Option(
            envvar="FILON_LADDER",
            help="A club's ladder of those whose name is their own, rated by openskill.",
        ),
    ] = False,
    browser: Annotated[bool, typer.Option(help="Open one where there is one.")] = True,
    log: Annotated[Level, typer.Option(envvar="FILON_LOG", help="What to log.")] = Level.warning,
) -> None:
    """Serve the games in the browser until Ctrl-C."""
    # Read here, so that the other commands start without the web's libraries.
    from filon.match import pace as paces
    from filon.server import launch
    from filon.server.settings import Settings, default_data

    launch.serve(
        Settings(
            host=host,
            port=8000 if port is None else port,
            fixed_port=port is not None,
            data=data or default_data(),
            database=database,
            public_url=public_url,
            names=names,
            proxies=proxies,
            lobby=lobby,
            connections=connections,
            waiting_hours=waiting_hours,
            pace=pace or paces.DEFAULT,
            bot_processes=bot_processes,
            bot_patience=bot_patience,
            bot_tables=bot_tables,
            bot_classes=tuple(bot_class or ()),
            push_contact=push_contact,
            ladder=ladder,
            browser=browser,
            log=log.value,
        )
    )
