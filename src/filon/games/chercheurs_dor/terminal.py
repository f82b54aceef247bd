"""Les Chercheurs d'or in the terminal: the street, the seats, the dice and the chances."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from filon.games.chercheurs_dor.seen import ChercheursDorView, SeatView
from filon.messages import Catalogue

INK = ("cyan", "magenta", "bright_black", "red", "bright_red", "green", "yellow")
LETTERS = "ABCDEFG"
PAINT = {"Y": "black on yellow", "G": "white on green", "R": "white on red"}
PLACES = {"access": "=", "bank": "$", "bar": "!", "saloon": "o", "plain": " "}
SLUG = "chercheurs_dor"


def board(
    view: ChercheursDorView, seat: int, catalogue: Catalogue, names: Sequence[str]
) -> RenderableType:
    """The whole table; seats are letters, colours are letters too, never a colour alone."""
    lines = facts(view, catalogue)
    return Group(street(view), seats(view, seat, catalogue, names), *lines)


def street(view: ChercheursDorView) -> Table:
    """CO-2: the 24 squares in a row, from access 1, with the figures on them."""
    table = Table(box=None, show_header=False, padding=(0, 0), pad_edge=False)
    squares = view["board"]["street"]
    for _ in squares:
        table.add_column(min_width=3, justify="center")
    table.add_row(*(Text(str(item["square"]), "dim") for item in squares))
    table.add_row(
        *(
            Text(f"{item['colour']}{PLACES[item['kind']]}", PAINT[item["colour"]])
            for item in squares
        )
    )
    here: list[list[str]] = [[] for _ in squares]
    for at, item in enumerate(view["seats"]):
        if item["at_square"] is not None:
            here[item["at_square"]].append(LETTERS[at])
    table.add_row(*("".join(letters) for letters in here))
    return table


def seats(view: ChercheursDorView, seat: int, catalogue: Catalogue, names: Sequence[str]) -> Table:
    """Per seat: deposit, load, gold on the claim and where the figure stands."""
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for head in ("seat", "bank", "load", "gold", "place"):
        table.add_column(
            catalogue.say(f"{SLUG}.term.{head}"),
            justify="right" if head in ("bank", "load", "gold") else "left",
        )
    for each, item in enumerate(view["seats"]):
        turn = "> " if view["turn"] == each else "  "
        name = Text(f"{turn}{LETTERS[each]} {names[each]}", f"bold {INK[each]}")
        if each == seat:
            name.stylize("underline")
        claim = f"{item['gold']} ({item['claim']})" if item["claim"] else "-"
        table.add_row(
            name, str(item["bank"]), str(item["load"] or "-"), claim, where(item, catalogue)
        )
    return table


def where(holder: SeatView, catalogue: Catalogue) -> str:
    """A seat's place in words, and the turns it must lose."""
    say = catalogue.say
    if holder["state"] == "house":
        return say(f"{SLUG}.term.house")
    text = "-"
    if holder["at_claim"] is not None:
        text = say(f"{SLUG}.term.claim", n=holder["at_claim"])
    elif holder["at_square"] is not None:
        text = say(
            f"{SLUG}.term.square",
            n=holder["at_square"],
            place=holder["place"],
            claim=holder["at_square"] // 4 + 1,
        )
    if holder["lost"]:
        text += ", " + say(f"{SLUG}.term.lost", n=holder["lost"])
    return text


def facts(view: ChercheursDorView, catalogue: Catalogue) -> list[Text]:
    """Round and pot, the dice as they lie, and the exact chances of what comes next."""
    say = catalogue.say
    lines = [
        Text(
            say(f"{SLUG}.term.round", round=view["round"], rounds=view["rounds"], pot=view["pot"]),
            "bold",
        )
    ]
    lines.append(Text(say(f"{SLUG}.phase.{view['phase']}")))
    if view["dice"]:
        text = Text()
        if view["dice"]["n"]:
            text.append(f"[{view['dice']['n']}] ", "bold")
        if view["dice"]["colour"]:
            text.append(f" {view['dice']['colour']} ", PAINT[view["dice"]["colour"]])
        lines.append(text)
    if view["odds"]:
        odds = [
            f"{say(f'{SLUG}.term.{what}')} {odds['exact']}" for what, odds in view["odds"].items()
        ]
        lines.append(Text(say(f"{SLUG}.term.odds", list=", ".join(odds)), "dim"))
    return lines
