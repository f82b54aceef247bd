"""What is agreed before a game begins; with its steps it is the whole game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from filon.core.game import State
from filon.core.spec import Options, Spec


@dataclass(frozen=True)
class Setup:
    """A game that can be started: the card of its edition, players, options and starters."""

    spec: Spec = field(repr=False, hash=False)
    players: int
    options: Options = field(hash=False)
    starters: tuple[int, ...] | None = None  # None: all seats that take turns

    @property
    def game(self) -> str:
        """The slug."""
        return self.spec.slug

    @property
    def edition(self) -> str:
        """By which edition of the rules it is played, to its end."""
        return self.spec.edition

    def start(self) -> State:
        """The position before the first step."""
        return self.spec.start(self.players, self.options, self.starters)


def agreed(
    spec: Spec,
    players: int,
    options: Mapping[str, object] | None = None,
    starters: Sequence[int] | None = None,
    edition: str = "",
) -> Setup:
    """A set-up that can be started; Refusal for a bad count, option, starter or edition.

    Without an edition it is that of the card.
    """
    card = spec.in_edition(edition)
    begin = None if starters is None else tuple(starters)
    setup = Setup(card, players, card.agree(options), begin)
    setup.start()
    return setup
