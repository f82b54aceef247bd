"""What can be seen of a table: whom it waits for, and what each seat has before it."""

from collections.abc import Sequence

from filon.core.errors import Refusal
from filon.core.events import SPECTATOR
from filon.core.game import CHANCE, State
from filon.core.spec import Seen, Spec, View
from filon.table.clock import Clock
from filon.table.match.header import Header
from filon.table.match.match import Match
from filon.table.match.outlook import Can, Guide, Outlook, Waiting
from filon.table.match.pace import PACES, Pace
from filon.table.match.sealed import Hold
from filon.table.match.seating import Row


class Sight:
    """A table as it stands in this process; nothing here changes it or waits."""

    def __init__(self, clock: Clock, row: Row, header: Header) -> None:
        self.clock = clock
        self.row = row
        self.header = header  # of the present match
        self.match: Match | None = None
        self.next_header: Header | None = None  # when over: of a rematch
        self.held: dict[int, Hold] = {}
        self.since = clock.steady()  # when the present version began
        self.read_to = -1  # the last step of a guided game whose text was read
        self._thrower: tuple[int, int | None] = (-1, None)

    @property
    def spec(self) -> Spec:
        """The game's rules."""
        return self.row.spec

    @property
    def pace(self) -> Pace:
        """How long to wait before going on alone."""
        return PACES[self.row.pace]

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

    def in_play(self) -> Match:
        """The match; Refusal unless it is being played."""
        match = self.running()
        if self.row.phase != "playing":
            raise Refusal("table_closed" if self.row.phase == "closed" else "not_playing")
        return match

    def acting(self, seat: int, v: int, match_number: int | None) -> Match:
        """The match; Refusal unless a person at this seat may act on this version of it."""
        match = self.in_play()
        self.row.seat(seat)
        if match_number not in (None, self.row.match_number) or v != match.v:
            raise Refusal("stale", v=match.v)
        if self.level(seat):
            raise Refusal("bot_plays")
        return match

    def thrower(self) -> int | None:
        """At chance: the seat whose turn the draw opens."""
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

    def throw_delay(self) -> float:
        """Seconds until the chance step that waits is drawn anyway."""
        thrower = self.thrower()
        persons = [seat for seat in range(len(self.row.seats)) if not self.level(seat)]
        alone = not persons if thrower is None else bool(self.level(thrower))
        alone = alone or self.guided()  # what waits for the learner's hand never comes here
        wait = self.pace.bot_throw if alone else self.pace.throw
        return max(0.0, self.since + wait - self.clock.steady())

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
        if self.reading() or self.guided():
            asked = [match.script.seat] if match.script and match.asks_throw() else []
            return Waiting(kind="chance", seats=asked, ready=[], due=None)
        thrower = self.thrower()
        hands = range(len(self.row.seats)) if thrower is None else [thrower]
        seats = [seat for seat in hands if not self.level(seat)]
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
