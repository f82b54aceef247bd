"""Each name means one thing: no class or module twice, no value called `told`. Part of `make lint`.

Looks at src/filon by its syntax trees alone. Folders of games share file names and classes on
purpose; files in commands/ bear their command's name, files in protocol/ that of the folder whose
messages they hold.
"""

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src" / "filon"
VAGUE = frozenset({"told", "kept", "found", "asked", "one"})  # any value; the noun says which
NAMED_AFTER = ("commands", "protocol")  # folders whose files are named after something else

# Folders (or single files) of src/filon whose names are not in order yet.
LEFT = (
    "app", "browser", "build_info.py", "commands", "games", "match", "messages",
    "protocol", "server", "settings.py", "store", "tables",
)  # fmt: skip

# Fields that are stored or sent: the name belongs to the format.
FIELDS = frozenset({("review/form.py", "one")})


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
        if path.parts[0] in left:
            continue
        tree = ast.parse(file.read_bytes())
        lines += [
            f"{path}:{line}: `{name}` is no noun"
            for line, name in values(tree)
            if name.strip("_") in VAGUE and (path.as_posix(), name) not in FIELDS
        ]
        if path.parts[0] == "games" and len(path.parts) > 2:
            continue
        if path.name != "__init__.py" and path.parts[0] not in NAMED_AFTER:
            places[f"module {path.stem}"].append(str(path))
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                places[f"class {node.name}"].append(str(path))
    lines += [f"{name} in {', '.join(at)}" for name, at in places.items() if len(at) > 1]
    return lines


if __name__ == "__main__":
    sys.exit("\n".join(faults(SOURCE)) or None)
