"""Proof 1: every game keeps the contract at every step of random games."""

import copy
import json
import pickle
from functools import cache
from typing import Any, Literal, TypedDict, get_type_hints, is_typeddict

import pytest

from filon.core.events import SPECTATOR, Event
from filon.core.game import CHANCE, OVER, IllegalStep, State, play
from filon.core.rng import Rng
from filon.core.setup import agreed
from filon.core.spec import Minds, Spec
from filon.games import load, slugs
from filon.messages import LANGUAGES, catalogue
from support.doc_example import proven
from support.games import Box, eyes, fingerprint, thinned, wander
from support.random_games import Walk, walks
from support.second_world import masked
from support.view_types import misfit

pytestmark = pytest.mark.engine


@pytest.mark.parametrize("box", thinned(proven()), ids=str)
def test_every_step_keeps_the_contract(box: Box) -> None:
    for walk in walks(box):
        check_walk(walk)


def check_walk(walk: Walk) -> None:
    """The contract at every position of a game; what is seen at every fortieth."""
    box = walk.box
    for state in walk.positions:
        check_position(box, state)
    for story in walk.stories:
        check_story(box, story)
    for state in [*walk.positions[:3], *walk.some("views", 40)]:
        check_views(box, state)
    check_end(box, walk.end)


def check_position(box: Box, state: State) -> None:
    actor, legal = state.actor(), state.legal()
    assert state.players == box.players
    if actor == OVER:
        assert legal == []
        return
    assert actor == CHANCE or 0 <= actor < box.players
    assert legal, "no dead end"
    assert legal == sorted(set(legal))
    assert legal[0] >= 0
    assert legal[-1] < box.spec.layout.size
    check_secrets(box.spec, state)
    assert state.ending() == ""
    assert bool(state.actors()) == (actor >= 0)
    if actor == CHANCE:
        weights = state.weights()
        assert len(weights) == len(legal)
        assert min(weights) > 0
        assert state.thrower() == CHANCE or 0 <= state.thrower() < box.players
        assert state.thrower() == CHANCE or box.spec.throws


def check_secrets(spec: Spec, state: State) -> None:
    """Secret choices read alike on others' paper, and the card declares hidden information."""
    actors, legal = state.actors(), state.legal()
    read = {masked(spec.layout)[step] for step in legal}
    assert state.actor() in actors or not actors
    if state.sealed():
        assert spec.hidden, "sealed choices, and nothing is said to be hidden"
        assert len(read) == 1, f"others could read a sealed choice: {sorted(read)[:3]}"
    assert spec.hidden or not any("?" in text for text in read), "a `?`, and nothing is hidden"


def check_story(box: Box, story: list[Event]) -> None:
    for event in story:
        told = box.spec.tell(event)  # every kind is known and every number has a name
        json.dumps(told)
        assert isinstance(event.seen_by(SPECTATOR), bool)
        for name in box.spec.seat_slots & set(told):
            assert -1 <= told[name] < box.players, f"{event.kind}: {name} is no seat"


def check_views(box: Box, state: State) -> None:
    spec = box.spec
    texts = {spec.layout.text(step) for step in state.legal()}
    keys = None
    all_see = None if spec.hidden else spec.view(state, SPECTATOR)
    for seat in eyes(spec, box.players):
        seen = spec.view(state, seat)
        assert all_see is None or seen == all_see, "nothing is hidden, so all are told the same"
        json.dumps(seen)
        keys = keys or set(seen)
        assert set(seen) == keys, "one shape for all"
        assert set(seen.get("if", {})) <= texts
        assert misfit(seen, declared(spec)) == ""


@cache
def declared(spec: Spec) -> Any:
    """The type of the view as the game declares it: the page's types are made from it."""
    kind = get_type_hints(spec.view)["return"]
    assert is_typeddict(kind), f"{spec.slug}: view has no type of its own"
    return kind


def check_end(box: Box, state: State) -> None:
    key = f"{box.slug}.ending.{state.ending()}"
    if state.ending():
        assert all(key in catalogue(lang, box.slug) for lang in LANGUAGES)
    scores, ranks = state.scores(), state.ranks()
    assert len(scores) == len(ranks) == box.players
    takers = set(box.spec.turns(box.players))
    for seat in range(box.players):
        if seat in takers:
            assert ranks[seat] >= 1
        else:
            assert ranks[seat] == 0
            assert scores[seat] == 0
    ranked = sorted(ranks[seat] for seat in takers)
    assert ranked[0] == 1
    for place, rank in enumerate(ranked, start=1):
        assert rank <= place


class Told(Rng):
    """Gives the number it was told, and keeps what it was asked."""

    def __init__(self) -> None:
        super().__init__(0)
        self.number = 0
        self.asked: list[int] = []

    def below(self, n: int) -> int:
        self.asked.append(n)
        return self.number


@pytest.mark.parametrize("box", thinned(proven()), ids=str)
def test_pick_and_draw_take_the_step_that_the_lists_would_give(box: Box) -> None:
    """For every number the rng can give, in about every tenth position; and they ask it once."""
    for walk in walks(box):
        check_lots(walk)


