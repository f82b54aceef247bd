"""How a match begins at a table: with dice that the devices here agree on (ADR 17)."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from filon.core.errors import Refusal
from filon.match import beginning
from filon.match.entry import CHANCE_SEAT
from filon.match.handshake import TRIES, Handshake
from filon.match.header import Header
from filon.match.seating import Row
from filon.tables.commit_reveal import CommitReveal
from filon.tables.edit import Edit
from filon.tables.time_source import Clock

if TYPE_CHECKING:
    from filon.tables.table import Table

Begun = Callable[[], tuple[Row, Header]]  # the row and the header of a match that would begin now
Cancelled = Callable[[Header], Header]


class Starting:
    """Begins the matches of one table."""

    def __init__(self, table: "Table", clock: Clock) -> None:
        self._table = table
        self.devices = CommitReveal(clock, table.presence.publish)

    async def start(self, mine: Iterable[int], entropy: str) -> None:
        """Begin the match that was prepared, with dice that the devices here agree on."""
        mine, table = tuple(mine), self._table
        await self._start(lambda: beginning.start(table.row, table.header, mine, entropy))

    async def rematch(self, mine: Iterable[int], entropy: str) -> None:
        """A new match at the same table, begun in the same way."""
        mine, table = tuple(mine), self._table
        await self._start(
            lambda: beginning.rematch(table.row, table.next_header, table.match, mine, entropy)
        )

    async def restored(self) -> None:
        """This match came from a back-up: what was drawn after it must not be drawn again."""
        table = self._table
        async with table.edit() as edit:
            draws = [n for n, step in enumerate(table.running().steps) if step.seat == CHANCE_SEAT]
            since = draws[-1] + 1 if draws else 0
            if table.header.origin is not None:
                since = max(since, table.header.origin.step)
            header = table.header.restored(beginning.sitters(table.row), since)
            await edit.begin(table.row, header)
            edit.note("restored", CHANCE_SEAT, "")

    @property
    def unsettled(self) -> bool:
        """Whether the match came from a back-up and its devices have not agreed on dice yet."""
        return self._table.match is not None and not self._table.header.settled

    async def agree_anew(self) -> None:
        """Before the first draw after a back-up: the devices that are here promise once more."""
        if self.unsettled:
            table = self._table
            await self._start(
                lambda: (table.row, table.header.agreed_anew()), Header.cancelled_anew
            )

    async def _start(self, begun: Begun, cancelled: Cancelled = Header.cancelled) -> None:
        """Begin; devices that can promise are asked first, and the lock is free meanwhile."""
        late: tuple[int, ...] = ()
        for _ in range(TRIES):
            async with self._table.edit() as edit:
                self.devices.free()
                row, header = begun()
                seats = self.devices.seats(row)
                if not seats:
                    return await edit.begin(row, header)
                shake = self.devices.begin(header, seats, late)
            try:
                await self.devices.agree()
                async with self._table.edit() as edit:
                    late = await self._shaken(edit, shake, begun, cancelled)
            finally:
                self.devices.end()
                self._table.presence.publish()
            if not late:
                return None
        name = self._table.row.seats[late[0]].name
        raise Refusal("unopened", seat=late[0] + 1, name=name)

    async def _shaken(
        self, edit: Edit, shake: Handshake, begun: Begun, cancelled: Cancelled
    ) -> tuple[int, ...]:
        """Begin what all opened; else cancel, count that, and give the seats that did not."""
        row, header = begun()
        if header != shake.header:  # another process arranged the table meanwhile
            raise Refusal("busy_table")
        late = shake.unopened()
        if late:
            edit.save(self._table.row, cancelled(header))
        else:
            self.devices.end()
            await edit.begin(row, shake.agreed())
        return late
