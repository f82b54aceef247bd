"""A server for measuring: no limits, no browser, its address on the first line it prints."""

import socket
import sys
from pathlib import Path

import uvicorn

from filon.server.app import create_app
from filon.server.settings import Settings
from filon.table.brain import ThreadBrain
from filon.table.store.migrate import migrate_sqlite


def main() -> None:
    data = Path(sys.argv[1])
    settings = Settings(data=data, browser=False, limits=False, port=0)
    migrate_sqlite(settings.file)
    line = socket.socket()
    line.bind(("127.0.0.1", 0))
    line.listen(1024)
    print(f"http://127.0.0.1:{line.getsockname()[1]}", flush=True)
    app = create_app(settings, ThreadBrain())
    config = uvicorn.Config(
        app, log_level="critical", ws="websockets-sansio", ws_per_message_deflate=False, loop="auto"
    )
    uvicorn.Server(config).run(sockets=[line])


if __name__ == "__main__":
    main()
