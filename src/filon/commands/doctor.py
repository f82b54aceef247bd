"""`filon doctor`: whether everything that is kept is whole."""

import asyncio

import typer

from filon.commands.kept import Data, Database, settings
from filon.commands.words import texts
from filon.core.errors import Refusal


def doctor(data: Data = None, database: Database = "") -> None:
    """Replay every record, check every draw, look at sizes and permissions; exit code 1 if
    anything is wrong."""
    from filon.server import checkup
    from filon.server.app import keeping
    from filon.store.contract import Unavailable
    from filon.store.migrate import schema_of

    told, say = settings(data, database), texts().say
    if not database and not told.file.exists():
        raise Refusal("no_games", path=str(told.data))
    for path, size in checkup.sizes(told).items():
        typer.echo(say("terminal.doctor.size", path=str(path), kb=-(-size // 1024)))
    revision = schema_of(told.file, database)
    typer.echo(say("terminal.doctor.schema", given=revision))
    findings, counts = checkup.premises(told), checkup.Counts()

    async def look() -> None:
        store, _ = keeping(told)
        await store.open()
        try:
            findings.extend([one async for one in checkup.matches(store, counts)])
            findings.extend([one async for one in checkup.results(store, counts)])
        except Unavailable as away:
            findings.append(checkup.Finding(str(told.file), str(away)))
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
