"""A table: who sits at it and the match on it, kept in the store.

Everything is stored first and told afterwards. No process owns a table: whoever loses a race
for the next version reads again. The lock is taken by every public coroutine and by nobody else;
what begins with an underscore expects it to be held.
"""

from collections.abc import Sequence
from dataclasses import replace

from filon.core.errors import Refusal
from filon.core.game import CHANCE
from filon.match import beginning, claim, seating
from filon.match.chat import Word, WordKind, allowed, clean_text
from filon.match.entry import CLOCK, PERSON, Entry, Kind, bot
from filon.match.header import Header, match_id, prepared
from filon.match.match import Match
from filon.match.position import Draft
from filon.match.result import results
from filon.match.sealed import Hold
from filon.match.seating import Row
from filon.store.contract import Conflict
from filon.tables.arranging import Arranging
from filon.tables.chat import Talk
from filon.tables.hints import Advising
from filon.tables.services import Services

UNMOVED = ("return", "pause", "resume", "end")  # entries that leave sealed choices where they are


class Table(Arranging):
    """One table in this process; every public coroutine either changes it or raises Refusal."""

    def __init__(self, services: Services, row: Row, header: Header) -> None:
        super().__init__(services.clock, row, header, services.bounds, services.store)
        self.services = services
        self.talk = Talk(services.store, row.id)
        self.advising = Advising(services.brain, services.secret)
        self.host_seen = services.clock.steady()
        self.host_told = services.clock.steady() - 3600

    @property
    def shared(self) -> bool:
        """Whether other processes serve this table, too."""
        return self.services.bus.shared

    @property
    def busy(self) -> bool:
        """Whether something is being changed at this moment."""
        return self._lock.locked()

    # ---- talking -------------------------------------------------------------------------------

    async def say(self, seat: int, kind: WordKind, text: str) -> None:
        """What the person of a seat says; nothing of it touches the match. Refusal `talk_off`."""
        seating.still_open(self.row)
        allowed(self.row.settings.talk, kind)
        who, v = self.row.seat(seat), -1 if self.match is None else self.match.v
        line = clean_text(text) if kind == "text" else text
        moment = (self.clock.now(), self.row.match_number, max(v, 0))
        await self.talk.say(Word(0, *moment, seat, who.name, kind, line, who.device))
        self._spoken()
        await self.services.bus.tell(talk_topic(self.row.id), self.services.listener)

    async def listen(self) -> None:
        """Read what others have said, and tell whoever watches."""
        before = self.talk.last
        await self.talk.refresh()
        if self.talk.last != before:
            self._spoken()

    # ---- acting: a person's seat, on the version it saw ---------------------------------------

    async def take(self, seat: int, v: int, match_number: int | None, texts: Sequence[str]) -> None:
        """One choice of one seat: all its steps or none."""
        async with self._lock:
            v = await self._back(seat, v)
            match = self.acting(seat, v, match_number)
            expected = match.expected()
            if expected and [" ".join(text.split()) for text in texts] != expected[: len(texts)]:
                match.choose(seat, texts, PERSON, 0)  # an illegal one keeps its own reason
                raise Refusal("guided_expected", expected=", ".join(expected))
            await self._choice(match, seat, texts, PERSON)

    async def throw(self, seat: int, v: int, match_number: int | None) -> None:
        """Draw the chance step that waits for this seat's hand, or for nobody's."""
        await self._agree_anew()
        async with self._lock:
            v = await self._back(seat, v)
            match = self.acting(seat, v, match_number)
            if match.state.actor() != CHANCE:
                raise Refusal("no_chance")
            if self.reading() or self.guided():
                asked = seat in self.waiting().seats
            else:
                asked = self.thrower() in (None, seat)
            if not asked:
                raise Refusal("not_your_turn")
            await self._append(match.draw(PERSON, self.clock.now()))

    async def read(self, seat: int, v: int, match_number: int | None) -> None:
        """The reader of a guided game goes on: what its text told of may happen now."""
        async with self._lock:
            match = self.running()
            if match_number not in (None, self.row.match_number) or v != match.v:
                raise Refusal("stale", v=match.v)
            if match.script is None:
                raise Refusal("no_guided", game=self.row.game)
            self.read_to = match.n
            self._changed()

    async def advice(self, seat: int, v: int, match_number: int | None) -> str:
        """The best steps of a seat that is asked, as JSON; nothing waits for it. `no_hint`."""
        return await self.advising.hear(self.row, self.acting(seat, v, match_number), seat)

    async def undo(self, seat: int, v: int, match_number: int | None) -> None:
        """Take the last choice back: the seat's own, or another's at the same device."""
        async with self._lock:
            match = self.acting(seat, v, match_number)
            last = self.undoable(seat)
            if self.held:
                raise Refusal("no_undo")
            await self._append(match.undo(seat if last is None else last, self.clock.now()))

    async def withdraw(self, seat: int, v: int, match_number: int | None) -> None:
        """Take a sealed choice back."""
        async with self._lock:
            match = self.acting(seat, v, match_number)
            if not await self.services.store.withdraw(self.header.match_id, match.n, seat):
                raise Refusal("not_held")
            self.held.pop(seat, None)
            await self._tell(stepped=True)

    # A settled game stays settled, and who gives up gives up: a bot that moved at the same moment
    # must not undo the person's word, so these two are asked of the match and not of a version.

    async def finish(self, seat: int, match_number: int | None) -> None:
        """Play a settled game out."""
        await self._agree_anew()
        async with self._lock:
            match = self.acting(seat, None, match_number)
            await self._append(match.finish(self.clock.now()))

    async def resign(self, seat: int, match_number: int | None) -> None:
        """Give up: a bot plays the seat to the end; of two seats the other one has won."""
        async with self._lock:
            self.acting(seat, None, match_number)
            self._unfinished()
            if len(self.row.seats) == 2 and not self.row.script:
                await self._note("end", seat, "resigned")
            else:
                await self._note("resign", seat, self.stand_in)

    # ---- how long to wait: nothing is stored, and a version that passed is no fault -------------

    def hurry(self, seat: int) -> None:
        """This seat waits for nothing: its undo is given up, and alone with bots they go on."""
        match = self.in_play()
        if self.undoable(seat) is not None:
            self._waved = match.v
        waiting = self.waiting()
        asked = [seat for seat in waiting.seats if seat not in waiting.ready]
        if self.alone() and not any(not self.level(seat) for seat in asked):
            self.hurried = True
        self._changed()

    def thinks(self, share: int) -> None:
        """A bot begins to think, with this percentage of its level's budget."""
        if share != self.budget:
            self.budget = share
            self._changed()

    # ---- going on by itself: done only if nothing changed meanwhile ----------------------------

    async def draw(self, v: int) -> None:
        """Draw the chance step of this version, since nobody throws."""
        await self._agree_anew()
        async with self._lock:
            match = self.running()
            if match.v == v and self.row.phase == "playing":
                await self._append(match.draw(CLOCK, self.clock.now()))

    async def bot_takes(self, match: Match, v: int, seat: int, level: str, text: str) -> None:
        """The step a bot of this level thought of when the match was at v."""
        async with self._lock:
            # Meanwhile a person may have undone, come back or closed the table.
            now = (self.match, match.v, self.level(seat), self.row.phase)
            if now == (match, v, level, "playing"):
                await self._choice(match, seat, [text], bot(level))

    async def refresh(self) -> None:
        """Read again what others may have written."""
        async with self._lock:
            await self._reread()
            if self.talk.read:
                await self.talk.refresh()
            row = claim.heard(self.row, self.here)
            if row != self.row:  # another process asks whom this one can tell
                await self._save(row)
                await self._tell()

    async def follow(self) -> None:
        """Read the steps that others took, and nothing else: all other changes are told apart."""
        async with self._lock:
            match = self.match
            if match is None or not self.header.settled or self.row.phase != "playing":
                await self._reread()
                return
            entries = await self.services.store.entries(self.header.match_id, match.v)
            if not entries:
                return  # read already
            match.absorb(entries)
            self._drop_held()
            self._moved()
            if match.state.sealed():
                await self._read_held()
            await self._settle()
            self._changed(stepped=all(entry.kind in ("step", "undo") for entry in entries))

    # ---- reading the store ---------------------------------------------------------------------

    @classmethod
    async def load(cls, services: Services, table_id: str) -> "Table":
        """A stored table; Refusal `no_table` if there is none."""
        row = await services.store.row(table_id)
        header = await services.store.header(match_id(row.id, row.match_number)) if row else None
        if row is None or header is None:
            raise Refusal("no_table")
        loaded = cls(services, row, header)
        async with loaded._lock:
            await loaded._read_match()
        return loaded

    async def _reread(self) -> None:
        row = await self.services.store.row(self.row.id)
        if row is None:
            return
        another = row.match_number != self.row.match_number
        if another or self.match is None or not self.header.settled:
            header = await self.services.store.header(match_id(row.id, row.match_number))
            if header is not None and (another or header != self.header):
                self.header, self.match, self.row = header, None, row
        await self._read_match(row)
        self._changed()

    async def _read_match(self, row: Row | None = None) -> None:
        """Read the steps that are new; a new row counts from the moment they are there.

        Else whoever looks meanwhile would see a game that is over and lacks its end.
        """
        if self.match is None and self.header.setup is not None:
            luck = self.services.luck(self.header) if self.services.luck else None
            self.match = Match(self.header, luck)
            self._moved()
        entries: list[Entry] = []
        if self.match is not None:
            entries = await self.services.store.entries(self.header.match_id, self.match.v)
        self.row = row or self.row
        if self.match is None:
            return
        await self._read_times()
        if entries:
            self.match.absorb(entries)
            self._drop_held()
            self._moved()
        await self._read_held()
        await self._settle()
        if self.row.phase == "over" and self.next_header is None:
            self.next_header = await self.services.store.header(
                match_id(self.row.id, self.row.match_number + 1)
            )

    async def _read_held(self) -> None:
        """The sealed choices of the open phase, exchanged at once: who looks meanwhile sees all."""
        match = self.running()
        if match.state.sealed():
            holds = await self.services.store.holds(self.header.match_id)
            self.held = {hold.seat: hold for hold in holds if hold.n == match.n}
        else:
            self.held = {}

    def _drop_held(self) -> None:
        """The match went on: choices of a phase that is over wait no longer, others stay."""
        if not self.held:
            return
        n = self.running().n
        self.held = {seat: hold for seat, hold in self.held.items() if hold.n == n}

    # ---- storing, then telling -----------------------------------------------------------------

    async def _choice(self, match: Match, seat: int, texts: Sequence[str], by: str) -> None:
        if match.state.sealed() and seat in match.state.actors():
            await self._hold(match, seat, match.check_sealed(seat, texts), by)
        else:
            await self._append(match.choose(seat, texts, by, self.clock.now()))

    async def _back(self, seat: int, v: int) -> int:
        """Whoever acts has their seat back from the bot that stood in; the version to act on."""
        match = self.match
        stands = match is not None and seat in match.stand_ins and seat not in match.resigned
        if match is None or not stands or v != match.v or self.row.phase != "playing":
            return v
        await self._note("return", seat, "")
        return match.v

    async def _note(self, kind: Kind, seat: int, level: str, by: str = PERSON) -> None:
        match = self.running()
        if seat in self.held and kind not in UNMOVED:
            await self.services.store.withdraw(self.header.match_id, match.n, seat)
            self.held = {one: hold for one, hold in self.held.items() if one != seat}
        await self._append(match.note(kind, seat, level, self.clock.now(), by))

    async def _append(self, draft: Draft) -> None:
        """Store a draft, then show it; Refusal `stale` if somebody else was first."""
        match = self.running()
        try:
            await self.services.store.append(self.header.match_id, draft.entries)
        except Conflict:
            await self._reread()
            raise Refusal("stale", v=match.v) from None
        match.adopt(draft)
        await self._grown(stepped=draft.entries[0].kind in ("step", "undo"))

    async def _hold(self, match: Match, seat: int, notation: str, by: str) -> None:
        """Store a sealed choice; the last one opens them all."""
        hold = Hold(self.header.match_id, match.n, seat, notation, by)
        try:
            entries = await self.services.store.hold(
                hold, match.state.actors(), match.v, self.clock.now()
            )
        except Conflict:
            await self._reread()
            raise Refusal("stale", v=match.v) from None
        if entries:
            match.absorb(entries)
            await self._grown(stepped=True)
        else:  # what others hold at another process the bus tells
            self.held = self.held | {seat: hold}
            await self._tell(stepped=True)

    async def _grown(self, stepped: bool) -> None:
        self._drop_held()  # of a phase that begins now nobody can have chosen yet
        self._moved()
        await self._settle()
        if not stepped or self.running().over:
            await self._tell(stepped)
        else:
            self._changed(stepped)
            await self.services.bus.tell(step_topic(self.row.id), self.services.listener)

    async def _begin(self, row: Row, header: Header) -> None:
        await self._save(row, header)
        self.header, self.match, self.next_header, self.held = header, None, None, {}
        await self._begin_clock()
        await self._read_match()
        await self._tell()

    async def _save(self, row: Row, header: Header | None = None) -> None:
        """Store the table's next revision; Refusal `busy_table` if somebody else was first."""
        if row.phase != "closed" and beginning.fixed(row) != beginning.fixed(self.row):
            self.agreeing.free()  # what a start froze stays
        self._fork_stays(row)
        row = replace(row, rev=self.row.rev + 1, changed=self.clock.now())
        try:
            await self.services.store.save(row, header)
        except Conflict:
            await self._reread()
            raise Refusal("busy_table") from None
        self.row = row

    def _fork_stays(self, row: Row) -> None:
        """Refusal `fork_fixed`: how many play, and by which options, its parent has decided."""
        if self.header.origin is None or row.phase != "waiting":
            return
        if len(row.seats) != len(self.row.seats) or row.options != self.row.options:
            raise Refusal("fork_fixed")

    async def _settle(self) -> None:
        """When the game is over the table says so, and commits to the dice of a rematch."""
        if self.row.phase != "playing" or not self.running().over:
            return
        row = replace(self.row, phase="over", rev=self.row.rev + 1, changed=self.clock.now())
        following = prepared(self.row.id, self.row.match_number + 1)
        try:
            await self._remember()
            await self.services.store.save(row, following)
            self.row, self.next_header = row, following
        except Conflict:  # another process did it
            self.row = await self.services.store.row(self.row.id) or self.row

    async def _remember(self) -> None:
        """Keep how the match ended for each seat; written before it is over, and once."""
        ended = results(self.row, self.running(), self.clock.now())
        await self.services.store.add_results(ended)

    async def _tell(self, stepped: bool = False) -> None:
        self._changed(stepped)
        await self.services.bus.tell(self.row.id, self.services.listener)


def talk_topic(table_id: str) -> str:
    """What the bus carries when somebody spoke: the others need not read the game again."""
    return f"{table_id} talk"


def step_topic(table_id: str) -> str:
    """What the bus carries when the game went on and nothing else changed."""
    return f"{table_id} step"
