"""Looks ahead and undo are decided without the hidden information (ADR 18).

Over random positions: every redeal of what a seat cannot see gives the same answer to a look, the
same bytes if it is accepted, the same offer of undo. A step that can be undone reveals nothing.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from filon.core.errors import Refusal
from filon.core.events import EVERYONE, SPECTATOR, Event
from filon.core.game import CHANCE, OVER, State
from filon.core.paper import Paper, PaperLine
from filon.core.rng import Rng
from filon.core.setup import Setup, agreed
from filon.core.spec import Spec
from filon.games import load
from filon.match import position, reveal
from filon.match.entry import CLOCK, PERSON
from filon.match.header import Header
from filon.match.match import Match
from filon.match.sealed import Hold, opened
from support.doc_example import proven
from support.games import LONG, Box, bytes_seen
from support.hidden_game import cave

HIDDEN = [box for box in proven() if box.spec.hidden]
REDEALS = 12 if LONG else 5
STEPS = 12 if LONG else 4  # of a position that are tried, besides those that end the game
POSITIONS = 12 if LONG else 2  # per way to open a game
Look = Callable[[Match, int, list[str]], tuple[State, list[Event]]]


def by_verb(spec: Spec, steps: list[int], rng: Rng) -> int:
    """A step whose verb was chosen first: short games with few things hidden come up as well."""
    kinds = sorted({str(spec.layout.words(step)["verb"]) for step in steps})
    kind = kinds[rng.below(len(kinds))]
    fits = [step for step in steps if spec.layout.words(step)["verb"] == kind]
    return fits[rng.below(len(fits))]


def matches(setup: Setup, rng: Rng) -> Iterator[Match]:
    """One match at every decision of a random game."""
    match = Match(Header("sample-1", bytes(32), setup, ("",) * setup.players))
    while not match.over:
        yield match
        sealed, at = match.state.actors(), 1000 + match.v
        if match.state.sealed():
            legal = {seat: match.legal(seat) for seat in sealed}
            kept = {
                seat: Hold("sample-1", match.n, seat, legal[seat][rng.below(len(legal[seat]))], "")
                for seat in sealed
            }
            match.absorb(opened(kept, sealed, match.v, at))
        elif match.state.actor() == CHANCE:
            match.adopt(match.draw(CLOCK, at))
        else:
            step = by_verb(setup.spec, match.state.legal(), rng)
            text = setup.spec.layout.text(step)
            match.adopt(match.choose(match.state.actor(), [text], PERSON, at))


def tried(match: Match, rng: Rng) -> list[int]:
    """Steps of this position: those that end the game, and some others."""
    legal, found = match.state.legal(), []
    for step in legal:
        trial = match.state.clone()
        trial.apply(step)
        if trial.actor() == OVER:
            found.append(step)
    others = [step for step in legal if step not in found]
    rng.shuffle(others)
    return [*found, by_verb(match.spec, legal, rng), *others[:STEPS]]


def answer(match: Match, seat: int, texts: list[str], look: Look) -> bytes:
    """The answer to a look, as bytes; for a refusal its code."""
    try:
        state, story = look(match, seat, texts)
    except Refusal as no:
        return no.code.encode()
    told = [match.spec.tell(event) for event in story if event.seen_by(seat)]
    return json.dumps(told).encode() + bytes_seen(match.spec, state, seat)


def truths(match: Match, seat: int, rng: Rng) -> Iterator[None]:
    """The same match over again, each time with another truth that the seat cannot tell apart."""
    true = match.position.state
    try:
        for _ in range(REDEALS):
            match.position.state = true.clone()
            match.position.state.redeal(seat, rng)
            yield
    finally:
        match.position.state = true


def check_looks(match: Match, rng: Rng, count: Counter[str], look: Look = Match.look) -> None:
    """Every redeal answers alike, accepted or not."""
    seat = match.state.actor()
    for step in tried(match, rng):
        texts = [match.spec.layout.text(step)]
        here = answer(match, seat, texts, look)
        count["refused" if here == b"look_reveals" else "shown"] += 1
        for _ in truths(match, seat, rng):
            assert answer(match, seat, texts, look) == here, texts


def check_undo(match: Match, rng: Rng, count: Counter[str]) -> None:
    """Undo is offered alike in every possible world, never for a step that revealed something."""
    actor, layout = match.state.actor(), match.spec.layout
    for step in tried(match, rng):
        offered = undoable(match, actor, step)
        count["undo" if offered else "no undo"] += 1
        for seat in (*range(match.setup.players), SPECTATOR):
            seen = after(match, step, seat)
            for _ in truths(match, seat % match.setup.players, rng):
                masked = layout.masked(step)
                like = [one for one in match.state.legal() if layout.masked(one) == masked]
                if seat == actor or not like:
                    like = [step] if step in match.state.legal() else []
                if like:
                    other = like[rng.below(len(like))]
                    assert undoable(match, actor, other) == offered, layout.text(step)
                    assert not offered or seat == SPECTATOR or after(match, other, seat) == seen


def undoable(match: Match, seat: int, step: int) -> bool:
    draft = match.choose(seat, [match.spec.layout.text(step)], PERSON, 0)
    assert draft.ahead is not None
    return draft.ahead.state.actor() != OVER and not draft.ahead.learned[-1]


def after(match: Match, step: int, seat: int) -> bytes:
    trial = match.state.clone()
    trial.apply(step)
    return bytes_seen(match.spec, trial, seat)


def run(setup: Setup, positions: int, look: Look = Match.look) -> Counter[str]:
    """The proof over so many positions of random games; what it counted."""
    count: Counter[str] = Counter()
    rng = Rng(7)
    while True:
        for match in matches(setup, rng):
            ends = match.state.actor() == CHANCE or match.state.sealed()
            if ends or (rng.below(3) and not can_end(match)):
                continue
            if count["positions"] == positions:
                return count
            count["positions"] += 1
            check_looks(match, rng, count, look)
            check_undo(match, rng, count)


def can_end(match: Match) -> bool:
    trial = match.state.clone()
    trial.apply(trial.legal()[-1])
    return trial.actor() == OVER


@pytest.mark.parametrize("box", HIDDEN if LONG else HIDDEN[3::4], ids=str)
def test_a_look_and_an_undo_are_answered_alike_in_every_truth(box: Box) -> None:
    few = box.spec.layout.size < 50  # a small game costs little, and shows each thing seldom
    positions = 12 if few else POSITIONS
    count = run(agreed(box.spec, box.players, dict(box.options)), positions)
    assert count["shown"]
    assert count["undo"]


def test_the_same_for_a_game_that_turns_things_over_in_the_middle() -> None:
    count = run(cave(), 30)
    assert min(count[kind] for kind in ("shown", "refused", "undo", "no undo")) > 8


# ---- the proof can fail ------------------------------------------------------------------------


def sampled(match: Match, seat: int, texts: list[str]) -> tuple[State, list[Event]]:
    """The rule of version 0.1: accepted if four guesses look alike."""
    draft = match.choose(seat, texts, PERSON, 0)
    assert draft.ahead is not None
    seen = {bytes_seen(match.spec, draft.ahead.state, seat)}
    for sample in range(4):
        guess = match.state.clone()
        guess.redeal(seat, Rng(sample))
        for step in draft.ahead.numbers:
            guess.apply(step)
        seen.add(bytes_seen(match.spec, guess, seat))
    if len(seen) > 1:
        raise Refusal("look_reveals")
    return draft.ahead.state, [event for story in draft.stories for event in story]


def test_comparing_four_samples_reveals_hidden_information() -> None:
    """Where a step ends the game after few tiles were laid, they happened to agree."""
    rng, setup = Rng(7), agreed(load("nuggets"), 2)
    found: set[bool] = set()
    while len(found) < 2:
        for match in matches(setup, rng):
            if match.state.actor() == CHANCE or not can_end(match):
                continue
            seat, text = match.state.actor(), [match.legal(match.state.actor())[-1]]
            told = {answer(match, seat, text, sampled) for _ in truths(match, seat, rng)}
            found |= {len(told) > 1 and b"look_reveals" in told}  # accepted here, refused there
            ours = {answer(match, seat, text, Match.look) for _ in truths(match, seat, rng)}
            assert len(ours) == 1


def blind_to(kind: str) -> Callable[..., int]:
    """The rule with one of its sentences left out."""

    def broken(spec: Spec, line: PaperLine, story: list[Event], state: State, paper: Paper) -> int:
        eyes = reveal.learners(spec, line, story, state, paper)
        told = [event for event in story if event.kind in spec.uncovers]
        private = [event for event in story if event.eyes != EVERYONE and not line.veiled]
        missed = {"end": state.actor() == OVER, "uncovers": told, "eyes": private, "all": True}
        return 0 if missed[kind] and line.actor != CHANCE else eyes

    return broken


@pytest.mark.parametrize("kind", ["end", "uncovers", "eyes", "all"])
def test_a_rule_without_one_of_its_sentences_is_found(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(position, "learners", blind_to(kind))
    with pytest.raises(AssertionError):
        run(cave(), 200)


def test_a_card_that_does_not_say_what_is_turned_over_is_found() -> None:
    with pytest.raises(AssertionError):
        run(cave(uncovers=frozenset()), 200)


def test_a_choice_ends_where_it_reveals_something() -> None:
    """Else the refusal of the second step, which costs nothing, would tell what the first shows."""
    for value in (1, 3):
        match = Match(Header("sample-1", bytes(32), cave(), ("", "")))
        match.adopt(match.choose(0, [f"lay 0 {value}"], PERSON, 0))
        for attempt in (match.look, partial(match.choose, by=PERSON, at=0)):
            with pytest.raises(Refusal) as refused:
                attempt(1, ["turn 0", "grab 0"])
            assert refused.value.code == "shown_between"
        with pytest.raises(Refusal) as refused:
            match.look(1, ["turn 0"])
        assert refused.value.code == "look_reveals"
        match.adopt(match.choose(1, ["turn 0"], PERSON, 0))
        assert match.undoable(1) == 0
