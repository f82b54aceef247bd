"""A second world with the same record for a seat, made without `redeal`.

A game is played, and the seat's own paper of it is played again with other particulars wherever
that paper has a `?`. What comes out differs in hidden things alone, whatever the game's `redeal`
does: so the proofs of it do not lean on what they prove.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache

from filon.core.events import SPECTATOR, Event
from filon.core.game import CHANCE, OVER
from filon.core.layout import Layout
from filon.core.paper import Paper
from filon.core.rng import Rng
from filon.core.setup import Setup, agreed
from filon.core.spec import View
from filon.match.reveal import learners
from support.games import Box, eyes, fingerprint, take

TRIES = 8  # replays in which the lots may fall badly


def setup_of(box: Box) -> Setup:
    return agreed(box.spec, box.players, dict(box.options))


def read(paper: Paper, seat: int) -> list[str]:
    """The record as this seat (or SPECTATOR) has it; its own steps too, unless it forgets them."""
    own = not paper.spec.forgets(paper.setup.options)
    return paper.read_by(None if seat == SPECTATOR else seat, own)


class Told:
    """A game under way, with its paper and all that was told of it, step by step."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.state = setup.start()
        self.paper = Paper(setup)
        self.stories: list[list[Event]] = []
        self.learned: list[int] = []  # eyes of those to whom a step turned something over

    def take(self, step: int) -> None:
        """Play the step and keep what was told."""
        spec = self.setup.spec
        line, story = self.paper.narrate(self.state, step)
        self.stories.append(story)
        shut = line.actor == CHANCE or (line.sealed and self.state.sealed())
        self.learned.append(0 if shut else learners(spec, line, story, self.state, self.paper))

    def heard(self, seat: int, at: int) -> list[View]:
        """The events of one step that a seat received."""
        return [self.setup.spec.tell(event) for event in self.stories[at] if event.seen_by(seat)]


def played(setup: Setup, steps: list[str]) -> Told:
    """A game from its steps."""
    told = Told(setup)
    for text in steps:
        told.take(setup.spec.layout.number(text))
    return told


def shown_alike(one: Told, two: Told, seat: int) -> bool:
    """Whether what was turned over for the seat on the way was the same in both games."""
    return all(
        not eyes >> seat & 1 or one.heard(seat, at) == two.heard(seat, at)
        for at, eyes in enumerate(one.learned)
    )


def another(told: Told, seat: int, rng: Rng) -> Told | None:
    """A game with the same record for the seat, its hidden particulars drawn anew.

    None where the lots fell badly: a later step was not possible then, something else was turned
    over, or what the seat laid in all, which its own hand tells it, came out differently.
    """
    spec, again = told.setup.spec, Told(told.setup)
    for line, text in zip(told.paper.lines, read(told.paper, seat), strict=True):
        if line.text != text:
            covered = masked(spec.layout)
            fits = [step for step in again.state.legal() if covered[step] == text]
        else:
            step = spec.layout.number(text)
            fits = [step] if step in again.state.legal() else []
        if not fits:
            return None
        again.take(fits[rng.below(len(fits))])
    same = laid(told.paper, seat) == laid(again.paper, seat) and shown_alike(told, again, seat)
    return again if same else None


@cache
def masked(layout: Layout) -> list[str]:
    """Every step as others read it."""
    return [layout.masked(step) for step in range(layout.size)]


def laid(paper: Paper, seat: int) -> Counter[str]:
    """The hidden particulars of the seat's own steps, without their places."""
    hidden = {verb.name: verb.hidden for verb in paper.spec.layout.verbs}
    found: Counter[str] = Counter()
    for line in paper.lines:
        if line.actor == seat:
            words = paper.spec.layout.words(paper.spec.layout.number(line.text))
            found.update(str(words[slot]) for slot in hidden[str(words["verb"])])
    return found


def moments(box: Box, rng: Rng) -> Iterator[Told]:
    """One live game at every point of it; it is played at random, and likes secrets."""
    layout, told = box.spec.layout, Told(setup_of(box))
    covered = masked(layout)
    while told.state.actor() != OVER:
        yield told
        state = told.state
        secrets = [step for step in state.legal() if covered[step] != layout.text(step)]
        quiet = not secrets or rng.below(2)
        told.take(take(state, rng) if quiet else secrets[rng.below(len(secrets))])


def pairs(
    box: Box, rng: Rng, most: int, spectator: bool = False
) -> Iterator[tuple[Told, Told, int]]:
    """Moments at which something is hidden from a seat, each with a second world."""
    found = 0
    for told in moments(box, rng):
        full = told.paper.full()
        blind = [seat for seat in eyes(box.spec, box.players) if read(told.paper, seat) != full]
        blind = [seat for seat in blind if spectator == (seat == SPECTATOR)]
        if not blind or (rng.below(3) and not told.state.sealed()):
            continue
        seat = blind[rng.below(len(blind))]
        for _ in range(TRIES):
            other = another(told, seat, rng)
            if other is not None and fingerprint(other.state) != fingerprint(told.state):
                found += 1
                yield told, other, seat
                break
        if found == most:
            return
