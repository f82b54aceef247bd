"""Who sits at a table: coming, asking, being shown out, another device, a bot instead (ADR 12).

What an arrangement looks like is pure (`match/seating.py`, `match/claim.py`); here it is stored.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from filon import bots
from filon.core.errors import Refusal
from filon.match import claim, seating
from filon.match.seating import Row, Seat
from filon.tables.edit import Edit
from filon.tables.services import Services

if TYPE_CHECKING:
    from filon.tables.table import Table

DEFAULT_LEVEL = "greedy"


class Seats:
    """The seats of one table, which change hands also while the match runs."""

    def __init__(self, table: "Table", services: Services) -> None:
        self._table = table
        self._clock = services.clock
        self.bounds = services.bounds

    def level(self, seat: int) -> str:
        """The bot that plays a seat now; empty: a person does."""
        match = self._table.match
        if match is not None and seat in match.stand_ins:
            return match.stand_ins[seat]
        who = self._table.row.seats[seat]
        return who.level if who.kind == "bot" else ""

    def people(self) -> frozenset[int]:
        """The seats of people, also those that bots play for now."""
        seats = self._table.row.seats
        return frozenset(seat for seat, who in enumerate(seats) if who.kind == "person")

    async def change(self, arrange: Callable[[Row], Row]) -> Row:
        """Store the table as `arrange` (see match/seating) would have it; the row as stored."""
        async with self._table.edit() as edit:
            edit.save(arrange(self._table.row))
            await edit.commit()
            return self._table.row

    async def sit(
        self, seat: int | None, person: Seat, take: bool, liked: int | None = None
    ) -> Row:
        """A person takes a seat (None: any open one, `liked` if it is); `take`: also a held one.

        Refusal `seat_asked` until its holder has said yes or was away for long. A person who sits
        down in a running match without the holder's word is announced to all (ADR 12).
        """
        async with self._table.edit() as edit:
            verdict = ""
            if seat is not None and take:
                verdict = await self._claim(edit, seat, person.device)
            row = seating.sit_down(self._table.row, seat, person, take, liked)
            if self._table.match is not None and seat is not None:
                there = self._table.row.seat(seat)
                if verdict != "own" and there.kind == "person" and not there.offered:
                    edit.note("moved", seat, "")
            edit.save(row)
            await edit.commit()
            return self._table.row

    async def answer(self, seat: int, allow: bool) -> None:
        """The holder's word to the device that asks for the seat with its link."""
        await self.change(partial(claim.answer, seat=seat, allow=allow))

    async def renew(self, seat: int) -> None:
        """A new link for a seat, announced to all."""
        async with self._table.edit() as edit:
            edit.save(seating.renew(self._table.row, seat))
            if self._table.match is not None:
                edit.note("link", seat, "")

    async def dismiss(self, seat: int, block: bool) -> None:
        """The host shows a person out; in play a bot stands in, and it is announced."""
        async with self._table.edit() as edit:
            edit.save(seating.dismiss(self._table.row, seat, block))
            if self._playing():
                if not self.level(seat):
                    edit.note("takeover", seat, DEFAULT_LEVEL)
                edit.note("link", seat, "")

    async def carry(self, seat: int, old: str, device: str) -> Row:
        """A person brings their seat to another of their devices, which is announced.

        Refusal `already` if that device holds it no more.
        """
        async with self._table.edit() as edit:
            if not old or self._table.row.seat(seat).device != old:
                raise Refusal("already")
            if self._playing():
                edit.note("moved", seat, "")
            edit.save(seating.carry(self._table.row, seat, device))
            await edit.commit()
            return self._table.row

    async def forget(self, devices: frozenset[str]) -> None:
        """Nothing of these devices stays here: names, seats, words. A bot plays on for them."""
        async with self._table.edit() as edit:
            for seat, who in enumerate(self._table.row.seats):
                if who.device in devices and self._playing() and not self.level(seat):
                    edit.note("takeover", seat, DEFAULT_LEVEL)
            edit.save(seating.forget(self._table.row, devices))
            self._table.chat.forget()

    async def replace(self, seat: int, level: str = "") -> None:
        """A bot plays for a person until they come back."""
        async with self._table.edit() as edit:
            bots.named(level or DEFAULT_LEVEL)
            match = self._table.in_play()
            if self._table.row.seat(seat).kind != "person" or self.level(seat):
                raise Refusal("already")
            if match.over:
                raise Refusal("not_playing")
            edit.note("takeover", seat, level or DEFAULT_LEVEL)

    async def give_back(self, seat: int) -> None:
        """The person plays again; a resignation is for good."""
        async with self._table.edit() as edit:
            match = self._table.in_play()
            self._table.row.seat(seat)
            if seat not in match.stand_ins or seat in match.resigned:
                raise Refusal("already")
            edit.note("return", seat, "")

    def _playing(self) -> bool:
        return self._table.match is not None and self._table.row.phase == "playing"

    async def _claim(self, edit: Edit, seat: int, device: str) -> claim.Verdict:
        """Whether this device may have the seat; Refusal `seat_asked` or `seat_denied`."""
        row, here = self._table.row, self._table.presence.here(seat)
        there = row.seat(seat)
        now, absent = self._clock.now(), self.bounds.absent
        verdict, claimed = claim.judge(there, device, here, now, absent)
        if claimed != there:
            edit.save(row.with_seat(seat, claimed))
            await edit.commit()  # the question stands also if the device has to wait
        if verdict == "denied":
            raise Refusal("seat_denied", seat=seat, name=there.name)
        if verdict == "asked":
            heard = claimed.claim_state == "heard"
            left = 0 if heard else absent - (now - claimed.claimed) / 1000
            raise Refusal("seat_asked", seat=seat, name=there.name, wait=max(0, round(left)))
        return verdict
