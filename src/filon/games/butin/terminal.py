"""Le Partage du butin in the terminal: six territories, the seats and the envelope."""

from collections.abc import Sequence

from rich.box import HEAVY, ROUNDED
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from filon.games.butin.seen import ButinView
from filon.messages import Catalogue

INK = ["red", "cyan", "green", "yellow", "magenta"]  # seats, beside their letter
LETTERS = "ABCDE"


def board(view: ButinView, seat: int, catalogue: Catalogue, names: Sequence[str]) -> RenderableType:
    """The whole table as a Rich picture; every seat is a letter, never a colour alone."""
    say = catalogue.say
    lit = view["token"]["territory"] if view["token"] else None
    lands = [land(catalogue, view, t, t == lit) for t in range(len(view["territories"]))]
    return Group(
        Text(say("butin.term.turn", turn=min(view["turns"], view["of"]), of=view["of"])),
        Columns(lands, equal=True),
        seats(catalogue, view, seat, names),
        Text(envelope(catalogue, view)),
        *drawn(catalogue, view),
    )


def land(catalogue: Catalogue, view: ButinView, t: int, lit: bool) -> Panel:
    """One territory: its row of symbols, its coins and what they come to."""
    territory = view["territories"][t]
    row = Text()
    for owner in territory["row"]:
        if owner is None:
            row.append("o ")
        else:
            row.append(f"{LETTERS[owner]} ", f"bold {INK[owner]}")
    for _ in range(territory["symbols"] - len(territory["row"])):
        row.append("· ", "dim")
    coins = " ".join([*map(str, territory["coins"]), *["_"] * territory["free"]])  # _: a free place
    worth = f"={territory['total']}"
    if view["scoring"] == "advanced" and any(territory["cards"]):
        worth += f" ({mixed(territory['per_card'])})"  # PB-13: a card's share
    title = catalogue.say(f"butin.territory.{territory['name']}")
    body = Group(row, Text.assemble(f"{coins} ", (worth, "bold")))
    # A heavy frame, not only a colour, marks the territory that is asked about; three fit a row.
    return Panel(
        body,
        title=title,
        width=24,
        box=HEAVY if lit else ROUNDED,
        border_style="bold yellow" if lit else "none",
    )


def seats(catalogue: Catalogue, view: ButinView, seat: int, names: Sequence[str]) -> Table:
    """One line a seat: points, cards in hand, and its share of each territory."""
    say = catalogue.say
    table = Table(box=None, pad_edge=False)
    for head in ("", say("butin.term.points"), say("butin.term.hand"), say("butin.term.held")):
        table.add_column(head)
    for each, owner in enumerate(view["seats"]):
        mark = ">" if view["turn"] == each else " "
        name = Text(f"{mark}{LETTERS[each]} {names[each]}", f"bold {INK[each]}")
        if each == seat:
            name.stylize("underline")
        held = [
            f"{say('butin.short.' + view['territories'][item['territory']]['name'])} "
            f"{mixed(item['share'])}"
            for item in owner["held"]
        ]
        table.add_row(name, mixed(owner["points"]), str(owner["hand"]), ", ".join(held))
    return table


def envelope(catalogue: Catalogue, view: ButinView) -> str:
    """What is left to draw, by kind."""
    inside = view["envelope"]
    tokens = [
        f"{catalogue.say('butin.short.' + territory['name'])} x{left}"
        for territory, left in zip(view["territories"], inside["tokens"], strict=True)
        if left
    ]
    wealth = [f"{item['value']} x{item['left']}" for item in inside["wealth"] if item["left"]]
    head = catalogue.say("butin.term.envelope", n=inside["all"])
    return f"{head} ({', '.join([*tokens, *wealth])})" if inside["all"] else head


def drawn(catalogue: Catalogue, view: ButinView) -> list[Text]:
    """The token that waits for a decision, if any."""
    token = view["token"]
    if token is None:
        return []
    if token["kind"] == "wealth":
        return [Text(catalogue.say("butin.term.drawn_wealth", value=token["value"]), "bold")]
    what = catalogue.say(f"butin.the.{token['name']}")
    return [Text(catalogue.say("butin.term.drawn_territory", what=what), "bold")]


def mixed(points: str) -> str:
    """An exact score as people write it: 15/2 is 7 1/2."""
    over, _, under = points.partition("/")
    if not under:
        return over
    whole, part = divmod(int(over), int(under))
    return f"{whole} {part}/{under}" if whole else f"{part}/{under}"
