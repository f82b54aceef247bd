"""LAN exposure: a second listener on the machine's own address, opened and closed while serving."""

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


class LanAccess:
    """Opens a server of this machine alone to its local network; people call that the room."""

    def __init__(self, settings: Settings, names: Names, keys: Keys) -> None:
        self.settings = settings
        self.names = names
        self.keys = keys
        self.key = secrets.token_urlsafe(16)  # of this start; its holder may open and close
        self._host = ""  # the address that is open now
        self._url = ""
        self._server: uvicorn.Server | None = None
        self._listener: asyncio.Server | None = None
        self._lock = asyncio.Lock()

    def attach(self, server: uvicorn.Server) -> None:
        """The running server to which the listener is added; without one nothing can be opened."""
        self._server = server

    @property
    def offered(self) -> bool:
        """Whether it can be opened: never behind a proxy or with a public address."""
        settings = self.settings
        shut = settings.host in LOOPBACK and not settings.public_url and not settings.trusted
        return self._server is not None and shut

    @property
    def url(self) -> str:
        """The address for others while it is open and the machine still has it."""
        return self._url if self._url and lan_address() == self._host else ""

    def state(self) -> State:
        """Whether others reach it; `public`: always, `alone`: this machine has no network."""
        if self.url:
            return "open"
        if not self.settings.loopback or self.settings.trusted:
            wild = self.settings.host in WILD and not self.settings.public_url
            return "alone" if wild and not lan_address() else "public"
        return "closed" if lan_address() else "alone"

    def holds_key(self, request: HTTPConnection) -> bool:
        """Whether this browser, on this machine, has the key that the start opened."""
        here = request.client is not None and is_loopback(request.client.host)
        own = named(request.headers.get("host", "")) in LOOPBACK
        key = self.keys.launch_of(request.cookies)
        return self.offered and here and own and hmac.compare_digest(key, self.key)

    def check_key(self, request: HTTPConnection, key: str) -> None:
        """Refusal `room_only` unless this is the key of this start, sent from this machine."""
        here = request.client is not None and is_loopback(request.client.host)
        if not here or not self.offered or not hmac.compare_digest(key.encode(), self.key.encode()):
            raise Refusal("room_only")

    def check(self, request: HTTPConnection) -> None:
        """Refusal `room_never`, or `room_only` unless the page on this machine asks."""
        if not self.offered:
            raise Refusal("room_never")
        origin = netloc(request.headers.get("origin", ""))
        if not self.holds_key(request) or origin != request.headers.get("host", "").lower():
            raise Refusal("room_only")

    async def open(self) -> None:
        """Listen on the machine's own address too; Refusal `no_address` if it has none."""
        async with self._lock:
            host, server = lan_address(), self._server
            if not host or server is None:
                raise Refusal("no_address")
            if self._host == host:
                return
            self._shut()
            sock = listening(host, self.settings.port)
            config = server.config

            def protocol() -> asyncio.Protocol:
                http, state = config.http_protocol_class, server.server_state
                app_state = server.lifespan.state
                return http(config=config, server_state=state, app_state=app_state)  # type: ignore[call-arg]

            loop = asyncio.get_running_loop()
            self._listener = await loop.create_server(protocol, sock=sock, backlog=config.backlog)
            server.servers.append(self._listener)  # it ends with the others when the server stops
            self.names.open(host)
            self._host, self._url = host, f"http://{host}:{sock.getsockname()[1]}"

    async def close(self) -> None:
        """Stop listening there, and close the connections that came by it."""
        async with self._lock:
            self._shut()

    def _shut(self) -> None:
        if self._listener is None or self._server is None:
            return
        self._listener.close()
        self._server.servers.remove(self._listener)
        self.names.shut(self._host)
        for connection in list(self._server.server_state.connections):
            sock = connection.transport.get_extra_info("sockname") or ("",)
            if sock[0] == self._host:
                connection.transport.abort()
        self._listener, self._host, self._url = None, "", ""
