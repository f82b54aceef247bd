"""Gold River in the terminal: the row, the auction, the register and the count."""

from collections.abc import Sequence
from typing import Literal

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from filon.games.gold_river import tables
from filon.games.gold_river.seen import Cost, GoldRiverView, Result
from filon.messages import Catalogue

INK = ("red", "cyan", "green", "yellow", "magenta")  # of the seats, beside their names
SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def board(
    view: GoldRiverView, seat: int, catalogue: Catalogue, names: Sequence[str]
) -> RenderableType:
    """The whole table; mayors wear an M, nothing is told by colour alone."""
    parts: list[RenderableType] = [head(view, catalogue)]
    if any(card is not None for card in view["row"]):
        parts.append(row(view, catalogue, names))
    if view["phase"] in ("bid", "sealed"):
        parts.append(bids(view, catalogue, names))
    parts.append(register(view, seat, catalogue, names))
    if view["result"]:
        parts.append(count(view["result"], view["poker"], catalogue, names))
    return Group(*parts)


def head(view: GoldRiverView, catalogue: Catalogue) -> Text:
    """Round, pile, dice, and the bid that lies in the row."""
    line = catalogue.say(
        "gold_river.term.head", round=view["round"], rounds=view["rounds"], deck=view["deck"]
    )
    text = Text(line, "bold")
    if view["dice"]:
        a, b = view["dice"]
        text.append("   " + catalogue.say("gold_river.term.dice", a=a, b=b, n=a + b))
    if view["pot"]:
        text.append("   " + catalogue.say("gold_river.term.pot", n=view["pot"]))
    return text


def face(card: int) -> str:
    """The poker face of a card, with its suit as a sign."""
    name = tables.face_name(tables.FACE[card])
    return name[:-1].replace("T", "10") + SUITS[name[-1]] if name else ""


def row(view: GoldRiverView, catalogue: Catalogue, names: Sequence[str]) -> Table:
    """The cards for sale, what they show and what they would cost the reader."""
    table = Table(box=None, show_header=False, pad_edge=False)
    for card in view["row"]:
        if card is None:
            continue
        what = (
            catalogue.say("gold_river.term.nuggets", n=tables.NUGGETS[card])
            if card < tables.CONCESSIONS
            else catalogue.say(f"gold_river.does.{tables.KIND_NAMES[tables.KIND[card]]}")
        )
        cost = view["costs"].get(str(card))
        cells = [Text(str(card), "dim"), Text(catalogue.say(f"gold_river.card.{card}"), "bold")]
        if view["poker"]:
            cells.append(Text(face(card)))
        fee = price(cost, catalogue, names)
        table.add_row(*cells, Text.assemble(what, "  " if fee else "", (fee, "yellow")))
    return table


def price(cost: Cost | None, catalogue: Catalogue, names: Sequence[str]) -> str:
    """The fee of a card for the reader, or what it would make of him."""
    if cost is None:
        return ""
    if cost["mayor"]:
        before = catalogue.say("gold_river.term.mayor")
    elif cost["kept"]:
        before = catalogue.say("gold_river.tag.kept")
    else:
        before = ""
    why, to = cost["why"], cost["to"]
    if why is None or to is None:
        return before
    fee = catalogue.say(f"gold_river.tag.{why}", n=cost["n"], to=names[to])
    return f"{fee} {before}".strip()


def bids(view: GoldRiverView, catalogue: Catalogue, names: Sequence[str]) -> Text:
    """Who bid what, in the order of bidding."""
    text = Text()
    for seat in view["order"]:
        bid, passed = view["bids"][seat], view["passed"][seat]
        said = "?" if bid is None else str(bid)
        if passed:
            said = catalogue.say("gold_river.bid.passed")
        text.append(f"{names[seat]} ", f"bold {INK[seat]}")
        text.append(f"{said}   ", "bold" if view["leader"] == seat else "")
    return text


def number(card: int, catalogue: Catalogue) -> str:
    """What a concession pays on, as short as can be."""
    on = tables.PAYS_ON[card]
    if on < tables.EVEN:
        return str(on)
    return catalogue.say(
        "gold_river.on."
        + ("even" if on == tables.EVEN else "odd" if on == tables.ODD else "double")
    )


def register(view: GoldRiverView, seat: int, catalogue: Catalogue, names: Sequence[str]) -> Table:
    """Towns by seats: number:nuggets of every concession, M for the mayor, G for the governor."""
    say = catalogue.say
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 1, 0, 0))
    table.add_column(say("gold_river.register"), no_wrap=True)
    for at, name in enumerate(names):
        mark = ">" if at == view["turn"] else ""
        style = f"bold {INK[at]}" + (" underline" if at == seat else "")
        table.add_column(Text(mark + name, style), overflow="fold")
    standings = list(enumerate(view["seats"]))
    table.add_row(say("gold_river.nuggets"), *(str(row["nuggets"]) for _, row in standings))
    for town in range(tables.TOWNS):
        cells = [holding(view, at, row["towns"][town], town, catalogue) for at, row in standings]
        table.add_row(say(f"gold_river.town.{town}"), *cells)
    table.add_row(
        say("gold_river.others"),
        *(others(view, at, [*row["buildings"], *row["kept"]], catalogue) for at, row in standings),
    )
    table.add_row(say("gold_river.score"), *(str(row["score"]) for _, row in standings))
    return table


def holding(
    view: GoldRiverView, at: int, held: Sequence[int], town: int, catalogue: Catalogue
) -> str:
    """What a seat has in a town."""
    cards = [
        f"{number(card, catalogue)}:{view['yields'].get(str(card), tables.NUGGETS[card])}"
        for card in held
    ]
    if view["mayors"][town] == at:
        cards.append("MG" if view["governor"] == town else "M")
    return " ".join(cards)


def others(view: GoldRiverView, at: int, held: Sequence[int], catalogue: Catalogue) -> str:
    """A seat's cards that lie in no town."""
    words = [
        catalogue.say(f"gold_river.name.{tables.KIND_NAMES[tables.KIND[card]]}") for card in held
    ]
    if view["bank"]["owner"] == at:
        words.append(f"({view['bank']['nuggets']})")
    return ", ".join(words)


def count(result: Result, with_poker: bool, catalogue: Catalogue, names: Sequence[str]) -> Table:
    """GR-32: the final count, line by line."""
    parts: list[Literal["hand", "ground", "mayor", "bank", "poker"]]
    parts = ["hand", "ground", "mayor", "bank"]
    if with_poker:
        parts.append("poker")
    table = Table(box=box.SIMPLE, title=catalogue.say("gold_river.count"), title_justify="left")
    table.add_column("")
    for name in names:
        table.add_column(name, justify="right")
    for part in parts:
        table.add_row(
            catalogue.say(f"gold_river.count.{part}"),
            *(str(line[part]) for line in result["lines"]),
        )
    table.add_row(catalogue.say("gold_river.count.total"), *result["scores"], style="bold")
    return table
