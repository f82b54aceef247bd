"""Who gets a seat: its holder, or another device with consent or by an announced link."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from filon.core.errors import Refusal
from filon.match import seating
from server.test_socket import hear, shown_out
from support.serving import Device, begun, opened, server


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with server(tmp_path_factory.mktemp("data")) as running:
        yield running


class Scene:
    """A host, a guest who came by the link the host saw, and a second device of the host."""

    def __init__(self, running: TestClient, game: str = "gold_river") -> None:
        self.running = running
        self.host, self.guest, self.other = (Device(running) for _ in range(3))
        self.table = self.host.table(game, ["me", "open"])
        self.path = f"/api/tables/{self.table}"
        self.token = self.links()[1].partition("#")[2]
        self.guest.post(f"{self.path}/join", token=self.token, name="Bo")

    def links(self) -> dict[int, str]:
        told = self.host.get(f"{self.path}/invitation")["seats"]
        return {one["seat"]: one["link"] for one in told}

    def started(self) -> "Scene":
        self.host.order(self.table, "start")
        return self

    def sealing(self) -> "Scene":
        """The guest has made a sealed choice."""
        self.started()
        while (view := self.guest.view(self.table, 1))["waiting"]["kind"] != "sealed":
            pass
        self.guest.post(f"{self.path}/steps", v=view["v"], seat=1, steps=["sealed 3"])
        assert self.guest.view(self.table, 1)["held"] == "sealed 3"
        return self

    def asks(self, device: Device, token: str = "") -> str:
        return str(self.refused(device, token)["code"])

    def refused(self, device: Device, token: str = "") -> Any:
        return device.refused(f"{self.path}/join", token=token or self.token, take=True)

    def told(self) -> list[str]:
        """The table's own events, as everyone receives them."""
        events = self.host.get(f"{self.path}/story")["events"]
        return [event["kind"] for event in events if event["kind"].startswith("table.")]

    def away(self) -> None:
        """A holder who is asked and not connected has been away long enough."""
        tables = self.running.app.state.server.manager.tables  # type: ignore[attr-defined]
        seats = tables[self.table].seats
        seats.bounds = replace(seats.bounds, absent=0.0)


def test_the_host_sees_a_link_until_it_is_taken_and_never_in_play(running: TestClient) -> None:
    scene = Scene(running)
    assert set(scene.links()) == {0}  # the guest has the other one
    scene.started()
    assert set(scene.links()) == {0}
    own = scene.guest.get(f"{scene.path}/invitation")["seats"]
    assert [one["seat"] for one in own] == [1]
    assert own[0]["link"].endswith(scene.token)
    assert scene.other.get(f"{scene.path}/invitation")["seats"] == []


def test_the_host_cannot_take_a_guest_s_seat_to_see_what_is_held(running: TestClient) -> None:
    scene = Scene(running).sealing()
    with scene.guest.live(scene.table, seat=1) as socket:
        hear(socket, "table")
        refused = scene.refused(scene.other)
        assert (refused["code"], refused["status"], refused["facts"]["wait"]) == (
            "seat_asked",
            409,
            0,
        )
        told = hear(socket, "table")
        while not told["you"]["asked"]:
            told = hear(socket, "table")
        assert told["you"]["asked"] == [1]
        assert scene.host.get(scene.path)["you"]["asked"] == []
        scene.away()  # however long: a holder who is connected must be asked
        assert [scene.asks(scene.other) for _ in range(3)] == ["seat_asked"] * 3
        orders = f"{scene.path}/orders"
        for device in (scene.host, scene.other):
            refused = device.refused(orders, type="answer", seat=1, allow=True)
            assert refused["code"] == "not_your_seat"
    assert scene.other.client.get(f"{scene.path}/view?seat=1").status_code == 403
    assert scene.guest.view(scene.table, 1)["held"] == "sealed 3"


def test_the_holder_says_no(running: TestClient) -> None:
    scene = Scene(running).started()
    assert scene.asks(scene.other) == "seat_asked"
    assert scene.guest.order(scene.table, "answer", seat=1, allow=False)["you"]["asked"] == []
    assert scene.asks(scene.other) == "seat_denied"
    refused = scene.guest.refused(f"{scene.path}/orders", type="answer", seat=1, allow=True)
    assert refused["code"] == "already"
    assert scene.guest.get(scene.path)["you"]["seats"] == [1]


def test_the_holder_lets_another_device_in(running: TestClient) -> None:
    scene = Scene(running).sealing()
    with scene.guest.live(scene.table, seat=1) as socket:
        hear(socket, "table")
        assert scene.asks(scene.other) == "seat_asked"
        assert scene.asks(Device(running)) == "seat_asked"  # one question at a time
        scene.guest.order(scene.table, "answer", seat=1, allow=True)
        assert scene.asks(Device(running)) == "seat_asked"  # the word was not for this one
        joined = scene.other.post(f"{scene.path}/join", token=scene.token, take=True)
        assert joined["seat"] == 1
        assert joined["table"]["seats"][1]["name"] == "Bo"
        assert hear(socket, "gone")["why"] == "taken"
        shown_out(socket)
    assert scene.other.view(scene.table, 1)["held"] == "sealed 3"
    assert scene.told() == []
    assert scene.guest.get(scene.path)["you"]["seats"] == []


def test_a_person_who_lost_their_device_waits_and_everyone_is_told(running: TestClient) -> None:
    scene = Scene(running).sealing()
    refused = scene.refused(scene.other)
    assert refused["code"] == "seat_asked"
    assert 100 < refused["facts"]["wait"] <= 120
    assert scene.asks(scene.other) == "seat_asked"
    assert scene.told() == []
    scene.away()
    assert scene.other.post(f"{scene.path}/join", token=scene.token, take=True)["seat"] == 1
    assert scene.told() == ["table.moved"]
    assert scene.other.view(scene.table, 1)["held"] is None  # what was sealed stays its maker's


