"""A table: who sits at it and the match on it, kept in the store, driven by pace and bots.

Everything is stored first and told afterwards. No process owns a table: whoever loses a race
for the next version reads again.
"""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from filon.core.errors import Refusal
from filon.core.events import SPECTATOR, Event
from filon.core.game import CHANCE, State
from filon.core.spec import Seen, Spec, View
from filon.table.brain import Brain
from filon.table.clock import Clock
from filon.table.match.entry import PERSON, Entry, Kind
from filon.table.match.header import Header, match_name
from filon.table.match.luck import Luck
from filon.table.match.match import Match
from filon.table.match.outlook import Can, Guide, Outlook, Waiting
from filon.table.match.pace import PACES, Pace
from filon.table.match.seating import Row
from filon.table.store.bus import Bus, Listener
from filon.table.store.contract import Conflict, Hold, Store

LuckMaker = Callable[[Header], Luck | None]
DEFAULT_LEVEL = "greedy"


@dataclass(frozen=True)
class House:
    """What all tables of one process share; `luck` scripts chance in tests and nowhere else."""

    store: Store
    bus: Bus
    brain: Brain
    clock: Clock
    secret: bytes
    listener: Listener
    luck: LuckMaker | None = None


class Table:
    """One table in this process; every public coroutine either changes it or raises Refusal."""

    def __init__(self, house: House, row: Row, header: Header) -> None:
        self.house = house
        self.row = row
        self.header = header  # of the present match
        self.match: Match | None = None
        self.next_header: Header | None = None  # when over: of a rematch
        self.held: dict[int, Hold] = {}
        self.lock = asyncio.Lock()
        self.watchers: dict[Callable[[], None], str] = {}  # with the session that looks, if any
        self.since = house.clock.steady()  # when the present version began
        self._at = 0
        self._thrower: tuple[int, int | None] = (-1, None)
        self.wake: Callable[[], None] = _nobody  # whoever drives the table puts its own here

    # ---- life ----------------------------------------------------------------------------------

    @classmethod
    async def load(cls, house: House, table: str) -> "Table":
        """A stored table; Refusal `no_table` if there is none."""
        row = await house.store.row(table)
        if row is None:
            raise Refusal("no_table")
        header = await house.store.header(match_name(row.id, row.match))
        if header is None:
            raise Refusal("no_table")
        loaded = cls(house, row, header)
        await loaded._read_match()
        return loaded

    async def refresh(self) -> None:
        """Read again what others may have written."""
        async with self.lock:
            await self._reread()

    async def _reread(self) -> None:
        row = await self.house.store.row(self.row.id)
        if row is None:
            return
        if row.match != self.row.match or (row.phase != self.row.phase and self.match is None):
            header = await self.house.store.header(match_name(row.id, row.match))
            if header is not None:
                self.header, self.match = header, None
        self.row = row
        await self._read_match()
        self.changed()

    async def _read_match(self) -> None:
        if self.match is None and self.header.players:
            luck = self.house.luck(self.header) if self.house.luck else None
            self.match = Match(self.header, luck)
            self.since = self.house.clock.steady()
        if self.match is None:
            return
        entries = await self.house.store.entries(self.header.match, self.match.v)
        if entries:
            self.match.absorb(entries)
            self.since = self.house.clock.steady()
        await self._read_held()
        await self._settle()
        if self.row.phase == "over" and self.next_header is None:
            self.next_header = await self.house.store.header(
                match_name(self.row.id, self.row.match + 1)
            )

    async def _read_held(self) -> None:
        """The sealed choices of the open phase; entries that are not steps leave them alone."""
        match = self.running()
        self.held = {}
        if match.sealed():
            holds = await self.house.store.holds(self.header.match)
            self.held = {hold.seat: hold for hold in holds if hold.phase == match.n}

    async def begin(self, header: Header) -> None:
        """The stored header is that of a match that runs now."""
        self.header, self.match, self.next_header, self.held = header, None, None, {}
        await self._read_match()
        self.changed()

    def watch(self, watcher: Callable[[], None], session: str = "") -> None:
        """Call the watcher after every change; a session is shown as being here."""
        self.watchers[watcher] = session
        self.changed()

    def unwatch(self, watcher: Callable[[], None]) -> None:
        """Stop calling it."""
        if self.watchers.pop(watcher, None) is not None:
            self.changed()

    def changed(self) -> None:
        """Wake the driver and tell whoever watches."""
        self.wake()
        for watcher in list(self.watchers):
            watcher()

    def here(self, seat: int) -> bool:
        """Whether the person of a seat is connected (to this process)."""
        session = self.row.seats[seat].session
        return bool(session) and session in self.watchers.values()

    @property
    def spec(self) -> Spec:
        """The game's rules."""
        return self.header.spec()

    @property
    def pace(self) -> Pace:
        """How long to wait before going on alone."""
        return PACES[self.row.pace]

    def level(self, seat: int) -> str:
        """The bot that plays a seat now; empty: a person does."""
        if self.match is not None and seat in self.match.stand_ins:
            return self.match.stand_ins[seat]
        return self.row.seats[seat].level if self.row.seats[seat].kind == "bot" else ""

    # ---- looking -------------------------------------------------------------------------------

    def running(self) -> Match:
        """The match; Refusal unless one has begun."""
        if self.match is None:
            raise Refusal("table_closed" if self.row.phase == "closed" else "not_playing")
        return self.match

    def thrower(self) -> int | None:
        """At chance: the seat whose turn the draw opens."""
        match = self.running()
        if self._thrower[0] != match.v:
            self._thrower = (match.v, match.thrower())
        return self._thrower[1]

    def throw_delay(self) -> float:
        """Seconds until the chance step that waits is drawn anyway."""
        thrower = self.thrower()
        persons = [seat for seat in range(len(self.row.seats)) if not self.level(seat)]
        alone = not persons if thrower is None else bool(self.level(thrower))
        wait = self.pace.bot_throw if alone else self.pace.throw
        return max(0.0, self.since + wait - self.house.clock.steady())

    def waiting(self, state: State | None = None) -> Waiting:
        """Whom the game waits for, in the present position or one looked at."""
        match = self.running()
        shown = match.state if state is None else state
        if match.over or shown.legal() == []:
            return Waiting(kind="over", seats=[], ready=[], due=None)
        sealed = list(match.spec.sealed(shown))
        if sealed:
            ready = [seat for seat in sealed if seat in self.held]
            return Waiting(kind="sealed", seats=sorted(sealed), ready=sorted(ready), due=None)
        if shown.actor() != CHANCE:
            return Waiting(kind="seat", seats=[shown.actor()], ready=[], due=None)
        if state is not None:
            return Waiting(kind="chance", seats=[], ready=[], due=None)
        thrower = self.thrower()
        asked = range(len(self.row.seats)) if thrower is None else [thrower]
        seats = [seat for seat in asked if not self.level(seat)]
        return Waiting(kind="chance", seats=seats, ready=[], due=round(1000 * self.throw_delay()))

    def outlook(self, seat: int | None) -> Outlook:
        """All that may be told to a seat, or to a spectator, about the present version."""
        match = self.running()
        waiting = self.waiting()
        mine = seat is not None and self.row.phase == "playing" and not self.level(seat)
        act = mine and seat in waiting.seats and waiting.kind in ("seat", "sealed")
        held = self.held.get(seat) if seat is not None else None
        settled = mine and not match.over and match.spec.settled(match.state)
        can = Can(
            act=act,
            throw=mine and waiting.kind == "chance" and seat in waiting.seats,
            undo=mine and seat is not None and match.undoable(seat) > 0,
            finish=settled,
            withdraw=mine and held is not None,
            resign=mine and not match.over,
        )
        view = match.spec.view(match.state, SPECTATOR if seat is None else seat)
        legal = match.legal(seat) if act else []
        return Outlook(
            seat,
            match.v,
            match.n,
            view,
            legal,
            waiting,
            can,
            held.notation if held else None,
            self._guide(match),
        )

    def _guide(self, match: Match) -> Guide | None:
        script = match.script
        if script is None or match.n >= len(script.steps):
            return None
        return Guide(
            say=script.say.get(match.n),
            expected=self.expected(),
            step=match.n,
            of=len(script.steps),
        )

    def expected(self) -> list[str]:
        """In a guided game: the run of steps the record has the person take now."""
        match = self.running()
        script = match.script
        run: list[str] = []
        if script is None or match.state.actor() != script.seat:
            return run
        trial = match.state.clone()
        for text in script.steps[match.n :]:
            if trial.actor() != script.seat:
                break
            trial.apply(match.spec.layout.number(text))
            run.append(text)
        return run

    def look(
        self, seat: int, v: int, number: int | None, texts: Sequence[str]
    ) -> tuple[Seen, list[str], list[View], Waiting]:
        """View, legal steps, events and waiting as they would be after unsent steps."""
        match = self._acting(seat, v, number)
        state, story = match.look(seat, texts)
        legal = (
            [match.spec.layout.text(step) for step in state.legal()]
            if state.actor() == seat
            else []
        )
        return match.spec.view(state, seat), legal, _told(match, story, seat), self.waiting(state)

    # ---- acting --------------------------------------------------------------------------------

    async def take(self, seat: int, v: int, number: int | None, texts: Sequence[str]) -> None:
        """One choice of one seat: all its steps or none."""
        async with self.lock:
            match = self._acting(seat, v, number)
            expected = self.expected()
            if expected and [" ".join(text.split()) for text in texts] != expected[: len(texts)]:
                match.choose(seat, texts, PERSON, 0)  # an illegal one keeps its own reason
                raise Refusal("guided_expected", expected=", ".join(expected))
            if seat in match.sealed():
                await self.hold(seat, match.check_sealed(seat, texts), PERSON)
            else:
                await self.append(match.choose(seat, texts, PERSON, self.at()))

    async def throw(self, seat: int, v: int, number: int | None) -> None:
        """Draw the chance step that waits for this seat's hand."""
        async with self.lock:
            match = self._acting(seat, v, number)
            if match.state.actor() != CHANCE:
                raise Refusal("no_chance")
            if seat not in self.waiting().seats:
                raise Refusal("not_your_turn")
            await self.append([match.draw(PERSON, self.at())])

    async def undo(self, seat: int, v: int, number: int | None) -> None:
        """Take the seat's last choice back."""
        async with self.lock:
            match = self._acting(seat, v, number)
            await self.append(match.undo(seat, self.at()))

    async def withdraw(self, seat: int, v: int, number: int | None) -> None:
        """Take a sealed choice back."""
        async with self.lock:
            match = self._acting(seat, v, number)
            gone = await self.house.store.withdraw(self.header.match, match.n, seat)
            if not gone:
                raise Refusal("not_held")
            self.held.pop(seat, None)
            await self._tell()

    async def finish(self, seat: int, v: int, number: int | None) -> None:
        """Play a settled game out."""
        async with self.lock:
            match = self._acting(seat, v, number)
            await self.append(match.finish(self.at()))

    async def resign(self, seat: int, v: int, number: int | None) -> None:
        """A bot plays the seat to the end."""
        async with self.lock:
            match = self._acting(seat, v, number)
            if match.over:
                raise Refusal("not_playing")
            await self._note("resign", seat, DEFAULT_LEVEL)

    async def replace(self, seat: int, level: str) -> None:
        """A bot plays for a person until they come back."""
        async with self.lock:
            match = self._in_play()
            if self.row.seat(seat).kind != "person" or self.level(seat):
                raise Refusal("already")
            if match.over:
                raise Refusal("not_playing")
            await self._note("takeover", seat, level)

    async def give_back(self, seat: int) -> None:
        """The person plays again; a resignation is for good."""
        async with self.lock:
            match = self._in_play()
            self.row.seat(seat)
            if seat not in match.stand_ins or seat in match.resigned:
                raise Refusal("already")
            await self._note("return", seat, "")

    async def _note(self, kind: Kind, seat: int, level: str) -> None:
        if seat in self.held and kind != "return":
            await self.house.store.withdraw(self.header.match, self.running().n, seat)
        await self.append(self.running().note(kind, seat, level, self.at()))

    def _in_play(self) -> Match:
        match = self.running()
        if self.row.phase == "closed":
            raise Refusal("table_closed")
        if self.row.phase != "playing":
            raise Refusal("not_playing")
        return match

    def _acting(self, seat: int, v: int, number: int | None) -> Match:
        match = self._in_play()
        self.row.seat(seat)
        if (number is not None and number != self.row.match) or v != match.v:
            raise Refusal("stale", v=match.v)
        if self.level(seat):
            raise Refusal("bot_plays")
        return match

    # ---- storing -------------------------------------------------------------------------------

    def at(self) -> int:
        """The time for the next entries, later than all before: one choice, one time."""
        self._at = max(self.house.clock.now(), self._at + 1)
        if self.match is not None and self.match.entries:
            self._at = max(self._at, self.match.entries[-1].at + 1)
        return self._at

    async def append(self, entries: Sequence[Entry]) -> None:
        """Store entries, then show them; Refusal `stale` if somebody else was first."""
        match = self.running()
        try:
            await self.house.store.append(self.header.match, entries)
        except Conflict:
            await self._reread()
            raise Refusal("stale", v=match.v) from None
        await self._grown(entries)

    async def hold(self, seat: int, notation: str, by: str) -> None:
        """Store a sealed choice; the last one opens them all."""
        match = self.running()
        hold = Hold(self.header.match, match.n, seat, notation, by)
        try:
            entries = await self.house.store.hold(hold, match.sealed(), match.v, self.at())
        except Conflict:
            await self._reread()
            raise Refusal("stale", v=match.v) from None
        if entries:
            await self._grown(entries)
        else:
            await self._read_held()
            await self._tell()

    async def save(self, row: Row, header: Header | None = None) -> None:
        """Store the table's next revision; Refusal `busy_table` if somebody else was first."""
        row = replace(row, rev=self.row.rev + 1, changed=self.house.clock.now())
        try:
            await self.house.store.save(row, header)
        except Conflict:
            await self._reread()
            raise Refusal("busy_table") from None
        self.row = row
        await self._tell()

    async def _grown(self, entries: Sequence[Entry]) -> None:
        self.running().absorb(entries)
        await self._read_held()
        self.since = self.house.clock.steady()
        await self._settle()
        await self._tell()

    async def _settle(self) -> None:
        """When the game is over the table says so, and commits to the dice of a rematch."""
        if self.row.phase != "playing" or not self.running().over:
            return
        row = replace(self.row, phase="over", rev=self.row.rev + 1, changed=self.house.clock.now())
        following = self.new_header(self.row.match + 1)
        try:
            await self.house.store.save(row, following)
            self.row, self.next_header = row, following
        except Conflict:  # another process did it
            self.row = await self.house.store.row(self.row.id) or self.row

    def new_header(self, number: int) -> Header:
        """A match that has not begun, with a seed of its own."""
        return fresh_header(self.row.id, number, self.row.game)

    async def _tell(self) -> None:
        self.changed()
        await self.house.bus.tell(self.row.id, self.house.listener)


def _nobody() -> None:
    """Nobody drives this table."""


def fresh_header(table: str, number: int, game: str) -> Header:
    """A match that has not begun: its name and a secret seed."""
    return Header(match_name(table, number), secrets.token_bytes(32), game)


def _told(match: Match, story: Sequence[Event], seat: int) -> list[View]:
    return [match.spec.tell(event) for event in story if event.seen_by(seat)]
