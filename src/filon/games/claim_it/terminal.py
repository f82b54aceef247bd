"""Claim It! in the terminal: the map, the seats, the dice and the risk."""

from collections.abc import Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from filon.core.spec import View
from filon.messages import Catalogue

INK = ("red", "cyan", "green", "yellow", "magenta")  # of the seats, beside their letter
LETTERS = "ABCDE"
SIDE = 6
THROWS = 216


def board(view: View, seat: int, catalogue: Catalogue, names: Sequence[str]) -> RenderableType:
    """The whole table; seats are letters and marks are signs, never a colour alone."""
    whole = Table.grid(padding=(0, 3))
    whole.add_row(
        grid(view), Group(seats(view, seat, catalogue, names), "", *facts(view, catalogue))
    )
    return whole


def grid(view: View) -> Table:
    """The map, row 1 at the bottom; a legal space bears the number of its choice (CI-1, CI-5)."""
    numbers: dict[tuple[int, int], list[str]] = {}
    for number, notation in enumerate(view["if"], start=1):
        _, col, row, *_ = notation.split()
        numbers.setdefault((int(col), int(row)), []).append(str(number))
    table = Table(box=box.SQUARE, show_header=False, show_lines=True, padding=0)
    table.add_column(min_width=2, justify="right")
    for _ in range(SIDE):
        table.add_column(min_width=5, justify="center")
    spaces = {(space["col"], space["row"]): space for space in view["spaces"]}
    for row in range(SIDE, 0, -1):
        cells = [cell(spaces[col, row], numbers.get((col, row), [])) for col in range(1, SIDE + 1)]
        table.add_row(Text(str(row), "dim"), *cells)
    table.add_row("", *(Text(str(col), "dim") for col in range(1, SIDE + 1)))
    return table


def cell(space: View, numbers: list[str]) -> Text:
    """Letter: a marker; [letter]: claimed for good; digit: a squatter; #: black, this turn."""
    owner = space["owner"]
    text = Text()
    if owner is not None:
        mark = f"[{LETTERS[owner]}]" if space["claimed"] else LETTERS[owner]
        text.append(mark, f"bold {INK[owner]}")
    if space["squatter"]:
        text.append(f"({space['squatter']})", "bold")
    if space["black"]:
        text.append("#", "bold reverse")
    if not text.plain:
        text.append("·", "dim")
    text.append("\n")
    text.append(",".join(numbers), "black on yellow")
    return text


def seats(view: View, seat: int, catalogue: Catalogue, names: Sequence[str]) -> Table:
    """Per seat: largest group, spaces, claims toward the last round; then, if it stopped now."""
    say = catalogue.say
    table = Table(box=None, pad_edge=False, header_style="dim")
    heads = (
        "",
        say("claim_it.term.group"),
        say("claim_it.term.spaces"),
        say("claim_it.term.claims"),
    )
    for head in heads:
        table.add_column(head, justify="left" if not head else "right")
    then = view["then"] or view["seats"]
    for each, (now, later) in enumerate(zip(view["seats"], then, strict=True)):
        turn = "> " if view["turn"] == each else "  "
        name = Text(f"{turn}{LETTERS[each]} {names[each]}", f"bold {INK[each]}")
        if each == seat:
            name.stylize("underline")
        row = [f"{now[key]} → {later[key]}" if now[key] != later[key] else str(now[key])
               for key in ("group", "spaces", "claims")]  # fmt: skip
        table.add_row(name, *row[:2], f"{row[2]} / {view['need']}")
    return table


def facts(view: View, catalogue: Catalogue) -> list[Text]:
    """Dice, squatters at hand, the exact risk of rolling on, and the last round."""
    say = catalogue.say
    lines = []
    if view["dice"]:
        lines.append(Text(say("claim_it.term.dice", dice=" ".join(map(str, view["dice"])))))
    free = " ".join(str(n) if here else "-" for n, here in enumerate(view["squatters"], start=1))
    lines.append(Text(say("claim_it.term.squatters", free=free)))
    if view["bust"] is not None:
        percent = f"{100 * view['bust'] / THROWS:.1f}"
        if catalogue.lang == "fr":
            percent = percent.replace(".", ",")
        lines.append(Text(say("claim_it.term.bust", bust=view["bust"], percent=percent), "bold"))
    if view["last_call"] is not None:
        lines.append(Text(say("claim_it.term.last"), "bold"))
    lines.append(Text(say("claim_it.term.legend"), "dim"))
    return lines
