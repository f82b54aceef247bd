"""A game as the command line names it: slug, players and KEY=VALUE options."""

from collections.abc import Sequence
from typing import Annotated

import typer

from filon.core.errors import Refusal
from filon.core.spec import Options, Spec
from filon.games import load

Game = Annotated[str, typer.Argument(metavar="GAME", help="One of the games `filon games` lists.")]
Players = Annotated[int | None, typer.Option(help="How many play; the fewest if not said.")]
Chosen = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="KEY=VALUE", help="A variation; may be given several times."),
]
Lang = Annotated[str | None, typer.Option(help="fr or en; the system's language if not said.")]


def agreed(
    game: str, players: int | None, chosen: Sequence[str] | None
) -> tuple[Spec, int, Options]:
    """The game, its players and all its options; Refusal for anything that does not exist."""
    spec = load(game)
    given: dict[str, object] = {}
    for pair in chosen or ():
        key, equals, value = pair.partition("=")
        if not equals:
            valid = ", ".join(option.key for option in spec.options) or "-"
            raise Refusal("option", key=pair[:40], valid=valid)
        given[key.strip()] = value.strip()
    count = spec.seats[0] if players is None else players
    options = spec.agree(given)
    spec.start(count, options)  # refuses a count that the game does not have
    return spec, count, options
