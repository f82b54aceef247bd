"""Guided first games: every shipped record can be followed to its end, and nothing else."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from filon.core.errors import Refusal
from filon.core.game import CHANCE
from filon.games import load, slugs
from filon.messages import LANGUAGES, catalogue
from filon.table.match import script
from filon.table.table import Table
from serving import ended, my_turn, opened, play_out, server, until

SHIPPED = [slug for slug in slugs() if script.offered(slug)]


async def lesson(hall: Any, slug: str) -> Table:
    table: Table = await hall.guided(slug, "instant", "Sample", "device")
    return table


@pytest.mark.parametrize("slug", SHIPPED)
def test_a_shipped_lesson_is_a_legal_record_with_words_for_every_moment(slug: str) -> None:
    told, spec = script.load(slug), load(slug)
    state = told.setup.start()
    decisions = 0
    for n, text in enumerate(told.steps):
        legal = [spec.layout.text(step) for step in state.legal()]
        assert text in legal, f"step {n}"
        decisions += state.actor() == told.seat
        state.apply(spec.layout.number(text))
    assert decisions >= 2
    assert told.say
    assert all(0 <= n <= len(told.steps) for n in told.say)
    for lang in LANGUAGES:
        for key in told.say.values():
            assert key in catalogue(lang, slug), key


@pytest.mark.parametrize("slug", SHIPPED)
def test_a_lesson_is_followed_step_by_step_then_goes_on_freely(slug: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as hall:
            table = await lesson(hall, slug)
            told = script.load(slug)
            spec = load(slug)
            said = set()
            while True:
                await until(
                    lambda: (
                        table.row.phase != "playing"
                        or table.outlook(told.seat).can.act
                        or table.outlook(None).guide is None
                    )
                )
                outlook = table.outlook(told.seat)
                if outlook.guide is None:
                    break
                assert outlook.guide.expected
                assert outlook.guide.step == outlook.n
                said.add(outlook.guide.say)
                wrong = [step for step in outlook.legal if step != outlook.guide.expected[0]]
                if wrong:
                    with pytest.raises(Refusal) as refused:
                        await table.take(told.seat, outlook.v, None, wrong[:1])
                    assert refused.value.code == "guided_expected"
                    assert table.running().v == outlook.v
                await table.take(told.seat, outlook.v, None, outlook.guide.expected)
            assert said - {None}
            record = table.running().record(told.seat)
            shown = [spec.layout.masked(spec.layout.number(step)) for step in told.steps]
            assert [one.partition("?")[0] for one in record[: len(shown)]] == [
                two if one == two else one.partition("?")[0]
                for one, two in zip(record, told.steps, strict=False)
            ]
            if table.row.phase == "playing":
                await play_out(table, [told.seat])
            await ended(table)
            await table.rematch([], "")  # an ordinary game follows
            assert table.row.script == ""

    asyncio.run(story())


def test_a_lesson_survives_the_end_of_its_process(tmp_path: Path) -> None:
    async def story() -> None:
        slug = SHIPPED[0]
        told = script.load(slug)
        async with opened(tmp_path) as hall:
            table = await lesson(hall, slug)
            await my_turn(table, [told.seat])
            before = table.outlook(told.seat)
        async with opened(tmp_path) as hall:
            again = await hall.table(table.row.id)
            assert again.outlook(told.seat).guide == before.guide
            assert before.guide is not None
            await again.take(told.seat, before.v, None, before.guide.expected)

    asyncio.run(story())


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
        assert set(told) <= {"players", "options", "seat", "names", "steps", "say"}
        assert load(slug).start(told["players"], told.get("options")).actor() == CHANCE
