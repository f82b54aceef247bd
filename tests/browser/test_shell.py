"""The shelf, the table around a game, and what the page offers on every screen."""

import re
import socket
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

import filon.server
from browser import claim_it
from browser.people import LONG, Site, Someone, until

TWO = [{"kind": "mine", "name": "Ada"}, {"kind": "bot", "level": "greedy"}]
PAGE = Path(filon.server.__file__).parent / "page"


def test_language_theme_and_name_are_kept(someone: Someone) -> None:
    """Switches work at once and survive a reload."""
    ada = someone("fr", name="Ada")
    page = ada.go()
    expect(page.locator("h1")).to_have_text("Les jeux de la ruée vers l’or")
    page.get_by_text("EN", exact=True).locator("visible=true").first.click()
    expect(page.locator("h1")).to_have_text("Games of the gold rush")
    page.get_by_text("Lantern", exact=True).locator("visible=true").first.click()
    page.reload()
    expect(page.locator("h1")).to_have_text("Games of the gold rush")
    assert page.evaluate("document.documentElement.dataset.theme") == "lantern"
    assert page.evaluate("document.documentElement.lang") == "en"
    expect(page.locator(".me")).to_contain_text("Ada")


def test_joining_by_a_code(someone: Someone) -> None:
    """The host says the code aloud; it gives the open seat."""
    ada, ben = someone(name="Ada"), someone(name="Ben")
    table = ada.table("claim_it", [{"kind": "mine", "name": "Ada"}, {"kind": "open"}])
    page = ada.go(f"/t/{table}")
    code = page.locator("output.code").inner_text()
    other = ben.go()
    other.get_by_label("Code of the table").locator("visible=true").fill(code)
    other.get_by_role("button", name="Join a table").locator("visible=true").click()
    other.get_by_role("button", name="Take a seat").locator("visible=true").click()
    expect(other.get_by_text("The host is about to start")).to_be_visible()
    expect(page.locator(".who b", has_text="Ben")).to_be_visible()
    other.get_by_label("Code of the table")
    page.get_by_role("button", name="Start").click()
    expect(other.locator(".map")).to_be_visible()


def test_the_host_replaces_and_closes(someone: Someone) -> None:
    """A bot plays for an absent person and gives the seat back; then the table is closed."""
    ada, ben = someone(name="Ada"), someone(name="Ben")
    table = ada.table("claim_it", [{"kind": "mine", "name": "Ada"}, {"kind": "open"}])
    ben.sits(ada.get(f"tables/{table}/invitation")["seats"][1]["link"])
    expect(ben.page.get_by_text("The host is about to start")).to_be_visible()
    page = ada.go(f"/t/{table}")
    page.get_by_role("button", name="Start").click()
    page.locator(".map").wait_for()
    page.get_by_role("button", name="Table").click()
    page.get_by_role("button", name="Let the computer play").click()
    expect(page.locator("dialog[open]")).to_contain_text("the computer plays for them")
    page.get_by_role("button", name="Give the seat back").click()
    expect(page.get_by_role("button", name="Let the computer play")).to_be_visible()
    page.get_by_role("button", name="Close the table").click()
    page.get_by_role("button", name="Close", exact=True).last.click()
    expect(ben.page.get_by_role("heading", name="The table is closed")).to_be_visible()


@pytest.mark.fair
@pytest.mark.long
def test_the_draws_can_be_checked(someone: Someone) -> None:
    """After a game the browser itself checks commitment and draws."""
    ada = someone()
    table = ada.table("claim_it", TWO)
    told: list[Any] = []

    def asked() -> bool:
        told.append(now := ada.get(f"tables/{table}/view?seat=0"))
        if now["can"]["throw"]:
            ada.post(f"tables/{table}/throw", v=now["v"], seat=0, match=now["match"])
        return bool(now["can"]["act"])

    until(ada.page, asked, "a turn")
    ada.post(f"tables/{table}/orders", type="replace", seat=0)  # bots play it to the end
    until(ada.page, lambda: ada.get(f"tables/{table}")["phase"] == "over", "the end")
    page = ada.go(f"/t/{table}")
    page.get_by_role("button", name="See the result").click()
    expect(page.locator(claim_it.END)).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Table").click()
    page.get_by_role("button", name="Check the draws").click()
    expect(page.get_by_text("is the one the server promised")).to_be_visible()
    expect(page.get_by_text("Nobody’s device promised")).to_be_visible()  # it began without a page
    expect(page.get_by_text(re.compile(r"All \d+ draws follow"))).to_be_visible()


