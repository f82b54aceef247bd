"""Invite people to a table, sit down, stand up, take a name."""

from dataclasses import replace
from functools import partial

from filon.app.context import Context
from filon.app.serialize import table_info
from filon.match import seating
from filon.protocol.tables import Invitation, Join, Joined, Leave, Rename, SeatLink, TableInfo
from filon.tables.table import Table


async def invitation(context: Context, table: Table) -> Invitation:
    """Links and code for one caller: their own, and for the host also the unused ones."""
    row, caller, tokens = table.row, context.caller, context.tokens
    seats = caller.seats(row)
    unused = [seat for seat, who in enumerate(row.seats) if who.kind == "open" or who.offered]
    shown = sorted({*seats, *unused}) if caller.is_host(row) else seats
    at_table = bool(seats) or caller.is_host(row)
    room = at_table and row.phase == "waiting" and seating.open_seat(row) is not None
    table_link = f"{context.base}/t/{row.id}"
    return Invitation(
        code=(row.code or None) if at_table else None,
        link=f"{table_link}#{tokens.open_token(row)}" if room else None,
        short=f"{context.base}/j/{row.code}" if room and row.code else None,
        seats=[
            SeatLink(seat=seat, link=f"{table_link}#{tokens.seat_token(row, seat)}")
            for seat in shown
        ],
        address=context.base,
        loopback=context.alone,
        command="make play HOST=0.0.0.0" if context.alone else "",
    )


async def join(context: Context, table: Table, wish: Join) -> Joined:
    """Exchange a link's token for the seat's cookie."""
    caller = context.caller
    context.spend("join")
    wanted = context.tokens.seat_of(table.row, wish.token)
    mine = caller.seats(table.row)
    if mine and (wanted is None or wanted in mine):  # the same link, followed once more
        seat = mine[0] if wanted is None else wanted
        return Joined(seat=seat, table=table_info(table, caller))
    await context.check_names(wish.name)
    person = seating.new_seat("mine", wish.name, "", caller.device)
    person = replace(person, entropy=wish.entropy)
    context.grants.device = True  # also if it has to wait: its cookie tells who asks again
    row = await table.seats.sit(wanted, person, wish.take, wish.seat)
    seat = [who.session for who in row.seats].index(person.session)
    return Joined(seat=seat, table=context.gains(table, person.session))


async def leave(context: Context, table: Table, wish: Leave) -> TableInfo:
    """Stand up: give a seat's cookie back."""
    session = context.caller.must_hold(table.row, wish.seat)
    await table.seats.change(partial(seating.leave, seat=wish.seat))
    context.grants.revoked.append((table.row, session))
    return table_info(table, context.caller)


async def rename(context: Context, table: Table, wish: Rename) -> TableInfo:
    """Give one's own seat another name."""
    context.caller.must_hold(table.row, wish.seat)
    await context.check_names(wish.name)
    await table.seats.change(partial(seating.rename, seat=wish.seat, name=wish.name))
    return table_info(table, context.caller)
