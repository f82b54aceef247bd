"""Which build this is: pure Python or compiled rules, and the hash of what was compiled."""

import hashlib
import json
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from filon.messages import Catalogue

PACKAGE = Path(__file__).parent
RECORD = PACKAGE / "build.json"  # written into wheels only; a source tree has none

CORE = ("batch.py", "bits.py", "drive.py", "events.py", "features.py", "game.py", "hints.py",
        "observe.py", "rewards.py", "rng.py")  # fmt: skip
# Never compiled: cards, layouts and views are dataclasses and JSON, terminals draw.
PLAIN = ("__init__.py", "layout.py", "spec.py", "terminal.py", "view.py")
# Why a wheel has no page, as build_rules.py and tools/page.py note it.
NO_PAGE = {"no Node 22.12 or newer": "node", "not built": "unbuilt"}
OPT_OUT = "# mypyc: no"  # as the first line of a file in games/<slug>/ or bots/


@dataclass(frozen=True)
class Build:
    """What `filon --version` says."""

    version: str
    compiled: bool
    hash: str
    why: str = ""  # the rules are not compiled: asked, compiler, failed or source
    detail: str = ""  # what the compiler said
    page: str = ""  # why a wheel has no page: node, unbuilt, or what building it said

    def __str__(self) -> str:
        kind = "compiled rules" if self.compiled else "pure Python"
        return f"filon {self.version} ({kind}, {self.hash})"

    def described(self, texts: "Catalogue") -> str:
        """The build in one line for a person, and why if its rules are not compiled."""
        name = f"filon {self.version}"
        if self.compiled:
            return texts.say("build.compiled", build=name)
        why = texts.say(f"build.why.{self.why}", detail=self.detail)
        return texts.say("build.pure", build=name, why=why)


def compiled_sources(package: Path = PACKAGE) -> list[Path]:
    """The files mypyc compiles together, found by rule: a new game folder needs no list."""
    files = [package / "core" / name for name in CORE]
    for folder in (*sorted((package / "games").glob("*/")), package / "bots"):
        files += [file for file in sorted(folder.glob("*.py")) if file.name not in PLAIN]
    return [file for file in files if file.is_file() and not _opted_out(file)]


def fingerprint(package: Path, mypy: str) -> str:
    """Changes exactly when the compiled sources, how they are compiled or the compiler change."""
    total = hashlib.sha256(mypy.encode())
    recipe = package.parent.parent / "build_rules.py"
    for file in (recipe, *compiled_sources(package)):
        name = file.name if file == recipe else file.relative_to(package).as_posix()
        content = file.read_bytes() if file.is_file() else b""
        total.update(f"\n{name} {len(content)}\n".encode() + content)
    return total.hexdigest()[:12]


def this_build() -> Build:
    """The build that is running now."""
    from filon.core.compiled import rules_compiled

    compiled, version = rules_compiled(), _installed("filon")
    if not RECORD.is_file():
        return Build(version, compiled, fingerprint(PACKAGE, _installed("mypy")), "source")
    note = json.loads(RECORD.read_text(encoding="utf-8"))
    why, _, detail = str(note["why"]).partition(", see")[0].partition(": ")
    code = {"": "", "asked for": "asked", "no C compiler": "compiler"}.get(why, "failed")
    page = str(note.get("page", ""))
    return Build(version, compiled, str(note["hash"]), code, detail, NO_PAGE.get(page, page))


def _opted_out(file: Path) -> bool:
    with file.open(encoding="utf-8") as lines:
        return lines.readline().strip() == OPT_OUT


def _installed(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "unknown"