def test_a_code_nobody_knows(someone: Someone) -> None:
    """A sentence, and the shelf stays."""
    page = someone().go()
    page.get_by_label("Code of the table").locator("visible=true").fill("nobody-99")
    page.get_by_role("button", name="Join a table").locator("visible=true").click()
    expect(page.locator(".toast.bad")).to_be_visible()


@pytest.mark.long
def test_two_seats_on_one_device(anyone: Someone) -> None:
    """Where nothing is hidden the table goes on with the next seat by itself."""
    ada = anyone()
    table = ada.table("claim_it", [{"kind": "mine", "name": "Ada"}, {"kind": "mine", "name": "Bo"}])
    page = ada.go(f"/t/{table}")
    seen = set()
    for count in range(8 if LONG else 5):
        assert claim_it.turn(page) != "end"
        if page.locator(claim_it.LIT).count():
            seen.add(page.locator(".seat.now .nm").inner_text())
        claim_it.by_hand(page, 1 + 3 * count)
    assert seen == {"Ada", "Bo"}


def test_the_curtain_hides_the_next_seat(someone: Someone) -> None:
    """Where things are hidden the next seat's view comes only when the curtain is lifted."""
    ada = someone()
    seats = [{"kind": "mine", "name": "Ada"}, {"kind": "mine", "name": "Bo"}]
    table = ada.table("nuggets", seats)
    heard: list[str] = []
    ada.page.on("websocket", lambda line: line.on("framereceived", lambda f: heard.append(str(f))))
    page = ada.go(f"/t/{table}")
    expect(page.locator(".seat .nm")).to_have_count(2)
    first = int(ada.get(f"tables/{table}/view?seat=0")["waiting"]["seats"][0])
    if page.locator(".curtain").count():
        page.locator(".curtain .btn.gold").click()
    heard.clear()
    while True:
        told = ada.get(f"tables/{table}/view?seat={first}")
        if told["waiting"]["seats"] != [first]:
            break
        ada.post(f"tables/{table}/steps", v=told["v"], seat=first, steps=[told["legal"][0]])
    expect(page.locator(".curtain")).to_contain_text("Bo" if first == 0 else "Ada")
    assert heard
    assert not any(f'"seat":{1 - first},"since"' in line.replace(" ", "") for line in heard)
    page.locator(".curtain .btn.gold").click()
    expect(page.locator(".curtain")).to_have_count(0)
    expect(page.locator(".seat.now .nm")).to_have_text("Bo" if first == 0 else "Ada")


def test_somebody_watches(someone: Someone) -> None:
    """The bare address lets one look on: nothing is lit, nothing can be pressed."""
    ada, eve = someone(name="Ada"), someone(name="Eve")
    table = ada.table("claim_it", TWO)
    page = ada.go(f"/t/{table}")
    claim_it.placing(page)
    other = eve.go(f"/t/{table}")
    expect(other.locator("#act-title")).to_contain_text("Ada")
    expect(other.get_by_text("You are watching this game")).to_be_visible()
    expect(other.locator(claim_it.LIT)).to_have_count(0)


def test_what_happens_is_read_aloud(someone: Someone) -> None:
    """Screen-reader lines come from the happenings."""
    ada = someone()
    page = ada.go(f"/t/{ada.table('claim_it', TWO)}")
    claim_it.by_hand(page, 0)
    expect(page.locator("[role=log]")).to_contain_text(re.compile(r"throws?|Squatter|Claim"))


def test_on_plain_http_in_a_home_network(someone: Someone, site: Site) -> None:
    """In an insecure context there is no clipboard: the link is selected, and play works."""
    ada = someone(name="Ada")
    ada.site = Site(site.url.replace("127.0.0.1", own_address()), site.data, site.fate)
    table = ada.table("claim_it", [{"kind": "mine", "name": "Ada"}, {"kind": "open"}])
    page = ada.go(f"/t/{table}")
    assert page.evaluate("isSecureContext") is False
    page.get_by_role("button", name="Copy").click()
    expect(page.locator(".toast")).to_contain_text("copy it")
    assert page.evaluate("getSelection().toString() || document.activeElement.value")
    page = ada.go(f"/t/{ada.table('claim_it', TWO)}")
    claim_it.by_hand(page, 0)


