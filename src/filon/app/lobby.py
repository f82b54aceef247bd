"""The lobby: tables whose hosts let anyone sit down, and finding other people to play with."""

from contextlib import suppress

from filon import games
from filon.app.context import Context
from filon.app.serialize import seat_infos
from filon.core.errors import Refusal
from filon.match import seating
from filon.match.settings import TableSettings
from filon.protocol.shelf import Anyone, Lobby, OpenTable
from filon.protocol.tables import Found
from filon.tables.table import Table


async def show_lobby(context: Context) -> Lobby:
    """List the open tables; none where the server has no lobby."""
    return Lobby(
        on=context.app.lobby,
        tables=[
            OpenTable(
                id=table.row.id,
                game=table.row.game,
                host=seating.host_seat(table.row),
                seats=seat_infos(table, None),
                clock=table.row.settings.clock,
                token=context.tokens.open_token(table.row),
                changed=table.row.changed,
                title=table.row.settings.title,
            )
            for table in await _open_tables(context)
        ],
    )


async def play_with_anyone(context: Context, wish: Anyone) -> Found:
    """Find a table where a person waits; else make one, at which the next one sits down."""
    app, caller = context.app, context.caller
    if not app.lobby:
        raise Refusal("no_lobby")
    async with app.pairing:  # two who ask at once meet
        for table in await _open_tables(context):
            if wish.game in ("", table.row.game):
                return Found(table=table.row.id, token=context.tokens.open_token(table.row))
        spec = games.load(wish.game or games.slugs()[0])
        seats = [seating.new_seat("mine", wish.name, "", caller.device)]
        seats += [seating.new_seat("open", "", "") for _ in range(spec.seats[0] - 1)]
        settings = TableSettings().changed(pace=app.pace, listed=True)
        table = await app.manager.create(spec.slug, {}, seats, settings)
    context.made(table)
    return Found(table=table.row.id, token="")


async def _open_tables(context: Context) -> list[Table]:
    """The tables anyone may sit down at, but those where this device sits already."""
    app, device = context.app, context.caller.device
    if not app.lobby:
        return []
    rows = [row for row in await app.store.listed() if not row.script]
    rows = [row for row in rows if seating.open_seat(row) is not None]
    tables = []
    for row in rows:
        if device not in row.blocked and device not in [seat.device for seat in row.seats]:
            with suppress(Refusal):  # its game or edition is known here no more
                tables.append(await app.manager.table(row.id))
    return tables
