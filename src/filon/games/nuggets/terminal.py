"""Nuggets in the terminal: the valley with its walls, the seats, the zones and their gold."""

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from filon.core.layout import Arg
from filon.games.nuggets.layout import Edge
from filon.games.nuggets.seen import NuggetsView
from filon.games.nuggets.tables import COLS, ROWS
from filon.messages import Catalogue

INK = ("red", "cyan", "green", "yellow")  # of the seats, beside their letter
LETTERS = "ABCD"
RANKS = "ABCDE"  # NU-1: rows are letters, columns numbers from 1
WIDTH = 4  # of a cell
MAP = 3 + COLS * (WIDTH + 1)  # columns that the valley takes


def board(
    view: NuggetsView, seat: int, catalogue: Catalogue, names: Sequence[str]
) -> RenderableType:
    """The whole table; seats are letters, so that nothing is told by colour alone."""
    whole = Table.grid(padding=(0, 1))
    whole.add_column(min_width=MAP, no_wrap=True)  # the figures beside it are what gives way
    whole.add_column()
    whole.add_row(
        valley(view),
        Group(
            seats(view, seat, catalogue, names),
            *facts(view, catalogue),
            *zones(view, catalogue, names),
        ),
    )
    return Group(whole, Text(catalogue.say("nuggets.term.legend"), "dim"))


def spellings(words: Mapping[str, Arg]) -> list[str]:
    """A step as the rules name cells (NU-1), the way it is shown first; none: as in records."""
    if "row" not in words:
        return []
    row, col = int(words["row"]), int(words["col"])
    here = named(row, col)
    if words["verb"] != "wall":
        return [f"{words['verb']} {here} {words['value']}"]
    there = named(row, col + 1) if words["side"] == "E" else named(row + 1, col)
    return [f"wall {here} {there}", f"wall {there} {here}"]


def named(row: int, col: int) -> str:
    """NU-1: a cell by its letter and number."""
    return f"{RANKS[row]}{col + 1}"


def valley(view: NuggetsView) -> Text:
    """The map: doubled lines are walls, dotted ones may still take one, crosses may not."""
    walls = set(view["walls"])
    barred = {row["at"] for row in view["refused"]}
    text = Text("  ", "dim")
    text.append("".join(f"{col + 1:^{WIDTH + 1}}" for col in range(COLS)))
    text.append("\n ╔" + "═" * (COLS * (WIDTH + 1) - 1) + "╗\n")
    held = held_at(view)
    for row in range(ROWS):
        for line in range(2):
            text.append(RANKS[row] if line == 0 else " ", "dim")
            text.append("║")
            for col in range(COLS):
                text.append_text(cell(held.get((row, col)), line))
                text.append_text(east(walls, barred, row, col, line))
            text.append("\n")
        if row < ROWS - 1:
            text.append(" ║")
            for col in range(COLS):
                text.append_text(south(walls, barred, row, col))
                text.append("║\n" if col == COLS - 1 else "┼", "" if col == COLS - 1 else "dim")
    text.append(" ╚" + "═" * (COLS * (WIDTH + 1) - 1) + "╝")
    return text


def held_at(view: NuggetsView) -> dict[tuple[int, int], tuple[str, str]]:
    """What lies on each cell, as a mark and its style."""
    marks = {(row, col): (f"({value})", "bold yellow") for row, col, value in view["mines"]}
    for tile in view["tiles"]:
        value = "?" if tile["value"] is None else tile["value"]
        mark = f"{LETTERS[tile['seat']]}{value}"
        marks[tile["row"], tile["col"]] = (mark, f"bold {INK[tile['seat']]}")
    return marks


def cell(held: tuple[str, str] | None, line: int) -> Text:
    """One line of a cell."""
    if held is None or line:
        return Text(" " * WIDTH)
    return Text(f"{held[0]:^{WIDTH}}", held[1])


def east(walls: set[Edge], barred: set[Edge], row: int, col: int, line: int) -> Text:
    """The edge at the right of a cell."""
    if col == COLS - 1:
        return Text("║")
    if (row, col, "E") in walls:
        return Text("█", "bold yellow")
    if (row, col, "E") in barred:
        return Text("×" if line == 0 else " ", "dim")
    return Text("┊", "dim")


def south(walls: set[Edge], barred: set[Edge], row: int, col: int) -> Text:
    """The edge below a cell."""
    if (row, col, "S") in walls:
        return Text("▀" * WIDTH, "bold yellow")
    if (row, col, "S") in barred:
        return Text(f"{'×':^{WIDTH}}", "dim")
    return Text("┄" * WIDTH, "dim")


def seats(view: NuggetsView, seat: int, catalogue: Catalogue, names: Sequence[str]) -> Table:
    """Per seat: tiles left, passed or not, team; at the end the gold."""
    say = catalogue.say
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("", no_wrap=True)
    table.add_column(say("nuggets.term.tiles"), justify="right")
    table.add_column("")
    result = view["result"]
    for each, row in enumerate(view["seats"]):
        turn = "> " if view["turn"] == each else "  "
        name = Text(f"{turn}{LETTERS[each]} {names[each]}", f"bold {INK[each]}")
        if each == seat:
            name.stylize("underline")
        word = say("nuggets.passed") if row["passed"] else ""
        if view["teams"]:
            mate = LETTERS[(each + 2) % 4]
            word = " ".join(part for part in (say("nuggets.team.with", name=mate), word) if part)
        if result:
            word = say("nuggets.term.gold", gold=result["shown"][each])
        table.add_row(name, f"{row['left']} / {row['tiles']}", Text(word, "dim"))
    return table


def zones(view: NuggetsView, catalogue: Catalogue, names: Sequence[str]) -> list[Text]:
    """The zones with their gold and tiles; at the end who takes it."""
    say = catalogue.say
    lines = []
    result = view["result"]
    counted = {line["zone"]: line for line in result["zones"]} if result else {}
    for zone in view["zones"]:
        tiles = " ".join(
            f"{LETTERS[tile['seat']]}{'?' if tile['value'] is None else tile['value']}"
            for tile in zone["tiles"]
        )
        text = Text(say("nuggets.term.zone", name=say(f"nuggets.zone.{zone['zone']}"),
                        cells=len(zone["cells"]), gold=zone["gold"]))  # fmt: skip
        text.append(f"  {tiles}", "dim")
        line = counted.get(zone["zone"])
        if line and line["winners"]:
            who = ", ".join(names[winner] for winner in line["winners"])
            text.append(f"  → {who}: {line['shown']}", "bold")
        lines.append(text)
    return lines


def facts(view: NuggetsView, catalogue: Catalogue) -> list[Text]:
    """Walls left and, for a seat, the tiles in its hand."""
    say = catalogue.say
    lines = [Text(say("nuggets.term.stock", n=view["stock"]))]
    if view["hand"]:
        tiles = "  ".join(f"{value}×{n}" for value, n in view["hand"] if n)
        lines.append(Text(say("nuggets.term.hand", tiles=tiles)))
    if view["markers"]:
        tiles = "  ".join(f"{value}×{n}" for value, n in view["markers"])
        lines.append(Text(say("nuggets.term.markers", tiles=tiles)))
    return lines
