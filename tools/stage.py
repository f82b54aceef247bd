"""One stage of a set-up: announced, timed while it runs, logged in build/log/."""

import contextlib
import fcntl
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOGS = ROOT / "build" / "log"
OLDEST = (3, 11)
# Some containers forbid bytecode. Hundreds of processes would then compile the same imports anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

if sys.version_info < OLDEST:
    version = ".".join(map(str, sys.version_info[:2]))
    sys.exit(f"Filon needs Python 3.11 or newer and this is {version}. If a newer one is installed "
             "under another name: make play PYTHON=python3.12")  # fmt: skip


def say(text: str) -> None:
    """Print a line at once."""
    print(text, flush=True)


@contextlib.contextmanager
def stage(title: str) -> Iterator[None]:
    """Announce the stage, count its seconds on a terminal, and say how long it took."""
    began = time.monotonic()
    over = threading.Event()
    live = sys.stdout.isatty()
    if not live:
        say(f"  {title} ...")

    def tick() -> None:
        while live and not over.wait(0.2):
            spent = time.monotonic() - began
            print(f"\r  {title} ... {spent:.0f} s ", end="", flush=True)

    ticking = threading.Thread(target=tick, daemon=True)
    ticking.start()
    try:
        yield
    finally:
        over.set()
        ticking.join()
        print("\r\033[K" if live else "", end="", flush=True)
    say(f"  {title}: done in {time.monotonic() - began:.0f} s")


def run(
    title: str,
    *commands: Sequence[str | Path],
    log: str,
    env: Mapping[str, str] | None = None,
    cwd: Path = ROOT,
) -> None:
    """Run the commands as one stage; the first that fails shows its last lines and ends make."""
    LOGS.mkdir(parents=True, exist_ok=True)
    file = LOGS / f"{log}.log"
    with stage(title), file.open("wb") as out:
        for command in commands:
            words = [str(word) for word in command]
            ended = subprocess.run(words, stdout=out, stderr=subprocess.STDOUT, env=env, cwd=cwd)
            if ended.returncode:
                break
        else:
            return
        tail = file.read_text(encoding="utf-8", errors="replace").splitlines()[-30:]
        print("\r", end="")
        where = f"{title}: failed; all of it is in {file.relative_to(ROOT)}"
        say("\n".join(["", *tail, "", where]))
        sys.exit(1)


@contextlib.contextmanager
def alone(name: str) -> Iterator[None]:
    """A lock between processes: two runs of make must not fill the same folder."""
    folder = ROOT / "build"
    folder.mkdir(exist_ok=True)
    with (folder / f".{name}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
