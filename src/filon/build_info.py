"""Which build this is: pure Python or compiled rules, and the hash of what was compiled."""

import hashlib
import json
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

PACKAGE = Path(__file__).parent
RECORD = PACKAGE / "build.json"  # written into wheels only; a source tree has none

CORE = ("bits.py", "drive.py", "events.py", "game.py", "hints.py", "rng.py")
# Never compiled: cards, layouts and views are dataclasses and JSON, terminals draw.
PLAIN = ("__init__.py", "layout.py", "spec.py", "terminal.py", "view.py")
OPT_OUT = "# mypyc: no"  # as the first line of a file in games/<slug>/ or bots/


@dataclass(frozen=True)
class Build:
    """What `filon --version` says."""

    version: str
    compiled: bool
    hash: str

    def __str__(self) -> str:
        kind = "compiled rules" if self.compiled else "pure Python"
        return f"filon {self.version} ({kind}, {self.hash})"


def compiled_sources(package: Path = PACKAGE) -> list[Path]:
    """The files mypyc compiles together, found by rule: a new game folder needs no list."""
    found = [package / "core" / name for name in CORE]
    for folder in (*sorted((package / "games").glob("*/")), package / "bots"):
        found += [file for file in sorted(folder.glob("*.py")) if file.name not in PLAIN]
    return [file for file in found if file.is_file() and not _opted_out(file)]


def fingerprint(package: Path, mypy: str) -> str:
    """Changes exactly when the compiled sources, pyproject.toml or the compiler change."""
    total = hashlib.sha256(mypy.encode())
    project = package.parent.parent / "pyproject.toml"
    for file in (project, *compiled_sources(package)):
        name = file.name if file == project else file.relative_to(package).as_posix()
        content = file.read_bytes() if file.is_file() else b""
        total.update(f"\n{name} {len(content)}\n".encode() + content)
    return total.hexdigest()[:12]


def this_build() -> Build:
    """The build that is running now; compiled is read off the loaded rules, not off a file."""
    from filon.core import game

    compiled = not str(game.__file__).endswith(".py")
    if RECORD.is_file():
        hashed = str(json.loads(RECORD.read_text(encoding="utf-8"))["hash"])
    else:
        hashed = fingerprint(PACKAGE, _installed("mypy"))
    return Build(_installed("filon"), compiled, hashed)


def _opted_out(file: Path) -> bool:
    with file.open(encoding="utf-8") as lines:
        return lines.readline().strip() == OPT_OUT


def _installed(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "unknown"
