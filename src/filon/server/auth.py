"""Seats as capabilities: signed tokens in links, exchanged for one cookie per seat."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.responses import Response

from filon.core.errors import Refusal
from filon.table.match.seating import Row, fresh

SEAT_COOKIE = "filon_seat_"
HOST_COOKIE = "filon_host"
DEVICE_COOKIE = "filon_device"
YEAR = 365 * 24 * 3600


@dataclass(frozen=True)
class Caller:
    """Who asks: what their cookies for this table say, checked against the table when used."""

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


class Keys:
    """Signs and reads tokens and cookies with the server's secret."""

    def __init__(self, secret: bytes) -> None:
        self._signer = URLSafeSerializer(secret, salt="filon")

    def _read(self, text: str, kind: str, table_id: str) -> str:
        try:
            told = self._signer.loads(text)
        except BadSignature:
            return ""
        if not isinstance(told, list) or told[:2] != [kind, table_id] or len(told) != 3:
            return ""
        return str(told[2])

    def seat_token(self, row: Row, seat: int) -> str:
        """The token of one seat's link."""
        return str(self._signer.dumps(["s", row.id, row.seat(seat).nonce]))

    def open_token(self, row: Row) -> str:
        """The token of the link that gives any open seat."""
        return str(self._signer.dumps(["t", row.id, row.nonce]))

    def seat_of(self, row: Row, token: str) -> int | None:
        """The seat a token gives (None: any open one); Refusal `token` if it gives none."""
        nonce = self._read(token, "s", row.id)
        for seat, who in enumerate(row.seats):
            if nonce and who.nonce == nonce:
                return seat
        if self._read(token, "t", row.id) == row.nonce:
            return None
        raise Refusal("token")

    def caller(self, cookies: Mapping[str, str], table_id: str, lang: str, address: str) -> Caller:
        """Who a request's cookies say it is; what is forged or foreign counts for nothing."""
        sessions = {
            self._read(value, "c", table_id)
            for name, value in cookies.items()
            if name.startswith(SEAT_COOKIE)
        }
        return Caller(
            sessions=frozenset(sessions - {""}),
            host_key=self._read(cookies.get(HOST_COOKIE, ""), "h", table_id),
            device=self._read(cookies.get(DEVICE_COOKIE, ""), "d", "") or fresh(),
            lang=lang,
            address=address,
        )

    def give_seat(self, answer: Response, row: Row, seat: int, secure: bool) -> None:
        """Set the cookie of a seat."""
        session = row.seat(seat).session
        self._set(
            answer,
            SEAT_COOKIE + session[:8],
            ["c", row.id, session],
            f"/api/tables/{row.id}",
            secure,
        )

    def give_host(self, answer: Response, row: Row, secure: bool) -> None:
        """Set the host's cookie."""
        self._set(answer, HOST_COOKIE, ["h", row.id, row.host], f"/api/tables/{row.id}", secure)

    def give_device(self, answer: Response, device: str, secure: bool) -> None:
        """Set the cookie by which a device finds its tables again; it opens nothing."""
        self._set(answer, DEVICE_COOKIE, ["d", "", device], "/api", secure)

    def take_seat(self, answer: Response, row: Row, session: str) -> None:
        """Remove a seat's cookie."""
        answer.delete_cookie(SEAT_COOKIE + session[:8], path=f"/api/tables/{row.id}")

    def _set(self, answer: Response, name: str, told: list[str], path: str, secure: bool) -> None:
        answer.set_cookie(
            name,
            str(self._signer.dumps(told)),
            max_age=YEAR,
            path=path,
            secure=secure,
            httponly=True,
            samesite="lax",
        )