def own_address() -> str:
    """An address of this machine that is not the loopback."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.connect(("192.0.2.1", 9))  # nothing is sent: the route alone tells the address
        return str(line.getsockname()[0])


def test_a_lost_line_comes_back(someone: Someone) -> None:
    """The socket dies under the page: it says so, comes back, and the game goes on."""
    ada = someone()
    table = ada.table("claim_it", TWO)
    lines: list[tuple[WebSocketRoute, WebSocketRoute]] = []
    down = {"down": False}

    def route(line: WebSocketRoute) -> None:
        if down["down"]:
            line.close()
        else:
            lines.append((line, line.connect_to_server()))

    ada.page.route_web_socket(re.compile(r"/live"), route)
    page = ada.go(f"/t/{table}")
    claim_it.turn(page)
    down["down"] = True
    for line, server in lines:
        server.close()
        line.close()
    expect(page.get_by_text("Connection lost")).to_be_visible()
    down["down"] = False
    expect(page.get_by_text("Connection lost")).to_have_count(0)
    for count in range(2):
        claim_it.by_hand(page, count)


def test_no_table_here(someone: Someone) -> None:
    """An address that leads nowhere says so and leads back."""
    ada = someone()
    page = ada.go("/t/nosuchtable")
    expect(page.get_by_role("heading", name="No table here")).to_be_visible()
    page.get_by_role("link", name="Back to the shelf").click()
    expect(page.locator("h1")).to_be_visible()
    page = ada.go("/elsewhere/entirely")
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()


def test_rules_open_on_a_clause(someone: Someone) -> None:
    """/rules/claim_it#CI-12 is on that clause; the table's drawer has the same text."""
    ada = someone("fr")
    page = ada.go("/rules/claim_it#CI-12")
    expect(page.locator("[data-clause='CI-12']")).to_be_in_viewport()
    expect(page.locator(".lit")).to_have_count(1)
    page = ada.go(f"/t/{ada.table('claim_it', TWO)}")
    page.get_by_role("button", name="Règles", exact=True).click()
    expect(page.locator(".rules")).to_contain_text("Claim It!")


def test_reduced_motion_is_honoured(someone: Someone) -> None:
    """Asked for by the system: nothing travels."""
    page = someone(still=False, reduced_motion="reduce").go()
    expect(page.locator("h1")).to_be_visible()
    assert page.evaluate("document.documentElement.dataset.motion") == "still"
    page = someone(still=False, reduced_motion="no-preference").go()
    expect(page.locator("h1")).to_be_visible()
    assert page.evaluate("document.documentElement.dataset.motion") == "full"


SIZES = [(360, 640), (390, 844), (740, 360), (820, 1180), (1024, 768), (1280, 720), (1920, 1080)]


@pytest.mark.long
def test_it_fits_every_screen(someone: Someone) -> None:
    """At every size nothing overflows sideways, and the main action is visible."""
    ada = someone("fr")
    page = ada.go()
    for size in sizes(page):
        page.locator("article").locator("visible=true").first.wait_for()
        until(page, partial(fits, page, size[0]), f"the shelf within {size}")
    ada.go(f"/t/{ada.table('claim_it', TWO)}")
    claim_it.placing(page)
    for size in sizes(page):
        until(page, partial(fits, page, size[0]), f"the table within {size}")
        expect(page.locator(".big.roll")).to_be_in_viewport()
        page.locator(claim_it.LIT).first.click()
        expect(page.locator(".big.roll")).to_be_enabled()


def sizes(page: Page) -> Iterator[tuple[int, int]]:
    """The page at one size after the other, loaded anew at each in the long form."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        if LONG:
            page.reload()
        page.evaluate("new Promise(requestAnimationFrame)")
        yield width, height


def fits(page: Page, width: int) -> bool:
    """Whether nothing sticks out at the right; a page settles after its fonts have come."""
    return int(page.evaluate("document.documentElement.scrollWidth")) <= width


def test_the_policy_is_strict_and_nothing_comes_from_elsewhere(someone: Someone) -> None:
    """No inline script or style is allowed, and the page lives with that (see conftest)."""
    ada = someone(still=False)
    answer = ada.page.goto(ada.site.url)
    assert answer
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")  # not scripts made of text
    page = ada.go(f"/t/{ada.table('claim_it', TWO)}")
    claim_it.by_hand(page, 0)


def test_the_fonts_are_small() -> None:
    """The size of all fonts together, as served."""
    faces = list(PAGE.glob("assets/*.woff2"))
    assert faces
    assert sum(face.stat().st_size for face in faces) <= 150_000
