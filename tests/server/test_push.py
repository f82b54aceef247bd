"""Push notifications: once a turn, only while the person is away, and only from the server."""

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec

from filon.core.errors import Refusal
from filon.match.person import Subscription
from filon.server.http_client import PublicClient, checked, is_public, resolve_public
from filon.server.push import MESSAGE, REST, PushSender
from filon.server.webpush import b64decode, encrypt, encrypt_with, public_key, vapid_key
from filon.settings import Settings
from filon.tables import notifications
from filon.tables.manager import TableManager
from filon.tables.table import Table
from server.test_profile import begins
from server.test_socket import hear
from support.processes import Making
from support.push_service import Browser, Service, browser, claims, letters, push_service, raw
from support.serving import SECRET, Device, HandClock, server, until
from support.thread_brain import ThreadBrain
from tables.test_chat import two
from tables.test_table_clocks import asked, seated

pytest_plugins = "support.processes"  # the fixture `making`

CONTACT = "mailto:host@example.org"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with push_service(tmp_path_factory.mktemp("service")) as found:
        yield found


@pytest.fixture
def running(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Any, Service]]:
    """A server that calls at once, and the service it calls through."""
    monkeypatch.setattr(notifications, "GRACE", 0.0)
    service.heard.clear()
    service.status, service.headers = 201, {}
    with server(tmp_path, push_contact=CONTACT, push_client=service.client()) as client:
        yield client, service


def counted(client: Any, how: str) -> float:
    """How many calls went like this."""
    lines = Device(client).client.get("/api/metrics").text.splitlines()
    found = [line for line in lines if line.startswith(f'filon_calls_total{{how="{how}"}}')]
    return float(found[0].split()[-1]) if found else 0.0


