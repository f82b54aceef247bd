"""Each name means one thing: no class or module twice, no value called `told`. Part of `make lint`.

Looks at src/filon by its syntax trees alone. Folders of games share file names and classes on
purpose. Files in commands/ bear the name of their command, files and messages in protocol/ that of
what they carry.
"""

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src" / "filon"
VAGUE = frozenset({"told", "kept", "found", "asked", "one"})  # any value; the noun says which
NAMED_AFTER = ("commands", "protocol")  # folders whose files are named after something else

# Folders (or single files) of src/filon whose names are not in order yet: none may be added.
LEFT: tuple[str, ...] = ()

# Nouns that several layers have a module for, each for its own side of the same thing.
LAYERED = frozenset(
    {"brain", "chat", "clocks", "context", "hints", "history", "manager", "people", "play",
     "review_queue", "routes", "seats", "settings"}
)  # fmt: skip

# Values that are stored or sent by this name: it belongs to the format.
FIELDS = frozenset(
    {("seen.py", "one"), ("seen.py", "kept"),  # of a game
     ("match/person.py", "told"), ("protocol/people.py", "told"), ("protocol/tables.py", "asked"),
     ("review/form.py", "one")}
)  # fmt: skip


def within(path: Path) -> str:
    """A file by its name in its game, or in the package."""
    return path.name if path.parts[0] == "games" else path.as_posix()


def values(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and name of every variable, parameter, attribute and function that is made here."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield node.lineno, name
            case ast.arg(arg=name):
                yield node.lineno, name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield node.lineno, name
            case _:
                pass


def faults(source: Path, left: tuple[str, ...] = LEFT) -> list[str]:
    """A line for every name that is taken twice or says nothing."""
    lines: list[str] = []
    places: dict[str, list[str]] = defaultdict(list)
    for file in sorted(source.rglob("*.py")):
        path = file.relative_to(source)
        if path.parts[0] in left or "tests" in path.parts:
            continue
        tree = ast.parse(file.read_bytes())
        lines += [
            f"{path}:{line}: `{name}` is no noun"
            for line, name in values(tree)
            if name.strip("_") in VAGUE and (within(path), name) not in FIELDS
        ]
        if path.parts[0] == "games" and len(path.parts) > 2:
            continue
        if path.stem not in ("__init__", *LAYERED) and path.parts[0] not in NAMED_AFTER:
            places[f"module {path.stem}"].append(str(path))
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and path.parts[0] != "protocol":
                places[f"class {node.name}"].append(str(path))
    lines += [f"{name} in {', '.join(at)}" for name, at in places.items() if len(at) > 1]
    return lines


if __name__ == "__main__":
    sys.exit("\n".join(faults(SOURCE)) or None)