def test_a_new_link_is_told_to_all_and_shown_until_it_is_used(running: TestClient) -> None:
    scene = Scene(running).sealing()
    with scene.guest.live(scene.table, seat=1) as socket, scene.other.live(scene.table) as watcher:
        hear(socket, "table")
        hear(watcher, "view")
        scene.host.order(scene.table, "renew", seat=1)
        assert hear(socket, "gone")["why"] == "renewed"
        assert [event["kind"] for event in hear(watcher, "view")["events"]] == ["table.link"]
    assert scene.told() == ["table.link"]
    assert scene.guest.refused(f"{scene.path}/join", token=scene.token)["code"] == "token"
    new = scene.links()[1].partition("#")[2]
    assert new != scene.token
    assert scene.guest.post(f"{scene.path}/join", token=new)["seat"] == 1
    assert set(scene.links()) == {0}
    assert scene.told() == ["table.link"]
    assert scene.guest.view(scene.table, 1)["held"] is None


def test_taking_up_an_abandoned_seat_is_announced(running: TestClient) -> None:
    scene = Scene(running).started()
    scene.guest.post(f"{scene.path}/leave", seat=1)
    assert set(scene.links()) == {0}
    assert scene.other.post(f"{scene.path}/join", token=scene.token)["seat"] == 1
    assert scene.told() == ["table.moved"]


def test_the_same_browser_comes_back_at_once(running: TestClient) -> None:
    scene = Scene(running).started()
    rev = scene.guest.get(scene.path)["rev"]
    assert scene.guest.post(f"{scene.path}/join", token=scene.token)["table"]["rev"] == rev
    for cookie in list(scene.guest.client.cookies.jar):
        if cookie.name.startswith("filon_seat_"):
            scene.guest.client.cookies.jar.clear(cookie.domain, cookie.path, cookie.name)
    assert scene.guest.get(scene.path)["you"]["seats"] == []
    assert scene.guest.post(f"{scene.path}/join", token=scene.token, take=True)["seat"] == 1
    assert scene.told() == []


def test_before_the_start_nothing_is_announced(running: TestClient) -> None:
    scene = Scene(running)
    assert scene.asks(scene.other) == "seat_asked"
    scene.host.order(scene.table, "renew", seat=1)
    new = scene.links()[1].partition("#")[2]
    assert scene.other.post(f"{scene.path}/join", token=new)["seat"] == 1
    scene.started()
    assert scene.told() == []


def test_a_stand_in_for_a_guest_is_of_a_level_on_the_shelf(running: TestClient) -> None:
    scene = Scene(running, "claim_it").started()
    orders = f"{scene.path}/orders"
    refused = scene.host.refused(orders, type="replace", seat=1, level="random")
    assert refused["code"] == "bot"
    scene.host.order(scene.table, "replace", seat=1)
    scene.guest.order(scene.table, "give_back", seat=1)
    scene.host.order(scene.table, "replace", seat=1, level="tenderfoot")
    scene.host.order(scene.table, "replace", seat=0, level="random")  # their own is theirs


def test_forbidding_spectators_disconnects_them(running: TestClient) -> None:
    scene = Scene(running).started()
    with scene.other.live(scene.table) as watcher, scene.guest.live(scene.table, seat=1) as socket:
        hear(watcher, "view")
        hear(socket, "view")
        scene.host.order(scene.table, "options", spectators=False)
        assert hear(watcher, "gone")["why"] == "no_spectators"
        shown_out(watcher)
        assert hear(socket, "table")["spectators"] is False  # who sits there stays
    with scene.other.live(scene.table) as watcher:
        assert hear(watcher, "refused")["code"] == "no_spectators"


def test_a_holder_at_another_process_is_asked_and_not_passed_over(tmp_path: Path) -> None:
    """The process that was asked cannot see who is connected to the other one: that one says so."""

    async def story() -> None:
        async with opened(tmp_path) as here, opened(tmp_path) as there:
            table = await begun(here, "claim_it", ["me", "me"])
            other = await there.table(table.row.id)
            other.seats.bounds = replace(other.seats.bounds, absent=0.0)
            table.presence.watch(lambda: None, table.row.seats[1].session)
            person = seating.new_seat("mine", "", "", "other device")
            for state in ("asked", "heard", "heard"):
                with pytest.raises(Refusal) as refused:
                    await other.seats.sit(1, person, True)
                assert refused.value.code == "seat_asked"
                await table.refresh()
                await other.refresh()
                assert table.row.seats[1].claim_state == other.row.seats[1].claim_state
                assert state == "asked" or table.row.seats[1].claim_state == "heard"
            await table.seats.answer(1, allow=True)
            await other.refresh()
            assert (await other.seats.sit(1, person, True)).seats[1].session == person.session

    asyncio.run(story())


def test_at_a_guided_table_the_learner_may_answer(running: TestClient) -> None:
    learner, other = Device(running), Device(running)
    table = learner.post("/api/guided", game="claim_it", name="Ada")["id"]
    path = f"/api/tables/{table}"
    seat = learner.get(f"{path}/invitation")["seats"][0]
    token = seat["link"].partition("#")[2]
    assert other.refused(f"{path}/join", token=token, take=True)["code"] == "seat_asked"
    learner.order(table, "answer", seat=seat["seat"], allow=True)
    assert other.post(f"{path}/join", token=token, take=True)["seat"] == seat["seat"]
