"""Proof 11: faults planted in every game are caught by the proofs that all games share.

Methods of a compiled class cannot be replaced, so this runs on the sources; what it shows is that
the proofs can fail. The proofs themselves run on the compiled build, which does the same as the
sources, step by step (test_both_builds.py).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import reduce
from itertools import islice

import pytest

from engine import test_clone, test_conformance, test_golden, test_redeal, test_reference
from filon.core.events import EVERYONE, Event
from filon.core.game import OVER, State
from filon.core.layout import Layout
from filon.core.record import annotated, read
from filon.core.rng import Rng
from filon.core.spec import Seen
from filon.games import slugs
from support import random_games
from support.doc_example import card, proven
from support.games import COMPILED, LONG, Box, lists, take, wander

pytestmark = [
    pytest.mark.engine,
    pytest.mark.sources,
    pytest.mark.skipif(COMPILED, reason="compiled methods cannot be replaced; the sources' can"),
]
Patch = pytest.MonkeyPatch
Plant = Callable[[Box, Patch], Box]
Proof = Callable[[Box], None]


def opened(slug: str) -> list[Box]:
    """Every way to open a game."""
    return [box for box in proven() if box.slug == slug]


@dataclass(frozen=True)
class Mutant:
    """A fault: where it can be planted, how, and the shared proof that must see it."""

    name: str
    hidden: bool | None  # planted where something is hidden, where nothing is, or (None) anywhere
    fits: Callable[[Box], bool]
    plant: Plant
    proof: Proof

    def __str__(self) -> str:
        return self.name


# ---- where a fault fits ------------------------------------------------------------------------


def anywhere(box: Box) -> bool:
    return True


def hides(box: Box) -> bool:
    """Whether a seat can be ignorant of something when the game is opened this way."""
    return test_redeal.secretive(box)


def whispers(box: Box) -> bool:
    """Whether some events are not for everybody."""
    rng, state = Rng(2), box.start()
    while state.actor() != OVER:
        if any(event.eyes != EVERYONE for event in state.narrate(take(state, rng))):
            return hides(box)
    return False


def draws(box: Box) -> bool:
    """Whether a draw has outcomes that differ."""
    return any(
        len(state.weights()) > 1 for state in wander(box.start(), Rng(1)) if state.actor() == -1
    )


# ---- the faults --------------------------------------------------------------------------------


def kind(box: Box) -> type[State]:
    return type(box.start())


def no_redeal(box: Box, patch: Patch) -> Box:
    patch.setattr(kind(box), "redeal", lambda self, seat, rng: None)
    return box


def fixed_redeal(box: Box, patch: Patch) -> Box:
    """A guess that is always the same, however the dice fall."""
    dealt = kind(box).redeal
    patch.setattr(kind(box), "redeal", lambda self, seat, rng: dealt(self, seat, Rng(1)))
    return box


def meddling_redeal(box: Box, patch: Patch) -> Box:
    """A redeal that plays on, in a game where there is nothing to guess."""

    def redeal(self: State, seat: int, rng: Rng) -> None:
        if self.legal():
            self.apply(take(self, rng))

    patch.setattr(kind(box), "redeal", redeal)
    return box


def says_nothing_is_hidden(box: Box, patch: Patch) -> Box:
    return replace(box, card=replace(box.spec, hidden=False))


def writes_secrets_down(box: Box, patch: Patch) -> Box:
    """No slot is hidden: everybody reads sealed choices and covered things on paper."""
    bare = [replace(verb, hidden=frozenset()) for verb in box.spec.layout.verbs]
    return replace(box, card=replace(box.spec, layout=Layout(*bare)))


def shows_anothers_view(box: Box, patch: Patch) -> Box:
    """A seat is shown what its neighbour sees; so are spectators."""

    def view(state: State, seat: int) -> Seen:
        return box.spec.view(state, (seat + 1) % box.players)

    return replace(box, card=replace(box.spec, view=view))


def tells_everyone(box: Box, patch: Patch) -> Box:
    patch.setattr(Event, "seen_by", lambda self, seat: True)
    return box


def wrong_odds(box: Box, patch: Patch) -> Box:
    """The first outcome of several comes a little more often."""
    right = kind(box).weights

    def weights(self: State) -> list[int]:
        parts = right(self)
        return [parts[0] + 1, *parts[1:]] if len(parts) > 1 else parts

    patch.setattr(kind(box), "weights", weights)
    return box


def deaf_draw(box: Box, patch: Patch) -> Box:
    """Draws the first outcome, whatever the weights."""
    patch.setattr(kind(box), "draw", lambda self, rng: self.legal()[rng.below(1)])
    return box


def allows_too_much(box: Box, patch: Patch) -> Box:
    """A clause left out: a seat may also take a step like one of its own that is forbidden."""
    right, layout = kind(box).legal, box.spec.layout
    verbs = [layout.words(step)["verb"] for step in range(layout.size)]

    def legal(self: State) -> list[int]:
        steps = right(self)
        if steps and self.actor() >= 0:
            known, kinds = set(steps), {verbs[step] for step in steps}
            more = [s for s in range(layout.size) if s not in known and verbs[s] in kinds]
            more = more or [s for s in range(layout.size) if s not in known]
            return sorted([*steps, *more[:1]])
        return steps

    patch.setattr(kind(box), "legal", legal)
    return box


def allows_too_little(box: Box, patch: Patch) -> Box:
    """A seat that has several choices is not offered the last."""
    right = kind(box).legal

    def legal(self: State) -> list[int]:
        steps = right(self)
        return steps[:-1] if len(steps) > 1 and self.actor() >= 0 else steps

    patch.setattr(kind(box), "legal", legal)
    return box


def shared(name: str) -> Plant:
    """Clones share this list with their original."""

    def plant(box: Box, patch: Patch) -> Box:
        right = kind(box).clone

        def clone(self: State) -> State:
            twin = right(self)
            *way, last = name.split(".")
            one, two = reduce(getattr, way, twin), reduce(getattr, way, self)
            setattr(one, last, getattr(two, last))
            return twin

        patch.setattr(kind(box), "clone", clone)
        return box

    return plant


def written_in_place(box: Box) -> list[str]:
    """The lists of a state that steps write into, so that every clone needs its own."""
    found: set[str] = set()
    state, rng = box.start(), Rng(3)
    before: dict[str, tuple[list[int], list[int]]] = {}
    for _ in wander(state, rng):
        found |= {name for name, (kept, was) in before.items() if kept != was}
        before = {name: (one, one[:]) for name, one in lists(state).items()}
    return sorted(found)


# ---- the proofs --------------------------------------------------------------------------------


def by_the_contract(box: Box) -> None:
    """The same questions of a position as the test's, and none about views and stories."""
    for state in random_games.walk(box).positions:
        test_conformance.check_position(box, state)


