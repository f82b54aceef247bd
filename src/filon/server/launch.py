"""Start a server: schema, port, addresses, browser, and then serve until told to stop."""

import asyncio
import contextlib
import io
import logging
import os
import platform
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

import segno
import structlog
import uvicorn
from rich.console import Console
from starlette.types import ASGIApp

from filon.build_info import this_build
from filon.core import cycles
from filon.messages import Catalogue, catalogue, system_language
from filon.server import data_dir
from filon.server.app import create_app
from filon.server.connections import ConnectionLimits
from filon.server.hosts import lan_address, listening
from filon.server.lan import LAUNCH, LanAccess
from filon.server.limits import BIGGEST
from filon.server.page import is_built, missing
from filon.server.protocols import PATIENCE, protocols
from filon.settings import LOOPBACK, WILD, Settings
from filon.store.migrate import migrate_postgres, migrate_sqlite

FILES = 65536  # open files a server asks the system for
SPARE = 128  # of them kept for the database, the page and the log
GRACE = 3  # seconds for requests in flight when the server is told to stop


def serve(settings: Settings, console: Console | None = None) -> None:
    """Serve until Ctrl-C; prints the addresses people can use."""
    console = console or Console()
    texts = catalogue(system_language())
    logs(settings.log)
    os.umask(0o077)  # files written from here on are readable by their owner only
    with contextlib.ExitStack() as stack:
        listener = stack.enter_context(listening(settings.host, settings.port, settings.fixed_port))
        stack.enter_context(prepared(settings, int(listener.getsockname()[1])))
        attend(settings, listener, console, texts)


def attend(settings: Settings, listener: socket.socket, console: Console, texts: Catalogue) -> None:
    """Print the addresses once the server answers there, and serve."""
    port = int(listener.getsockname()[1])
    if port != settings.port and settings.port:
        console.print(texts.say("serve.port", wanted=settings.port, port=port))
    settings = replace(settings, port=port)
    app = create_app(settings)
    lan: LanAccess = app.state.server.lan

    def said() -> None:
        greet(settings, console, texts, lan.key if lan.offered else "")

    server = Server(configured(settings, app), said)
    lan.attach(server)
    cycles.seldom()
    server.run(sockets=[listener])


class Server(uvicorn.Server):
    """A server that greets once it answers, never before."""

    def __init__(self, config: uvicorn.Config, greeting: Callable[[], None]) -> None:
        super().__init__(config)
        self.greeting = greeting

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve, then greet."""
        await super().startup(sockets)
        if self.started:
            self.greeting()


def configured(settings: Settings, app: ASGIApp, patience: float = PATIENCE) -> uvicorn.Config:
    """How uvicorn serves the app: protocols, limits, and which proxies are believed."""
    files = most_files()
    limits = ConnectionLimits(
        settings.connections if settings.limits else 0,
        max(files - SPARE, files // 2),
        settings.trusted,
    )
    http, ws = protocols(limits, patience)
    return uvicorn.Config(
        app,
        http=http,
        ws=ws,
        ws_max_size=2 * BIGGEST,
        ws_per_message_deflate=False,  # it costs each socket more memory than all the rest
        timeout_graceful_shutdown=GRACE,
        log_level=settings.log,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.trusted),
        forwarded_allow_ips=settings.trusted,
    )


def most_files() -> int:
    """Raise the limit of open files as far as the system allows; the limit."""
    if sys.platform == "win32":
        return 8192
    import resource

    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if most == resource.RLIM_INFINITY else min(FILES, most)
    if least < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    return max(least, wanted)


@contextmanager
def prepared(settings: Settings, port: int) -> Iterator[None]:
    """Lock and protect the data directory, migrate the database, make the secret key if there is
    none; Refusal for the first of these that fails."""
    data_dir.prepare(settings.data)
    with contextlib.ExitStack() as stack:
        if settings.database:
            asyncio.run(migrate_postgres(settings.database))
        else:  # two servers on one file would not tell each other of their steps
            where = addresses(replace(settings, port=port))[0]
            stack.enter_context(data_dir.locked(settings.data, where))
            migrate_sqlite(settings.file)
        data_dir.secret(settings.data)
        data_dir.tighten(settings.data)
        yield


def addresses(settings: Settings) -> tuple[str, str]:
    """The address on this machine, and the one for the others (empty if there is none)."""
    local = "127.0.0.1" if settings.host in WILD else settings.host
    local = f"[{local}]" if ":" in local else local
    here = f"http://{local}:{settings.port}/"
    if settings.public_url:
        return here, settings.public_url.rstrip("/") + "/"
    if settings.host in LOOPBACK:
        return here, ""
    reach = lan_address() if settings.host in WILD else settings.host
    return here, f"http://{reach}:{settings.port}/" if reach else ""


def greet(settings: Settings, console: Console, texts: Catalogue, key: str = "") -> None:
    """Print the addresses, with a QR code for other devices; a browser that opens the one with
    the key may open the server to the local network."""
    here, there = addresses(settings)
    here += f"#{LAUNCH}{key}" if key else ""
    say = partial(console.print, highlight=False, soft_wrap=True)
    say(this_build().described(texts))
    if not is_built():
        say(missing(texts.lang), style="yellow")
    say(texts.say("serve.here", address=here))
    if there:
        say(texts.say("serve.there", address=there))
        drawing = io.StringIO()
        segno.make(there, error="l").terminal(out=drawing, border=2, compact=True)
        console.out(drawing.getvalue(), highlight=False)
    elif key:
        say(texts.say("serve.room"))
    where = settings.database.rpartition("@")[2] or str(settings.file)
    say(texts.say("serve.data", path=where))
    say(texts.say("serve.stop"))
    if settings.browser and has_browser():
        threading.Thread(target=webbrowser.open, args=[here], daemon=True).start()


def has_browser() -> bool:
    """Whether a person can see a browser on this machine."""
    if os.environ.get("CI") or not sys.stdout.isatty():
        return False
    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(screen) or platform.system() != "Linux"


def logs(level: str) -> None:
    """Log lines of key=value, from this level on."""
    number = logging.getLevelNamesMapping().get(level.upper(), logging.WARNING)
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(number),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.LogfmtRenderer(),
        ],
        # Looked up for every line, in case stderr is redirected later.
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )
