"""Whom a table waits for, and how long it waits before it goes on by itself (ADR 15)."""

from typing import TYPE_CHECKING

from filon.core.game import CHANCE, OVER, State
from filon.match.entry import CHANCE_SEAT, PERSON
from filon.match.outlook import Waiting
from filon.match.pace import PACES, Pace
from filon.tables.services import Services

if TYPE_CHECKING:
    from filon.tables.table import Table


class Pacing:
    """The pace of one table, as this process knows it; nothing of it is stored."""

    def __init__(self, table: "Table", services: Services) -> None:
        self._table = table
        self._clock = services.clock
        self.bounds = services.bounds
        self.since = services.clock.steady()  # when the present version began
        self.run = self.since  # when the others began to be busy: a person had acted before
        self.budget = 100  # percent of its level's budget that the last bot had
        self.hurried = False  # a person alone with bots wants them done
        self._read_to = -1  # the last step of a guided game whose text was read
        self._shown = (-1, 0.0)  # a version, and when the page of its thrower had shown it
        self._no_undo = -1  # a version whose undo its person gives up
        self._thrower: tuple[int, int | None] = (-1, None)  # of a version

    @property
    def pace(self) -> Pace:
        """How long to wait before going on alone."""
        return PACES[self._table.row.settings.pace]

    # ---- whom the table waits for --------------------------------------------------------------

    def waiting(self, state: State | None = None) -> Waiting:
        """Whom the game waits for, in the present position or in one that is looked at."""
        match = self._table.running()
        shown = match.state if state is None else state
        if match.over or shown.actor() == OVER:
            return Waiting(kind="over", seats=[], ready=[], due=None)
        choosing = sorted(shown.actors())
        if shown.sealed():
            ready = [seat for seat in choosing if seat in self._table.held]
            return Waiting(kind="sealed", seats=choosing, ready=ready, due=None)
        if choosing:
            return Waiting(kind="seat", seats=choosing, ready=[], due=None)
        if state is not None:
            return Waiting(kind="chance", seats=[], ready=[], due=None)
        if self.reading() or self.guided():
            seats = [match.script.seat] if match.script and match.asks_throw() else []
            return Waiting(kind="chance", seats=seats, ready=[], due=None, hand=self.thrower())
        thrower = self.thrower()
        seats = [] if thrower is None or self._table.seats.level(thrower) else [thrower]
        delay = self.throw_delay()
        due = None if delay is None else round(1000 * delay)
        return Waiting(kind="chance", seats=seats, ready=[], due=due, hand=thrower)

    def thrower(self) -> int | None:
        """At chance: the seat whose hand throws; None for chance without a hand."""
        match = self._table.running()
        if self._thrower[0] != match.v:
            self._thrower = (match.v, match.thrower())
        return self._thrower[1]

    def reading(self) -> bool:
        """Whether a guided game's text stands and its reader has not gone on."""
        match = self._table.match
        script = None if match is None else match.script
        n = self._table.running().n
        return script is not None and n in script.say and self._read_to < n

    def guided(self) -> bool:
        """Whether the record of a guided game says what happens now."""
        match = self._table.running()
        return match.script is not None and match.n < len(match.script.steps)

    def alone(self) -> bool:
        """Whether all people of this table sit at one device: no other person is kept waiting."""
        seats, level = self._table.row.seats, self._table.seats.level
        return len({who.device for seat, who in enumerate(seats) if not level(seat)}) == 1

    def undoable(self, seat: int) -> int | None:
        """Whose last choice this seat may take back: its own, or another's at its own device."""
        match = self._table.running()
        if self._table.held:
            return None  # a seat has chosen since
        last = match.steps[-1].seat if match.steps else CHANCE_SEAT
        if last == CHANCE_SEAT or self._table.seats.level(last) or not match.undoable(last):
            return None
        seats = self._table.row.seats
        here, there = seats[seat].device, seats[last].device
        return last if last == seat or (here and here == there) else None

    # ---- how long ------------------------------------------------------------------------------

    def throw_delay(self) -> float | None:
        """Seconds until the chance step that waits is drawn anyway; None: never."""
        thrower = self.thrower()
        if thrower is None:
            return self.rest(self.pace.draw)
        # What the learner's own hand throws in a guided game is asked for elsewhere.
        if self._table.seats.level(thrower) or self.guided():
            return self.rest(self.pace.bot_throw)
        end = self.deadline()
        return None if end is None else max(0.0, end - self._clock.steady())

    def deadline(self) -> float | None:
        """By the clock: when a person's own throw is drawn for them; None: never."""
        match, row = self._table.running(), self._table.row
        if match.state.actor() != CHANCE or match.over or match.paused or row.script:
            return None
        if self.alone():
            return None
        thrower = self.thrower()
        if thrower is None or self._table.seats.level(thrower) or row.settings.clock == "days":
            return None
        v, at = self._shown
        ready = self.since + self.bounds.quiet  # a page that says nothing, or says it late
        if v == match.v:
            ready = min(ready, at)
        return ready + self.bounds.throw

    def rest(self, wait: float) -> float:
        """Seconds until a bot, or chance without a hand, goes on, if it takes so long a time."""
        now, level = self._clock.steady(), self._table.seats.level
        people = any(not level(seat) for seat in range(len(self._table.row.seats)))
        if self.hurried or (people and now - self.run > self.pace.run):
            wait = 0.0
        return max(0.0, self.since + max(wait, self._undo_wait()) - now)

    def _undo_wait(self) -> float:
        """Seconds, from the present version on, that are left to a person who may undo."""
        match = self._table.running()
        if self.hurried or self._no_undo == match.v or not match.steps:
            return 0.0
        seat = match.steps[-1].seat
        mine = seat != CHANCE_SEAT and self.undoable(seat) is not None
        return self.pace.undo if mine else 0.0

    # ---- what people and bots say about it; a version that passed is no fault ------------------

    def moved(self) -> None:
        """A new version begins; what a person did begins a new run of the others."""
        self.since = self._clock.steady()
        match = self._table.running()
        if not match.entries or match.entries[-1].by == PERSON:
            self.run = self.since + self._undo_wait()

    def has_shown(self, seat: int, v: int) -> None:
        """The page of the thrower has shown what came before: its time begins."""
        if v != self._shown[0] and seat == self.thrower():
            self._shown = (v, self._clock.steady())
            self._table.presence.publish()

    def has_read(self, n: int) -> None:
        """The text before this step of a guided game was read."""
        self._read_to = n
        self._table.presence.publish()

    def hurry(self, seat: int) -> None:
        """This seat waits for nothing: its undo is given up, and alone with bots they go on."""
        match = self._table.in_play()
        if self.undoable(seat) is not None:
            self._no_undo = match.v
        waiting, level = self.waiting(), self._table.seats.level
        others = [seat for seat in waiting.seats if seat not in waiting.ready]
        if self.alone() and not any(not level(seat) for seat in others):
            self.hurried = True
        self._table.presence.publish()

    def calm_down(self) -> None:
        """A person is asked again: the next bots take their time."""
        self.hurried = False

    def thinks(self, share: int) -> None:
        """A bot begins to think, with this percentage of its level's budget."""
        if share != self.budget:
            self.budget = share
            self._table.presence.publish()