def by_draws(box: Box) -> None:
    test_conformance.test_pick_and_draw_take_the_step_that_the_lists_would_give(box)


def by_the_plain_rules(box: Box) -> None:
    test_reference.compare(box, "random", 1)


def by_golden_games(box: Box) -> None:
    """As the test compares, without its long report of what differs."""
    text = test_golden.golden_of(box).read_text("utf-8")
    same = annotated(read(text, box.spec)) == text
    assert same


def by_clones(box: Box) -> None:
    test_clone.test_no_step_writes_into_a_list_that_a_clone_shares(box)


def by_guesses(box: Box) -> None:
    test_redeal.test_a_guess_does_not_depend_on_the_truth(box)


def by_papers(box: Box) -> None:
    test_redeal.test_a_redeal_keeps_what_is_on_every_paper(box)


def by_stories(box: Box) -> None:
    test_redeal.test_two_truths_tell_a_seat_the_same_story(box)


def by_onlookers(box: Box) -> None:
    test_redeal.test_spectators_learn_nothing_hidden(box)


MUTANTS = [
    Mutant("no redeal", True, hides, no_redeal, by_guesses),
    Mutant("a redeal of one guess", True, hides, fixed_redeal, by_guesses),
    Mutant("a redeal of what is known", False, anywhere, meddling_redeal, by_papers),
    Mutant("secrets, but not hidden", True, hides, says_nothing_is_hidden, by_the_contract),
    Mutant("secrets on paper", True, hides, writes_secrets_down, by_papers),
    Mutant("a view of another's things", True, hides, shows_anothers_view, by_stories),
    Mutant("a view for onlookers", True, hides, shows_anothers_view, by_onlookers),
    Mutant("an event told to all", True, whispers, tells_everyone, by_stories),
    Mutant("wrong odds", None, draws, wrong_odds, by_the_plain_rules),
    Mutant("a draw without odds", None, draws, deaf_draw, by_draws),
    Mutant("a clause left out", None, anywhere, allows_too_much, by_the_plain_rules),
    Mutant("a clause left out, long ago", None, anywhere, allows_too_much, by_golden_games),
    Mutant("a choice left out", None, anywhere, allows_too_little, by_the_plain_rules),
    Mutant("a choice left out, long ago", None, anywhere, allows_too_little, by_golden_games),
]


PLANTED = [
    (slug, mutant)
    for slug in [*slugs(), card().slug]
    for mutant in MUTANTS
    if mutant.hidden in (None, opened(slug)[0].spec.hidden)
    and (mutant.proof is not by_golden_games or slug in slugs())
]


@pytest.mark.parametrize(("slug", "mutant"), PLANTED, ids=str)
def test_a_planted_fault_is_caught(slug: str, mutant: Mutant) -> None:
    """In two ways to open the game where the fault can show; in the long form in all of them.

    The sound game passes the proof that the fault must fail, else this would show nothing.
    """
    fitting = (box for box in opened(slug) if mutant.fits(box))
    for box in fitting if LONG else islice(fitting, 2):
        mutant.proof(box)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(
                random_games, "KEPT", {}
            )  # the games that were kept are those of sound rules
            broken = mutant.plant(box, patch)
            assert caught(mutant.proof, broken), f"{mutant} in {box} was not seen"


def caught(proof: Proof, box: Box) -> bool:
    """Whether the proof fails, by its own words or because the game breaks under it."""
    try:
        proof(box)
    except (AssertionError, LookupError, ValueError, TypeError, RecursionError):
        return True
    return False


@pytest.mark.parametrize("slug", [*slugs(), card().slug])
def test_a_list_that_clones_share_is_caught(slug: str) -> None:
    for box in opened(slug)[: None if LONG else 1]:
        lists = written_in_place(box)
        assert lists, "no state is without a list that its steps write into"
        for name in lists:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(random_games, "KEPT", {})
                assert caught(by_clones, shared(name)(box, patch)), f"{name} in {box}"
