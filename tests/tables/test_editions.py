"""Editions of the rules: games go on by their own, new ones begin by the newest."""

import shutil
import sqlite3
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from engine.test_outside_games import install, look_again, site
from filon import games
from filon.challenge.day import challenge
from filon.core.errors import Refusal
from filon.core.record import final, read
from filon.core.setup import agreed
from filon.games import load
from filon.match import script
from filon.match.header import Header
from filon.match.match import Match
from filon.review.review import review
from filon.store.contract import Change
from server.test_host_tools import filon
from support.reviewed import hasten
from support.serving import Device, server

__all__ = ["filon", "site"]  # fixtures
LONG, SHORT = 14, 6  # steps of a game by the first edition, and by the second
SECOND = f"""

from filon.core.spec import Option


class Shorter(Cave):
    def legal(self) -> list[int]:
        return [step + 1 for step in super().legal()]

    def apply(self, step: int) -> None:
        super().apply(step - 1)

    def clone(self) -> "Shorter":
        return Shorter(self.length, self.turn, self.tiles[:], self.known[:])


def begin_second(players: int, options: Options, starters: tuple[int, ...]) -> State:
    return Shorter({SHORT}, starters[0], [0] * 4, [0] * 4)


SPEC = replace(
    SPEC,
    edition="2",
    begin=begin_second,
    layout=Layout(verb("sing"), *LAYOUT.verbs),
    options=(Option("deep", (False, True), "CA-1"),),
    earlier=(SPEC,),
)
"""


def raised(site: Path, known: bool = True) -> None:
    """A new version of the package: a shorter game with other steps; `known`: the old one, too."""
    file = site / "camp_cave" / "spec.py"
    source = file.read_text("utf-8").partition(SECOND[:60])[0] + SECOND
    file.write_text(source if known else source.replace("    earlier=(SPEC,),\n", ""), "utf-8")
    shutil.rmtree(file.parent / "__pycache__", ignore_errors=True)
    again()


def again() -> None:
    """The table as a new process reads it."""
    for name in [name for name in sys.modules if name.startswith("camp_")]:
        del sys.modules[name]
    look_again()


@pytest.fixture
def cave(site: Path) -> Path:
    """The small game, from outside, by its first edition."""
    install(site, "cave", "camp_cave")
    look_again()
    return site


def plays(device: Device, table: str, most: int = 99) -> Any:
    """Take the first legal step so many times, or to the end; the last view."""
    for _ in range(most):
        view = device.turn(table, 0, 1)
        if view["waiting"]["kind"] == "over":
            break
        seat, text = view["seat"], view["legal"][-1]
        device.post(f"/api/tables/{table}/steps", v=view["v"], seat=seat, steps=[text])
    return device.view(table)


def seats_of(folder: Path, table: str) -> str:
    """The seats of a table as they are stored."""
    base = sqlite3.connect(folder / "filon.sqlite3")
    (seats,) = base.execute("SELECT seats FROM tables WHERE id = ?", (table,)).fetchone()
    base.close()
    return str(seats)


def known(running: TestClient, before: Device) -> Device:
    """The same browser at the server that was started anew."""
    device = Device(running)
    device.client.cookies = before.client.cookies
    return device


