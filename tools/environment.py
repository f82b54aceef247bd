"""The Python environments: .venv (editable, pure) and, for tools/fast.py, .venv-fast.

`python3 tools/environment.py run` installs what playing needs, `dev` what tests and checks need.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from stage import ROOT, alone, run, say
from stamp import digest, fresh, press

VENV = ROOT / ".venv"
LOCKS = {
    "run": ["run.lock", "build.lock"],
    "dev": ["dev.lock"],
    "node": ["node.lock"],
    "peers": ["peers.lock"],
}


def lock_files(kind: str) -> list[Path]:
    """The lock files of one kind of environment."""
    return [ROOT / "requirements" / name for name in LOCKS[kind]]


def python_of(venv: Path) -> Path:
    """The environment's own Python."""
    return venv / "bin" / "python"


def make(venv: Path) -> None:
    """Make the environment if it is not there or is broken."""
    python = python_of(venv)
    if python.exists() and subprocess.run([python, "-c", ""], check=False).returncode == 0:
        return
    if venv != VENV and _quiet([*_uv(), "venv", "--clear", "--python", sys.executable, str(venv)]):
        return
    plain = [sys.executable, "-m", "venv", "--clear", str(venv)]
    if _quiet(plain):
        return
    if uv := shutil.which("uv"):
        run(f"Python environment {venv.name} (by uv)", [uv, "venv", "--clear", venv], log="venv")
        return
    if _may_install():
        install = ["apt-get", "install", "-y", "python3-venv"]
        run("python3-venv (by apt-get)", ["apt-get", "update"], install, log="apt")
        if _quiet(plain):
            return
    sys.exit("Python cannot make a virtual environment here. Please install: python3-venv")


def install(venv: Path, kind: str) -> None:
    """Install one kind's locked packages, every file checked against its hash."""
    files = lock_files(kind)
    stamp = venv / f".filon-{kind}"
    value = digest(files)
    if fresh(stamp, value):
        return
    locks = [word for file in files for word in ("-r", str(file))]
    name = f"Python packages ({kind}) in {venv.name}"
    run(name, pip(venv, "--require-hashes", *locks), log=f"packages-{venv.name}-{kind}")
    press(stamp, value)


def sync(kind: str) -> None:
    """Bring .venv up to date: packages of the kind, and Filon itself from the source tree."""
    with alone("venv"):
        make(VENV)
        install(VENV, kind)
        stamp = VENV / ".filon-editable"
        value = digest([ROOT / "pyproject.toml"])
        if not fresh(stamp, value):
            command = pip(VENV, "--no-deps", "--no-build-isolation", "-e", str(ROOT))
            run("Filon in .venv, from the source tree", command, log="editable")
            press(stamp, value)


def pip(venv: Path, *words: str) -> list[str]:
    """The command that installs into an environment."""
    return [*_uv(), "pip", "install", "--python", str(python_of(venv)), *words]


def _uv() -> list[str]:
    """uv from .venv, which serves all environments; installed there by pip from the lock."""
    python = str(python_of(VENV))
    if not _quiet([python, "-c", "import uv; uv.find_uv_bin()"]):
        if not _quiet([python, "-m", "pip", "--version"]):
            return [shutil.which("uv") or sys.exit("Please install: python3-venv")]
        lock = (ROOT / "requirements" / "build.lock").read_text()
        lines = re.search(r"^uv==.*?(?=^[a-z#]|\Z)", lock, re.M | re.S)
        assert lines is not None, "requirements/build.lock names no uv"
        only = ROOT / "build" / "uv.lock"
        only.parent.mkdir(exist_ok=True)
        only.write_text(lines.group())
        command = [python, "-m", "pip", "install", "--require-hashes", "-r", str(only)]
        run("Package installer", command, log="uv")
    return [python, "-m", "uv"]


def _quiet(command: list[str]) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _may_install() -> bool:
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


if __name__ == "__main__":
    if sys.argv[1:] not in (["run"], ["dev"]):
        sys.exit("usage: python3 tools/environment.py run|dev")
    sync(sys.argv[1])
    say("  .venv is ready")
