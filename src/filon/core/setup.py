"""What is agreed before a game begins; with its steps it is the whole game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from filon.core.game import State
from filon.core.spec import Options, Spec


@dataclass(frozen=True)
class Setup:
    """A game that can be started: which one, its edition, players, options and starters."""

    spec: Spec = field(repr=False, hash=False)
    players: int
    options: Options = field(hash=False)
    edition: str
    starters: tuple[int, ...] | None = None  # None: all seats that take turns

    @property
    def game(self) -> str:
        """The slug."""
        return self.spec.slug

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
    """A set-up that can be started; Refusal for a bad count, option or starter."""
    setup = Setup(
        spec,
        players,
        spec.agree(options),
        edition or spec.edition,
        None if starters is None else tuple(starters),
    )
    setup.start()
    return setup
