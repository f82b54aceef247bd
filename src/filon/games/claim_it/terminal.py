"""Claim It! in the terminal: the map, the seats, the dice and the risk."""

from collections.abc import Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from filon.core.layout import Arg
from filon.games.claim_it.layout import LAYOUT
from filon.games.claim_it.tables import SIDE, THROWS
from filon.games.claim_it.view import ClaimItView, ParcelView
from filon.messages import Catalogue, decimal

INK = ("red", "cyan", "green", "yellow", "magenta")  # of the seats, beside their letter
LETTERS = "ABCDE"
MAP = 3 + SIDE * 6  # columns that the map takes


def board(
    view: ClaimItView, seat: int, catalogue: Catalogue, names: Sequence[str]
) -> RenderableType:
    """The whole table; seats are letters and marks are signs, never a colour alone."""
    whole = Table.grid(padding=(0, 1))
    whole.add_column(min_width=MAP, no_wrap=True)  # the figures beside it are what gives way
    whole.add_column()
    whole.add_row(
        grid(view), Group(seats(view, seat, catalogue, names), "", *facts(view, catalogue))
    )
    return whole


def grid(view: ClaimItView) -> Table:
    """The map, row 1 at the bottom; open parcels bear the numbers of choices (CI-1, CI-5)."""
    numbers: dict[tuple[Arg, Arg], list[str]] = {}
    for number, notation in enumerate(view["if"], start=1):
        words = LAYOUT.words(LAYOUT.number(notation))
        numbers.setdefault((words["col"], words["row"]), []).append(str(number))
    table = Table(box=box.SQUARE, show_header=False, padding=0)
    table.add_column(width=1, justify="right")
    for _ in range(SIDE):
        table.add_column(width=5, justify="center")
    parcels = {(parcel["col"], parcel["row"]): parcel for parcel in view["spaces"]}
    for row in range(SIDE, 0, -1):
        cells = [cell(parcels[col, row], numbers.get((col, row), [])) for col in range(1, SIDE + 1)]
        table.add_row(Text(str(row), "dim"), *cells)  # two lines a parcel, no rule between rows
    table.add_row("", *(Text(str(col), "dim") for col in range(1, SIDE + 1)))
    return table


def cell(parcel: ParcelView, numbers: list[str]) -> Text:
    """Letter: a marker; [letter]: claimed for good; digit: a squatter; #: black, this turn."""
    owner = parcel["owner"]
    text = Text()
    if owner is not None:
        mark = f"[{LETTERS[owner]}]" if parcel["claimed"] else LETTERS[owner]
        text.append(mark, f"bold {INK[owner]}")
    if parcel["squatter"]:
        text.append(f"({parcel['squatter']})", "bold")
    if parcel["black"]:
        text.append("#", "bold reverse")
    if not text.plain:
        text.append("·", "dim")
    text.append("\n")
    text.append(",".join(numbers), "black on yellow")
    return text


def seats(view: ClaimItView, seat: int, catalogue: Catalogue, names: Sequence[str]) -> Table:
    """Per seat: largest group, parcels, claims toward the last round; then, if it stopped now."""
    say = catalogue.say
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 1, 0, 0))
    heads = (
        "",
        say("claim_it.term.group"),
        say("claim_it.term.parcels"),
        say("claim_it.term.claims"),
    )
    for head in heads:
        table.add_column(head, justify="left" if not head else "right", no_wrap=not head)
    then = view["then"] or view["seats"]
    for each, (now, later) in enumerate(zip(view["seats"], then, strict=True)):
        turn = ">" if view["turn"] == each else " "
        name = Text(f"{turn}{LETTERS[each]} {names[each]}", f"bold {INK[each]}")
        if each == seat:
            name.stylize("underline")
        claims = f"{figure(now['claims'], later['claims'])}/{view['need']}"
        group, parcels = (figure(now[key], later[key]) for key in ("group", "spaces"))
        table.add_row(name, group, parcels, claims)
    return table


def figure(now: int, later: int) -> str:
    """A number, and what it would become if that differs."""
    return str(now) if now == later else f"{now}→{later}"


def facts(view: ClaimItView, catalogue: Catalogue) -> list[Text]:
    """Dice, squatters at hand, the exact risk of rolling on, and the last round."""
    say = catalogue.say
    lines = []
    if view["dice"]:
        lines.append(Text(say("claim_it.term.dice", dice=" ".join(map(str, view["dice"])))))
    free = " ".join(str(n) if here else "-" for n, here in enumerate(view["squatters"], start=1))
    lines.append(Text(say("claim_it.term.squatters", free=free)))
    if view["bust"] is not None:
        percent = decimal(f"{100 * view['bust'] / THROWS:.1f}", catalogue.lang)
        lines.append(Text(say("claim_it.term.bust", bust=view["bust"], percent=percent), "bold"))
    if view["last_call"] is not None:
        lines.append(Text(say("claim_it.term.last"), "bold"))
    lines.append(Text(say("claim_it.term.legend"), "dim"))
    return lines
