"""Earlier releases, each built from its commit in build/frozen/<release>; they speak filon-lines-1.

`python3 tools/frozen.py` builds those of tools/frozen.toml that are missing; names choose some.
"""

import json
import shutil
import subprocess
import sys
import tarfile
import tomllib
from io import BytesIO
from pathlib import Path

import environment
from stage import ROOT, alone, run, say
from stamp import digest, fresh, press

LIST = Path(__file__).with_suffix(".toml")
SPEAKER = Path(__file__).with_name("frozen_speaker.py")
FROZEN = ROOT / "build" / "frozen"


def known() -> dict[str, dict[str, str]]:
    """The releases by name: tag and commit of each."""
    releases: dict[str, dict[str, str]] = tomllib.loads(LIST.read_text(encoding="utf-8"))
    return releases


def missing(release: str, where: Path = ROOT) -> str:
    """Why the release cannot be built from this folder, as a sentence; empty if it can."""
    if release not in known():
        return f"There is no frozen release {release}. There are: {', '.join(known())}."
    if not _git(where, "rev-parse", "--git-dir"):
        return f"{release} is built from the history, and this is no clone of the project."
    if not _commit(release, where):
        commit, tag = known()[release]["commit"], known()[release]["tag"]
        return (f"This clone lacks {tag} ({commit[:7]}), from which {release} is built. "
                "A shallow clone gets it with: git fetch --unshallow --tags")  # fmt: skip
    return ""


def _commit(release: str, where: Path) -> str:
    """The commit by its hash, which no tag can move; empty if the clone does not have it."""
    commit = known()[release]["commit"]
    return commit if _git(where, "cat-file", "-t", commit).strip() == b"commit" else ""


def build(release: str) -> None:
    """The release's own environment, with its own packages and its rules compiled."""
    home = FROZEN / release
    stamp, value = home / ".filon", digest([LIST, SPEAKER, Path(__file__)], release)
    if fresh(stamp, value):
        return
    if why := missing(release):
        sys.exit(why)
    source, venv = home / "source", home / "venv"
    shutil.rmtree(source, ignore_errors=True)
    packed = _git(ROOT, "archive", "--format=tar", _commit(release, ROOT))
    with tarfile.open(fileobj=BytesIO(packed)) as files:
        files.extractall(source, filter="data")
    environment.make(venv)
    # What it is developed with too: 0.1 compiles its rules only where its adapters' libraries are.
    locks = [word for name in ("run.lock", "build.lock", "dev.lock")
             for word in ("-r", str(source / "requirements" / name))]  # fmt: skip
    run(
        f"Filon {release} in build/frozen, from its commit",
        environment.pip(venv, "--require-hashes", *locks),
        environment.pip(venv, "--no-deps", "--no-build-isolation", "--reinstall", str(source)),
        log=f"frozen-{release}",
    )
    shutil.copy(SPEAKER, home / "speak.py")
    python = str(environment.python_of(venv))
    names = [python, "-I", "-c", "from filon.bots import BOTS; print(*BOTS)"]
    (home / "bots").write_bytes(subprocess.run(names, capture_output=True, check=True).stdout)
    (note,) = venv.glob("lib/python*/site-packages/filon/build.json")
    if why := json.loads(note.read_text(encoding="utf-8"))["why"]:
        say(f"  {release} plays the same in pure Python, but slowly: {why}")
    press(stamp, value)


def _git(where: Path, *words: str) -> bytes:
    ended = subprocess.run(["git", *words], cwd=where, capture_output=True, check=False)
    return ended.stdout if ended.returncode == 0 else b""


if __name__ == "__main__":
    environment.sync("run")
    wanted = sys.argv[1:] or list(known())
    with alone("frozen"):
        for one in wanted:
            build(one)
    say(f"  build/frozen is ready: {', '.join(wanted)}")
