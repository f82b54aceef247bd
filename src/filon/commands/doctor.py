"""`filon doctor`: whether everything that is kept is whole."""

import asyncio

import typer

from filon.commands.options import Data, Database, existing
from filon.commands.words import texts


def doctor(data: Data = None, database: Database = "") -> None:
    """Replay every record, check every draw, look at sizes and permissions; exit code 1 if
    anything is wrong."""
    from filon.server import integrity
    from filon.server.app import store_and_bus
    from filon.store.contract import Unavailable
    from filon.store.migrate import schema_of

    settings, say = existing(data, database), texts().say
    for path, size in integrity.sizes(settings).items():
        typer.echo(say("terminal.doctor.size", path=str(path), kb=-(-size // 1024)))
    revision = schema_of(settings.file, database)
    typer.echo(say("terminal.doctor.schema", given=revision))
    findings, counts = integrity.premises(settings), integrity.Counts()

    async def look() -> None:
        store, _ = store_and_bus(settings)
        await store.open()
        try:
            findings.extend([finding async for finding in integrity.matches(store, counts)])
            findings.extend([finding async for finding in integrity.results(store, counts)])
        except Unavailable as away:
            findings.append(integrity.Finding(str(settings.file), str(away)))
        finally:
            await store.close()

    asyncio.run(look())
    for finding in findings:
        typer.echo(say("terminal.doctor.finding", where=finding.where, what=finding.what))
    for (game, edition, known), number in sorted(counts.editions.items()):
        facts = {"game": game, "edition": edition, "n": number, "known": "yes" if known else "no"}
        typer.echo(say("terminal.doctor.edition", **facts))
    facts = {"tables": counts.tables, "matches": counts.matches, "entries": counts.entries}
    typer.echo(say("terminal.doctor.counts", **facts))
    typer.echo(say("terminal.doctor.end" if findings else "terminal.doctor.well", n=len(findings)))
    if findings:
        raise typer.Exit(1)
