"""What a person has played put into wire messages; others appear by their name alone."""

from filon.app.caller import Caller
from filon.app.history import told_history
from filon.app.serialize import my_table
from filon.server.profile import handle, own_devices, whose
from filon.server.reception import Visit
from filon.server.wire import DayRun, Export, Ladder, Profile, ReachInfo, Rung, SaidWord
from filon.tables import history as told
from filon.tables.leaderboard import ladder


async def exported(visit: Visit, caller: Caller, profile: Profile) -> Export:
    """Everything that is kept of a person."""
    store, person = visit.hall.services.store, await whose(visit, caller)
    devices = [one.device for one in await own_devices(visit, person, caller)]
    tables = [
        my_table(table, device)
        for device in devices
        for table in await visit.hall.of_device(device)
    ]
    reaches = [await store.reach(device) for device in devices]
    return Export(
        profile=profile,
        tables=tables,
        history=told_history(told.history(person, await store.results(person)), whole=True),
        words=[
            SaidWord(table=table, at=word.at, seat=word.seat, kind=word.kind, text=word.text)
            for table, word in await store.said(devices)
        ],
        reaches=[
            ReachInfo(device=handle(one.device), endpoint=one.endpoint, since=one.since)
            for one in reaches
            if one is not None
        ],
        days=[
            DayRun(
                day=one.day,
                name=one.name,
                state=one.state,
                place=one.place or None,
                score=one.score,
                at=one.at,
            )
            for one in await store.own_attempts(person)
        ],
    )


async def ladder_of(visit: Visit, person: str, game: str) -> Ladder:
    """The ladder as this person sees it."""
    store = visit.hall.services.store
    rungs = ladder(await store.results(game=game), await store.named(), game)
    return Ladder(
        game=game,
        rungs=[
            Rung(
                name=one.name,
                mean=round(one.mean),
                low=round(one.low),
                high=round(one.high),
                games=one.games,
                you=one.person == person,
            )
            for one in rungs
        ],
    )
