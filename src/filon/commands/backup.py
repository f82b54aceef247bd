"""`filon backup` and `filon restore`: the games and their key, in one file."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from filon.commands.options import Data, Database, data_settings
from filon.commands.words import texts


def backup(
    to: Annotated[Path, typer.Argument(help="The file to write; keep it as secret as the dice.")],
    data: Data = None,
    database: Database = "",
) -> None:
    """Keep the games and the key in one file, also while the server runs."""
    from filon.server.backup import backup as keep

    keep(data_settings(data, database), to)
    typer.echo(texts().say("terminal.backup.pg" if database else "terminal.backup", path=str(to)))


def restore(
    archive: Annotated[Path, typer.Argument(help="A file that `filon backup` wrote.")],
    data: Data = None,
    database: Database = "",
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace what is there; it is kept beside.")
    ] = False,
) -> None:
    """Put a back-up in place, while no server runs."""
    from filon.server.backup import restore as put_back
    from filon.server.backup import restored_mark

    settings = data_settings(data, database)
    games = put_back(settings, archive, overwrite)
    if database:
        asyncio.run(_mark(database, restored_mark()))
    key = "terminal.restore" if games else "terminal.restore.pg"
    typer.echo(texts().say(key, path=str(settings.data)))


async def _mark(database: str, mark: str) -> None:
    from filon.store.migrate import migrate_postgres
    from filon.store.postgres import PostgresStore

    await migrate_postgres(database)
    store = PostgresStore(database, 1)
    await store.open()
    await store.set_meta("restored", mark)
    await store.close()
