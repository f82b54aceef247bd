"""Dependencies point one way, and what is compiled imports next to nothing."""

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from filon.build_info import compiled_sources

PACKAGE = Path(__file__).parent.parent / "src" / "filon"
PARTS = {  # part of the package: the parts it may import, besides itself
    "core": set(),
    "messages": {"games"},  # where their texts lie
    "games": {"core"},
    "bots": {"core"},
    "review": {"core", "games", "bots", "messages"},
    "lab": {"core", "games", "bots", "messages", "review", "build_info"},
    "adapters": {"core", "games", "bots"},
    "puzzles": {"core", "games", "bots"},
    "challenge": {"core", "games", "bots"},
    "table": {"core", "games", "bots", "messages", "review", "challenge"},
    "build_info": {"core", "messages"},
    # A page without a server, and what any line needs: no web library.
    "device": {
        *("core", "games", "bots", "messages", "review", "challenge", "puzzles", "table"),
        "wire",
    },
    "wire": {"core", "games", "bots", "messages", "review", "challenge", "puzzles", "table"},
    "server": {
        *("core", "games", "bots", "messages", "review", "challenge", "puzzles", "table"),
        *("wire", "build_info"),
    },
    "__init__": {"core", "games", "adapters"},  # the adapters only when asked for
}
ROOMS = {  # room of table/: the other rooms it may import
    "match": set(),
    "store": {"match"},
    "table": {"match", "store"},  # the modules that stand in no room of their own
    "thinking": {"match", "table"},  # where bots think; only the server puts it to a table
}
# What the match room may have from outside: it must run where there is no loop and no database.
PURE = {"abc", "bisect", "collections", "dataclasses", "fractions", "functools", "itertools",
        "json", "pathlib", "secrets", "typing", "unicodedata"}  # fmt: skip
TOP = {"cli", "commands", "__main__"}  # may import everything, and nothing imports them
# What a compiled file may import from outside Filon, and what it may have beyond rules.
LEAN = {"abc", "collections", "functools", "itertools", "math", "random", "typing",
        "mypy_extensions", "librt"}  # fmt: skip
RULES = {"abc", "typing", "mypy_extensions", "librt"}
FILES = sorted(file for file in PACKAGE.rglob("*.py") if "tests" not in file.parts)


def module(file: Path) -> list[str]:
    """The dotted name of a file, in pieces, from `filon` on."""
    parts = list(file.relative_to(PACKAGE.parent).with_suffix("").parts)
    return parts[:-1] if parts[-1] == "__init__" and len(parts) > 2 else parts


def imports(file: Path) -> Iterator[str]:
    """Every module a file imports, wherever in it, relative names made whole."""
    own = module(file)
    return imported(file.read_text("utf-8"), own if file.name == "__init__.py" else own[:-1])


def imported(text: str, package: list[str]) -> Iterator[str]:
    """The same for a text that stands in a package."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            name = ".".join([*base, *([node.module] if node.module else [])])
            if name != "filon":
                yield name
            yield from (f"{name}.{alias.name}" for alias in node.names if name.startswith("filon"))


def part(name: str) -> str:
    """The part of Filon a module belongs to; empty for modules of others."""
    pieces = name.split(".")
    if pieces[0] != "filon":
        return ""
    here = PACKAGE / pieces[1] if len(pieces) > 1 else PACKAGE
    known = here != PACKAGE and (here.is_dir() or here.with_suffix(".py").is_file())
    return pieces[1] if known else "__init__"


def parts_used(file: Path) -> set[str]:
    return {part(name) for name in imports(file)} - {""}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_dependencies_point_one_way(file: Path) -> None:
    own = part(".".join(module(file)))
    if own in TOP:
        return
    assert own in PARTS, f"tests/test_layers.py does not know where {own} stands"
    drawing = {"messages"} if own == "games" and file.name == "terminal.py" else set()
    assert parts_used(file) <= {own, *PARTS[own], *drawing}


def room(name: str) -> str:
    """The room of table/ a module stands in; empty for modules elsewhere."""
    pieces = name.split(".")
    if pieces[:2] != ["filon", "table"]:
        return ""
    return pieces[2] if len(pieces) > 2 and (PACKAGE / "table" / pieces[2]).is_dir() else "table"


def strays(own: str, names: Iterable[str]) -> set[str]:
    """What a room of table/ imports and may not."""
    found = {name for name in names if room(name) not in {"", own, *ROOMS[own]}}
    if own == "match":
        known = {"", "core", "games", "bots", "challenge", "table"}
        found |= {name for name in names if part(name) not in known}
        found |= {name for name in names if not part(name) and name.split(".")[0] not in PURE}
    return found


@pytest.mark.parametrize(
    "file", sorted(PACKAGE.glob("table/**/*.py")), ids=lambda file: str(file.relative_to(PACKAGE))
)
def test_the_rooms_of_a_table_open_one_way(file: Path) -> None:
    assert strays(room(".".join(module(file))), list(imports(file))) == set()


BARE = """
import importlib, pkgutil, sys
for absent in sys.argv[1:]:
    sys.modules[absent] = None
