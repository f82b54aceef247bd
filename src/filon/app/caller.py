"""The caller of a request: which seats of a table its device holds."""

from dataclasses import dataclass, replace

from filon.core.errors import Refusal
from filon.match.seating import Row


@dataclass(frozen=True)
class Caller:
    """A device, by its cookies for one table; they are checked against the table when used."""

    sessions: frozenset[str]
    host_key: str
    device: str
    lang: str
    address: str

    def seats(self, row: Row) -> list[int]:
        """The seats this device holds."""
        return [
            seat
            for seat, who in enumerate(row.seats)
            if who.session and who.session in self.sessions
        ]

    def with_session(self, session: str) -> "Caller":
        """The same device, which now holds one more seat (empty: none more)."""
        return replace(self, sessions=self.sessions | ({session} - {""}))

    def is_host(self, row: Row) -> bool:
        """Whether this device made the table, or holds the seat that became host."""
        return bool(row.host) and row.host in (self.host_key, *self.sessions)

    def must_hold(self, row: Row, seat: int) -> str:
        """The session that holds the seat; Refusal `not_your_seat`."""
        session = row.seat(seat).session
        if not session or session not in self.sessions:
            raise Refusal("not_your_seat", seat=seat)
        return session

    def must_host(self, row: Row) -> None:
        """Refusal `host_only` unless this device made the table."""
        if not self.is_host(row):
            raise Refusal("host_only")
