"""What a table needs kept: one contract, fulfilled by SQLite and by PostgreSQL."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from filon.match.attempt import Attempt
from filon.match.chat import Word
from filon.match.clocks import Mark
from filon.match.entry import Entry
from filon.match.header import Header
from filon.match.person import DeviceRow, Person, Reach
from filon.match.result import Result
from filon.match.sealed import Hold
from filon.match.seating import Row

PHASES = ("waiting", "playing", "over", "closed")


class Conflict(Exception):
    """Somebody else wrote first; read again and decide anew. Nothing was written."""


class Unavailable(Exception):
    """The database cannot be reached now; nothing is known to have been written."""


class Store(ABC):
    """Keeps tables, matches, journals and sealed choices; what it confirmed survives a crash."""

    @abstractmethod
    async def open(self) -> None:
        """Be ready; the schema is there already (see migrate)."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what was asked and let go."""

    @abstractmethod
    async def create(self, row: Row, header: Header) -> None:
        """A new table with its first match; Conflict if id or code is in use."""

    @abstractmethod
    async def save(self, row: Row, header: Header | None = None) -> None:
        """The table's next revision, with a match begun or prepared; Conflict unless it follows."""

    @abstractmethod
    async def row(self, table_id: str) -> Row | None:
        """A table."""

    @abstractmethod
    async def header(self, match_id: str) -> Header | None:
        """What was agreed for a match."""

    @abstractmethod
    async def entries(self, match_id: str, since: int) -> list[Entry]:
        """The journal after version `since`, in order."""

    @abstractmethod
    async def append(self, match_id: str, entries: Sequence[Entry]) -> None:
        """All these entries or none; Conflict if their first v is not the next one."""

    @abstractmethod
    async def hold(self, hold: Hold, seats: Sequence[int], v: int, at: int) -> list[Entry]:
        """Keep a sealed choice, replacing the seat's earlier one; when all `seats` (in asking
        order) have chosen, write them as entries after `v` instead and return these. Conflict
        if the match is not at `v`."""

    @abstractmethod
    async def withdraw(self, match_id: str, n: int, seat: int) -> bool:
        """Forget the choice sealed after n steps; False if there is none (or all are open)."""

    @abstractmethod
    async def holds(self, match_id: str) -> list[Hold]:
        """The sealed choices that wait."""

    @abstractmethod
    async def by_code(self, code: str) -> str | None:
        """The waiting table a code names."""

    @abstractmethod
    async def by_device(self, device: str) -> list[Row]:
        """The tables a device sits at, the last changed first; at most 50."""

    @abstractmethod
    async def listed(self) -> list[Row]:
        """The tables that wait and stand in the lobby, the last changed first; at most 50."""

    @abstractmethod
    async def playing(self) -> list[str]:
        """The tables whose match runs, the last changed first; at most 10,000."""

    @abstractmethod
    async def mark(self, name: str) -> str:
        """What the database says of itself under this name; empty if nothing."""

    @abstractmethod
    async def set_mark(self, name: str, told: str) -> None:
        """Let it say this; empty takes the mark away."""

    @abstractmethod
    async def note_times(self, marks: Sequence[Mark]) -> None:
        """Keep what clocks follow from; the same mark twice is one."""

    @abstractmethod
    async def times(self, match_id: str) -> list[Mark]:
        """The marks of a match, and the server's own, in order of time."""

    @abstractmethod
    async def lease(self, match_ids: Sequence[str], owner: str, seconds: float) -> set[str]:
        """Those of these matches the owner thinks for from now on, for so long; another owner's
        are left out until their time has passed."""

    @abstractmethod
    async def release(self, owner: str) -> None:
        """Forget the owner's leases."""

    @abstractmethod
    async def quiet(self, before: int, phases: Sequence[str] = PHASES) -> list[Row]:
        """The tables in these phases at which nothing was changed or played since, by age."""

    @abstractmethod
    async def say(self, table_id: str, word: Word) -> int:
        """Keep a word under the table's next number, which is returned; old ones make room."""

    @abstractmethod
    async def words(self, table_id: str, since: int) -> list[Word]:
        """What was said after number `since`, in order."""

    @abstractmethod
    async def keep_review(self, match_id: str, form: str, told: str, at: int) -> None:
        """The review of a match that ended, in place of an earlier one of the same form."""

    @abstractmethod
    async def review(self, match_id: str, form: str) -> str:
        """What was kept; empty if nothing."""

    @abstractmethod
    async def drop_reviews(self, form: str, before: int) -> None:
        """Forget those of this form that were kept before."""

    # ---- people ----

    @abstractmethod
    async def keep_results(self, results: Sequence[Result]) -> None:
        """How a match ended; what is kept already stays as it is."""

    @abstractmethod
    async def results(self, person: str = "", game: str = "") -> list[Result]:
        """All seats of the matches this person (empty: anybody) played, the newest first; at most
        5,000 seats."""

    @abstractmethod
    async def drop_result(self, match_id: str, person: str) -> bool:
        """A match leaves a person's history: there its seat names nobody. Whether it was in it.

        The results go altogether with the last person who remembered them.
        """

    @abstractmethod
    async def recalled(self, table_id: str) -> bool:
        """Whether a match of this table is in anybody's history."""

    @abstractmethod
    async def attempt(self, one: Attempt) -> Attempt:
        """Keep a run that begins; the person's first of that day, which may be another."""

    @abstractmethod
    async def end_attempt(self, one: Attempt) -> None:
        """How the run that began ended; what has ended stays as it is."""

    @abstractmethod
    async def attempts(self, day: str) -> list[Attempt]:
        """Everybody's first run of a day."""

    @abstractmethod
    async def own_attempts(self, person: str) -> list[Attempt]:
        """The first runs of a person, the latest day first."""

    @abstractmethod
    async def persons(self, devices: Sequence[str]) -> dict[str, str]:
        """To whom these devices belong, where that is not the device itself."""

    @abstractmethod
    async def devices(self, person: str) -> list[DeviceRow]:
        """The devices of a person that are kept, the oldest first."""

    @abstractmethod
    async def keep_device(self, row: DeviceRow) -> None:
        """The device is this person's from now on."""

    @abstractmethod
    async def adopt(self, one: str, person: str) -> None:
        """What one person played was played by this person."""

    @abstractmethod
    async def person(self, person: str = "", key: str = "") -> Person | None:
        """Somebody with a name of their own, by id or by the key of the name."""

    @abstractmethod
    async def named(self) -> dict[str, str]:
        """The names that belong to somebody, by person."""

    @abstractmethod
    async def keep_person(self, person: Person) -> None:
        """The name is this person's from now on; Conflict if it is another's."""

    @abstractmethod
    async def free_name(self, person: str) -> None:
        """The person's name is anybody's again."""

    @abstractmethod
    async def offer_move(self, digest: str, person: str, until: int) -> None:
        """A link that brings this person to another device, until then."""

    @abstractmethod
    async def take_move(self, digest: str, now: int) -> str:
        """Whose link this is, once and in time; else empty."""

    @abstractmethod
    async def reach(self, device: str) -> Reach | None:
        """Where a device is reached while no page is open."""

    @abstractmethod
    async def keep_reach(self, reach: Reach) -> None:
        """There it is reached from now on."""

    @abstractmethod
    async def drop_reach(self, device: str, endpoint: str = "") -> None:
        """It is not reached any more (at this endpoint)."""

    @abstractmethod
    async def call_once(self, match_id: str, seat: int, v: int, at: int, rest: int) -> bool:
        """Whether the asker is the one to call this seat to this turn: once, and not within
        `rest` milliseconds of the last call."""

    @abstractmethod
    async def said(self, devices: Sequence[str]) -> list[tuple[str, Word]]:
        """What these devices said, with the table at which they did."""

    @abstractmethod
    async def forget_person(self, person: str, devices: Sequence[str]) -> None:
        """Nothing is kept of a person; others' results name nobody in their place."""

    @abstractmethod
    async def old_people(self, before: int, now: int, remove: bool) -> int:
        """How many results ended before, and take them away, with links that are past and what was
        kept of devices that have not called since."""

    @abstractmethod
    async def remove(self, table_id: str) -> None:
        """Forget a table, its matches and all that belongs to them."""
