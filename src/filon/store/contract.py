"""The ports to what is stored: one for each use, so that each part asks for no more than it needs.

A browser stores what `Store` names; a server's database also stores people.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from filon.match.attempt import Attempt
from filon.match.chat import ChatMessage
from filon.match.clocks import Mark
from filon.match.entry import Entry
from filon.match.header import Header
from filon.match.person import DeviceRow, Person, Subscription
from filon.match.result import Result
from filon.match.sealed import Hold
from filon.match.seating import Row

PHASES = ("waiting", "playing", "over", "closed")


class Conflict(Exception):
    """Another writer was first. Nothing was written: read again and decide anew."""


class Unavailable(Exception):
    """The database cannot be reached now; nothing is known to have been written."""


@dataclass(frozen=True)
class Change:
    """What one edit of a table writes."""

    match_id: str
    entries: Sequence[Entry] = ()
    withdrawn: Sequence[int] = ()  # seats whose secret choice is deleted
    row: Row | None = None  # the next revision
    header: Header | None = None  # of a match, with the row
    marks: Sequence[Mark] = ()  # moments that clocks are computed from; twice the same is one


class TableStore(ABC):
    """Tables, their matches, journals, chat and clocks; what it confirmed survives a crash."""

    @abstractmethod
    async def create(self, row: Row, header: Header) -> None:
        """Add a table with its first match; Conflict if the id or the code is in use."""

    @abstractmethod
    async def write(self, change: Change) -> None:
        """Write all of a change or nothing; Conflict unless it follows what is stored."""

    @abstractmethod
    async def row(self, table_id: str) -> Row | None:
        """Read a table."""

    @abstractmethod
    async def header(self, match_id: str) -> Header | None:
        """Read what was agreed for a match."""

    @abstractmethod
    async def entries(self, match_id: str, since: int) -> list[Entry]:
        """Read the journal after version `since`, in order."""

    @abstractmethod
    async def append(self, match_id: str, entries: Sequence[Entry]) -> None:
        """Add all these entries or none; Conflict if their first v is not the next one."""

    @abstractmethod
    async def hold(self, hold: Hold, seats: Sequence[int], v: int, at: int) -> list[Entry]:
        """Store a secret choice in place of the seat's earlier one; Conflict unless at `v`.

        When all `seats` (in asking order) have chosen, their choices become entries after `v`
        instead; these are returned.
        """

    @abstractmethod
    async def withdraw(self, match_id: str, n: int, seat: int) -> bool:
        """Delete the choice held after n steps; False if there is none (or all are open)."""

    @abstractmethod
    async def holds(self, match_id: str) -> list[Hold]:
        """Read the held choices."""

    @abstractmethod
    async def by_code(self, code: str) -> str | None:
        """Find the waiting table of a code."""

    @abstractmethod
    async def by_device(self, device: str) -> list[Row]:
        """List the tables a device sits at, the last changed first; at most 50."""

    @abstractmethod
    async def listed(self) -> list[Row]:
        """List the waiting tables of the lobby, the last changed first; at most 50."""

    @abstractmethod
    async def playing(self) -> list[str]:
        """List the tables whose match runs, the last changed first; at most 10,000."""

    @abstractmethod
    async def idle(self, before: int, phases: Sequence[str] = PHASES) -> list[Row]:
        """List the tables in these phases that were not changed or played since, by age."""

    @abstractmethod
    async def remove(self, table_id: str) -> None:
        """Delete a table, its matches and all that belongs to them, but not their results."""

    @abstractmethod
    async def marks(self, match_id: str) -> list[Mark]:
        """Read the marks of a match, and the server's own, in order of time."""

    @abstractmethod
    async def add_word(self, table_id: str, word: ChatMessage) -> int:
        """Add a chat message under the next number, which is returned; the oldest make room."""

    @abstractmethod
    async def words(self, table_id: str, since: int) -> list[ChatMessage]:
        """Read the chat after message `since`, in order."""

    @abstractmethod
    async def meta(self, name: str) -> str:
        """Read a fact about the database itself; empty if there is none."""

    @abstractmethod
    async def set_meta(self, name: str, value: str) -> None:
        """Set such a fact; an empty one is deleted."""


