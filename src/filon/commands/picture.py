"""A position in the terminal: the game's own drawing, or its view as tidy tables."""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec

from rich.console import Group, RenderableType
from rich.table import Table

from filon.commands.words import texts
from filon.core.game import State
from filon.core.spec import Seen, Spec, View

SIMPLE = (bool, int, float, str, type(None))


def picture(spec: Spec, state: State, seat: int, names: Sequence[str]) -> RenderableType:
    """What this seat (or SPECTATOR) sees; games/<slug>/terminal.py draws it if there is one."""
    seen = spec.view(state, seat)
    module = f"filon.games.{spec.slug}.terminal"
    if find_spec(module):
        drawn: RenderableType = import_module(module).board(seen, seat, texts(spec.slug), names)
        return drawn
    return tables(seen)


def tables(seen: Seen) -> RenderableType:
    """Any view: its plain values in one table, every list of alike things in one of its own."""
    plain = Table(box=None, show_header=False, pad_edge=False)
    others: list[RenderableType] = []
    for key, value in seen.items():
        if value is None or value in ([], {}) or key == "if":
            continue
        if isinstance(value, SIMPLE) or _flat(value):
            plain.add_row(f"[dim]{_title(key)}[/dim]", _short(value))
        elif isinstance(value, list) and all(isinstance(row, dict) for row in value):
            others.append(_rows(key, value))
        elif isinstance(value, dict):
            others.append(_rows(key, [{"": name} | _row(row) for name, row in value.items()]))
        else:
            plain.add_row(f"[dim]{_title(key)}[/dim]", _short(value))
    return Group(plain, *others)


def _rows(key: str, rows: list[View]) -> Table:
    table = Table(title=_title(key), title_justify="left", title_style="bold", box=None)
    heads = list(dict.fromkeys(head for row in rows for head in row))
    for head in heads:
        table.add_column(_title(head), style="dim" if not head else "")
    for row in rows:
        table.add_row(*(_short(row.get(head)) for head in heads))
    return table


def _row(value: object) -> View:
    return value if isinstance(value, dict) else {"=": value}


def _flat(value: object) -> bool:
    if isinstance(value, list):
        return all(isinstance(one, SIMPLE) for one in value)
    return isinstance(value, dict) and all(isinstance(one, SIMPLE) for one in value.values())


def _title(key: str) -> str:
    return key.replace("_", " ")


def _short(value: object) -> str:
    """One value in one cell."""
    if value is None or value is False:
        return "-"
    if value is True:
        return "✓"
    if isinstance(value, list):
        return " ".join(map(_short, value))
    if isinstance(value, dict):
        return ", ".join(f"{_title(key)} {_short(one)}" for key, one in value.items())
    return str(value)
