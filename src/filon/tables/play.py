"""What seats do in a match: take steps, throw, undo, withdraw, finish, resign; and what bots do."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from filon.core.errors import Refusal
from filon.core.game import CHANCE
from filon.match.entry import CLOCK, PERSON, bot
from filon.match.match import Match
from filon.tables.edit import Edit
from filon.tables.time_source import Clock

if TYPE_CHECKING:
    from filon.tables.table import Table


class Play:
    """The acts of one table's seats; a person acts on the version that was shown to them."""

    def __init__(self, table: "Table", clock: Clock) -> None:
        self._table = table
        self._clock = clock

    def acting(self, seat: int, v: int | None, match_number: int | None) -> Match:
        """The match; Refusal unless a person at this seat may act on this version of it.

        None where the version does not matter.
        """
        table = self._table
        match = table.in_play()
        table.row.seat(seat)
        self.check_version(v, match_number)
        if table.seats.level(seat):
            raise Refusal("bot_plays")
        if match.paused:
            raise Refusal("paused")
        return match

    def check_version(self, v: int | None, match_number: int | None) -> None:
        """Refusal `stale` unless the match is this one and at this version; None: any."""
        match, number = self._table.running(), self._table.row.match_number
        if match_number not in (None, number) or v not in (None, match.v):
            raise Refusal("stale", v=match.v)

    async def take(
        self, seat: int, v: int, match_number: int | None, notations: Sequence[str]
    ) -> None:
        """One choice of one seat: all its steps or none."""
        async with self._table.edit() as edit:
            v = await self._come_back(edit, seat, v)
            match = self.acting(seat, v, match_number)
            expected = match.expected()
            given = [" ".join(text.split()) for text in notations]
            if expected and given != expected[: len(given)]:
                match.choose(seat, notations, PERSON, 0)  # an illegal one keeps its own reason
                raise Refusal("guided_expected", expected=", ".join(expected))
            await self._choose(edit, match, seat, notations, PERSON)

    async def throw(self, seat: int, v: int, match_number: int | None) -> None:
        """Draw the chance step that waits for this seat's hand, or for no hand."""
        await self._table.starting.agree_anew()
        async with self._table.edit() as edit:
            v = await self._come_back(edit, seat, v)
            match = self.acting(seat, v, match_number)
            if match.state.actor() != CHANCE:
                raise Refusal("no_chance")
            pacing = self._table.pacing
            if pacing.reading() or pacing.guided():
                may = seat in pacing.waiting().seats
            else:
                may = pacing.thrower() in (None, seat)
            if not may:
                raise Refusal("not_your_turn")
            edit.append(match.draw(PERSON, self._clock.now()))

    async def read(self, seat: int, v: int, match_number: int | None) -> None:
        """The reader of a guided game goes on: what the text announced may happen now."""
        async with self._table.edit(v, match_number):
            match = self._table.running()
            if match.script is None:
                raise Refusal("no_guided", game=self._table.row.game)
            self._table.pacing.has_read(match.n)

    async def undo(self, seat: int, v: int, match_number: int | None) -> None:
        """Take the last choice back: the seat's own, or another's at the same device."""
        async with self._table.edit() as edit:
            match = self.acting(seat, v, match_number)
            last = self._table.pacing.undoable(seat)
            if self._table.held:
                raise Refusal("no_undo")
            edit.append(match.undo(seat if last is None else last, self._clock.now()))

    async def withdraw(self, seat: int, v: int, match_number: int | None) -> None:
        """Take a sealed choice back."""
        async with self._table.edit() as edit:
            self.acting(seat, v, match_number)
            await edit.withdraw(seat)

    # A settled game stays settled, and a resignation is meant whatever happened meanwhile: a bot
    # that moved at the same moment must not undo the person's word. So no version is asked for.

    async def finish(self, seat: int, match_number: int | None) -> None:
        """Play a settled game out."""
        await self._table.starting.agree_anew()
        async with self._table.edit() as edit:
            match = self.acting(seat, None, match_number)
            edit.append(match.finish(self._clock.now()))

    async def resign(self, seat: int, match_number: int | None) -> None:
        """Give up: a bot plays the seat to the end; of two seats the other one has won."""
        async with self._table.edit() as edit:
            match = self.acting(seat, None, match_number)
            if match.over:
                raise Refusal("not_playing")
            if len(self._table.row.seats) == 2 and not self._table.row.script:
                edit.note("end", seat, "resigned")
            else:
                edit.note("resign", seat, self._table.clocks.stand_in)

    # ---- going on by itself: done only if nothing changed meanwhile ----------------------------

    async def draw(self, v: int) -> None:
        """Draw the chance step of this version, which no hand throws in time."""
        await self._table.starting.agree_anew()
        async with self._table.edit() as edit:
            match = self._table.running()
            if match.v == v and self._table.row.phase == "playing":
                edit.append(match.draw(CLOCK, self._clock.now()))

    async def bot_takes(self, match: Match, v: int, seat: int, level: str, text: str) -> None:
        """Take the step that a bot of this level chose when the match was at v."""
        table = self._table
        async with table.edit() as edit:
            # Meanwhile a person may have undone, come back or closed the table.
            now = (table.match, match.v, table.seats.level(seat), table.row.phase)
            if now == (match, v, level, "playing"):
                await self._choose(edit, match, seat, [text], bot(level))

    async def _choose(
        self, edit: Edit, match: Match, seat: int, notations: Sequence[str], by: str
    ) -> None:
        if match.state.sealed() and seat in match.state.actors():
            await edit.hold(seat, match.check_sealed(seat, notations), by)
        else:
            edit.append(match.choose(seat, notations, by, self._clock.now()))

    async def _come_back(self, edit: Edit, seat: int, v: int) -> int:
        """A person who acts has their seat back from its stand-in; the version to act on."""
        match, playing = self._table.match, self._table.row.phase == "playing"
        stands = match is not None and seat in match.stand_ins and seat not in match.resigned
        if match is None or not stands or v != match.v or not playing:
            return v
        edit.note("return", seat, "")
        await edit.commit()  # the seat is back also if its step is refused
        return match.v
