"""What the best level would play: asked for at the prompt, answered within about a second."""

from filon.bots import Peephole
from filon.bots.advice import Advised, advise
from filon.core.game import State
from filon.core.rng import Rng
from filon.core.spec import Spec

MILLISECONDS = 900


def hint(
    spec: Spec, state: State, seat: int, milliseconds: int | None = None
) -> tuple[Advised, ...]:
    """The best steps first; sees no more than the seat does, leaves the game's own dice alone."""
    wait = MILLISECONDS if milliseconds is None else milliseconds
    return advise(Peephole(spec, state, seat), Rng("hint"), milliseconds=wait)
