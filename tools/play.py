"""Set everything up if needed and serve the games: what `make play` runs.

The page opens as soon as the pure engine and the page are ready. Where compiling would take a
while it goes on beside the server, and the next start uses its result.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import environment
import fast
import page
import wheel
from stage import LOGS, ROOT, say


def command(filon: Path) -> list[str]:
    """The server's command line, with HOST, PORT and ARGS."""
    words = [str(filon), "serve"]
    for name in ("HOST", "PORT"):
        if value := os.environ.get(name):
            words += [f"--{name.lower()}", value]
    return words + os.environ.get("ARGS", "").split()


def become(filon: Path) -> NoReturn:
    """Replace this process by the server, so that it receives every signal."""
    sys.stdout.flush()
    words = command(filon)
    os.execv(words[0], words)


def serve_beside(filon: Path, builder: list[str]) -> int:
    """Serve while the builder works; when the server ends, so does the builder."""
    LOGS.mkdir(parents=True, exist_ok=True)
    with (LOGS / "beside.log").open("wb") as log:
        beside = subprocess.Popen(builder, stdout=log, stderr=log, start_new_session=True)
    server = subprocess.Popen(command(filon))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the server by itself
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: server.send_signal(number))
    try:
        return server.wait()
    finally:
        if beside.poll() is None:
            os.killpg(beside.pid, signal.SIGTERM)  # a build that is not done begins again


def main() -> int:
    """Set up, then serve from the fastest build there is."""
    say("Filon: getting ready")
    environment.sync("run")
    page.build()
    plain = environment.VENV / "bin" / "filon"
    if wheel.compiler() is None:
        wheel.say_plain("no C compiler")
        become(plain)
    if not fast.is_fresh() and wheel.quick():
        fast.update()
    if fast.is_fresh():
        if why := fast.plain():
            wheel.say_plain(why)
        become(fast.FAST / "bin" / "filon")
    say("  The rules are being compiled beside the game; the next start will use them.")
    return serve_beside(plain, ["nice", sys.executable, str(ROOT / "tools" / "fast.py")])


if __name__ == "__main__":
    sys.exit(main())