def test_games_go_on_by_the_edition_they_began_with(
    cave: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hasten(monkeypatch)
    with server(tmp_path) as running:
        me = Device(running)
        waits, goes, over = (me.table("cave", ["me", "me"]) for _ in range(3))
        for table in (goes, over):
            me.order(table, "start")
        assert plays(me, goes, 3)["n"] == 3
        assert plays(me, over)["n"] == LONG
        shared = me.client.get(f"/api/tables/{over}/record").text
        assert "\nedition: 1\n" in shared
        wish = {"step": 5, "seat": 0, "name": "Sample", "company": "friends"}
        fork = me.post("/api/forks", table=over, **wish)["id"]
        seen = me.post("/api/replay", record=shared, eyes="all", first=0, last=LONG)
        noted = review(read(shared, load("cave")), 1).plain()
    raised(cave)
    with server(tmp_path) as running:
        me = known(running, me)
        assert {me.get(f"/api/tables/{one}")["edition"] for one in (goes, over, fork)} == {"1"}
        assert plays(me, goes)["n"] == LONG, "a stored game was cut short"
        frames = me.get(f"/api/tables/{over}/replay", eyes="all", first=0, last=LONG)
        assert frames["frames"] == seen["frames"]
        assert me.post("/api/replay", record=shared, eyes="all", first=0, last=LONG) == seen
        assert review(read(shared, load("cave")), 1).plain() == noted
        later = me.post("/api/forks", record=shared, **wish)
        assert (later["edition"], later["fork"]["step"]) == ("1", 5)
        assert me.get(f"/api/tables/{waits}")["options"] == {"deep": False}
        # What begins now is of the second edition, also at a table that waited or played before.
        me.order(waits, "start")
        me.order(goes, "rematch")
        fresh = me.table("cave", ["me", "me"], options={"deep": True})
        me.order(fresh, "start")
        for table in (waits, goes, fresh):
            assert me.get(f"/api/tables/{table}")["edition"] == "2"
            assert plays(me, table)["n"] == SHORT
        assert me.get(f"/api/tables/{goes}/replay", match=1, eyes="all")["edition"] == "1"


def test_a_running_game_stays_as_it_is_while_a_new_edition_arrives(
    cave: Path, tmp_path: Path
) -> None:
    """In one process: the match holds the card of its edition."""
    with server(tmp_path) as running:
        me = Device(running)
        table = me.table("cave", ["me", "me"])
        me.order(table, "start")
        plays(me, table, 3)
        raised(cave)
        assert plays(me, table)["n"] == LONG
        me.order(table, "rematch")
        assert plays(me, table)["n"] == SHORT


def raced(running: TestClient, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process writes the table just before this one does so for the first time."""
    store = running.app.state.server.manager.store  # type: ignore[attr-defined]
    write, first = store.write, True

    async def late(change: Change) -> None:
        nonlocal first
        if change.row is not None and change.row.id == table and first:
            first = False
            row = await store.row(table)
            await write(Change("", row=replace(row, rev=row.rev + 1)))
        await write(change)

    monkeypatch.setattr(store, "write", late)


def test_an_unknown_edition_is_refused_in_a_sentence(
    cave: Path, tmp_path: Path, filon: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server(tmp_path) as running:
        me = Device(running)
        table, other = me.table("cave", ["me", "me"]), me.table("claim_it", ["me", "me"])
        me.order(table, "start")
        plays(me, table, 2)
        shared = "game: cave\nedition: 1\nplayers: 2\n\n"
    raised(cave)
    code, said = filon("doctor", "--data", tmp_path)
    assert (code, "cave, edition 1: 1 match.\n" in said) == (0, True), said
    raised(cave, known=False)
    with server(tmp_path) as running:
        me = known(running, me)
        for lang, sentence in (
            ("en", "Edition 1 of cave is not known here. Known: 2."),
            ("fr", "L’édition 1 de cave n’est pas connue ici. Connues : 2."),
        ):
            answer = me.client.get(f"/api/tables/{table}", params={"lang": lang})
            assert (answer.status_code, answer.json()["code"]) == (404, "edition")
            assert answer.json()["sentence"] == sentence
        assert me.refused("/api/replay", record=shared)["code"] == "edition"
        assert [one["id"] for one in me.get("/api/mine")] == [other]
        assert me.get("/api/lobby")["tables"] == []
        assert "Sample 0" in seats_of(tmp_path, table)
        raced(running, table, monkeypatch)
        me.post("/api/profile/forget")
        assert "Sample 0" not in seats_of(tmp_path, table)
    code, said = filon("doctor", "--data", tmp_path)
    assert code == 1
    assert "cave, edition 1: 1 match. This edition is not known here" in said
    assert "does not replay: edition" in said


def test_after_a_back_up_a_match_of_an_unknown_edition_gets_new_dice_once_it_is_known(
    cave: Path, tmp_path: Path
) -> None:
    """Once, however often the server starts; and the match of the other table once, too."""

    def renewed(running: TestClient, table: str) -> tuple[int, str]:
        """How often the table's match got new dice, and the commitment to those it has."""
        known(running, me).view(table)
        match = running.app.state.server.manager.tables[table].running()  # type: ignore[attr-defined]
        kinds = [event["kind"] for event in match.events(None, 0)]
        return kinds.count("table.restored"), match.header.commitment

    with server(tmp_path) as running:
        me = Device(running)
        table, other = me.table("cave", ["me", "me"]), me.table("claim_it", ["me", "me"])
        for each in (table, other):
            me.order(each, "start")
            plays(me, each, 3)
        before, at_once = renewed(running, table), renewed(running, other)
    base = sqlite3.connect(tmp_path / "filon.sqlite3")
    with base:
        base.execute("INSERT INTO marks VALUES ('restored', 'today')")
    base.close()
    raised(cave, known=False)
    others = []
    for _ in range(2):
        with server(tmp_path) as running:
            answer = known(running, me).client.get(f"/api/tables/{table}")
            assert answer.json()["code"] == "edition"
            others.append(renewed(running, other))
    raised(cave)
    after = []
    for _ in range(2):
        with server(tmp_path) as running:
            after.append(renewed(running, table))
            others.append(renewed(running, other))
    assert [times for times, _ in (before, *after)] == [0, 1, 1]
    assert before[1] != after[0][1] == after[1][1]
    assert {times for times, _ in others} == {1}
    assert len({at_once, *others}) == 2


def test_a_game_starts_by_the_edition_that_is_named(cave: Path) -> None:
    raised(cave)
    spec = load("cave")
    assert spec.editions == ("1", "2")
    first, second = agreed(spec, 2, edition="1"), agreed(spec, 2)
    assert (first.edition, second.edition) == ("1", "2")
    assert spec.start(2, edition="1") == first.start() != second.start()
    assert final(read("game: cave\nedition: 1\nplayers: 2\n\nlay 0 1\n", spec)).actor() == 1
    for edition in ("0", "3"):
        with pytest.raises(Refusal, match="edition"):
            spec.start(2, edition=edition)


def test_a_lesson_guides_only_matches_of_its_own_edition() -> None:
    setup = script.load("claim_it").setup
    assert script.of(setup) is script.load("claim_it")
    other = replace(setup, spec=replace(setup.spec, edition="0"))
    assert script.of(other) is None
    match = Match(Header("a-1", bytes(32), other, script="claim_it"))
    assert not match.expected()
    assert not match.asks_throw()
    assert match.draw("person", 1).entries


def test_a_run_of_a_challenge_is_judged_by_the_edition_it_was_played_by(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before, shelf = challenge("2026-11-19"), {slug: load(slug) for slug in games.slugs()}
    later = {slug: replace(card, edition="2", earlier=(card,)) for slug, card in shelf.items()}
    monkeypatch.setattr(games, "load", later.__getitem__)
    assert challenge("2026-11-19").setup.edition == "2"
    assert challenge("2026-11-19", "1") == before
