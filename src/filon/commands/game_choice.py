"""A game as the command line names it: slug, players and KEY=VALUE options."""

from collections.abc import Sequence
from typing import Annotated

import typer

from filon.core.errors import Refusal
from filon.core.setup import Setup, agreed
from filon.games import load, slugs


def game_names(begun: str) -> list[str]:
    """The games whose name begins so, for shells that complete."""
    return [slug for slug in slugs() if slug.startswith(begun)]


Game = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="One of the games `filon games` lists.", autocompletion=game_names
    ),
]
Players = Annotated[int | None, typer.Option(help="How many play; the fewest if not said.")]
Chosen = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="KEY=VALUE", help="A variation; may be given several times."),
]
Lang = Annotated[str | None, typer.Option(help="fr or en; the system's language if not said.")]


def chosen_setup(game: str, players: int | None, chosen: Sequence[str] | None) -> Setup:
    """The game, its players and all its options; Refusal for anything that does not exist."""
    spec = load(game)
    given: dict[str, object] = {}
    for pair in chosen or ():
        key, equals, value = pair.partition("=")
        if not equals:
            valid = ", ".join(option.key for option in spec.options) or "-"
            raise Refusal("option", key=pair[:40], valid=valid)
        given[key.strip()] = value.strip()
    return agreed(spec, spec.seats[0] if players is None else players, given)
