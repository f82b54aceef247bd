"""Advice at a table: who may have it, what is asked, and the answer while its position stands."""

import asyncio
from dataclasses import dataclass
from typing import Literal

from filon.core.errors import Refusal
from filon.core.record import Record
from filon.match.match import Match
from filon.match.seating import Row
from filon.thinking.brain import Brain, Question, hint_seed

# Why seats may ask for advice: there is nobody it could be unfair to, or everybody agreed.
Open = Literal["", "alone", "agreed"]
KEPT = 8  # answers of a table: each of its seats may ask, and an undo brings a version of its own


def open_to(row: Row, match: Match | None) -> Open:
    """Whether, and why, the seats of a table may ask for advice now."""
    if match is None or row.phase != "playing" or row.script or match.over or match.day:
        return ""
    if match.forgetful():
        return ""  # who advises would remember what the seat is to remember itself
    people = {
        seat
        for seat, who in enumerate(row.seats)
        if who.kind == "person" and seat not in match.resigned
    }
    if len(people) == 1:
        return "alone"
    playing = {seat for seat in people if seat not in match.stand_ins}
    return "agreed" if playing and playing <= {*row.votes.hinting} else ""


@dataclass(eq=False)
class Advising:
    """The advice of one table; a position is thought about once, however often it is asked for."""

    brain: Brain
    secret: bytes

    def __post_init__(self) -> None:
        self._asked: dict[tuple[str, int, int], asyncio.Task[str]] = {}

    def question(self, row: Row, match: Match, seat: int) -> Question:
        """What is asked for a seat: its own record, and a seed that no secret decides."""
        match_id = match.header.match_id
        seed = hint_seed(self.secret, match_id, match.n, seat)
        record = Record(match.setup, match.bot_record(seat))
        return Question(record, seat, "", seed, table=row.id, asks="hint")

    async def hear(self, row: Row, match: Match, seat: int) -> str:
        """The answer as JSON (`thinking.brain.advice`); Refusal `no_hint` where none may be."""
        if not open_to(row, match):
            raise Refusal("no_hint")
        if not match.legal(seat):
            raise Refusal("not_your_turn")
        key = (match.header.match_id, match.v, seat)
        task = self._asked.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            asking = self.brain.think(self.question(row, match, seat))
            task = asyncio.ensure_future(asking)
            self._asked[key] = task
            for old in list(self._asked)[:-KEPT]:
                self._asked.pop(old).cancel()
        # Who asked may hang up: others may have asked the same, and who comes back has it at once.
        return await asyncio.shield(task)