def check_lots(walk: Walk) -> None:
    told = Told()
    for state in [*walk.positions[:12], *walk.some("lots", 20)]:
        actor, legal = state.actor(), state.legal()
        if actor == OVER:
            continue
        if actor == CHANCE:
            parts = zip(legal, state.weights(), strict=True)
            expected, give = [step for step, weight in parts for _ in range(weight)], state.draw
        else:
            expected, give = legal, state.pick
        for told.number in range(len(expected)):
            told.asked = []
            assert give(told) == expected[told.number]
            assert told.asked == [len(expected)]


@pytest.mark.parametrize("box", proven()[::3], ids=str)
def test_play_refuses_an_illegal_step(box: Box) -> None:
    """An illegal step raises, names a clause of the game or none, and changes nothing."""
    spec = box.spec
    for walk in walks(box):
        rng = walk.rng("refusals")
        for state in walk.some("refused", 20):
            legal, before = set(state.legal()), fingerprint(state)
            for _ in range(20):
                step = rng.below(spec.layout.size)
                if step in legal:
                    assert state.why_not(step) == ""
                    continue
                with pytest.raises(IllegalStep) as refused:
                    play(state, step)
                clause = refused.value.clause
                assert clause == "" or clause.startswith(spec.prefix + "-")
            assert fingerprint(state) == before


class Small(TypedDict):
    a: int | None
    b: list[tuple[int, Literal["x"]]]


@pytest.mark.parametrize(
    "wrong",
    [{"a": 1}, {"a": 1, "b": [(1, "x")], "c": 2}, {"a": True, "b": []}, {"a": 1, "b": [(1, 2)]}],
    ids=["missing", "undeclared", "another type", "deep inside"],
)
def test_a_view_that_does_not_fit_its_type_is_seen(wrong: object) -> None:
    assert misfit({"a": None, "b": [(1, "x")]}, Small) == ""
    assert misfit(wrong, Small)


@pytest.mark.parametrize("slug", slugs())
def test_the_cards_statements_about_steps_hold(slug: str) -> None:
    """Seats in steps are seats, and the lot names every seat that may begin."""
    spec = load(slug)
    for verb in spec.layout.verbs:
        for at, slot in enumerate(verb.slots):
            if slot in spec.seat_slots:
                assert {row[at] for row in verb.rows} <= set(range(spec.seats[-1]))
    for players in spec.seats if spec.lot else ():
        state = spec.start(players)
        assert state.thrower() == CHANCE, "no seat throws the lot"
        assert [spec.begun_by(step) for step in state.legal()] == list(spec.turns(players))


@pytest.mark.parametrize("slug", slugs())
def test_a_card_is_the_same_object_after_copy_and_pickle(slug: str) -> None:
    spec = load(slug)
    assert pickle.loads(pickle.dumps(spec)) is spec
    assert copy.deepcopy(spec) is spec
    setup = agreed(spec, spec.seats[-1])
    assert pickle.loads(pickle.dumps(setup)) == setup


@pytest.mark.parametrize("slug", slugs())
def test_event_numbers_avoid_the_names_used_on_the_wire(slug: str) -> None:
    """An argument called `kind` or `seat` would silently replace the event's own."""
    for kind, names in load(slug).events.items():
        assert not {"kind", "seat", "v", "step"} & set(names), kind
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("box", thinned(proven()), ids=str)
def test_a_settled_game_stays_settled(box: Box) -> None:
    """Where a position says that nothing changes the scores, all ends have the same."""
    if type(box.start()).settled is State.settled:
        return
    for walk in walks(box):
        rng = walk.rng("settled")
        for state in walk.positions:
            if state.settled() and state.actor() != OVER:
                ends = []
                for _ in range(4):
                    *_, end = wander(state.clone(), rng)
                    ends.append(end.scores())
                assert all(scores == ends[0] for scores in ends)


@pytest.mark.parametrize("box", thinned(proven()), ids=str)
def test_progress_rises_from_zero(box: Box) -> None:
    """Never more than there is, and at the end more than at the start."""
    for walk in walks(box):
        seen = [box.spec.view(state, SPECTATOR) for state in walk.some("progress", 8)]
        told = [box.spec.minds.progress(view) for view in seen]
        if box.spec.minds.progress is Minds.__dataclass_fields__["progress"].default:
            assert set(told) == {None}
            return
        shares = [done / of for done, of in filter(None, told)]
        assert len(shares) == len(told)
        assert all(0 <= share <= 1 for share in shares)
        assert shares[0] <= 0.25 < shares[-1]


@pytest.mark.parametrize("box", proven(), ids=str)
def test_a_rematch_is_begun_by_a_seat_that_takes_turns(box: Box) -> None:
    takers = set(box.spec.turns(box.players))
    for winner in takers if box.spec.box.rematch else ():
        ranks = [(1 if seat == winner else 2) * (seat in takers) for seat in range(box.players)]
        for placed in (ranks, [int(seat in takers) for seat in range(box.players)]):
            assert box.spec.box.rematch
            begins = box.spec.box.rematch(placed)
            assert begins
            assert set(begins) <= takers
            box.spec.start(box.players, dict(box.options), begins)