def patiently(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def passes_on(device: Device, table: str, seat: int) -> None:
    """The seat plays its turn, without a socket."""
    while (view := device.view(table, seat))["can"]["act"]:
        steps = [view["legal"][0]]
        device.post(f"/api/tables/{table}/steps", v=view["v"], seat=seat, steps=steps)
    patiently(lambda: device.view(table)["waiting"]["seats"] == [1 - seat])


def test_a_browser_reads_what_was_sealed_for_it_and_no_other_does() -> None:
    # The example of RFC 8291, section 5: our reader is right.
    scalar = int.from_bytes(raw("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"))
    known = Browser(ec.derive_private_key(scalar, ec.SECP256R1()), raw("BTBZMqHH6r4Tts7J_aSIgg"))
    body = (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
        "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert known.opened(raw(body)) == b"When I grow up, I want to be a watermelon"
    # And so is what we encrypt, byte for byte, and with other bytes each time.
    scalar = int.from_bytes(b64decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    sender, salt = ec.derive_private_key(scalar, ec.SECP256R1()), raw(body)[:16]
    text, receiver = b"When I grow up, I want to be a watermelon", public_key(known.public)
    assert encrypt_with(sender, salt, text, receiver, known.auth) == raw(body)
    sent = [encrypt(MESSAGE, letters(known.public), letters(known.auth)) for _ in range(2)]
    assert [known.opened(message) for message in sent] == [b"your turn"] * 2
    assert sent[0][:16] != sent[1][:16]
    assert sent[0][21:] != sent[1][21:]
    with pytest.raises(InvalidTag):
        browser().opened(sent[0])


def test_the_server_s_key_follows_from_its_secret_alone() -> None:
    one, same, other = vapid_key(b"a" * 32), vapid_key(b"a" * 32), vapid_key(b"b" * 32)
    assert one.private_numbers() == same.private_numbers()
    assert one.private_numbers() != other.private_numbers()


def test_a_notification_says_your_turn_and_nothing_else_once(running: tuple[Any, Service]) -> None:
    client, service = running
    ada, ben, table = two(client)
    people = {0: (ada, browser()), 1: (ben, browser())}
    for seat, (device, own) in people.items():
        device.post("/api/push", **own.told(f"/send/{seat}"))
    ada.order(table, "start")
    begins(ada, table)
    seat = ada.view(table)["waiting"]["seats"][0]
    service.wait()
    path, headers, body = service.heard[0]
    told = {name.lower(): value for name, value in headers.items()}
    assert path == f"/send/{seat}"
    assert people[seat][1].opened(body) == b"your turn"
    assert told["content-encoding"] == "aes128gcm"
    assert int(told["ttl"]) > 0
    key = ada.get("/api/push")["key"]
    said = claims(told["authorization"], key)
    assert said["aud"] == "https://push.example.org"
    assert said["sub"] == CONTACT
    assert time.time() < said["exp"] <= time.time() + 24 * 3600
    with pytest.raises(InvalidSignature):
        claims(told["authorization"].replace("t=ey", "t=eY", 1), key)
    # Nothing of the table is outside of what is sealed, and nothing is cached or asked back.
    plain = " ".join(f"{name}: {value}" for name, value in headers.items()) + path
    assert not any(word in plain for word in (table, "nuggets", "Ben", "Sample", "cookie"))
    patiently(lambda: counted(client, "sent") == 1)
    # A person who comes, looks and goes again is not notified twice of the same turn.
    device = people[seat][0]
    with device.live(table, seat=seat) as ear:
        hear(ear, "view")
    passes_on(device, table, seat)
    service.wait(2)
    assert [one[0] for one in service.heard] == [f"/send/{seat}", f"/send/{1 - seat}"]


def test_a_person_at_the_table_is_not_notified(running: tuple[Any, Service]) -> None:
    client, service = running
    ada, ben, table = two(client)
    for device in (ada, ben):
        device.post("/api/push", **browser().told())
    with ada.live(table, seat=0) as one, ben.live(table, seat=1) as other:
        ada.order(table, "start")
        begins(ada, table)
        hear(one, "view")
        hear(other, "view")
        seat = ada.view(table)["waiting"]["seats"][0]
        passes_on((ada, ben)[seat], table, seat)
    service.wait()  # both are gone now: the one who is asked is called
    assert len(service.heard) == 1


def test_a_browser_that_is_gone_is_forgotten_and_nothing_is_followed(
    running: tuple[Any, Service],
) -> None:
    client, service = running
    service.status, service.headers = 307, {"Location": "https://push.example.org/elsewhere"}
    ada, ben, table = two(client)
    for device in (ada, ben):
        device.post("/api/push", **browser().told())
    ada.order(table, "start")
    begins(ada, table)
    service.wait()
    patiently(lambda: counted(client, "refused") == 1)
    assert [one[0] for one in service.heard] == ["/send/one"]  # not /elsewhere
    service.status, service.headers = 410, {}
    seat = ada.view(table)["waiting"]["seats"][0]
    device, other = ((ada, ben), (ben, ada))[seat]
    passes_on(device, table, seat)
    patiently(lambda: counted(client, "gone") == 1)
    assert other.get("/api/profile/export")["reaches"] == []
    assert len(device.get("/api/profile/export")["reaches"]) == 1


def test_a_subscription_is_deleted_with_its_person(
    running: tuple[Any, Service], tmp_path: Path
) -> None:
    client, _ = running
    ada = Device(client)
    told = browser().told("/send/ada")
    for _ in range(2):  # the newest counts
        ada.post("/api/push", **told)
    kept = ada.get("/api/profile/export")["reaches"]
    assert [one["endpoint"] for one in kept] == [told["endpoint"]]
    ada.post("/api/push/stop")
    assert ada.get("/api/profile/export")["reaches"] == []
    ada.post("/api/push", **told)
    ada.post("/api/profile/forget")
    store = client.app.state.server.manager.store
    found = client.portal.call(store._ask, "SELECT count(*) FROM reaches")
    assert found[0][0] == 0


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/send",
        "https://push.example.org:8443/send",
        "https://127.0.0.1/send",
        "https://10.0.0.7/send",
        "https://[::1]/send",
        "https://8.8.8.8/send",
        "https://127.1/send",
        "https://localhost/send",
        "https://printer.local/send",
        "https://somebody@push.example.org/send",
        "https://push.example.org/se send",
        "https://push.example.org/send\r\nsend",
        "https://push.example.org:x/send",
        "https://" + "a" * 1020 + ".org/",
        "file:" + "///etc/hostname",
        "",
    ],
)
def test_only_public_https_addresses_are_accepted(endpoint: str) -> None:
    with pytest.raises(Refusal):
        checked(endpoint)
    assert checked("https://push.example.org/a?b=c") == ("push.example.org", "/a?b=c")


def test_requests_that_make_no_sense_are_refused(
    running: tuple[Any, Service], tmp_path: Path
) -> None:
    client, _ = running
    ada, good = Device(client), browser().told()
    for wrong in (
        {"endpoint": "https://192.168.0.1/"},
        {"p256dh": "AAAA"},
        {"p256dh": letters(b"\x04" + b"\x01" * 64)},  # no point of the curve
        {"auth": "AAAA"},
        {"auth": "!"},
    ):
        assert ada.refused("/api/push", **(good | wrong))["code"] == "endpoint"
    (tmp_path / "quiet").mkdir()
    with server(tmp_path / "quiet") as quiet:
        device = Device(quiet)
        assert device.get("/api/push") == {"key": ""}
        assert device.refused("/api/push", **good)["code"] == "no_push"
    (tmp_path / "busy").mkdir()
    with server(tmp_path / "busy", push_contact=CONTACT, limits=True) as busy:
        device = Device(busy)
        codes = [device.client.post("/api/push", json=good).status_code for _ in range(22)]
        assert codes[:20] == [200] * 20
        assert codes[20:] == [429, 429]
    with pytest.raises(Refusal):
        Settings(push_contact="somebody")


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1::1", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:10.0.0.1", False),
        ("64:ff9b::a00:1", False),
        ("2002:a00:1::1", False),
    ],
)
def test_no_request_goes_to_a_private_address(
    address: str, public: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert is_public(address) == public

    async def story() -> None:
        async def found(*_: Any, **__: Any) -> Any:
            # A name with one honest address does not take the other one along.
            return [(0, 0, 0, "", ("93.184.216.34", 443)), (0, 0, 0, "", (address, 443))]

        async def never(*_: Any, **__: Any) -> Any:
            raise AssertionError("a line was opened")

        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", found, raising=False)
        monkeypatch.setattr(asyncio, "open_connection", never)
        if public:
            assert len(await resolve_public("push.example.org", 443)) == 2
        else:
            with pytest.raises(OSError, match="public"):
                await PublicClient().post("https://push.example.org/send", {}, b"x")

    asyncio.run(story())


# ---- several processes -------------------------------------------------------------------------


class Noted(PublicClient):
    """A way out on which posts are only counted."""

    def __init__(self) -> None:
        super().__init__()
        self.posts = 0

    async def post(self, endpoint: str, headers: Any, body: bytes) -> int:
        self.posts += 1
        return 201


def test_of_two_processes_one_notifies_once_a_turn(making: Making) -> None:
    async def story() -> None:
        clock, ways = HandClock(), [Noted(), Noted()]
        managers, stores = [], []
        for way in ways:
            store, bus = making()
            sender = PushSender(store, SECRET, CONTACT, way)
            stores.append(store)
            managers.append(
                TableManager(store, bus, ThreadBrain(), SECRET, clock, notify=sender.call)
            )
        for manager in managers:
            await manager.open()
        own = browser()
        for device in ("device0", "device1"):
            reach = Subscription(
                device,
                f"https://push.example.org/{device}",
                letters(own.public),
                letters(own.auth),
                0,
            )
            await stores[0].save_subscription(reach)
        here = await seated(managers[0], clock="days")
        await asked(here)
        there: Table = await managers[1].table(here.row.id)
        await until(lambda: there.running().v == here.running().v)
        before = here.running().v
        await clock.passes(notifications.GRACE - 1)
        assert sum(way.posts for way in ways) == 0  # a page that is loaded again is no absence
        await clock.passes(2)
        await until(lambda: sum(way.posts for way in ways) == 1)
        for _ in range(3):  # neither of them says it again
            await clock.passes(notifications.GRACE + 1)
            for table in (here, there):
                table.presence.wake()
        assert here.running().v == there.running().v == before
        assert sum(way.posts for way in ways) == 1
        for manager in managers:
            await manager.close()

    asyncio.run(story())


def test_a_seat_is_notified_once_a_turn_and_at_most_once_a_minute(making: Making) -> None:
    async def story() -> None:
        store, _ = making()
        await store.open()

        async def call(v: int, at: int) -> bool:
            return await store.claim_push("T-1", 0, v, at, REST)

        assert sorted(await asyncio.gather(*(call(3, 1000) for _ in range(8)))) == [False] * 7 + [
            True
        ]
        assert not await call(3, 10 * REST)
        assert not await call(4, 1000 + REST - 1)
        assert await call(4, 1000 + REST)
        await store.close()

    asyncio.run(story())