class HistoryStore(ABC):
    """How matches and daily challenges ended; results outlive their tables."""

    @abstractmethod
    async def add_results(self, results: Sequence[Result]) -> None:
        """Add how a match ended; what is stored already stays as it is.

        `person` names a device here. What is stored names the person to whom it belongs.
        """

    @abstractmethod
    async def results(self, person: str = "", game: str = "") -> list[Result]:
        """Read all seats of the matches that this person (empty: anybody) played, newest first.

        At most 5,000 seats.
        """

    @abstractmethod
    async def remove_result(self, match_id: str, person: str) -> bool:
        """Blank a person's seat in a match; whether the match was in their history.

        The results of a match are deleted with the last person's.
        """

    @abstractmethod
    async def has_results(self, table_id: str) -> bool:
        """Whether a match of this table is in any person's history."""

    @abstractmethod
    async def begin_attempt(self, attempt: Attempt) -> Attempt:
        """Store a run that begins, and return the person's first of that day."""

    @abstractmethod
    async def end_attempt(self, attempt: Attempt) -> None:
        """Store how the run that began ended; what has ended stays as it is."""

    @abstractmethod
    async def attempts(self, day: str) -> list[Attempt]:
        """Read the first runs of a day."""

    @abstractmethod
    async def own_attempts(self, person: str) -> list[Attempt]:
        """Read the first runs of a person, the latest day first."""


class ReviewStore(ABC):
    """Reviews of matches, and notes about them, by the form they are written in."""

    @abstractmethod
    async def save_review(self, match_id: str, form: str, text: str, at: int) -> None:
        """Save a review in place of an earlier one of the same form."""

    @abstractmethod
    async def review(self, match_id: str, form: str) -> str:
        """Read a review; empty if there is none."""

    @abstractmethod
    async def remove_reviews(self, form: str, before: int) -> None:
        """Delete the reviews of this form that were saved before."""


class LeaseStore(ABC):
    """Which process lets a match's bots think."""

    @abstractmethod
    async def lease(self, match_ids: Sequence[str], owner: str, seconds: float) -> set[str]:
        """Lease these matches to the owner for so long, and return those it has.

        Matches of another owner are left out until that lease has ended.
        """

    @abstractmethod
    async def release(self, owner: str) -> None:
        """End the owner's leases."""


class PeopleStore(ABC):
    """People, their devices and names, and where a push message reaches them."""

    @abstractmethod
    async def owner(self, device: str) -> str:
        """Read to whom a device belongs; a device without an owner is a person itself."""

    @abstractmethod
    async def devices(self, person: str) -> list[DeviceRow]:
        """Read the stored devices of a person, the oldest first."""

    @abstractmethod
    async def save_device(self, row: DeviceRow) -> None:
        """Give the device to this person."""

    @abstractmethod
    async def merge(self, other: str, person: str) -> None:
        """Give all that `other` played to this person."""

    @abstractmethod
    async def person(self, person: str = "", key: str = "") -> Person | None:
        """Read a person who owns a name, by id or by the key of the name."""

    @abstractmethod
    async def names(self) -> dict[str, str]:
        """Read all names that have an owner, by person."""

    @abstractmethod
    async def save_person(self, person: Person) -> None:
        """Give the name to this person; Conflict if it is another's."""

    @abstractmethod
    async def free_name(self, person: str) -> None:
        """Let anybody use the person's name again."""

    @abstractmethod
    async def offer_transfer(self, digest: str, person: str, until: int) -> None:
        """Store a link that brings this person to another device, in place of an earlier one."""

    @abstractmethod
    async def take_transfer(self, digest: str, now: int) -> str:
        """Use up a link; its person, or empty if it is unknown, used or past."""

    @abstractmethod
    async def words_of(self, devices: Sequence[str]) -> list[tuple[str, ChatMessage]]:
        """Read what these devices said in chats, with the table."""

    @abstractmethod
    async def subscription(self, device: str) -> Subscription | None:
        """Read a device's push subscription."""

    @abstractmethod
    async def save_subscription(self, subscription: Subscription) -> None:
        """Save a device's push subscription."""

    @abstractmethod
    async def remove_subscription(self, device: str, endpoint: str = "") -> None:
        """Delete a device's push subscription (if it has this endpoint)."""

    @abstractmethod
    async def claim_push(self, match_id: str, seat: int, v: int, at: int, rest: int) -> bool:
        """Whether the caller may call this seat to this turn: once, and not within `rest`
        milliseconds of the last call."""

    @abstractmethod
    async def forget_person(self, person: str, devices: Sequence[str]) -> None:
        """Delete all about a person; others' results have no name in their place."""

    @abstractmethod
    async def old_people(self, before: int, now: int, remove: bool) -> int:
        """Count the results that ended before.

        With `remove` they are deleted, with links that are past and subscriptions of devices
        that were not used since.
        """


class Store(TableStore, HistoryStore, ReviewStore, LeaseStore):
    """What every place stores where tables are played, a browser too."""

    async def open(self) -> None:
        """Be ready; the schema is there already (see migrate)."""

    async def close(self) -> None:
        """Finish what was asked and let go."""


class ServerStore(Store, PeopleStore):
    """What a server stores, in SQLite or PostgreSQL."""
