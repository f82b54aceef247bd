"""Reviews in the store, finished or in progress: every process of a server can answer for each."""

import base64
import json
import zlib
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Literal

from filon.core.errors import Refusal
from filon.review.form import FORMAT
from filon.review.reference import SLIGHT
from filon.store.contract import Conflict, ReviewStore, Unavailable
from filon.tables.time_source import Clock

BROUGHT = f"{FORMAT} brought"  # a review of a record that is of no table
HOUR = 3_600_000  # milliseconds that such a review, and the progress of any, is stored
ALIVE = 20_000  # milliseconds without a note after which its process has died
State = Literal["queued", "running", "done", "failed"]


def form(depth: int) -> str:
    """The name under which a review is stored with its match."""
    return FORMAT if depth == 1 else f"{FORMAT} depth {depth}"


@dataclass(frozen=True)
class Note:
    """How far a review is, as its process last said."""

    state: State
    progress: int
    before: int  # how many are queued before it
    at: int  # milliseconds since 1970


class ReviewStorage:
    """Reads and writes them; notes of progress may get lost."""

    def __init__(self, store: ReviewStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._tidied = 0

    async def keep(self, name: str, form: str, review: str) -> None:
        """Store a finished review."""
        packed = base64.b85encode(zlib.compress(review.encode(), 6)).decode()
        await self._store.save_review(name, form, packed, self._clock.now())

    async def stored(self, name: str, form: str) -> str:
        """A review as JSON; empty if there is none."""
        return unpacked(await self._store.review(name, form))

    async def say(self, name: str, form: str, state: State, progress: int, before: int) -> None:
        """Note how far a review is, for every process."""
        now = self._clock.now()
        note = Note(state, progress, before, now)
        with suppress(Unavailable, Conflict, OSError, Refusal):  # Refusal: a full device
            await self._store.save_review(name, _word(form), json.dumps(asdict(note)), now)
            await self._tidy(now)

    async def heard(self, name: str, form: str) -> Note | None:
        """How far another process is with a review; None if its last note is too old."""
        note_text = await self._store.review(name, _word(form))
        if not note_text:
            return None
        note = Note(**json.loads(note_text))
        patience = HOUR if note.state == "failed" else ALIVE
        return note if abs(self._clock.now() - note.at) < patience else None

    async def _tidy(self, now: int) -> None:
        """Now and then, remove what is older than its hour."""
        if now - self._tidied < HOUR // 6:
            return
        self._tidied = now
        for old in (BROUGHT, _word(BROUGHT), _word(form(1)), _word(form(SLIGHT))):
            await self._store.remove_reviews(old, now - HOUR)


def unpacked(packed: str) -> str:
    """The JSON of a stored review."""
    return zlib.decompress(base64.b85decode(packed)).decode() if packed else ""


def _word(form: str) -> str:
    """The form of a note, beside that of the review it is about."""
    return f"{form} underway"
