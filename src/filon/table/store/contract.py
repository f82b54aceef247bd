"""What a table needs kept: one contract, fulfilled by SQLite and by PostgreSQL."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from filon.table.match.entry import Entry
from filon.table.match.header import Header
from filon.table.match.sealed import Hold
from filon.table.match.seating import Row

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
    async def playing(self) -> list[str]:
        """The tables whose match runs, the last changed first; at most 10,000."""

    @abstractmethod
    async def mark(self, name: str) -> str:
        """What the database says of itself under this name; empty if nothing."""

    @abstractmethod
    async def set_mark(self, name: str, told: str) -> None:
        """Let it say this; empty takes the mark away."""

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
    async def remove(self, table_id: str) -> None:
        """Forget a table, its matches and all that belongs to them."""
