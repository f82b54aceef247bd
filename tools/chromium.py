"""A Chromium for the page's tests: CHROMIUM, the system's, Playwright's own, or a new one.

`python3 tools/chromium.py` prints where it is, installing it first where that is allowed. With
`--windows` one that could have windows and hence shows notices, which the smaller one refuses.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from stage import run, say

SHELL = "chromium-headless-shell"  # the same browser without windows: smaller and quicker
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SMALL = f"apt-get install -y --no-install-recommends {SHELL} || apt-get install -y chromium"
INSTALL = {  # package manager: how it installs one without asking
    "apt-get": [["apt-get", "update"], ["sh", "-c", SMALL]],
    "dnf": [["dnf", "install", "-y", "chromium"]],
    "pacman": [["pacman", "-Sy", "--noconfirm", "chromium"]],
    "apk": [["apk", "add", "chromium"]],
    "zypper": [["zypper", "--non-interactive", "install", "chromium"]],
}


def find(windows: bool = False) -> str | None:
    """The browser to drive, or None; never installs anything."""
    given = os.environ.get("CHROMIUM", "")
    if Path(given).is_file() and not (windows and SHELL in given):
        return given
    names = NAMES[1:] if windows else NAMES
    return next(filter(None, map(shutil.which, names)), None) or (
        None if windows else _playwrights()
    )


def ensure(windows: bool = False) -> str:
    """The browser to drive; ends make with one sentence if none can be found or installed."""
    if path := find(windows):
        return path
    before = [] if os.geteuid() == 0 else ["sudo", "-n"]
    allowed = not before or _works([*before, "true"])
    manager = next((name for name in INSTALL if shutil.which(name)), None)
    if manager and allowed:
        commands = [[*before, *command] for command in INSTALL[manager]]
        if windows and manager == "apt-get":
            whole = ["apt-get", "install", "-y", "--no-install-recommends", "chromium"]
            commands[-1] = [*before, *whole]
        run(f"Chromium for the page's tests (by {manager})", *commands, log="chromium")
        if path := find(windows):
            return path
    sys.exit("The page's tests need a browser. Please install the package chromium "
             "(or Google Chrome), or set CHROMIUM to one.")  # fmt: skip


def _playwrights() -> str | None:
    code = ("from playwright.sync_api import sync_playwright as p\n"
            "with p() as here: print(here.chromium.executable_path)")  # fmt: skip
    python = Path(__file__).resolve().parent.parent / ".venv/bin/python"
    if not python.exists():
        return None
    answer = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    path = answer.stdout.strip()
    return path if path and Path(path).exists() else None


def _works(command: list[str]) -> bool:
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


if __name__ == "__main__":
    say(ensure("--windows" in sys.argv))
