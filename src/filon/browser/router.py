"""What the page asks of its own device: the server's paths, answered without one."""

import contextlib
import json
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from importlib.metadata import PackageNotFoundError, version

from filon.app import forking, replays
from filon.app.acts import done, hinted
from filon.app.commands import obey
from filon.app.games import rules, shelf
from filon.app.history import told_history
from filon.app.refusals import status, worded
from filon.app.serialize import (
    as_json,
    may_follow,
    my_table,
    proof,
    story,
    table_info,
    talk,
    view_message,
)
from filon.browser.decode import members, read
from filon.browser.line import HERE, Line, Owner, owner
from filon.browser.manager import DeviceHall
from filon.browser.request import Asked
from filon.browser.study import Study
from filon.core.errors import Refusal
from filon.match import seating
from filon.match.pace import DEFAULT
from filon.match.timing import Timing
from filon.protocol.forks import NewFork
from filon.protocol.incoming import (
    Action,
    AskHint,
    AskReplay,
    Leave,
    NewGuided,
    NewTable,
    Order,
    Rename,
    Say,
)
from filon.protocol.outgoing import Health, Lobby, RoomInfo
from filon.protocol.people import DropPast, Profile
from filon.store.contract import Unavailable
from filon.tables import history
from filon.tables.table import Table

ACTS = {kind.type: kind for kind in members(Action)}
ORDERS = {kind.type: kind for kind in members(Order)}
Answer = tuple[int, str]  # a status as of HTTP, and a text


