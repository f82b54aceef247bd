"""Set everything up if needed and serve the games: what `make play` runs.

The page opens as soon as the pure engine and the page are ready. Where compiling would take a
while it goes on beside the server, and the next start uses its result.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path

import environment
import fast
import page
import wheel
from stage import LOGS, ROOT, say


def serve(filon: Path) -> int:
    """Run the server until it is stopped; HOST, PORT and ARGS are handed on."""
    command = [str(filon), "serve"]
    for name in ("HOST", "PORT"):
        if value := os.environ.get(name):
            command += [f"--{name.lower()}", value]
    command += os.environ.get("ARGS", "").split()
    try:
        return subprocess.run(command, cwd=ROOT, check=False).returncode
    except KeyboardInterrupt:
        return 0


def main() -> int:
    """Set up, then serve from the fastest build there is."""
    say("Filon: getting ready")
    environment.sync("run")
    page.build()
    if wheel.compiler() is None:
        wheel.say_plain("no C compiler")
        return serve(environment.VENV / "bin" / "filon")
    if not fast.is_fresh() and wheel.quick():
        fast.update()
    if fast.is_fresh():
        if why := fast.plain():
            wheel.say_plain(why)
        return serve(fast.FAST / "bin" / "filon")
    say("  The rules are being compiled beside the game; the next start will use them.")
    LOGS.mkdir(parents=True, exist_ok=True)
    with (LOGS / "beside.log").open("wb") as log:
        command = [sys.executable, str(ROOT / "tools" / "fast.py")]
        beside = subprocess.Popen(
            ["nice", *command], stdout=log, stderr=log, start_new_session=True
        )
    try:
        return serve(environment.VENV / "bin" / "filon")
    finally:
        if beside.poll() is None:
            os.killpg(beside.pid, signal.SIGTERM)  # a build that is not done begins again


if __name__ == "__main__":
    sys.exit(main())
