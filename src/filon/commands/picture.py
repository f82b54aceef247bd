"""A position in the terminal: the game's own drawing, or its view as tidy tables."""

import os
from collections.abc import Sequence

from rich.console import Console, Group, RenderableType
from rich.table import Table

from filon.commands.words import terminal, texts
from filon.core.game import State
from filon.core.spec import Seen, Spec, View

SIMPLE = (bool, int, float, str, type(None))


def picture(spec: Spec, state: State, seat: int, names: Sequence[str]) -> RenderableType:
    """What this seat (or SPECTATOR) sees; games/<slug>/terminal.py draws it if there is one."""
    seen = spec.view(state, seat)
    module = terminal(spec)
    if module is None:
        return tables(seen)
    drawn: RenderableType = module.board(seen, seat, texts(spec.slug), names)
    return drawn


def paged(console: Console, shown: RenderableType) -> None:
    """Print it; what is longer than the screen opens in the pager."""
    if console.is_terminal and len(console.render_lines(shown)) >= console.height:
        os.environ.setdefault("LESS", "-R")  # or colours would be written out
        with console.pager(styles=True):
            console.print(shown)
    else:
        console.print(shown)


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
        return all(isinstance(item, SIMPLE) for item in value)
    return isinstance(value, dict) and all(isinstance(item, SIMPLE) for item in value.values())


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
        return ", ".join(f"{_title(key)} {_short(item)}" for key, item in value.items())
    return str(value)
