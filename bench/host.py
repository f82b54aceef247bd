"""The server for measurements: no limits, no pauses; it prints its address first."""

import socket
import sys
from pathlib import Path

import uvicorn

from filon.core import cycles
from filon.server.app import create_app
from filon.server.launch import configured, prepared
from filon.settings import Settings


def main() -> None:
    database = "".join(sys.argv[2:])
    settings = Settings(
        data=Path(sys.argv[1]), database=database, browser=False, pace="instant", limits=False
    )
    ear = socket.create_server(("127.0.0.1", 0), backlog=1024)
    port = int(ear.getsockname()[1])
    with prepared(settings, port):
        print(f"http://127.0.0.1:{port}", flush=True)
        server = uvicorn.Server(configured(settings, create_app(settings)))
        cycles.seldom()
        server.run(sockets=[ear])


if __name__ == "__main__":
    main()
