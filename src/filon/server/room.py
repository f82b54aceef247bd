"""The room: a second listener on the machine's own address, opened and closed while serving."""

import asyncio
import hmac
import secrets
from typing import Literal

import uvicorn
from starlette.requests import HTTPConnection

from filon.core.errors import Refusal
from filon.server.auth import Keys
from filon.server.hosts import Names, is_loopback, lan_address, listening, named, netloc
from filon.settings import LOOPBACK, WILD, Settings

LAUNCH = "launch-"  # before the key, in the fragment of the address that the start opens
State = Literal["public", "open", "closed", "alone"]


class Room:
    """Who may open a server of this machine alone to the others in the room, and how."""

    def __init__(self, settings: Settings, names: Names, keys: Keys) -> None:
        self.settings = settings
        self.names = names
        self.keys = keys
        self.key = secrets.token_urlsafe(16)  # of this start; whoever has it may open and close
        self._host = ""  # the address that is open now
        self._url = ""
        self._server: uvicorn.Server | None = None
        self._ear: asyncio.Server | None = None
        self._lock = asyncio.Lock()

    def attach(self, server: uvicorn.Server) -> None:
        """The server whose second ear the room is; without one there is nothing to open."""
        self._server = server

    @property
    def offered(self) -> bool:
        """Never behind a proxy or with a public address: who runs those has decided already."""
        told = self.settings
        return (
            self._server is not None
            and told.host in LOOPBACK
            and not told.public_url
            and not told.trusted
        )

    @property
    def url(self) -> str:
        """The address for the others while the room is open and the machine still has it."""
        return self._url if self._url and lan_address() == self._host else ""

    def state(self) -> State:
        """Whether others can reach the server: `public` without a room, `alone`: nobody could."""
        if self.url:
            return "open"
        if not self.settings.loopback or self.settings.trusted:
            wild = self.settings.host in WILD and not self.settings.public_url
            return "alone" if wild and not lan_address() else "public"
        return "closed" if lan_address() else "alone"

    def holds_key(self, request: HTTPConnection) -> bool:
        """Whether this browser came by the address that the start opened, from this machine."""
        here = request.client is not None and is_loopback(request.client.host)
        own = named(request.headers.get("host", "")) in LOOPBACK
        kept = self.keys.launch_of(request.cookies)
        return self.offered and here and own and hmac.compare_digest(kept, self.key)

    def check_key(self, request: HTTPConnection, key: str) -> None:
        """Refusal `room_only` unless this is the key of this start, told from this machine."""
        here = request.client is not None and is_loopback(request.client.host)
        if not here or not self.offered or not hmac.compare_digest(key.encode(), self.key.encode()):
            raise Refusal("room_only")

    def check(self, request: HTTPConnection) -> None:
        """Refusal `room_never`, or `room_only` unless its own page on this machine asks."""
        if not self.offered:
            raise Refusal("room_never")
        origin = netloc(request.headers.get("origin", ""))
        if not self.holds_key(request) or origin != request.headers.get("host", "").lower():
            raise Refusal("room_only")

    async def open(self) -> None:
        """Listen at the machine's own address too; Refusal `no_address` if it has none."""
        async with self._lock:
            host, server = lan_address(), self._server
            if not host or server is None:
                raise Refusal("no_address")
            if self._host == host:
                return
            self._shut()
            sock = listening(host, self.settings.port)
            config = server.config

            def met() -> asyncio.Protocol:
                made = config.http_protocol_class
                state, kept = server.server_state, server.lifespan.state
                return made(config=config, server_state=state, app_state=kept)  # type: ignore[call-arg]

            loop = asyncio.get_running_loop()
            self._ear = await loop.create_server(met, sock=sock, backlog=config.backlog)
            server.servers.append(self._ear)  # it ends with the others when the server stops
            self.names.open(host)
            self._host, self._url = host, f"http://{host}:{sock.getsockname()[1]}"

    async def close(self) -> None:
        """Listen there no more; whoever came in by it is out."""
        async with self._lock:
            self._shut()

    def _shut(self) -> None:
        if self._ear is None or self._server is None:
            return
        self._ear.close()
        self._server.servers.remove(self._ear)
        self.names.shut(self._host)
        for line in list(self._server.server_state.connections):
            sock = line.transport.get_extra_info("sockname") or ("",)
            if sock[0] == self._host:
                line.transport.abort()
        self._ear, self._host, self._url = None, "", ""
