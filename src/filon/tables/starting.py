"""How a match begins at a table: with dice that the devices here agree on (ADR 17)."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable

from filon.core.errors import Refusal
from filon.match import beginning
from filon.match.entry import CHANCE_SEAT, PERSON, Kind
from filon.match.handshake import TRIES, Handshake
from filon.match.header import Header
from filon.match.pace import Bounds
from filon.match.seating import Row
from filon.tables.commit_reveal import Agreeing
from filon.tables.sight import Sight
from filon.tables.time_source import Clock


class Starting(Sight, ABC):
    """A table that can begin; what is stored and told, the table itself does."""

    def __init__(self, clock: Clock, row: Row, header: Header, bounds: Bounds) -> None:
        super().__init__(clock, row, header, bounds)
        self.agreeing = Agreeing(clock, self._changed)
        self._lock = asyncio.Lock()

    @abstractmethod
    def _changed(self, stepped: bool = False) -> None:
        """Wake whoever drives and tell whoever watches; `stepped`: the game alone went on."""

    @abstractmethod
    async def _begin(self, row: Row, header: Header) -> None:
        """Store the match that begins, and show it."""

    @abstractmethod
    async def _save(self, row: Row, header: Header | None = None) -> None:
        """Store the table's next revision."""

    @abstractmethod
    async def _note(self, kind: Kind, seat: int, level: str, by: str = PERSON) -> None:
        """Store an entry that is no step."""

    async def start(self, mine: Iterable[int], entropy: str) -> None:
        """Begin the match that was prepared, with dice that the devices here agree on."""
        mine = tuple(mine)
        await self._start(lambda: beginning.start(self.row, self.header, mine, entropy))

    async def rematch(self, mine: Iterable[int], entropy: str) -> None:
        """A new match at the same table, begun in the same way."""
        mine = tuple(mine)
        await self._start(
            lambda: beginning.rematch(self.row, self.next_header, self.match, mine, entropy)
        )

    async def restored(self) -> None:
        """This match came from a back-up: what was drawn after it must not be drawn again."""
        async with self._lock:
            draws = [n for n, step in enumerate(self.running().steps) if step.seat == CHANCE_SEAT]
            since = draws[-1] + 1 if draws else 0
            if self.header.origin is not None:
                since = max(since, self.header.origin.step)
            header = self.header.restored(beginning.sitters(self.row), since)
            await self._begin(self.row, header)
            await self._note("restored", CHANCE_SEAT, "")

    @property
    def unsettled(self) -> bool:
        """Whether the match came from a back-up and its devices have not agreed on dice yet."""
        return self.match is not None and not self.header.settled

    async def _agree_anew(self) -> None:
        """Before the first draw after a back-up: the devices that are here promise once more."""
        if self.unsettled:
            await self._start(lambda: (self.row, self.header.agreed_anew()), Header.cancelled_anew)

    async def _start(
        self,
        begun: Callable[[], tuple[Row, Header]],
        cancelled: Callable[[Header], Header] = Header.cancelled,
    ) -> None:
        """Begin; devices that can promise are asked first, and the lock is free meanwhile."""
        late: tuple[int, ...] = ()
        for _ in range(TRIES):
            async with self._lock:
                self.agreeing.free()
                row, header = begun()
                asked = self.agreeing.seats(row)
                if not asked:
                    return await self._begin(row, header)
                shake = self.agreeing.begin(header, asked, late)
            try:
                await self.agreeing.agree()
                async with self._lock:
                    late = await self._shaken(shake, begun, cancelled)
            finally:
                self.agreeing.end()
                self._changed()
            if not late:
                return None
        raise Refusal("unopened", seat=late[0] + 1, name=self.row.seats[late[0]].name)

    async def _shaken(
        self,
        shake: Handshake,
        begun: Callable[[], tuple[Row, Header]],
        cancelled: Callable[[Header], Header],
    ) -> tuple[int, ...]:
        """Begin what all opened; else cancel, count that, and give the seats that did not."""
        row, header = begun()
        if header != shake.header:  # another process arranged the table meanwhile
            raise Refusal("busy_table")
        late = shake.unopened()
        if late:
            again = cancelled(header)
            await self._save(self.row, again)
            if again.match_id == self.header.match_id:
                self.header = again
            else:
                self.next_header = again
        else:
            self.agreeing.end()
            await self._begin(row, shake.agreed())
        return late
