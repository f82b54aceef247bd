"""A match in memory: its journal, the position it leads to, and what may be written next.

It does no I/O. To change it, ask for a draft, store its entries, and let the match adopt it.
Entries that other processes stored are absorbed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from filon.challenge.day import day_of
from filon.challenge.draws import next_fall
from filon.core.errors import Refusal
from filon.core.events import SPECTATOR, Event, only
from filon.core.game import CHANCE, OVER, State
from filon.core.proof import Proof, prove
from filon.core.record import result
from filon.core.rng import Rng
from filon.core.spec import View
from filon.core.worlds import ask
from filon.match import annotations
from filon.match import script as scripts
from filon.match.clocks import NOBODY, Wait
from filon.match.entry import CHANCE_SEAT, CLOCK, FINISH, PERSON, Entry, Kind
from filon.match.header import Header
from filon.match.luck import FairLuck, Luck, Notations, ScriptedLuck
from filon.match.position import Draft, Position
from filon.match.undo import MOST, Choice, UndoStack

TOLD = ("takeover", "return", "resign", "link", "moved", "restored", "pause", "resume", "end")


class Match:
    """One running or finished match; `v` entries, of which `n` steps stand."""

    def __init__(self, header: Header, luck: Luck | None = None) -> None:
        self.header = header
        self.setup = header.begun()
        self.spec = self.setup.spec
        self.day = day_of(header.origin)  # whose challenge it is, if any
        self.script = scripts.of(self.setup) if header.script else None
        fair: Luck = luck or FairLuck(header.fair())
        self.luck = ScriptedLuck(self.script.steps, fair) if self.script else fair
        self.entries: list[Entry] = []
        self.stories: list[list[Event]] = []  # per entry
        self.steps: list[Entry] = []  # those that stand
        self.stand_ins: dict[int, str] = {}  # seats a bot plays for a person, with its level
        self.resigned: set[int] = set()
        self.ended = ""  # before its time: "resigned" or "agreed"
        self.paused = False
        self.position = Position.first(self.setup)
        # Asked dozens of times for every step: kept, and brought up to date by `_write` alone.
        self.v = 0  # how many entries there are
        self.n = 0  # how many steps stand
        self.over = self.state.actor() == OVER  # by its rules or by the people's word
        self.waits = [Wait(0, 0, self.awaited())]  # whom it asked, from each choice on
        self._stood: list[int] = []  # per entry: how many steps stood before it
        self._undo = UndoStack()

    # ---- reading -------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The present position, with everything hidden; clone it before you branch."""
        return self.position.state

    def awaited(self) -> tuple[int, ...]:
        """The seats that are waited for now: to choose, to choose in secret, or to throw."""
        if self.over or self.paused:
            return ()
        return tuple(self.state.awaited())

    def ranks(self) -> list[int] | None:
        """Places for ratings; who resigned has lost. None if the match has no winner."""
        if self.state.actor() == OVER:
            return list(self.state.ranks())
        if self.ended == "resigned":
            return [2 if seat in self.resigned else 1 for seat in range(self.setup.players)]
        return None

    def thrower(self) -> int | None:
        """At chance: the seat whose hand throws; None if the draw belongs to no seat."""
        hand = self.state.thrower()
        return None if hand == CHANCE else hand

    def at_seat(self, seat: int) -> State:
        """A clone in which this seat decides: the choices sealed before its own are filled in."""
        trial = self.state.clone()
        ask(trial, seat, Rng(self.n))  # any will do: no sealed choice depends on another
        return trial

    def legal(self, seat: int | None) -> list[str]:
        """The notations of the steps this seat may take now; none if it is not to act."""
        if seat is None or seat not in self.state.actors():
            return []
        state = self.state if self.state.actor() == seat else self.at_seat(seat)
        return [self.spec.layout.text(step) for step in state.legal()]

    def record(self, seat: int | None) -> list[str]:
        """The steps as a seat may have them on paper: what it cannot know is written `?`."""
        paper = self.position.paper
        return paper.full() if self.over else paper.read_by(seat, own=not self.forgetful())

    def bot_record(self, seat: int) -> list[str]:
        """The steps as the seat's bot may know them: it may remember its own."""
        return self.position.paper.read_by(seat)

    def text(self, seat: int | None) -> str:
        """The record as a file: a seat's own while the match runs, full from its end on."""
        record = self.header.record(self.record(seat))
        return annotations.marked(record, self.entries).text(result(self.spec, self.state))

    def proof(self) -> Proof:
        """What lets anyone check the draws; it holds the seed, so only for a match that ended.

        Refusal `challenge_dice`: a day's luck follows from the day and is no secret.
        """
        header = self.header
        if self.day:
            raise Refusal("challenge_dice")
        record = header.record(self.position.paper.full())
        return prove(header.match_id, [*header.earlier, header.part()], record)

    def forgetful(self) -> bool:
        """Whether seats are not shown again what they laid themselves."""
        return self.spec.forgets(self.setup.options)

    def events(self, seat: int | None, since: int, standing: bool = False) -> list[View]:
        """What this seat may read of the entries after `since`; `standing`: without undone ones.

        While a forgetful game runs, what is not for everyone is not told again, not even as echo.
        """
        eyes = SPECTATOR if seat is None else seat
        keep = {entry.v for entry in self.steps} if standing else None
        views: list[View] = []
        numbers = self._stood
        forget = self.forgetful() and not self.over
        by = self.entries[since - 1].by if since else ""
        for entry, events in zip(self.entries[since:], self.stories[since:], strict=True):
            if entry.by == FINISH != by:
                views.append(
                    self._table_event(
                        "finish", replace(entry, seat=CHANCE_SEAT, notation=""), numbers
                    )
                )
            by = entry.by
            if entry.kind == "step" and (keep is None or entry.v in keep):
                views += [
                    self.spec.tell(event) | {"v": entry.v, "step": numbers[entry.v - 1]}
                    for event in events
                    if event.seen_by(eyes) and not (forget and not event.seen_by(SPECTATOR))
                ]
            elif entry.kind == "undo":
                if not standing:
                    views.append(self._table_event("undo", entry, numbers))
            elif entry.kind in TOLD:
                views.append(self._table_event(entry.kind, entry, numbers))
        return views

    def expected(self) -> list[str]:
        """In a guided game: the run of steps the person is to take now, up to the next text."""
        run: list[str] = []
        if self.script is None or self.state.actor() != self.script.seat:
            return run
        trial = self.state.clone()
        for text in self.script.steps[self.n :]:
            if trial.actor() != self.script.seat or (run and self.n + len(run) in self.script.say):
                break
            trial.apply(self.spec.layout.number(text))
            run.append(text)
        return run

    def scripted(self, seat: int) -> str:
        """In a guided game: the step the record has this other seat take now; else empty."""
        script = self.script
        if script is None or self.n >= len(script.steps) or seat == script.seat:
            return ""
        return script.steps[self.n]

    def asks_throw(self) -> bool:
        """In a guided game: whether the chance that waits is the learner's own to throw."""
        return self.script is not None and self.n in self.script.throws

    def undoable(self, seat: int) -> int:
        """How many steps of this seat an undo would take back now; 0 if it may not."""
        last = self._undo.top
        if last is None or last.seat != seat or self.over or self._undo.spent(last.n):
            return 0
        return self.n - last.n

    # ---- asking for drafts ---------------------------------------------------------------------

    def choose(self, seat: int, notations: Sequence[str], by: str, at: int) -> Draft:
        """One choice, checked step by step on a branch; Refusal says why not."""
        steps = [self.spec.layout.number(text) for text in notations]
        ahead = self.position.branch()
        stories: list[list[Event]] = []
        for step in steps:
            if stories and ahead.learned[-1]:
                raise Refusal("shown_between")  # else the refusal of what follows would tell it
            if ahead.state.actor() != seat:
                self._not_its_step(ahead.state.actor(), first=not stories)
            self._check(ahead.state, seat, step)
            stories.append(ahead.take(step))
        return self._draft(ahead, [seat] * len(steps), by, at, stories)

    def check_sealed(self, seat: int, notations: Sequence[str]) -> str:
        """The notation of a secret choice this seat may make; Refusal says why not."""
        if len(notations) != 1:
            raise Refusal("several_seats")
        step = self.spec.layout.number(notations[0])
        self._check(self.at_seat(seat), seat, step)
        return self.spec.layout.text(step)

    def draw(self, by: str, at: int) -> Draft:
        """The chance step that waits; Refusal `no_chance`."""
        ahead = self.position.branch()
        return self._draft(ahead, [CHANCE_SEAT], by, at, [ahead.take(self._drawn(ahead))])

    def undo(self, seat: int, at: int) -> Draft:
        """The seat's last choice taken back; Refusal `no_undo`."""
        depth, last = self.undoable(seat), self._undo.top
        if not depth:
            if last is not None and last.seat == seat and self._undo.spent(last.n):
                raise Refusal("undo_limit", most=MOST)
            raise Refusal("no_undo")
        first = self.v + 1
        entries = [
            Entry(first + more, "undo", seat, PERSON, "", at, first) for more in range(depth)
        ]
        return Draft(entries, [[]] * depth)

    def finish(self, at: int) -> Draft:
        """A settled game played out: fair draws and the lowest legal steps."""
        if self.over or not self.state.settled():
            raise Refusal("no_finish")
        ahead = self.position.branch()
        seats: list[int] = []
        stories: list[list[Event]] = []
        while (actor := ahead.state.actor()) != OVER:
            chance = actor == CHANCE
            seats.append(CHANCE_SEAT if chance else actor)
            stories.append(ahead.take(self._drawn(ahead) if chance else ahead.state.legal()[0]))
        return self._draft(ahead, seats, FINISH, at, stories)

    def note(self, kind: Kind, seat: int, notation: str, at: int, by: str = PERSON) -> Draft:
        """Something that is not a step."""
        entry = Entry(self.v + 1, kind, seat, by, notation, at, self.v + 1)
        return Draft([entry], [[]])

    def look(self, seat: int, notations: Sequence[str]) -> tuple[State, list[Event]]:
        """The position after steps that were not sent, and their story; reveals nothing hidden."""
        if self.state.sealed():
            raise Refusal("look_reveals")
        draft = self.choose(seat, notations, PERSON, 0)
        ahead = draft.ahead or self.position
        if any(eyes & only(seat) for eyes in ahead.learned):
            raise Refusal("look_reveals")
        return ahead.state, [event for story in draft.stories for event in story]

    # ---- growing -------------------------------------------------------------------------------

    def adopt(self, draft: Draft) -> None:
        """Take in a draft of this match whose entries were stored: nothing is played again."""
        self._follows(draft.entries[0])
        before = self.position.state  # a branch was played on a clone: this one is as it was
        if draft.ahead is not None:
            self.position.join(draft.ahead)
        self._write(draft.entries, draft.stories, before)

    def absorb(self, entries: Iterable[Entry]) -> None:
        """Take stored entries in, in order; they were checked before they were stored."""
        for (kind, _), together in groupby(entries, key=lambda entry: (entry.kind, entry.choice)):
            choice = list(together)
            before = self.state
            if kind == "step" and choice[0].by == PERSON and choice[0].seat != CHANCE_SEAT:
                before = before.clone()  # it may be undone
            stories: list[list[Event]] = []
            for after, entry in enumerate(choice):
                self._follows(entry, after)
                step = kind == "step"
                number = self.spec.layout.number(entry.notation) if step else 0
                stories.append(self.position.take(number) if step else [])
            self._write(choice, stories, before)

    # ---- inside --------------------------------------------------------------------------------

    def _follows(self, entry: Entry, after: int = 0) -> None:
        if entry.v != self.v + after + 1:
            raise ValueError(f"entry {entry.v} does not follow {self.v + after}")

    def _write(self, entries: list[Entry], stories: list[list[Event]], before: State) -> None:
        """The lines of one choice; their steps are on the position already, undone ones still."""
        first = entries[0]
        for entry, story in zip(entries, stories, strict=True):
            if entry.kind == "undo":
                self.steps.pop()
            self._stood.append(len(self.steps))
            if entry.kind == "step":
                self.steps.append(entry)
            elif entry.kind in ("takeover", "resign"):
                self.stand_ins[entry.seat] = entry.notation
                self.resigned |= {entry.seat} if entry.kind == "resign" else set()
            elif entry.kind == "return":
                self.stand_ins.pop(entry.seat, None)
            elif entry.kind in ("pause", "resume"):
                self.paused = entry.kind == "pause"
            elif entry.kind == "end":
                self.ended = entry.notation
                self.resigned |= {entry.seat} if entry.notation == "resigned" else set()
            self.entries.append(entry)
            self.stories.append(story)
        self.v, self.n = len(self.entries), len(self.steps)
        if first.kind == "undo":
            self.position.back(len(entries), self._undo.pop(self.n))
        elif first.kind == "step":
            begun = self.n - len(entries)
            if first.by == PERSON and not any(self.position.learned[begun:]):
                self._undo.push(Choice(begun, first.seat, before))
            else:
                self._undo.clear()
        self.over = self.state.actor() == OVER or self.ended != ""
        self.waits.append(self._wait(entries[-1]))

    def _wait(self, entry: Entry) -> Wait:
        """Whom the match asks after this entry."""
        acted = (entry.seat,) if entry.kind == "step" and entry.seat >= 0 else ()
        fresh = entry.seat if entry.kind == "return" else NOBODY
        return Wait(entry.v, entry.at, self.awaited(), acted, fresh, frozenset(self.stand_ins))

    def _draft(
        self, ahead: Position, seats: list[int], by: str, at: int, stories: list[list[Event]]
    ) -> Draft:
        """The steps taken on a branch, by these seats, as the next entries: one choice."""
        first = self.v + 1
        entries = [
            Entry(first + more, "step", seat, by, line.text, at, first)
            for more, (seat, line) in enumerate(zip(seats, ahead.paper.lines, strict=True))
        ]
        return Draft(entries, stories, ahead)

    def _check(self, state: State, seat: int, step: int) -> None:
        if step not in state.legal():
            raise Refusal(
                "illegal",
                text=self.spec.layout.text(step),
                clause=state.why_not(step),
                because=state.because(seat, step),
            )

    def _not_its_step(self, actor: int, first: bool) -> None:
        if first:
            raise Refusal("not_your_turn")
        raise Refusal("chance_between" if actor == CHANCE else "several_seats")

    def _drawn(self, position: Position) -> int:
        state = position.state
        if state.actor() != CHANCE:
            raise Refusal("no_chance")
        if self.day:
            before = () if position is self.position else self.position.numbers
            return next_fall(self.day, self.setup, [*before, *position.numbers])
        legal = state.legal()
        return legal[self.luck.draw(position.n, Notations(legal, self.spec), state.weights())]

    def _table_event(self, kind: str, entry: Entry, numbers: list[int]) -> View:
        event: View = {
            "kind": f"table.{kind}",
            "seat": entry.seat,
            "v": entry.v,
            "step": numbers[entry.v - 1],
        }
        if kind == "takeover":
            event["clock"] = int(entry.by == CLOCK)
        word = "why" if kind == "end" else "level"
        return event | {word: entry.notation} if entry.notation else event