class Office:
    """Answers one request at a time; the same answers as the server's, for the one who asks."""

    def __init__(self, hall: DeviceHall) -> None:
        self.hall = hall
        self.study = Study(hall)
        self.posts: dict[str, Callable[[Asked], Awaitable[object]]] = {
            "tables": self._make,
            "guided": self._guided,
            "replay": self._replay_record,
            "forks": self._fork,
        }

    async def ask(self, method: str, path: str, query: Mapping[str, str], body: str) -> Answer:
        """The answer to a request of the page; a refusal is one too."""
        lang = query.get("lang", "en")
        asked = Asked(method, path.strip("/").split("/"), query, lang)
        try:
            if body:
                asked.body = json.loads(body)
            told = await self._told(asked)
        except Refusal as no:
            return status(no.code), as_json(worded(no, lang, asked.game)).decode()
        except Unavailable:
            return 503, as_json(worded(Refusal("busy"), lang)).decode()
        return 200, told if isinstance(told, str) else as_json(told).decode()

    async def _told(self, asked: Asked) -> object:
        match asked.method, asked.path:
            case "GET", ["games"]:
                return shelf(asked.lang)
            case "GET", ["games", slug, "rules"]:
                return rules(slug, asked.lang)
            case "GET", ["mine"]:
                return [my_table(table, HERE) for table in await self.hall.of_device(HERE)]
            case "GET", ["levels"]:
                return self.hall.brain.paces()
            case "GET", ["lobby"]:
                return Lobby(on=False, tables=[])
            case "GET", ["room"]:
                return RoomInfo(state="alone", may=False, address="")
            case "GET", ["profile"]:
                return Profile(name="", devices=[], ladder=False)
            case "GET", ["profile", "history"]:
                return await self._history()
            case "POST", ["profile", "past"]:
                gone = read(DropPast, asked.body)
                await self.hall.forget_match(gone.table, gone.match, HERE, [HERE])
                return await self._history()
            case "GET", ["health"]:
                return Health(ok=True, version=_version(), tables=len(self.hall.tables))
            case "POST", [name] if name in self.posts:
                return await self.posts[name](asked)
            case _, ["tables", table_id, *rest]:
                table = await self.hall.table(table_id)
                asked.game = table.row.game
                caller = owner(table.row, asked.lang)
                told = await self._at(table, caller, asked, rest)
                if told is not None:
                    return told
            case _:
                told = await self.study.told(asked)
                if told is not None:
                    return told
        raise Refusal("no_server")

    async def _at(self, table: Table, caller: Owner, asked: Asked, rest: list[str]) -> object:
        match asked.method, rest:
            case "GET", []:
                return table_info(table, caller)
            case "POST", ["orders"]:
                return await self._order(table, caller, asked)
            case "POST", ["name"]:
                wish = read(Rename, asked.body)
                await table.change(partial(seating.rename, seat=wish.seat, name=wish.name))
                return table_info(table, caller)
            case "POST", ["leave"]:
                gone = read(Leave, asked.body)
                await table.change(partial(seating.leave, seat=gone.seat))
                return table_info(table, caller)
            case "GET", ["view"]:
                may_follow(table, caller, asked.number("seat"))
                return view_message(table, asked.number("seat"))
            case "GET", ["talk"]:
                await table.listen()
                return talk(table, 0)
            case "POST", ["talk"]:
                said = read(Say, asked.body)
                await table.say(said.seat, "text", said.text)
                return talk(table, 0)
            case "GET", ["story" | "record" | "proof" | "replay" as what]:
                return await self._match(table, caller, asked, what)
            case _, ["review"]:
                return await self.study.of_table(table, asked)
            case "POST", ["hint"]:
                about = read(AskHint, asked.body)
                caller.must_hold(table.row, about.seat)
                return await hinted(table, about)
            case "POST", [act] if act == "acts" or act in ACTS:
                return await self._act(table, caller, asked, act)
            case "POST", ["move"]:
                return self._whole(table)
            case "POST", ["forget"]:
                await self.hall.forget(table)
                return {"ok": True}
        return None

    async def _match(self, table: Table, caller: Owner, asked: Asked, what: str) -> object:
        seat, eyes = asked.number("seat"), asked.query.get("eyes", "none")
        if what == "replay":
            seat = int(eyes) if eyes.isdigit() else None
        else:
            may_follow(table, caller, seat)
        found, number = await self.hall.match(table, asked.number("match"), seat)
        if what == "story":
            return story(found, number, seat)
        if what == "record":
            return found.text(seat)
        if what == "replay":
            first, last = asked.number("first") or 0, asked.number("last") or 0
            return replays.of_match(table, caller, found, number, eyes, first, last)()
        if not found.over and table.row.phase != "closed":
            raise Refusal("running")
        return proof(found.proof())

    async def _history(self) -> object:
        kept = await self.hall.services.store.results(HERE)
        return told_history(history.history(HERE, kept))

    async def _make(self, asked: Asked) -> object:
        wish = read(NewTable, asked.body)
        seats = [seating.new_seat(one.kind, one.name, one.level, HERE) for one in wish.seats]
        timing = Timing().chosen("none", wish.stand_in)
        table = await self.hall.create(
            wish.game, wish.options, wish.pace or DEFAULT, seats, False, timing
        )
        return table_info(table, owner(table.row, asked.lang))

    async def _guided(self, asked: Asked) -> object:
        wish = read(NewGuided, asked.body)
        table = await self.hall.guided(wish.game, DEFAULT, wish.name, HERE)
        return table_info(table, owner(table.row, asked.lang))

    async def _fork(self, asked: Asked) -> object:
        wish = read(NewFork, asked.body)
        table = await forking.begun(self.hall, owner(None, asked.lang), wish, DEFAULT)
        return table_info(table, owner(table.row, asked.lang))

    def _whole(self, table: Table) -> object:
        """The whole record of a match that goes on elsewhere: nobody else has a secret in it."""
        match = table.running()
        record = match.header.record(match.position.paper.full())
        return {"record": record.text(), "n": match.n}

    async def _order(self, table: Table, caller: Owner, asked: Asked) -> object:
        given = asked.body if isinstance(asked.body, dict) else {}
        kind = ORDERS.get(str(given.get("type")))
        if kind is None:
            raise Refusal("message")
        await obey(table, caller, read(kind, given))
        return table_info(table, owner(table.row, asked.lang))

    async def _act(self, table: Table, caller: Owner, asked: Asked, act: str) -> object:
        given = asked.body if isinstance(asked.body, dict) else {}
        kind = ACTS.get(str(given.get("type")) if act == "acts" else act)
        if kind is None:
            raise Refusal("message")
        message = read(kind, given)
        caller.must_hold(table.row, message.seat)
        return await done(table, message) or view_message(table, message.seat, message.v)

    async def _replay_record(self, asked: Asked) -> object:
        return replays.of_record(read(AskReplay, asked.body))()

    # ---- following -----------------------------------------------------------------------------

    async def follow(
        self, table_id: str, query: Mapping[str, str], post: Callable[[str], None]
    ) -> Line:
        """A line to a table, running; Refusal if there is no such table."""
        table = await self.hall.table(table_id)
        asked = Asked("GET", [], query, query.get("lang", "en"))
        caller = owner(table.row, asked.lang)
        seat = asked.number("seat")
        may_follow(table, caller, seat)
        return Line(self.hall.keep(table), caller, seat, query.get("fair") == "2", post)


def _version() -> str:
    with contextlib.suppress(PackageNotFoundError):
        return version("filon")
    return ""
