"""The card on the box of Nuggets."""

from collections.abc import Sequence

from filon.core.levels import LevelSpec
from filon.core.spec import Box, Minds, Option, Options, Seen, Spec
from filon.games.nuggets import rules
from filon.games.nuggets.hints import NuggetsHints
from filon.games.nuggets.layout import LAYOUT
from filon.games.nuggets.learned import NuggetsFeatures
from filon.games.nuggets.observe import NuggetsObserver
from filon.games.nuggets.reasons import why
from filon.games.nuggets.tables import SEATS
from filon.games.nuggets.view import MINES, view


def begin(players: int, options: Options, starters: tuple[int, ...]) -> rules.Nuggets:
    """A new game, before its first step."""
    return rules.begin(
        players,
        mines=MINES.index(options["mines"]),
        one_or_two=options["one_or_two_walls"] is True,
        memory=options["memory"] is True,
        starters=list(starters),
    )


def forgets(options: Options) -> bool:
    """NU-13: by the option `memory`, nobody is shown again what they laid."""
    return options["memory"] is True


def rematch(ranks: Sequence[int]) -> tuple[int, ...]:
    """NU-6: the starters of a rematch, all seats that came last."""
    return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))


def progress(view: Seen) -> tuple[int, int]:
    """Walls built, of all."""
    return view["stock_at_first"] - view["stock"], view["stock_at_first"]


SPEC = Spec(
    slug="nuggets",
    prefix="NU",
    edition="1",
    seats=range(2, SEATS + 1),
    options=(
        Option("mines", MINES, "NU-18"),
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
    observer=NuggetsObserver(),
    lot="first",
    forgets=forgets,
    hidden=True,
    box=Box(
        title={"fr": "Nuggets", "en": "Nuggets"},
        subtitle={"fr": "Pépites", "en": ""},
        minutes=30,
        place=3,
        rematch=rematch,
    ),
    minds=Minds(
        progress=progress,
        hints=NuggetsHints(),
        why=why,
        levels=(
            LevelSpec("greenhorn", share=0, blind=85),
            LevelSpec("tenderfoot", share=0, blind=55),
            LevelSpec("panner", share=9),
            LevelSpec("digger", share=35),
            LevelSpec("prospector", share=180),
            LevelSpec("sourdough"),
        ),
        features=NuggetsFeatures(),
    ),
)
