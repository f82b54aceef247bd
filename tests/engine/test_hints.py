"""Hints: legal, worded in both languages, from the seat's view, and only where allowed."""

import asyncio
import json
import random
from pathlib import Path

import pytest

from filon import messages
from filon.bots import LevelBot, Peephole
from filon.bots.advice import MOST, advise
from filon.bots.level_bot import HURRIED
from filon.core.errors import Refusal
from filon.core.game import OVER, State
from filon.core.rng import Rng
from filon.core.spec import Spec
from filon.games import load, slugs
from filon.server.limits import RATES
from filon.tables.hints import open_to
from filon.thinking.brain import Question, think
from support.games import LONG
from support.serving import begun, my_turn, opened, server
from support.thread_brain import ThreadBrain

STEPS = 2000 if LONG else 260
POSITIONS = 400 if LONG else 15


def decisions(spec: Spec, rng: Rng, players: int) -> list[tuple[State, int]]:
    """Positions in which a seat has a choice, met by chance."""
    state, found = spec.start(players), []
    for _ in range(STEPS):
        actor = state.actor()
        if actor == OVER:
            state = spec.start(players)
        elif actor < 0:
            state.apply(state.draw(rng))
        else:
            if len(state.legal()) > 1:
                found.append((state.clone(), actor))
            state.apply(state.pick(rng))
    return found


