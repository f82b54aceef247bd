"""Proof 4 at the wire: what a seat is sent does not depend on what it may not know.

Two journals that one seat cannot tell apart are put on two tables, alike in everything else;
then everything the server may send that seat is compared byte by byte.
"""

import asyncio
import random
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from filon import games
from filon.app import replays
from filon.app.caller import Caller
from filon.app.refusals import refused
from filon.app.serialize import (
    as_json,
    clocks,
    looked,
    my_table,
    ready,
    story,
    table_info,
    talk,
    view_message,
)
from filon.core.errors import Refusal
from filon.core.events import SPECTATOR
from filon.core.game import CHANCE, OVER
from filon.core.setup import agreed
from filon.match.chat import ChatMessage
from filon.match.entry import CHANCE_SEAT, CLOCK, PERSON
from filon.match.header import Header
from filon.match.match import Match
from filon.match.sealed import Hold, opened
from filon.match.seating import Row, Seat
from filon.match.settings import TableSettings
from filon.server.data_dir import secret
from filon.store.bus import MemoryBus
from filon.store.sqlite import SqliteStore
from filon.tables.edit import TableState
from filon.tables.services import Services
from filon.tables.table import Table
from filon.tables.time_source import Clock
from filon.thinking.brain import think
from support.counts import count
from support.databases import sqlite_file
from support.doc_example import card, proven
from support.games import LONG, Box
from support.second_world import laid, played, shown_alike
from support.serving import server
from support.thread_brain import ThreadBrain

HIDDEN = [box for box in proven() if box.spec.hidden]
POSITIONS = 40 if LONG else 2
ATTEMPTS = 60 if LONG else 12  # steps tried, legal or not, per position


