"""Who sits at a table: coming, asking, being shown out, another device, a bot instead (ADR 12).

What an arrangement looks like is pure (`match/seating.py`, `match/claim.py`); here it is stored and
told, under the table's lock.
"""

from abc import ABC
from collections.abc import Callable
from functools import partial

from filon import bots
from filon.core.errors import Refusal
from filon.match import claim, seating
from filon.match.seating import Row, Seat
from filon.tables.chat import Talk
from filon.tables.clocked import DEFAULT_LEVEL
from filon.tables.watched import Watched


class Arranging(Watched, ABC):
    """A table whose seats change hands, also while the match runs."""

    talk: Talk

    async def change(self, arrange: Callable[[Row], Row]) -> Row:
        """Store the table as `arrange` (see seating) would have it; the row that was stored."""
        async with self._lock:
            await self._save(arrange(self.row))
            await self._tell()
            return self.row

    async def sit(
        self, seat: int | None, person: Seat, take: bool, liked: int | None = None
    ) -> Row:
        """A person takes a seat (None: any open one, `liked` if it is); `take`: also one that
        somebody holds.

        Refusal `seat_asked` until its holder has said yes or was away for long. Who sits down in a
        running match without its holder's word is announced to all (ADR 12).
        """
        async with self._lock:
            verdict = await self._claim(seat, person.device) if seat is not None and take else ""
            row = seating.sit_down(self.row, seat, person, take, liked)
            there = None if seat is None else self.row.seat(seat)
            if self.match is not None and seat is not None and there is not None:
                if verdict != "own" and there.kind == "person" and not there.offered:
                    await self._note("moved", seat, "")
                    row = seating.sit_down(self.row, seat, person, take)
            await self._save(row)
            await self._tell()
            return self.row

    async def answer(self, seat: int, allow: bool) -> None:
        """The holder's word to whoever asks for the seat with its link."""
        await self.change(partial(claim.answer, seat=seat, allow=allow))

    async def renew(self, seat: int) -> None:
        """A new link for a seat, announced to all before it is made."""
        async with self._lock:
            seating.renew(self.row, seat)
            if self.match is not None:
                await self._note("link", seat, "")
            await self._save(seating.renew(self.row, seat))
            await self._tell()

    async def dismiss(self, seat: int, block: bool) -> None:
        """The host shows a person out; in play a bot stands in, and all are told."""
        async with self._lock:
            seating.dismiss(self.row, seat, block)
            if self.match is not None and self.row.phase == "playing":
                if not self.level(seat):
                    await self._note("takeover", seat, DEFAULT_LEVEL)
                await self._note("link", seat, "")
            await self._save(seating.dismiss(self.row, seat, block))
            await self._tell()

    async def carry(self, seat: int, old: str, device: str) -> Row:
        """A person brings their seat to another of their devices, which is told to all.

        Refusal `already` if that device holds it no more.
        """
        async with self._lock:
            if not old or self.row.seat(seat).device != old:
                raise Refusal("already")
            if self.match is not None and self.row.phase == "playing":
                await self._note("moved", seat, "")
            await self._save(seating.carry(self.row, seat, device))
            await self._tell()
            return self.row

    async def forget(self, devices: frozenset[str]) -> None:
        """Nothing of these devices stays here: names, seats, words. A bot plays on for them."""
        async with self._lock:
            for seat, who in enumerate(self.row.seats):
                gone = who.device in devices and self.row.phase == "playing"
                if gone and not self.level(seat):
                    await self._note("takeover", seat, DEFAULT_LEVEL)
            await self._save(seating.forget(self.row, devices))
            self.talk.forget()
            await self._tell()

    async def replace(self, seat: int, level: str = "") -> None:
        """A bot plays for a person until they come back."""
        async with self._lock:
            bots.named(level or DEFAULT_LEVEL)
            match = self.in_play()
            if self.row.seat(seat).kind != "person" or self.level(seat):
                raise Refusal("already")
            if match.over:
                raise Refusal("not_playing")
            await self._note("takeover", seat, level or DEFAULT_LEVEL)

    async def give_back(self, seat: int) -> None:
        """The person plays again; a resignation is for good."""
        async with self._lock:
            match = self.in_play()
            self.row.seat(seat)
            if seat not in match.stand_ins or seat in match.resigned:
                raise Refusal("already")
            await self._note("return", seat, "")

    async def _claim(self, seat: int, device: str) -> claim.Verdict:
        """Whether this device may have the seat; Refusal `seat_asked` or `seat_denied`."""
        there = self.row.seat(seat)
        now, absent = self.clock.now(), self.bounds.absent
        verdict, asked = claim.judge(there, device, self.here(seat), now, absent)
        if asked != there:
            await self._save(self.row.with_seat(seat, asked))
            await self._tell()
        if verdict == "denied":
            raise Refusal("seat_denied", seat=seat, name=there.name)
        if verdict == "asked":
            left = 0 if asked.claim_state == "heard" else absent - (now - asked.claimed) / 1000
            raise Refusal("seat_asked", seat=seat, name=there.name, wait=max(0, round(left)))
        return verdict
