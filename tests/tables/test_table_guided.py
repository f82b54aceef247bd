"""Guided first games: every shipped record can be followed to its end, and nothing else."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from filon.core.errors import Refusal
from filon.core.game import CHANCE
from filon.games import load, slugs
from filon.match import script
from filon.match.outlook import Outlook
from filon.messages import LANGUAGES, catalogue
from filon.tables.driver import Driver
from filon.tables.table import Table
from support.serving import ended, opened, play_out, server, until

SHIPPED = [slug for slug in slugs() if script.offered(slug)]
LONGEST = 150  # characters of a text beside the board
SHORT = 120  # and of one on a phone
AROUND = ("goal", "goal.short", "wins", "ends")


async def lesson(manager: Any, slug: str) -> Table:
    table: Table = await manager.guided(slug, "instant", "Sample", "device")
    return table


async def next_word(table: Table, seat: int) -> Outlook:
    """The outlook once the lesson waits for its reader, or is over."""

    def waits() -> bool:
        now = table.views.outlook(seat)
        return now.guide is None or now.guide.reading or now.can.act or now.can.throw

    await until(waits)
    return table.views.outlook(seat)


async def obey(table: Table, seat: int) -> Outlook:
    """Do the one thing the lesson waits for: read on, throw, or choose what it expects."""
    now = await next_word(table, seat)
    assert now.guide is not None
    if now.can.act:
        await table.play.take(seat, now.v, None, now.guide.expected)
    elif now.can.throw:
        await table.play.throw(seat, now.v, None)
    else:
        await table.play.read(seat, now.v, None)
    return now


@pytest.mark.parametrize("slug", SHIPPED)
def test_a_shipped_lesson_is_a_legal_record_and_asks_for_every_deed(slug: str) -> None:
    told, spec = script.load(slug), load(slug)
    state = told.setup.start()
    own = False  # the step before was the learner's own choice
    for n, text in enumerate(told.steps):
        legal = [spec.layout.text(step) for step in state.legal()]
        assert text in legal, f"step {n}"
        chance, chooses = state.actor() == CHANCE, state.actor() == told.seat
        throws = chance and state.thrower() == told.seat and not own and "deal" not in text
        if chance and state.thrower() == CHANCE:
            throws = n in told.throws  # no seat draws the lot, but a lesson may ask for it
        assert (n in told.throws) == throws, f"step {n}, {text}"
        asked = told.say.get(n, ("",))[-1]
        asks = f"{asked}.ask" in catalogue("fr", slug)
        # Steps of one choice are asked for together; what comes after it may be asked for anew.
        assert asks or (not throws and not (chooses and not own)), f"nothing asks for {n}, {text}"
        assert not asks or throws or chooses, f"nothing can be done at step {n}"
        own = chooses
        state.apply(spec.layout.number(text))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", SHIPPED)
def test_every_text_is_reached_and_written_in_both_languages(slug: str, lang: str) -> None:
    told, words = script.load(slug), catalogue(lang, slug)
    assert min(told.say) == 0, "the goal is said before anything happens"
    assert max(told.say) == len(told.steps), "the last text is the closing card"
    assert len(set(told.path)) == len(told.path)
    for key in told.path:
        for part in ("", ".title", ".half"):
            assert key + part in words, key + part
        text = words.say(key)
        assert len(text) <= LONGEST, key
        assert len(words.say(f"{key}.short") if f"{key}.short" in words else text) <= SHORT, key
    for name in AROUND:
        assert f"{slug}.guided.{name}" in words
    known = {f"{slug}.guided.{name}" for name in AROUND} | set(told.path)
    known |= {f"{key}.{part}" for key in told.path for part in ("title", "half", "ask", "short")}
    there = {key for key in words.texts if key.startswith(f"{slug}.guided.")}
    assert there <= known, "a text that no lesson says"


@pytest.mark.parametrize("slug", SHIPPED)
def test_a_lesson_is_followed_step_by_step_then_goes_on_freely(slug: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await lesson(manager, slug)
            told = script.load(slug)
            spec = load(slug)
            said: list[str] = []
            while True:
                outlook = await next_word(table, told.seat)
                if outlook.guide is None:
                    break
                guide = outlook.guide
                assert guide.step == outlook.n
                assert guide.path == list(told.path)
                said += guide.path[guide.at - guide.fresh + 1 : guide.at + 1]
                wrong = [step for step in outlook.legal if step != guide.expected[0]]
                if wrong:
                    with pytest.raises(Refusal) as refused:
                        await table.play.take(told.seat, outlook.v, None, wrong[:1])
                    assert refused.value.code == "guided_expected"
                    assert table.running().v == outlook.v
                await obey(table, told.seat)
            assert said == list(told.path), "every text was said once, in order, to the last"
            record = table.running().record(told.seat)
            assert [one.partition("?")[0] for one in record[: len(told.steps)]] == [
                two if one == two else one.partition("?")[0]
                for one, two in zip(record, told.steps, strict=False)
            ]
            assert spec.slug == slug
            if table.row.phase == "playing":
                await play_out(table, [told.seat])
            await ended(table)
            await table.starting.rematch([], "")  # an ordinary game follows
            assert table.row.script == ""

    asyncio.run(story())


@pytest.mark.parametrize("slug", SHIPPED)
def test_a_lesson_without_its_reader_stays_where_it_is(slug: str, tmp_path: Path) -> None:
    """Each text waits to be read, and at every moment that waits the table has nothing to do."""

    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await lesson(manager, slug)
            told = script.load(slug)
            texts: list[int] = []  # the steps before which a text stood until it was read
            idle: Callable[[], bool] = lambda: Driver(table, manager.services, manager.leases).idle  # noqa: E731
            while (now := await next_word(table, told.seat)).guide is not None:
                if now.guide.reading:
                    texts.append(now.n)
                wake = table.presence.wake
                assert idle()
                table.presence.wake = wake
                assert now.waiting.due is None
                if not (now.can.act or now.can.throw or now.waiting.kind == "over"):
                    with pytest.raises(Refusal):
                        await table.play.throw(told.seat, now.v, None)
                await asyncio.sleep(0)
                assert table.running().v == now.v
                await obey(table, told.seat)
            assert texts == sorted(told.say)

    asyncio.run(story())


def test_a_lesson_survives_the_end_of_its_process(tmp_path: Path) -> None:
    async def story() -> None:
        slug = SHIPPED[0]
        told = script.load(slug)
        async with opened(tmp_path) as manager:
            table = await lesson(manager, slug)
            while not (before := await next_word(table, told.seat)).can.act:
                await obey(table, told.seat)
        async with opened(tmp_path) as manager:
            again = await manager.table(table.row.id)
            assert again.views.outlook(told.seat).guide == before.guide
            assert before.guide is not None
            await again.play.take(told.seat, before.v, None, before.guide.expected)

    asyncio.run(story())


def test_reading_on_is_for_lessons_only(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        seats = [{"kind": "mine"}, {"kind": "bot", "level": "random"}]
        made = running.post("/api/tables", json={"game": SHIPPED[0], "seats": seats}).json()
        running.post(f"/api/tables/{made['id']}/orders", json={"type": "start"})
        view = running.get(f"/api/tables/{made['id']}/view?seat=0").json()
        answer = running.post(f"/api/tables/{made['id']}/read", json={"seat": 0, "v": view["v"]})
        assert answer.json()["code"] in ("no_guided", "stale")


def test_a_lesson_cannot_be_rearranged_and_there_is_none_without_a_record(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        made = running.post("/api/guided", json={"game": SHIPPED[0]})
        assert made.status_code == 201
        assert made.json()["guided"] is True
        assert made.json()["phase"] == "playing"
        path = f"/api/tables/{made.json()['id']}/orders"
        answer = running.post(path, json={"type": "replace", "seat": 0})
        assert answer.json()["code"] == "guided_fixed"
        assert running.post("/api/guided", json={"game": "chess"}).json()["code"] == "game"
        for body in ({"game": SHIPPED[0], "steps": ["first 0"]}, {"game": SHIPPED[0], "seed": 1}):
            assert running.post("/api/guided", json=body).json()["code"] == "message"


def test_a_game_without_a_lesson_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "_path", lambda slug: tmp_path / "none.json")
    script.load.cache_clear()
    try:
        assert not script.offered("claim_it")
        with pytest.raises(Refusal) as refused:
            script.load("claim_it")
        assert refused.value.code == "no_guided"
    finally:
        script.load.cache_clear()


def test_the_page_types_know_the_format(tmp_path: Path) -> None:
    for slug in SHIPPED:
        told = json.loads(script._path(slug).read_text("utf-8"))
        assert set(told) <= {"players", "options", "seat", "names", "steps", "throws", "say"}
        assert load(slug).start(told["players"], told.get("options")).actor() == CHANCE