@pytest.fixture(autouse=True)
def the_guides_game_is_on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table finds its card by the slug."""
    found = games.load
    monkeypatch.setattr(games, "load", lambda slug: card() if slug == card().slug else found(slug))


class Still(Clock):
    """A clock that stands, so that only secrets could make a difference."""

    def now(self) -> int:
        return 1_700_000_000_000

    def steady(self) -> float:
        return 0.0


def header_for(box: Box) -> Header:
    setup = agreed(box.spec, box.players, dict(box.options))
    return Header("tbq7-1", bytes(32), setup, ("",) * box.players)


def row_for(box: Box) -> Row:
    seats = tuple(
        Seat("person", f"Sample {at}", "", f"nonce{at}", f"session{at}", "device")
        for at in range(box.players)
    )
    return Row(
        "tbq7",
        3,
        box.slug,
        box.spec.agree(dict(box.options)),
        "playing",
        1,
        "",
        "host",
        seats,
        "",
        "nonce",
        0,
        settings=TableSettings(clock="relaxed"),
    )


def veiled(box: Box, text: str) -> bool:
    """Whether others read a `?` in this step."""
    return box.spec.layout.masked(box.spec.layout.number(text)) != text


def wander(box: Box, dice: random.Random, length: int) -> Match:
    """A journal of so many entries, with an undo here and there, that ends at a decision."""
    match = Match(header_for(box))
    while match.state.actor() != OVER:
        at = 1000 + 10 * match.v
        actor = match.state.actor()
        if actor != CHANCE and match.v >= length:
            break
        sealed = match.state.actors()
        if match.state.sealed():
            kept = {
                seat: Hold("tbq7-1", match.n, seat, dice.choice(match.legal(seat)), PERSON)
                for seat in sealed
            }
            match.absorb(opened(kept, sealed, match.v, at))
        elif actor == CHANCE:
            match.adopt(match.draw(CLOCK, at))
        else:
            steps = [step for step in match.legal(actor) if step != "pass"] or match.legal(actor)
            secrets = [step for step in steps if veiled(box, step)]
            chosen = dice.choice(secrets if secrets and dice.random() < 0.6 else steps)
            match.adopt(match.choose(actor, [chosen], PERSON, at))
            if dice.random() < 0.2 and match.undoable(actor):
                match.adopt(match.undo(actor, at + 1))
    return match


def running(box: Box, dice: random.Random, length: int) -> Match:
    """A journal of about this length whose game goes on; shorter if the game is a short one."""
    while (match := wander(box, dice, length)).over:
        assert length, "a game without a single decision"
        length //= 2
    return match


def twin(box: Box, match: Match, seat: int, dice: random.Random) -> Match | None:
    """Another journal this seat reads the same; None if the lot fell badly."""
    layout = box.spec.layout
    other = Match(header_for(box))
    for entry in match.entries:
        text = entry.notation
        if entry.kind == "step" and entry.seat != CHANCE_SEAT and not other.state.sealed():
            masked = layout.masked(layout.number(text))
            if masked != text and (entry.seat != seat or match.forgetful()):
                like = [
                    step
                    for step in other.legal(entry.seat)
                    if layout.masked(layout.number(step)) == masked
                ]
                if not like:
                    return None
                text = dice.choice(like)
        if (
            entry.kind == "step"
            and entry.seat != CHANCE_SEAT
            and (text not in other.legal(entry.seat))
        ):
            return None
        other.absorb([replace(entry, notation=text)])
    one, two = (played(match.setup, [entry.notation for entry in each.steps])
                for each in (match, other))  # fmt: skip
    if laid(one.paper, seat) != laid(two.paper, seat):
        return None  # its own hand tells what it laid in all: only the places may differ
    return other if shown_alike(one, two, seat if seat >= 0 else SPECTATOR) else None


def table_on(box: Box, match: Match, held: dict[int, str]) -> Table:
    services = Services(MemoryBus(), ThreadBrain(), Still(), b"", lambda table: None)
    state = TableState(
        row_for(box),
        header_for(box),
        match,
        held={seat: Hold("tbq7-1", match.n, seat, text, PERSON) for seat, text in held.items()},
    )
    table = Table(cast(Any, None), services, state)
    table.chat._messages = [
        ChatMessage(n, 17, 1, match.v, n % box.players, "Sample", "text", f"line {n}", "device")
        for n in (1, 2)
    ]
    return table


def traffic(table: Table, seat: int | None) -> list[bytes]:
    """Everything the server may send about this table to this seat (None: to a spectator)."""
    match = table.running()
    sessions = frozenset() if seat is None else frozenset([f"session{seat}"])
    caller = Caller(sessions, "", "device", "en", "-")
    sent = [
        as_json(table_info(table, caller, seat)),
        as_json(ready(table)),
        *(as_json(talk(table, since, live)) for since in (0, 1) for live in (False, True)),
        as_json(clocks(table)),
        as_json(my_table(table, "device" if seat is not None else "stranger")),
        as_json(story(match, 1, seat)),
        match.text(seat).encode(),
    ]
    for eyes in ("none", "all", *(str(one) for one in range(match.setup.players))):
        sent.append(again(table, caller, eyes))
    sinces = range(match.v + 1) if LONG else (0, match.v // 2)
    sent += [as_json(view_message(table, seat, since)) for since in (None, *sinces)]
    if seat is None:
        return sent
    layout = match.spec.layout
    texts = [layout.text(step) for step in range(0, layout.size, 1 + layout.size // ATTEMPTS)]
    for text in [*match.legal(seat)[:ATTEMPTS], *texts]:
        for attempt in ("look", "take"):
            try:
                if attempt == "look":
                    sent.append(as_json(looked(table, seat, match.v, 1, [text], 1)))
                elif match.state.sealed() and seat in match.state.actors():
                    match.check_sealed(seat, [text])
                else:
                    match.choose(seat, [text], PERSON, 0)
            except Refusal as no:
                sent.append(as_json(refused(table, caller, no, seat, 1)))
    for attempt in ("undo", "finish"):
        try:
            got = match.undo(seat, 0) if attempt == "undo" else match.finish(0)
            sent.append(str(len(got.entries)).encode())
        except Refusal as no:
            sent.append(as_json(refused(table, caller, no, seat, 1)))
    stale = Refusal("stale", v=match.v)
    sent.append(as_json(refused(table, caller, stale, seat, 1)))
    return sent


def again(table: Table, caller: Caller, eyes: str) -> bytes:
    """The last frames of the running game's replay from a seat's view, or the refusal."""
    match = table.running()
    first = 0 if LONG else max(0, match.n - 3)
    try:
        make = replays.of_match(table, caller, match, 1, eyes, first, match.n)
        return as_json(make())
    except Refusal as no:
        return as_json(refused(table, caller, no, None, 1))


def advice(box: Box, match: Match, seat: int) -> str:
    """The hint for a seat (none in games of memory)."""
    question = table_on(box, match, {}).hints.question(match, seat)
    return think(replace(question, divisor=1000))


@pytest.mark.parametrize("box", HIDDEN, ids=str)
def test_what_a_seat_is_sent_does_not_depend_on_what_it_may_not_know(box: Box) -> None:
    dice = random.Random(str(box))
    compared = different = messages = 0
    for position in range(POSITIONS):
        match = running(box, dice, 20 + dice.randrange(15) + position)
        for seat in [*range(box.players), None]:
            other = None
            for _ in range(60):
                found = twin(box, match, -1 if seat is None else seat, dice)
                other = found or other
                if found is not None and found.entries != match.entries:
                    break
                if match.record(None) == [entry.notation for entry in match.steps]:
                    break
            if other is None:
                continue
            compared += 1
            different += other.entries != match.entries
            here = traffic(table_on(box, match, {}), seat)
            there = traffic(table_on(box, other, {}), seat)
            assert [len(part) for part in here] == [len(part) for part in there]
            assert here == there
            messages += len(here)
            if seat is not None and match.legal(seat) and not match.forgetful():
                assert advice(box, match, seat) == advice(box, other, seat)
            if seat is not None:
                assert match.bot_record(seat) == other.bot_record(seat) or match.forgetful()
        veils = {line.actor for line in match.position.paper.lines if line.veiled}
        assert different or len(veils) < 2, "others laid something, and no other truth was found"
    assert compared
    count("leaks", positions=compared, messages=messages, different=0)  # else it had failed above


@pytest.mark.parametrize("box", HIDDEN, ids=str)
def test_a_held_choice_is_the_same_bytes_for_everyone_else(box: Box) -> None:
    dice = random.Random(str(box))
    match = Match(header_for(box))
    for _ in range(400):
        if match.over or match.state.sealed():
            break
        at = 1000 + match.v
        actor = match.state.actor()
        match.adopt(
            match.draw(CLOCK, at)
            if actor == CHANCE
            else match.choose(actor, [dice.choice(match.legal(actor))], PERSON, at)
        )
    if not match.state.sealed():
        assert not any(verb.name == "sealed" for verb in box.spec.layout.verbs) or box.players != 2
        return
    for holder in match.state.actors():
        choices = match.legal(holder)
        for other in [*(seat for seat in range(box.players) if seat != holder), None]:
            sent = [
                traffic(table_on(box, match, {holder: text}), other)
                for text in (choices[0], choices[-1])
            ]
            assert sent[0] == sent[1]
        own = [
            view_message(table_on(box, match, {holder: text}), holder).held
            for text in (choices[0], choices[-1])
        ]
        assert own == [choices[0], choices[-1]]


def test_a_sealed_choice_that_is_made_stops_no_clock_and_is_in_no_clock() -> None:
    """Clocks are the same before and after a choice, whichever seat made it."""
    found = 0
    for box in HIDDEN:
        dice, match = random.Random(str(box)), Match(header_for(box))
        while not match.over and not match.state.sealed():
            actor = match.state.actor()
            match.adopt(
                match.draw(CLOCK, 1000)
                if actor == CHANCE
                else match.choose(actor, [dice.choice(match.legal(actor))], PERSON, 1000)
            )
        if match.over:
            continue
        found += 1
        none = as_json(clocks(table_on(box, match, {})))
        assert b'"rest":0' in none
        for holder in match.state.actors():
            for text in match.legal(holder)[:3]:
                assert as_json(clocks(table_on(box, match, {holder: text}))) == none
    assert found


def test_a_running_server_sends_the_same_for_both_truths(tmp_path: Path) -> None:
    """The same through the real server: two databases, one secret, equal answers."""
    box = next(box for box in HIDDEN if box.slug == "nuggets" and box.players == 2)
    dice = random.Random(7)
    match = wander(box, dice, 20)
    other: Match | None = None
    while other is None or other.entries == match.entries:
        other = twin(box, match, 0, dice)

    async def keep(folder: Path, truth: Match) -> None:
        store = SqliteStore(folder / "filon.sqlite3")
        await store.open()
        # Without a clock: its journal is so old that everybody's time would be up.
        await store.create(replace(row_for(box), settings=TableSettings()), header_for(box))
        await store.append("tbq7-1", truth.entries)
        await store.close()

    key = secret(tmp_path / "one")
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "secret.key").write_text(key.hex())
    answers: list[list[bytes]] = []
    for name, truth in (("one", match), ("two", other)):
        folder = tmp_path / name
        sqlite_file(folder / "filon.sqlite3")
        asyncio.run(keep(folder, truth))
        with server(folder) as running:
            keys = running.app.state.server.keys  # type: ignore[attr-defined]
            cookie = keys._signer.dumps(["c", "tbq7", "session0"])
            running.cookies.set("filon_seat_0", cookie, path="/")
            got = [
                running.get(f"/api/tables/tbq7{path}")
                for path in (
                    "",
                    "/view?seat=0",
                    "/story?seat=0",
                    "/record?seat=0",
                    "/view",
                    "/story",
                    "/record",
                    "/talk",
                    "/proof",
                    "/invitation",
                    "/view?seat=1",
                    "/record?seat=1",
                    "/replay?eyes=0&first=0&last=63",
                    "/replay?eyes=none&first=0&last=63",
                    "/replay?eyes=1&first=0&last=63",
                    "/replay?eyes=all&first=0&last=63",
                    "/review",
                )
            ]
            assert [answer.status_code for answer in got[:4]] == [200] * 4
            assert [answer.status_code for answer in got[-5:]] == [200, 200, 403, 409, 409]
            fork = {"table": "tbq7", "match": 1, "seat": 0}
            got += [
                running.post("/api/tables/tbq7/review", json={}),
                running.post("/api/tables/tbq7/hint", json={"seat": 0, "v": match.v}),
                *(
                    running.post("/api/forks", json=fork | {"step": n, "deal": deal})
                    for n in (0, match.n)
                    for deal in ("open", "fair")
                ),
            ]
            assert [answer.status_code for answer in got[-6:]] == [409, 403, 409, 409, 409, 409]
            known = keys._signer.dumps(["d", "", "device"])
            running.cookies.set("filon_device", known, path="/")
            people = ("/mine", "/lobby", "/push", "/profile", "/profile/history", "/profile/export")
            got += [running.get(f"/api{path}") for path in people]
            assert [answer.status_code for answer in got[-len(people) :]] == [200] * len(people)
            assert b'"progress":{' in got[-len(people)].content
            got += [
                running.post(
                    f"/api/tables/tbq7/{act}", json={"v": match.v, "seat": 0, "steps": [step]}
                )
                for act in ("look", "steps")
                for step in ("tile 0 0 9", "tile 0 0 5", "stop")
            ]
            with running.websocket_connect("/api/tables/tbq7/live?seat=0&since=0") as socket:
                told = [socket.receive_text() for _ in range(2)]
            answers.append([answer.content for answer in got] + [one.encode() for one in told])
    assert answers[0] == answers[1]
