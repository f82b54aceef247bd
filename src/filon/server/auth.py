"""Seats as capabilities: signed tokens in links, exchanged for one cookie per seat."""

import base64
import hmac
from collections.abc import Mapping

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.responses import Response

from filon.app.caller import Caller
from filon.core.errors import Refusal
from filon.match.seating import Row, fresh

SEAT_COOKIE = "filon_seat_"
HOST_COOKIE = "filon_host"
DEVICE_COOKIE = "filon_device"
LAUNCH_COOKIE = "filon_launch"
YEAR = 365 * 24 * 3600


class Keys:
    """Signs and reads tokens and cookies with the server's secret."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._signer = URLSafeSerializer(secret, salt="filon")

    def _short(self, kind: str, row: Row, nonce: str) -> str:
        """128 bits derived from the table's nonce and the server's secret: a stolen database
        alone gives no link."""
        said = f"filon-link|{kind}|{row.id}|{nonce}".encode()
        bits = hmac.digest(self._secret, said, "sha256")[:16]
        return base64.urlsafe_b64encode(bits).decode().rstrip("=")

    def _read(self, text: str, kind: str, table_id: str) -> str:
        try:
            fields = self._signer.loads(text)
        except BadSignature:
            return ""
        if not isinstance(fields, list) or fields[:2] != [kind, table_id] or len(fields) != 3:
            return ""
        return str(fields[2])

    def seat_token(self, row: Row, seat: int) -> str:
        """The token of one seat's link."""
        return self._short("s", row, row.seat(seat).nonce)

    def open_token(self, row: Row) -> str:
        """The token of the link that gives any open seat."""
        return self._short("t", row, row.nonce)

    def seat_of(self, row: Row, token: str) -> int | None:
        """The seat a token gives (None: any open one); Refusal `token` if it gives none."""
        given = token.encode()
        nonce = self._read(token, "s", row.id)  # links of version 0.1 were signed
        for seat, who in enumerate(row.seats):
            if who.nonce and hmac.compare_digest(self._short("s", row, who.nonce).encode(), given):
                return seat
            if nonce and who.nonce == nonce:
                return seat
        if hmac.compare_digest(self._short("t", row, row.nonce).encode(), given):
            return None
        if self._read(token, "t", row.id) == row.nonce:
            return None
        raise Refusal("token")

    def caller(self, cookies: Mapping[str, str], table_id: str, lang: str, address: str) -> Caller:
        """The caller whom a request's cookies name; forged and foreign cookies are ignored."""
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
        """Set the cookie by which a device finds its tables again; it grants no seat."""
        self._set(answer, DEVICE_COOKIE, ["d", "", device], "/api", secure)

    def give_launch(self, answer: Response, key: str, secure: bool) -> None:
        """Set the cookie of the person who started the server; the next start makes it invalid."""
        self._set(answer, LAUNCH_COOKIE, ["l", "", key], "/api/room", secure)

    def launch_of(self, cookies: Mapping[str, str]) -> str:
        """The key of a start that this browser was given; empty if none."""
        return self._read(cookies.get(LAUNCH_COOKIE, ""), "l", "")

    def take_seat(self, answer: Response, row: Row, session: str) -> None:
        """Remove a seat's cookie."""
        answer.delete_cookie(SEAT_COOKIE + session[:8], path=f"/api/tables/{row.id}")

    def _set(self, answer: Response, name: str, fields: list[str], path: str, secure: bool) -> None:
        answer.set_cookie(
            name,
            str(self._signer.dumps(fields)),
            max_age=YEAR,
            path=path,
            secure=secure,
            httponly=True,
            samesite="lax",
        )
