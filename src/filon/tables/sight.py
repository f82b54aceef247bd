"""What can be seen of a table: whom it waits for, how long, and what each seat has before it."""

from collections.abc import Sequence

from filon.core.errors import Refusal
from filon.core.events import SPECTATOR
from filon.core.game import CHANCE, OVER, State
from filon.core.spec import Seen, Spec, View
from filon.match.beginning import card
from filon.match.entry import CHANCE_SEAT, PERSON
from filon.match.header import Header
from filon.match.match import Match
from filon.match.outlook import Guide, Outlook, Waiting, can
from filon.match.pace import BOUNDS, PACES, Bounds, Pace
from filon.match.sealed import Hold
from filon.match.seating import Row
from filon.tables import spectators
from filon.tables.time_source import Clock


class Sight:
    """A table as it stands in this process; nothing here changes it or waits."""

    def __init__(self, clock: Clock, row: Row, header: Header, bounds: Bounds = BOUNDS) -> None:
        self.clock = clock
        self.bounds = bounds
        self.row = row
        self.header = header  # of the present match
        self.match: Match | None = None
        self.next_header: Header | None = None  # when over: of a rematch
        self.held: dict[int, Hold] = {}
        self.since = clock.steady()  # when the present version began
        self.budget = 100  # percent of its level's budget the last bot had that thought
        self.read_to = -1  # the last step of a guided game whose text was read
        self.run = self.since  # when the others began to be busy: a person had acted before
        self.hurried = False  # a person alone with bots wants them done
        self._shown = (-1, 0.0)  # a version, and when the page of its thrower had shown it
        self._waved = -1  # a version whose undo its person gives up
        self._thrower: tuple[int, int | None] = (-1, None)
        self._open: tuple[Match, int, Seen] | None = None  # a version everyone sees alike
        self._settled: tuple[Match, int, bool] | None = None  # a version, and whether it is decided
        self._gallery = spectators.Gallery()

    @property
    def spec(self) -> Spec:
        """The card of the edition that the present match is played by."""
        return card(self.row, self.header)

    @property
    def pace(self) -> Pace:
        """How long to wait before going on alone."""
        return PACES[self.row.settings.pace]

    def level(self, seat: int) -> str:
        """The bot that plays a seat now; empty: a person does."""
        if self.match is not None and seat in self.match.stand_ins:
            return self.match.stand_ins[seat]
        return self.row.seats[seat].level if self.row.seats[seat].kind == "bot" else ""

    def running(self) -> Match:
        """The match; Refusal unless one has begun."""
        if self.match is None:
            raise Refusal("table_closed" if self.row.phase == "closed" else "not_playing")
        return self.match

    def match_for(self, seat: int | None) -> Match:
        """The match as a seat has it, or as spectators do: perhaps some steps behind."""
        match = self.running()
        late = seat is None and self.row.phase == "playing"
        return self._gallery.behind(match, self.row.settings.delay) if late else match

    def behind(self) -> bool:
        """Whether spectators have another match than the seats now."""
        return self.match is not None and self.match_for(None) is not self.match

    def late_notes(self) -> int:
        """Changes with who plays for whom, as spectators who are behind have it."""
        if self.match is None or not self.row.settings.delay:
            return 0
        past = self.match_for(None)
        return hash((frozenset(past.stand_ins.items()), frozenset(past.resigned)))

    def in_play(self) -> Match:
        """The match; Refusal unless it is being played."""
        match = self.running()
        if self.row.phase != "playing":
            raise Refusal("table_closed" if self.row.phase == "closed" else "not_playing")
        return match

    def acting(self, seat: int, v: int | None, match_number: int | None) -> Match:
        """The match; Refusal unless a person at this seat may act on this version of it.

        None where the version does not matter.
        """
        match = self.in_play()
        self.row.seat(seat)
        if match_number not in (None, self.row.match_number) or v not in (None, match.v):
            raise Refusal("stale", v=match.v)
        if self.level(seat):
            raise Refusal("bot_plays")
        if match.paused:
            raise Refusal("paused")
        return match

    def thrower(self) -> int | None:
        """At chance: the seat whose hand throws; None if it is nobody's."""
        match = self.running()
        if self._thrower[0] != match.v:
            self._thrower = (match.v, match.thrower())
        return self._thrower[1]

    def reading(self) -> bool:
        """Whether a guided game's text stands and its reader has not gone on."""
        script = None if self.match is None else self.match.script
        n = self.running().n
        return script is not None and n in script.say and self.read_to < n

    def guided(self) -> bool:
        """Whether the record of a guided game says what happens now."""
        match = self.running()
        return match.script is not None and match.n < len(match.script.steps)

    def alone(self) -> bool:
        """Whether all people of this table sit at one device: nobody else is kept waiting."""
        people = {who.device for seat, who in enumerate(self.row.seats) if not self.level(seat)}
        return len(people) == 1

    def throw_delay(self) -> float | None:
        """Seconds until the chance step that waits is drawn anyway; None: never (ADR 15)."""
        thrower = self.thrower()
        if thrower is None:
            return self.rest(self.pace.draw)
        if self.level(thrower) or self.guided():  # what the learner's hand throws is asked for
            return self.rest(self.pace.bot_throw)
        end = self.deadline()
        return None if end is None else max(0.0, end - self.clock.steady())

    def deadline(self) -> float | None:
        """By the clock: when a person's own throw is drawn for them; None: never."""
        match = self.running()
        if match.state.actor() != CHANCE or match.over or match.paused or self.row.script:
            return None
        if self.alone():
            return None
        thrower = self.thrower()
        if thrower is None or self.level(thrower) or self.row.settings.clock == "days":
            return None
        v, at = self._shown
        ready = self.since + self.bounds.quiet  # a page that says nothing, or says it late
        if v == match.v:
            ready = min(ready, at)
        return ready + self.bounds.throw

    def rest(self, wait: float) -> float:
        """Seconds until a bot, or chance that is nobody's, goes on, if it takes so long a time."""
        now = self.clock.steady()
        people = any(not self.level(seat) for seat in range(len(self.row.seats)))
        if self.hurried or (people and now - self.run > self.pace.run):
            wait = 0.0
        return max(0.0, self.since + max(wait, self._undo_wait()) - now)

    def undoable(self, seat: int) -> int | None:
        """Whose last choice this seat may take back: its own, or another's at its own device."""
        match = self.running()
        if self.held:
            return None  # somebody has chosen since
        last = match.steps[-1].seat if match.steps else CHANCE_SEAT
        if last == CHANCE_SEAT or self.level(last) or not match.undoable(last):
            return None
        here, there = self.row.seats[seat].device, self.row.seats[last].device
        return last if last == seat or (here and here == there) else None

    def _undo_wait(self) -> float:
        """Seconds, from the present version on, that are left to a person who may undo."""
        match = self.running()
        if self.hurried or self._waved == match.v or not match.steps:
            return 0.0
        seat = match.steps[-1].seat
        mine = seat != CHANCE_SEAT and self.undoable(seat) is not None
        return self.pace.undo if mine else 0.0

    def _moved(self) -> None:
        """A new version begins; what a person did begins a new run of the others."""
        self.since = self.clock.steady()
        match = self.running()
        if not match.entries or match.entries[-1].by == PERSON:
            self.run = self.since + self._undo_wait()

    def waiting(self, state: State | None = None) -> Waiting:
        """Whom the game waits for, in the present position or one looked at."""
        match = self.running()
        shown = match.state if state is None else state
        if match.over or shown.actor() == OVER:
            return Waiting(kind="over", seats=[], ready=[], due=None)
        choosing = sorted(shown.actors())
        if shown.sealed():
            ready = [seat for seat in choosing if seat in self.held]
            return Waiting(kind="sealed", seats=choosing, ready=ready, due=None)
        if choosing:
            return Waiting(kind="seat", seats=choosing, ready=[], due=None)
        if state is not None:
            return Waiting(kind="chance", seats=[], ready=[], due=None)
        if self.reading() or self.guided():
            asked = [match.script.seat] if match.script and match.asks_throw() else []
            return Waiting(kind="chance", seats=asked, ready=[], due=None, hand=self.thrower())
        thrower = self.thrower()
        seats = [] if thrower is None or self.level(thrower) else [thrower]
        delay = self.throw_delay()
        due = None if delay is None else round(1000 * delay)
        return Waiting(kind="chance", seats=seats, ready=[], due=due, hand=thrower)

    def outlook(self, seat: int | None, waiting: Waiting | None = None) -> Outlook:
        """All that may be told to a seat, or to a spectator, about the present version.

        `waiting`: as it is now, if the asker knows.
        """
        match = self.match_for(seat)
        if match is not self.match:
            return spectators.outlook(match)
        waiting = waiting or self.waiting()
        mine = seat is not None and self.row.phase == "playing" and not self.level(seat)
        mine = mine and not match.paused
        act = mine and seat in waiting.seats and waiting.kind in ("seat", "sealed")
        held = self.held.get(seat) if seat is not None else None
        settled = mine and not match.over and self._decided(match)
        may = can(
            act=act,
            throw=mine and waiting.kind == "chance" and seat in waiting.seats,
            undo=mine and seat is not None and self.undoable(seat) is not None,
            finish=settled,
            withdraw=mine and held is not None,
            resign=mine and not match.over,
        )
        view = self._sees(match, seat)
        legal = match.legal(seat) if act else []
        return Outlook(
            seat,
            match.v,
            match.n,
            view,
            legal,
            waiting,
            may,
            held.notation if held else None,
            self._guide(match),
        )

    def _sees(self, match: Match, seat: int | None) -> Seen:
        """The seat's view; where nothing is hidden it is made once for all."""
        if match.spec.hidden:
            return match.spec.view(match.state, SPECTATOR if seat is None else seat)
        if self._open is None or self._open[0] is not match or self._open[1] != match.v:
            self._open = (match, match.v, match.spec.view(match.state, SPECTATOR))
        return self._open[2]

    def _decided(self, match: Match) -> bool:
        """Whether nothing can change who wins; found out once a version."""
        if self._settled is None or self._settled[0] is not match or self._settled[1] != match.v:
            self._settled = (match, match.v, match.state.settled())
        return self._settled[2]

    def _guide(self, match: Match) -> Guide | None:
        script = match.script
        if script is None or not (self.guided() or self.reading()):
            return None
        said = script.say.get(match.n, ())
        return Guide(
            say=said[0] if said else None,
            expected=match.expected(),
            step=match.n,
            of=len(script.steps),
            path=list(script.path),
            at=script.heard(match.n) - 1,
            fresh=len(said),
            reading=self.reading(),
        )

    def look(
        self, seat: int, v: int, match_number: int | None, texts: Sequence[str]
    ) -> tuple[Seen, list[str], list[View], Waiting]:
        """View, legal steps, events and waiting as they would be after unsent steps."""
        match = self.acting(seat, v, match_number)
        state, story = match.look(seat, texts)
        spec = match.spec
        mine = state.actor() == seat
        legal = [spec.layout.text(step) for step in state.legal()] if mine else []
        events = [spec.tell(event) for event in story if event.seen_by(seat)]
        return spec.view(state, seat), legal, events, self.waiting(state)
