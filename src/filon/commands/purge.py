"""`filon purge`: remove tables that have not been used for long."""

import asyncio
import time
from typing import Annotated

import typer

from filon.commands.options import Data, Database, existing
from filon.commands.words import texts

DAY = 24 * 3600 * 1000


def purge(
    days: Annotated[
        int, typer.Option(min=1, help="Finished, closed or abandoned for at least so long.")
    ] = 90,
    waiting: Annotated[int, typer.Option(min=1, help="Days for tables that never began.")] = 7,
    history_days: Annotated[
        int, typer.Option(min=1, help="Days for results of finished games in people's history.")
    ] = 730,
    remove: Annotated[
        bool, typer.Option("--remove", help="Really remove them; else they are only listed.")
    ] = False,
    data: Data = None,
    database: Database = "",
) -> None:
    """List old tables, or remove them with their records, proofs and chat; old results too."""
    from filon.server.app import store_and_bus
    from filon.store.migrate import schema_of

    settings, say = existing(data, database), texts().say
    schema_of(settings.file, database)

    async def sweep() -> tuple[int, int]:
        store, _ = store_and_bus(settings)
        await store.open()
        try:
            now = time.time_ns() // 1_000_000
            old = await store.idle(now - days * DAY, ("playing", "over", "closed"))
            old += await store.idle(now - waiting * DAY, ("waiting",))
            for row in old:
                if remove:
                    await store.remove(row.id)
                age = (now - row.changed) // DAY
                typer.echo(f"{row.id}  {row.game:<16} {row.phase:<8} {age:>5} d")
            before = now - history_days * DAY
            return len(old), await store.old_people(before, now, remove)
        finally:
            await store.close()

    count, past = asyncio.run(sweep())
    typer.echo(say("terminal.purge.removed" if remove else "terminal.purge.found", n=count))
    if past:
        typer.echo(
            say("terminal.purge.history.gone" if remove else "terminal.purge.history", n=past)
        )
