"""Hints at a table: who may have them, what is asked, and the answer while its position stands."""

import asyncio
from typing import TYPE_CHECKING, Literal

from filon.core.errors import Refusal
from filon.core.record import Record
from filon.match.match import Match
from filon.match.seating import Row
from filon.tables.services import Services
from filon.thinking.brain import Question, hint_seed

if TYPE_CHECKING:
    from filon.tables.table import Table

# Why seats may ask for hints: no other person plays, or all agreed.
Open = Literal["", "alone", "agreed"]
ANSWERS = 8  # of a table: each of its seats may ask, and an undo brings a version of its own


def open_to(row: Row, match: Match | None) -> Open:
    """Whether, and why, the seats of a table may ask for hints now."""
    if match is None or row.phase != "playing" or row.script or match.over or match.day:
        return ""
    if match.forgetful():
        return ""  # the bot would remember what the seat is to remember itself
    people = {
        seat
        for seat, who in enumerate(row.seats)
        if who.kind == "person" and seat not in match.resigned
    }
    if len(people) == 1:
        return "alone"
    playing = {seat for seat in people if seat not in match.stand_ins}
    return "agreed" if playing and playing <= {*row.votes.hinting} else ""


class TableHints:
    """The hints of one table; a position is thought about once, however often it is asked for."""

    def __init__(self, table: "Table", services: Services) -> None:
        self._table = table
        self.brain = services.brain
        self._secret = services.secret
        self._tasks: dict[tuple[str, int, int], asyncio.Task[str]] = {}

    async def ask(self, seat: int, v: int, match_number: int | None) -> str:
        """The best steps of a seat that is to choose, as JSON (`thinking.brain.advice`).

        The table goes on meanwhile. Refusal `no_hint` where none may be.
        """
        match = self._table.play.acting(seat, v, match_number)
        if not open_to(self._table.row, match):
            raise Refusal("no_hint")
        if not match.legal(seat):
            raise Refusal("not_your_turn")
        key = (match.header.match_id, match.v, seat)
        task = self._tasks.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            thinking = self.brain.think(self.question(match, seat))
            task = self._tasks[key] = asyncio.ensure_future(thinking)
            for old in list(self._tasks)[:-ANSWERS]:
                self._tasks.pop(old).cancel()
        # The caller may hang up: others may have asked the same, and an answer is kept for later.
        return await asyncio.shield(task)

    def question(self, match: Match, seat: int) -> Question:
        """What is asked for a seat: its own record, and a seed that no secret decides."""
        seed = hint_seed(self._secret, match.header.match_id, match.n, seat)
        record = Record(match.setup, match.bot_record(seat))
        return Question(record, seat, "", seed, table=self._table.row.id, asks="hint")
