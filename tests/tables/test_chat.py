"""Chat at a table: stored beside the game, sent to its followers, and nowhere else."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from filon.core.errors import Refusal
from filon.match import seating
from filon.match.chat import EMOTES, NEWEST, clean_text
from filon.match.settings import TableSettings
from filon.server.limits import RATES
from filon.store.bus import MemoryBus
from server.test_socket import hear
from support.serving import Device, begun, my_turn, opened, server, until


def two(client: Any, **more: Any) -> tuple[Device, Device, str]:
    """A host and a guest at a table of two."""
    ada, ben = Device(client), Device(client)
    table = ada.table("nuggets", ["me", "open"], **more)
    link = ada.get(f"/api/tables/{table}/invitation")["seats"][1]["link"]
    ben.post(f"/api/tables/{table}/join", token=link.partition("#")[2], name="Ben")
    return ada, ben, table


def said(talk: Any) -> list[tuple[int, str, str]]:
    return [(word["seat"], word["kind"], word["text"]) for word in talk["words"]]


def test_a_message_reaches_all_followers_and_is_stored_with_the_table(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        ada, ben, table = two(client)
        eve = Device(client)
        with ben.live(table, seat=1) as ear, eve.live(table) as watching:
            hear(ear, "table")
            hear(watching, "table")
            ada.post(f"/api/tables/{table}/talk", seat=0, text="  bon\u202ejour  <b>à tous</b>\n")
            heard = hear(ear, "talk")
            assert heard["live"]
            assert said(heard) == [(0, "text", "bon jour <b>à tous</b>")]
            assert heard["words"][0]["name"] == "Sample 0"
            assert "device" not in heard["words"][0]
            assert hear(watching, "talk") == heard
            ear.send_json({"type": "say", "seat": 1, "emote": "hat", "id": 5})
            assert said(hear(watching, "talk")) == [(1, "emote", "hat")]
        with ben.live(table, seat=1) as ear:
            missed = hear(ear, "talk")
            assert not missed["live"]
            assert said(missed) == said(eve.get(f"/api/tables/{table}/talk"))
    with server(tmp_path) as client:  # a restart
        assert len(Device(client).get(f"/api/tables/{table}/talk")["words"]) == 2


def test_a_device_cannot_speak_for_another_seat(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        ada, ben, table = two(client)
        path = f"/api/tables/{table}/talk"
        assert ben.refused(path, seat=0, text="I am Ada")["code"] == "not_your_seat"
        assert Device(client).refused(path, seat=1, emote="boom")["code"] == "not_your_seat"
        for wrong in ({}, {"text": "  "}, {"text": "x", "emote": "hat"}, {"text": "\u200b"}):
            assert ada.refused(path, seat=0, **wrong)["code"] == "message"
        assert ada.refused(path, seat=0, emote="insult")["code"] == "message"
        assert ada.refused(path, seat=0, text="x" * 201)["code"] == "message"
        assert ada.get(path)["words"] == []


def test_a_host_lets_people_say_emotes_only_or_nothing(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        ada, ben, table = two(client)
        path = f"/api/tables/{table}/talk"
        ben.post(path, seat=1, text="hello")
        ben.post(path, seat=1, emote="luck")
        assert ben.refused(f"/api/tables/{table}/orders", type="options", talk="off")["code"] == (
            "host_only"
        )
        assert ada.order(table, "options", talk="emotes")["talk"] == "emotes"
        assert ben.refused(path, seat=1, text="hello")["code"] == "talk_off"
        assert said(ben.post(path, seat=1, emote="dig")) == [
            (1, "emote", "luck"),
            (1, "emote", "dig"),
        ]
        ada.order(table, "options", talk="off")
        assert ben.refused(path, seat=1, emote="dig")["code"] == "talk_off"
        assert ben.get(path)["words"] == []
        guided = ada.post("/api/guided", game="nuggets")
        assert guided["talk"] == "off"


def test_chat_is_rate_limited_per_seat(tmp_path: Path) -> None:
    with server(tmp_path, limits=True) as client:
        ada, ben, table = two(client)
        path = f"/api/tables/{table}/talk"
        for _ in range(RATES["talk"].burst):
            ada.post(path, seat=0, emote="mule")
        assert ada.refused(path, seat=0, emote="mule")["code"] == "too_fast"
        ben.post(path, seat=1, emote="coffee")  # another seat has its own


def test_an_excluded_person_loses_the_seat_and_a_blocked_device_stays_out(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        ada, ben, table = two(client)
        orders = f"/api/tables/{table}/orders"
        link = ben.get(f"/api/tables/{table}/invitation")["seats"][0]["link"]
        general = ada.get(f"/api/tables/{table}/invitation")
        assert ben.refused(orders, type="dismiss", seat=0)["code"] == "host_only"
        assert ada.refused(orders, type="dismiss", seat=0)["code"] == "already"
        with ben.live(table, seat=1) as ear:
            hear(ear, "table")
            told = ada.order(table, "dismiss", seat=1)
            assert hear(ear, "gone")["why"] == "removed"
        assert told["seats"][1]["kind"] == "open"
        token = link.partition("#")[2]
        join = f"/api/tables/{table}/join"
        assert ben.refused(join, token=token)["code"] == "token"
        found = ben.post("/api/join", code=general["code"])  # the door is still open
        ben.post(join, token=found["token"], name="Ben")
        ada.order(table, "dismiss", seat=1, block=True)
        assert ben.refused(join, token=found["token"])["code"] == "token"
        found = ben.post("/api/join", code=general["code"])
        assert ben.refused(join, token=found["token"])["code"] == "blocked"
        assert ben.client.get(f"/api/tables/{table}/view").status_code in (403, 409)
        eve = Device(client)
        eve.post(join, token=found["token"], name="Eve")
        ada.order(table, "start")
        ada.order(table, "dismiss", seat=1, block=True)
        seats = ada.get(f"/api/tables/{table}")["seats"]
        assert seats[1]["stand_in"]
        kinds = [event["kind"] for event in ada.get(f"/api/tables/{table}/story")["events"]]
        assert {"table.takeover", "table.link"} <= set(kinds)
        assert eve.client.get(f"/api/tables/{table}/talk").json()["code"] == "no_spectators"


def test_chat_does_not_touch_the_match_or_reach_a_bot(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "nuggets", ["me", "me"])
            await my_turn(table, (0, 1))
            match = table.running()

            def everything() -> tuple[object, ...]:
                seats = (None, 0, 1)
                return (
                    table.row,
                    list(match.entries),
                    [match.text(seat) for seat in seats],
                    [match.events(seat, 0) for seat in seats],
                    [match.bot_record(seat) for seat in (0, 1)],
                    match.proof(),
                    table.presence.changes,
                )

            before = everything()
            woken: list[int] = []
            drive, table.presence.wake = table.presence.wake, lambda: woken.append(1)
            for emote in EMOTES:
                await table.chat.say(0, "emote", emote)
            await table.chat.say(1, "text", "tile 2 3 ? seed 00")
            table.presence.wake = drive
            assert everything() == before
            assert not woken, "chat must not wake the driver"
            stored = await manager.store.entries(table.header.match_id, 0)
            assert stored == list(match.entries)

    asyncio.run(story())


def test_two_processes_hear_each_other(tmp_path: Path) -> None:
    async def story() -> None:
        bus = MemoryBus()
        async with opened(tmp_path, bus) as one, opened(tmp_path, bus) as other:
            seats = [seating.new_seat("mine", f"Sample {at}", "") for at in (0, 1)]
            here = await one.create("butin", {}, seats, TableSettings(pace="instant"))
            there = await other.table(here.row.id)
            await there.chat.listen()
            pokes: list[int] = []
            there.presence.watch(lambda: pokes.append(1))
            changes = there.presence.changes
            await here.chat.say(0, "text", "over there")
            await until(lambda: there.chat.last == 1)
            assert pokes
            assert there.presence.changes == changes, "the game was read again for a word"

    asyncio.run(story())


@pytest.mark.parametrize("text", ["", " \n\t ", "\u202e", "y" * 201])
def test_a_chat_message_is_plain_and_short(text: str) -> None:
    with pytest.raises(Refusal, match="message"):
        clean_text(text)


def test_only_the_newest_messages_are_stored(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "butin", ["me", "me"])
            for _ in range(NEWEST + 3):
                await table.chat.say(0, "text", "x")
            await table.chat.listen()
            kept = await manager.store.words(table.row.id, 0)
            assert [one.n for one in kept] == list(range(4, NEWEST + 4))
            assert table.chat.since(0) == kept

    asyncio.run(story())
