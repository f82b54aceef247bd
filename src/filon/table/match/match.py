"""A match in memory: its journal, the position it leads to, and what may be written next.

It does no I/O: whoever wants to change it asks for entries, stores them, and lets it absorb them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from filon.core.errors import Refusal
from filon.core.events import SPECTATOR, Event
from filon.core.game import CHANCE, OVER, IllegalStep, State, play
from filon.core.record import result
from filon.core.spec import View
from filon.table.match import script as scripts
from filon.table.match.entry import CHANCE_SEAT, FINISH, PERSON, Entry, Kind
from filon.table.match.header import Header
from filon.table.match.luck import FairLuck, Luck, ScriptedLuck
from filon.table.match.reveal import reveals, seen_alike


class Match:
    """One running or finished match; `v` entries, of which `n` steps stand."""

    def __init__(self, header: Header, luck: Luck | None = None) -> None:
        self.header = header
        self.spec = header.spec()
        self.script = scripts.load(header.script) if header.script else None
        fair: Luck = luck or FairLuck(header.fair())
        self.luck = ScriptedLuck(self.script.steps, fair) if self.script else fair
        self.entries: list[Entry] = []
        self.told: list[list[Event]] = []  # per entry
        self.steps: list[Entry] = []  # those that stand
        self.veiled: list[bool] = []  # per standing step: its particulars are not for everyone
        self.stand_ins: dict[int, str] = {}  # seats a bot plays for a person, with its level
        self.resigned: set[int] = set()
        self.state = self._start()
        self._undo: tuple[int, int] | None = None  # (v, steps that may be undone)

    # ---- reading -------------------------------------------------------------------------------

    @property
    def v(self) -> int:
        """How many entries there are."""
        return len(self.entries)

    @property
    def n(self) -> int:
        """How many steps stand."""
        return len(self.steps)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.actor() == OVER

    def sealed(self) -> list[int]:
        """The seats that choose in secret now, in the order they are asked."""
        return list(self.spec.sealed(self.state))

    def thrower(self) -> int | None:
        """At chance: whose hand throws; None if it is nobody's."""
        hand = self.state.thrower()
        return None if hand == CHANCE else hand

    def at_seat(self, seat: int) -> State:
        """A clone in which this seat decides: the choices sealed before its own are filled in."""
        trial = self.state.clone()
        while trial.actor() != seat:
            trial.apply(trial.legal()[0])  # no sealed choice depends on another
        return trial

    def legal(self, seat: int | None) -> list[str]:
        """The notations of the steps this seat may take now; none if it is not to act."""
        if seat is None:
            return []
        if seat in self.sealed():
            return [self.spec.layout.text(step) for step in self.at_seat(seat).legal()]
        if self.state.actor() != seat:
            return []
        return [self.spec.layout.text(step) for step in self.state.legal()]

    def record(self, seat: int | None, own: bool = True) -> list[str]:
        """The steps as a seat may have them on paper: what it cannot know is written `?`."""
        if self.over:
            return [entry.notation for entry in self.steps]
        own = own and not self.forgetful()
        layout = self.spec.layout
        return [
            layout.masked(layout.number(entry.notation))
            if veiled and not (own and entry.seat == seat)
            else entry.notation
            for entry, veiled in zip(self.steps, self.veiled, strict=True)
        ]

    def bot_record(self, seat: int) -> list[str]:
        """The steps as the seat's bot may know them: it may remember its own."""
        layout = self.spec.layout
        return [
            layout.masked(layout.number(entry.notation))
            if veiled and entry.seat != seat
            else entry.notation
            for entry, veiled in zip(self.steps, self.veiled, strict=True)
        ]

    def text(self, seat: int | None) -> str:
        """The record as a file: a seat's own while the match runs, full from its end on."""
        return self.header.record(self.record(seat)).text(result(self.spec, self.state))

    def forgetful(self) -> bool:
        """Whether seats are not shown again what they laid themselves."""
        return self.spec.forgets(self.header.options)

    def events(self, seat: int | None, since: int, standing: bool = False) -> list[View]:
        """What this seat may read of the entries after `since`; `standing`: without undone ones.

        While a forgetful game runs, what is not for everyone is not told again, not even as echo.
        """
        eyes = SPECTATOR if seat is None else seat
        keep = {entry.v for entry in self.steps} if standing else None
        told: list[View] = []
        numbers = self._step_numbers()
        forget = self.forgetful() and not self.over
        by = self.entries[since - 1].by if since else ""
        for entry, events in zip(self.entries[since:], self.told[since:], strict=True):
            if entry.by == FINISH != by:
                told.append(
                    self._table_event(
                        "finish", replace(entry, seat=CHANCE_SEAT, notation=""), numbers
                    )
                )
            by = entry.by
            if entry.kind == "step" and (keep is None or entry.v in keep):
                told += [
                    self.spec.tell(event) | {"v": entry.v, "step": numbers[entry.v - 1]}
                    for event in events
                    if event.seen_by(eyes) and not (forget and not event.seen_by(SPECTATOR))
                ]
            elif entry.kind == "undo":
                if not standing:
                    told.append(self._table_event("undo", entry, numbers))
            elif entry.kind in ("takeover", "return", "resign"):
                told.append(self._table_event(entry.kind, entry, numbers))
        return told

    def undoable(self, seat: int) -> int:
        """How many steps of this seat an undo would take back now; 0 if it may not."""
        if self._undo is None or self._undo[0] != self.v:
            self._undo = (self.v, self._undo_depth())
        mine = bool(self.steps) and self.steps[-1].seat == seat
        return self._undo[1] if mine else 0

    # ---- asking for entries --------------------------------------------------------------------

    def choose(self, seat: int, texts: Sequence[str], by: str, at: int) -> list[Entry]:
        """The entries of one choice, checked step by step on a clone; Refusal says why not."""
        trial = self.state.clone()
        numbers = [self.spec.layout.number(text) for text in texts]
        for at_step, step in enumerate(numbers):
            actor = trial.actor()
            if actor != seat:
                self._not_its_step(actor, first=at_step == 0)
            self._play(trial, seat, step)
        return self.entry_run([(seat, self.spec.layout.text(step)) for step in numbers], by, at)

    def check_sealed(self, seat: int, texts: Sequence[str]) -> str:
        """The notation of a secret choice this seat may make; Refusal says why not."""
        if len(texts) != 1:
            raise Refusal("several_seats")
        step = self.spec.layout.number(texts[0])
        self._play(self.at_seat(seat), seat, step)
        return self.spec.layout.text(step)

    def completed(self, held: Mapping[int, tuple[str, str]], at: int) -> list[Entry]:
        """The entries that open all sealed choices: seat -> (notation, by), in asking order."""
        trial = self.state.clone()
        run: list[Entry] = []
        for _ in self.sealed():
            seat = trial.actor()
            notation, by = held[seat]
            trial.apply(self.spec.layout.number(notation))
            run.append(Entry(self.v + len(run) + 1, "step", seat, by, notation, at))
        return run

    def draw(self, by: str, at: int) -> Entry:
        """The entry of the chance step that waits."""
        return Entry(self.v + 1, "step", CHANCE_SEAT, by, self._drawn(self.state, self.n), at)

    def undo(self, seat: int, at: int) -> list[Entry]:
        """The entries that take back the seat's last choice; Refusal `no_undo`."""
        depth = self.undoable(seat)
        if not depth:
            raise Refusal("no_undo")
        return [Entry(self.v + 1 + more, "undo", seat, PERSON, "", at) for more in range(depth)]

    def finish(self, at: int) -> list[Entry]:
        """The entries that play a settled game out: fair draws and the lowest legal steps."""
        if self.over or not self.spec.settled(self.state):
            raise Refusal("no_finish")
        trial = self.state.clone()
        run: list[tuple[int, str]] = []
        while trial.actor() != OVER:
            seat = trial.actor()
            if seat == CHANCE:
                text = self._drawn(trial, self.n + len(run))
                seat = CHANCE_SEAT
            else:
                text = self.spec.layout.text(trial.legal()[0])
            trial.apply(self.spec.layout.number(text))
            run.append((seat, text))
        return self.entry_run(run, FINISH, at)

    def note(self, kind: Kind, seat: int, notation: str, at: int, by: str = PERSON) -> list[Entry]:
        """The entry of something that is not a step."""
        return [Entry(self.v + 1, kind, seat, by, notation, at)]

    def entry_run(self, run: Sequence[tuple[int, str]], by: str, at: int) -> list[Entry]:
        """Steps as the next entries."""
        return [
            Entry(self.v + 1 + more, "step", seat, by, text, at)
            for more, (seat, text) in enumerate(run)
        ]

    def look(self, seat: int, texts: Sequence[str]) -> tuple[State, list[Event]]:
        """The position after steps nobody has sent, and their story; never the truth's secrets."""
        if self.sealed():
            raise Refusal("look_reveals")
        self.choose(seat, texts, PERSON, 0)
        numbers = [self.spec.layout.number(text) for text in texts]
        if not seen_alike(self.spec, self.state, numbers, seat):
            raise Refusal("look_reveals")
        trial = self.state.clone()
        trial.story = []
        for step in numbers:
            trial.apply(step)
        return trial, list(trial.story)

    # ---- growing -------------------------------------------------------------------------------

    def absorb(self, entries: Iterable[Entry]) -> None:
        """Take stored entries in, in order; they were checked before they were stored."""
        for entry in entries:
            if entry.v != self.v + 1:
                raise ValueError(f"entry {entry.v} does not follow {self.v}")
            events: list[Event] = []
            if entry.kind == "step":
                events = self._apply(entry)
            elif entry.kind == "undo":
                self.steps.pop()
                self.veiled.pop()
                self.state = self._replayed(self.steps)
            elif entry.kind == "takeover":
                self.stand_ins[entry.seat] = entry.notation
            elif entry.kind == "resign":
                self.stand_ins[entry.seat] = entry.notation
                self.resigned.add(entry.seat)
            elif entry.kind == "return":
                self.stand_ins.pop(entry.seat, None)
            self.entries.append(entry)
            self.told.append(events)

    # ---- inside --------------------------------------------------------------------------------

    def _start(self) -> State:
        return self.header.setup().start()

    def _replayed(self, steps: Iterable[Entry]) -> State:
        state = self._start()
        for entry in steps:
            state.apply(self.spec.layout.number(entry.notation))
        return state

    def _apply(self, entry: Entry) -> list[Event]:
        layout = self.spec.layout
        step = layout.number(entry.notation)
        sealed = bool(self.sealed())
        story: list[Event] = []
        self.state.story = story
        self.state.apply(step)
        self.state.story = None
        self.steps.append(entry)
        # A sealed choice stands in the journal only once all are open.
        self.veiled.append(not sealed and layout.masked(step) != entry.notation)
        return story

    def _play(self, trial: State, seat: int, step: int) -> None:
        try:
            play(trial, step)
        except IllegalStep as refused:
            raise Refusal(
                "illegal",
                text=self.spec.layout.text(step),
                clause=refused.clause,
                because=self.spec.because(trial, seat, step),
            ) from None

    def _not_its_step(self, actor: int, first: bool) -> None:
        if first:
            raise Refusal("not_your_turn")
        raise Refusal("chance_between" if actor == CHANCE else "several_seats")

    def _drawn(self, state: State, n: int) -> str:
        if state.actor() != CHANCE:
            raise Refusal("no_chance")
        legal = [self.spec.layout.text(step) for step in state.legal()]
        return legal[self.luck.draw(n, legal, state.weights())]

    def _undo_depth(self) -> int:
        if self.over or not self.steps:
            return 0
        last = self.steps[-1]
        if last.by != PERSON or last.seat == CHANCE_SEAT:
            return 0
        depth = 0
        while depth < self.n:
            entry = self.steps[-1 - depth]
            if (entry.at, entry.seat, entry.by) != (last.at, last.seat, last.by):
                break
            depth += 1
        before = self._replayed(self.steps[:-depth])
        if self.spec.sealed(before):
            return 0
        if self.spec.hidden:
            numbers = [self.spec.layout.number(entry.notation) for entry in self.steps[-depth:]]
            if reveals(self.spec, before, numbers, self.header.players):
                return 0
        return depth

    def _step_numbers(self) -> list[int]:
        """Per entry: how many steps stood before it."""
        numbers: list[int] = []
        count = 0
        for entry in self.entries:
            if entry.kind == "undo":
                count -= 1
            numbers.append(count)
            if entry.kind == "step":
                count += 1
        return numbers

    def _table_event(self, kind: str, entry: Entry, numbers: list[int]) -> View:
        told: View = {
            "kind": f"table.{kind}",
            "seat": entry.seat,
            "v": entry.v,
            "step": numbers[entry.v - 1],
        }
        return told | {"level": entry.notation} if entry.notation else told
