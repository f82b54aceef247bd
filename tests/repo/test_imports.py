"""Which outside libraries may be imported where; .importlinter has the rules between packages."""

import ast
import subprocess
import sys
from pathlib import Path

from filon.build_info import compiled_sources

PACKAGE = Path(__file__).parents[2] / "src" / "filon"
# What the compiler brings, and what a compiled file may import besides.
COMPILER = {"mypy_extensions", "librt"}
LEAN = {"abc", "collections", "functools", "itertools", "math", "random", "typing"} | COMPILER
RULES = {"abc", "typing"} | COMPILER  # a rule needs no library
# The match room runs where there is neither an event loop nor a database.
MATCH = {"abc", "bisect", "collections", "dataclasses", "fractions", "functools", "itertools",
         "json", "pathlib", "secrets", "typing", "unicodedata"}  # fmt: skip


def outside(text: str) -> set[str]:
    """The libraries that a file's text imports, wherever in it; no modules of Filon."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add(str(node.module).partition(".")[0])
    return found - {"filon"}


def allowed(file: Path) -> set[str]:
    """The libraries that a compiled file may import."""
    if file.name in ("rules.py", "tables.py"):
        return RULES
    # A bot may think by the clock; nothing else that is compiled has one.
    return LEAN | {"time"} if file.parent.name == "bots" else LEAN


def test_compiled_files_import_few_libraries() -> None:
    files = compiled_sources(PACKAGE)
    assert {"rules.py", "tables.py", "rng.py", "bot.py"} <= {file.name for file in files}
    for file in files:
        strangers = outside(file.read_text("utf-8")) - allowed(file)
        assert not strangers, file.relative_to(PACKAGE)


def test_the_match_room_imports_few_libraries() -> None:
    files = sorted((PACKAGE / "match").rglob("*.py"))
    assert len(files) > 1
    for file in files:
        strangers = outside(file.read_text("utf-8")) - MATCH
        assert not strangers, file.relative_to(PACKAGE)


def test_every_way_of_importing_a_library_is_seen() -> None:
    seen = ("import time", "import time as t", "import os.path, time", "from time import sleep",
            "def f():\n    import time", "if TYPE_CHECKING:\n    from time import *")  # fmt: skip
    assert [text for text in seen if "time" not in outside(text)] == []
    ours = ("from . import time", "from filon.core import rng", "import filon.core.rng")
    assert [text for text in ours if outside(text)] == []


WITHOUT = """
import importlib, pkgutil, sys
for absent in sys.argv[1:]:
    sys.modules[absent] = None
import filon.match as room
for found in pkgutil.iter_modules(room.__path__):
    importlib.import_module(f"{room.__name__}.{found.name}")
from filon import bots, games
from filon.core.setup import agreed
from filon.match.header import Header
from filon.match.match import Match
for slug in games.slugs():
    match = Match(Header("bare-1", bytes(32), agreed(games.load(slug), games.load(slug).seats[-1])))
    match.adopt(match.draw("clock", 0))
for level in bots.LEVELS:
    bots.named(level)
"""


def test_a_match_runs_without_a_loop_a_database_or_other_processes() -> None:
    """Imports at run time, those of the libraries' own included."""
    absent = ["asyncio", "multiprocessing", "socket", "sqlite3", "sqlalchemy", "structlog",
              "pydantic"]  # fmt: skip
    subprocess.run([sys.executable, "-c", WITHOUT, *absent], check=True)
