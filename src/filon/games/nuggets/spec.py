"""The card on the box of Nuggets."""

from collections.abc import Sequence

from filon.core.game import State
from filon.core.layout import Layout, Verb, verb
from filon.core.spec import Option, Options, Spec
from filon.games.nuggets import rules
from filon.games.nuggets.hints import NuggetsHints
from filon.games.nuggets.tables import COLS, ROWS
from filon.games.nuggets.view import MINES, because, observe, view

# NU-7: every edge has exactly one name.
EAST = [(row, col, "E") for row in range(ROWS) for col in range(COLS - 1)]
SOUTH = [(row, col, "S") for row in range(ROWS - 1) for col in range(COLS)]

LAYOUT = Layout(
    verb("first", seat=range(4)),
    verb("mine", row=range(ROWS), col=range(COLS), value=range(4, 9)),  # by chance or by seats
    Verb("wall", ("row", "col", "side"), (*EAST, *SOUTH)),
    verb("enough"),
    verb("tile", ["value"], row=range(ROWS), col=range(COLS), value=range(1, 6)),
    verb("pass"),
)


def begin(players: int, options: Options, starters: tuple[int, ...]) -> State:
    """A new game, before its first step."""
    return rules.begin(
        players,
        MINES.index(str(options["mines"])),
        options["one_or_two_walls"] is True,
        options["memory"] is True,
        list(starters),
    )


def forgets(options: Options) -> bool:
    """NU-13: by the option `memory`, nobody is shown again what they laid."""
    return options["memory"] is True


def rematch(ranks: Sequence[int]) -> tuple[int, ...]:
    """NU-6: the starters of a rematch, all seats that came last."""
    return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))


SPEC = Spec(
    slug="nuggets",
    prefix="NU",
    title={"fr": "Nuggets", "en": "Nuggets"},
    subtitle={"fr": "Pépites", "en": ""},
    edition="1",
    seats=range(2, 5),
    minutes=30,
    options=(
        Option("mines", ("standard", "random", "players"), "NU-18"),
        Option("one_or_two_walls", (False, True), "NU-9"),
        Option("memory", (False, True), "NU-13"),
    ),
    layout=LAYOUT,
    # Places are told as the map's rim shows them: row 0 to 4 is A to E, number is 1 to 8.
    events={
        "first": (),
        "mine": ("row", "number", "value"),  # laid by a seat
        "found": ("row", "number", "value"),  # laid by chance
        "wall": ("row", "number", "side", "next"),  # side 0: east, towards the number `next`
        "zone": ("zone", "cells", "gold"),
        "tile": ("row", "number"),  # what the others hear,
        "laid": ("row", "number", "value"),  # and what its owner hears
        "enough": (),
        "pass": (),
        "stuck": (),  # passed for want of anything legal
        "over": (),
        "won": ("zone", "gold", "sum"),
        "shared": ("zone", "gold", "sum", "ways"),
        "team_won": ("zone", "gold", "sum"),  # the seat is the team's first
        "team_shared": ("zone", "gold", "sum", "ways"),
        "lost": ("zone", "gold"),
    },
    begin=begin,
    view=view,
    observe=observe,
    place=3,
    lot="first",
    forgets=forgets,
    hints=NuggetsHints(),
    hidden=True,
    because=because,
    rematch=rematch,
)