@pytest.mark.engine
@pytest.mark.parametrize("slug", slugs())
def test_reasons_come_from_the_view_and_have_words(slug: str) -> None:
    spec, rng, said = load(slug), Rng(slug), set()
    met = decisions(spec, rng, spec.seats[0])
    for state, seat in random.Random(slug).sample(met, min(len(met), POSITIONS)):
        other = state.clone()
        other.redeal(seat, rng)
        here, there = spec.view(state, seat), spec.view(other, seat)
        for step in state.legal()[:: 1 + len(state.legal()) // 12]:
            why = spec.minds.why(here, seat, step)
            assert why == spec.minds.why(there, seat, step)
            if why is None:
                continue
            said.add(why.key)
            for lang in messages.LANGUAGES:
                words = messages.catalogue(lang, slug)
                text = words.say(f"{slug}.why.{why.key}", **why.facts)
                assert text != f"{slug}.why.{why.key}"
                assert "{" not in text
    known = {
        key.removeprefix(f"{slug}.why.")
        for key in messages.catalogue("en", slug).texts
        if key.startswith(f"{slug}.why.")
    }
    assert said <= known
    assert len(said) >= 2 or not known  # a game in the making gives no reasons yet


@pytest.mark.engine
@pytest.mark.parametrize("slug", slugs())
def test_advice_is_legal_in_order_and_the_same_twice(slug: str) -> None:
    spec, rng = load(slug), Rng(3)
    found = decisions(spec, rng, spec.seats[0])
    for state, seat in random.Random(slug).sample(found, 3):
        hole = Peephole(spec, state, seat)
        told = advise(hole, Rng("advice"), 120)
        assert told == advise(hole, Rng("advice"), 120)
        assert 1 <= len(told) <= MOST
        assert len({one.step for one in told}) == len(told)
        shares = [one.share for one in told if one.share is not None]
        assert shares == sorted(shares, reverse=True)
        assert all(0 <= share <= 1 for share in shares)
        for one in told:
            assert one.step in state.legal()
            later = state.clone()
            later.apply(one.step)
            for step, _ in one.then:
                assert later.actor() == seat
                assert step in later.legal() or spec.hidden


@pytest.mark.engine
def test_advice_weighs_a_second_throw_as_the_best_level_does() -> None:
    """With a sixteenth of the budget; with less both weigh one throw, and like another parcel."""
    spec, state = load("claim_it"), load("claim_it").start(2)
    for said in ("first 0", "dice 1 5 5"):
        state.apply(spec.layout.number(said))
    hole, liked = Peephole(spec, state, 0), list[str]()
    for pace, simulations in ((HURRIED, 500), (HURRIED + 1, 499)):
        told = advise(hole, Rng("advice"), simulations)
        assert told[0].step == LevelBot("sourdough", pace).choose(hole, Rng("advice"))
        liked.append(spec.layout.text(told[0].step))
    assert liked == ["squat 5 1 5", "squat 5 5 1"]


class Counting(ThreadBrain):
    """Counts what it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Question] = []

    async def think(self, question: Question, begun: object = None) -> str:
        if question.asks == "hint":
            self.asked.append(question)
        return await asyncio.to_thread(think, question)


def test_advice_alone_with_bots_and_of_a_position_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "claim_it", ["me", "greedy"])
            brain = Counting()
            table.hints.brain = brain
            await my_turn(table)
            match = table.running()
            assert open_to(table.row, match) == "alone"
            answers = await asyncio.gather(*(table.hints.ask(0, match.v, None) for _ in range(3)))
            assert answers == [answers[0]] * 3
            assert len(brain.asked) == 1
            (question,) = brain.asked
            assert list(question.record.steps) == match.bot_record(0)
            best = json.loads(answers[0])
            assert best[0]["step"] in match.legal(0)
            with pytest.raises(Refusal, match="stale"):
                await table.hints.ask(0, match.v - 1, None)
            with pytest.raises(Refusal, match="bot_plays"):
                await table.hints.ask(1, match.v, None)

    asyncio.run(play())


def test_among_people_advice_needs_everyone_who_plays(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "claim_it", ["me", "me", "greedy"])
            seat = await my_turn(table, [0, 1])
            v = table.running().v
            other = 1 - seat

            async def refused() -> None:
                assert open_to(table.row, table.match) == ""
                with pytest.raises(Refusal, match="no_hint"):
                    await table.hints.ask(seat, v, None)

            await refused()
            await table.clocks.open_hints([seat], True)
            await refused()
            await table.clocks.open_hints([other], True)
            assert open_to(table.row, table.match) == "agreed"
            assert json.loads(await table.hints.ask(seat, v, None))
            with pytest.raises(Refusal, match="not_your_turn"):
                await table.hints.ask(other, v, None)
            await table.clocks.end([other], True)  # another agreement leaves this one alone
            await table.clocks.end([other], False)
            assert open_to(table.row, table.match) == "agreed"
            await table.clocks.open_hints([other], False)
            await refused()
            await table.clocks.open_hints([other], True)
            await table.seats.replace(other)  # a bot plays for them: they still agreed
            assert open_to(table.row, table.match) == "agreed"
            await table.clocks.open_hints([other], False)
            assert open_to(table.row, table.match) == "agreed"  # of those who play, all do
            await table.seats.give_back(other)
            assert open_to(table.row, table.match) == ""

    asyncio.run(play())


def test_no_advice_where_a_game_is_one_of_memory_or_a_lesson(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "nuggets", ["me", "greedy"], memory=True)
            await my_turn(table)
            assert open_to(table.row, table.match) == ""

    asyncio.run(play())
    with server(tmp_path) as client:
        lesson = client.post("/api/guided", json={"game": "claim_it"}).json()
        assert lesson["hints"] == ""
        order = {"type": "hints", "on": True}
        assert client.post(f"/api/tables/{lesson['id']}/orders", json=order).status_code == 409


def test_the_route_of_advice_is_limited_and_refuses_other_seats(tmp_path: Path) -> None:
    with server(tmp_path, limits=True) as client:
        seats = [{"kind": "mine"}, {"kind": "bot", "level": "greedy"}]
        new = {"game": "butin", "seats": seats, "pace": "instant"}
        table = client.post("/api/tables", json=new).json()
        told = client.post(f"/api/tables/{table['id']}/orders", json={"type": "start"}).json()
        assert told["hints"] == "alone"
        for _ in range(200):
            view = client.get(f"/api/tables/{table['id']}/view?seat=0").json()
            if view["can"]["act"]:
                break
            if view["can"]["throw"]:
                act = {"type": "throw", "seat": 0, "v": view["v"]}
                client.post(f"/api/tables/{table['id']}/acts", json=act)
        wish = {"seat": 0, "v": view["v"]}
        said = client.post(f"/api/tables/{table['id']}/hint", json=wish)
        assert said.status_code == 200
        assert {one["step"] for one in said.json()["best"]} <= set(view["legal"])
        other = client.post(f"/api/tables/{table['id']}/hint", json=wish | {"seat": 1})
        assert other.json()["code"] == "not_your_seat"
        codes = {
            client.post(f"/api/tables/{table['id']}/hint", json=wish).status_code
            for _ in range(RATES["hint"].burst + 5)
        }
        assert 429 in codes
        stranger = client.get(f"/api/tables/{table['id']}", headers={"cookie": ""})
        client.cookies.clear()
        assert client.get(f"/api/tables/{table['id']}").json()["hints"] == ""
        assert stranger.status_code == 200