import filon.table.match as room
for found in pkgutil.iter_modules(room.__path__):
    importlib.import_module(f"{room.__name__}.{found.name}")
from filon import bots, games
from filon.core.setup import agreed
from filon.table.match.header import Header
from filon.table.match.match import Match
for slug in games.slugs():
    match = Match(Header("bare-1", bytes(32), agreed(games.load(slug), games.load(slug).seats[-1])))
    match.adopt(match.draw("clock", 0))
for level in bots.LEVELS:
    bots.named(level)
"""


def test_the_match_room_works_without_a_loop_a_database_or_processes() -> None:
    """Whatever it imports through others counts too."""
    absent = [
        "asyncio",
        "multiprocessing",
        "socket",
        "sqlite3",
        "sqlalchemy",
        "structlog",
        "pydantic",
    ]
    subprocess.run([sys.executable, "-c", BARE, *absent], check=True)


def test_a_table_does_not_know_what_drives_it() -> None:
    assert "filon.table.driver" not in set(imports(PACKAGE / "table" / "table.py"))


@pytest.mark.parametrize(
    ("own", "text"),
    [
        ("match", "import asyncio"),
        ("match", "import sqlite3"),
        ("match", "from sqlalchemy import Table"),
        ("match", "def f():\n    import structlog"),
        ("match", "import time"),
        ("match", "from filon.messages import catalogue"),
        ("match", "from filon.table import hall"),
        ("match", "from filon.table.store.contract import Store"),
        ("store", "from filon.table.table import Table"),
        ("store", "from ..clock import Clock"),
    ],
)
def test_a_room_that_imports_what_it_may_not_is_seen(own: str, text: str) -> None:
    assert strays(own, list(imported(text, ["filon", "table", own])))


@pytest.mark.parametrize("file", sorted(PACKAGE.glob("games/*/**/*.py")), ids=str)
def test_a_game_never_imports_another(file: Path) -> None:
    own = file.relative_to(PACKAGE / "games").parts[0]
    games = {path.parent.name for path in PACKAGE.glob("games/*/spec.py")}
    used = {name.split(".")[2] for name in imports(file) if name.startswith("filon.games.")}
    assert used & games <= {own}


@pytest.mark.parametrize("file", compiled_sources(PACKAGE), ids=lambda file: file.name)
def test_what_is_compiled_imports_next_to_nothing(file: Path) -> None:
    """Rules and tables even less: a rule needs no library."""
    allowed = RULES if file.name in ("rules.py", "tables.py") else LEAN
    if file.parent.name == "bots":
        allowed = LEAN | {"time"}  # a bot may think by the clock; a rule has none
    outside = {name.split(".")[0] for name in imports(file)} - {"filon"}
    assert outside <= allowed


def test_only_the_command_line_imports_the_server() -> None:
    users = {part(".".join(module(file))) for file in FILES if "server" in parts_used(file)}
    assert users <= {"server", *TOP}


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("import filon.server", "server"),
        ("from filon import table", "table"),
        ("def f():\n    from filon.bots import named", "bots"),
        ("from ..server import app", "server"),
    ],
)
def test_every_way_of_importing_is_seen(text: str, seen: str) -> None:
    names = imported(text, ["filon", "core"])
    assert seen in {part(name) for name in names}
