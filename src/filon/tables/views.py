"""What each seat and each spectator may see of a table; nothing here changes it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from filon.core.events import SPECTATOR
from filon.core.spec import Seen, Spec, View
from filon.match.beginning import card
from filon.match.match import Match
from filon.match.outlook import Guide, Outlook, Waiting, can
from filon.tables.spectators import SpectatorDelay, delayed_outlook

if TYPE_CHECKING:
    from filon.tables.table import Table


class Views:
    """Makes the views of one table."""

    def __init__(self, table: "Table") -> None:
        self._table = table
        self._delay = SpectatorDelay()
        self._open: tuple[Match, int, Seen] | None = None  # a version everyone sees alike
        self._settled: tuple[Match, int, bool] | None = None  # a version, and whether it is decided

    @property
    def spec(self) -> Spec:
        """The card of the edition that the present match is played by."""
        return card(self._table.row, self._table.header)

    def match_for(self, seat: int | None) -> Match:
        """The match as a seat has it, or as spectators do: perhaps some steps behind."""
        match, row = self._table.running(), self._table.row
        late = seat is None and row.phase == "playing"
        return self._delay.behind(match, row.settings.delay) if late else match

    def behind(self) -> bool:
        """Whether spectators have another match than the seats now."""
        return self._table.match is not None and self.match_for(None) is not self._table.match

    def late_notes(self) -> int:
        """Changes with who plays for whom, as spectators who are behind have it."""
        if self._table.match is None or not self._table.row.settings.delay:
            return 0
        past = self.match_for(None)
        return hash((frozenset(past.stand_ins.items()), frozenset(past.resigned)))

    def outlook(self, seat: int | None, waiting: Waiting | None = None) -> Outlook:
        """All that a seat, or a spectator, may know about the present version.

        `waiting`: as it is now, if the caller knows.
        """
        table = self._table
        match = self.match_for(seat)
        if match is not table.match:
            return delayed_outlook(match)
        waiting = waiting or table.pacing.waiting()
        mine = seat is not None and table.row.phase == "playing" and not table.seats.level(seat)
        mine = mine and not match.paused
        act = mine and seat in waiting.seats and waiting.kind in ("seat", "sealed")
        held = table.held.get(seat) if seat is not None else None
        settled = mine and not match.over and self._decided(match)
        may = can(
            act=act,
            throw=mine and waiting.kind == "chance" and seat in waiting.seats,
            undo=mine and seat is not None and table.pacing.undoable(seat) is not None,
            finish=settled,
            withdraw=mine and held is not None,
            resign=mine and not match.over,
        )
        view = self._view(match, seat)
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

    def look(
        self, seat: int, v: int, match_number: int | None, notations: Sequence[str]
    ) -> tuple[Seen, list[str], list[View], Waiting]:
        """View, legal steps, events and waiting as they would be after unsent steps."""
        match = self._table.play.acting(seat, v, match_number)
        state, story = match.look(seat, notations)
        spec = match.spec
        mine = state.actor() == seat
        legal = [spec.layout.text(step) for step in state.legal()] if mine else []
        events = [spec.tell(event) for event in story if event.seen_by(seat)]
        return spec.view(state, seat), legal, events, self._table.pacing.waiting(state)

    def _view(self, match: Match, seat: int | None) -> Seen:
        """The seat's view; where nothing is hidden it is made once for all."""
        if match.spec.hidden:
            return match.spec.view(match.state, SPECTATOR if seat is None else seat)
        if self._open is None or self._open[0] is not match or self._open[1] != match.v:
            self._open = (match, match.v, match.spec.view(match.state, SPECTATOR))
        return self._open[2]

    def _decided(self, match: Match) -> bool:
        """Whether nothing can change who wins; computed once a version."""
        if self._settled is None or self._settled[0] is not match or self._settled[1] != match.v:
            self._settled = (match, match.v, match.state.settled())
        return self._settled[2]

    def _guide(self, match: Match) -> Guide | None:
        script, pacing = match.script, self._table.pacing
        if script is None or not (pacing.guided() or pacing.reading()):
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
            reading=pacing.reading(),
        )
