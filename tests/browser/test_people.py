"""Several people at a table: delayed spectators, resigning, ending, leaving."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, expect

from browser.axe import serious
from browser.bench import resize
from browser.boxes import SOME, faults
from browser.people import LONG, PATIENCE, Person, Someone, until
from browser.site import served
from browser.test_clock import asked, seated
from browser.test_company import say, together
from filon.tables import notifications
from support.push_service import browser as pushed
from support.push_service import letters, push_service


def plays(person: Person, table: str, seat: int) -> None:
    """One act of this seat, through the API."""
    view = person.get(f"tables/{table}/view?seat={seat}")
    told = {"v": view["v"], "seat": seat, "match": view["match"]}
    if view["can"]["throw"]:
        person.post(f"tables/{table}/throw", **told)
    else:
        person.post(f"tables/{table}/steps", steps=view["legal"][:1], **told)


def turns_over(table: str, people: dict[int, Person]) -> None:
    """The seat to act plays until the other must act."""
    seat = asked(table, people)
    while people[seat].get(f"tables/{table}/view?seat={seat}")["can"]["act"]:
        plays(people[seat], table, seat)
    assert asked(table, people) == 1 - seat


def test_a_spectator_behind_sees_nothing_early(someone: Someone) -> None:
    """Three browsers: two play, and what they lay and say reaches the third four steps later."""
    ada, ben, eve = someone(name="Ada"), someone(name="Ben"), someone(name="Eve")
    seats = [{"kind": "mine", "name": "Ada"}, {"kind": "open"}]
    table = ada.table("nuggets", seats, delay=4, clock="relaxed")
    token = ada.get(f"tables/{table}/invitation")["seats"][1]["link"].partition("#")[2]
    ben.post(f"tables/{table}/join", token=token, name="Ben")
    ada.post(f"tables/{table}/orders", type="start")
    people = {0: ada, 1: ben}
    for person in (ada, ben, eve):
        person.go(f"/t/{table}").locator("[data-box=board]").wait_for()
    seat = asked(table, people)
    expect(people[seat].page.get_by_role("timer").first).to_be_visible()
    # Neither clocks nor words nor steps are there for who looks on.
    assert eve.page.get_by_role("timer").count() == 0
    say_tab = ada.page.get_by_role("tab", name="Talk")
    say_tab.click()
    say(ada.page, "only between us")
    drawn = eve.page.locator("[data-box=board]").inner_html()
    shown = eve.get(f"tables/{table}/view")
    assert shown["n"] == 0
    expect(eve.page.get_by_text(re.compile("4 steps later")).first).to_be_visible()
    n = 0
    while n < 4:  # with the lot, four steps stand: still nothing
        plays(people[asked(table, people)], table, asked(table, people))
        n = ada.get(f"tables/{table}/view?seat=0")["n"]
        if n <= 4:
            assert eve.get(f"tables/{table}/view")["n"] == 0
            assert eve.page.locator("[data-box=board]").inner_html() == drawn
    while eve.get(f"tables/{table}/view")["n"] < 2:
        plays(people[asked(table, people)], table, asked(table, people))
    until(eve.page, lambda: eve.page.locator("[data-box=board]").inner_html() != drawn, "a step")
    assert "only between us" not in eve.page.content()
    # The door: who looks on is shown out at once.
    ada.post(f"tables/{table}/orders", type="options", spectators=False)
    expect(
        eve.page.get_by_text(re.compile("no spectators|closed to spectators")).first
    ).to_be_visible()


def test_my_games_on_the_shelf_and_how_they_leave_it(someone: Someone) -> None:
    """Mine to play first, with progress and who is awaited; the host closes, a guest leaves."""
    ada, ben = someone(name="Ada"), someone("fr", name="Ben")
    table = together("nuggets", ada, ben)
    people = {0: ada, 1: ben}
    other = ada.table("claim_it", [{"kind": "mine", "name": "Ada"}, {"kind": "open"}])
    seat = asked(table, people)
    if seat == 1:
        turns_over(table, people)
    page = ada.go("/")
    cards = page.locator(".cur .g")
    expect(cards).to_have_count(2)
    expect(cards.first).to_contain_text("Your turn")
    expect(cards.first).to_contain_text(re.compile(r"\d+ of \d+"))
    expect(cards.nth(1)).to_contain_text("waiting for players")
    expect(ben.go("/").locator(".cur .g").first).to_contain_text("Au tour d’Ada")
    for who in (ada, ben) if LONG else (ben,):
        assert not serious(who.page)
        for size in SOME:
            resize(who.page, *size)
            assert not faults(who.page), size
        resize(who.page, 1440, 900)
    page.get_by_role("button", name="Take Claim It! off my games").click()
    page.locator("dialog[open]").get_by_role("button", name="Close the table").click()
    expect(cards).to_have_count(1)
    assert ada.get(f"tables/{other}")["phase"] == "closed"
    ben.page.get_by_role("button", name="Retirer Nuggets de mes parties").click()
    ben.page.locator("dialog[open]").get_by_role("button", name="Quitter la table").click()
    expect(ben.page.locator(".cur")).to_have_count(0)
    assert ada.get(f"tables/{table}")["phase"] == "playing"
    # A finished game stays, also on the shelf.
    ada.post(f"tables/{table}/acts", type="resign", seat=0, v=0, match=1)
    ada.go("/")
    expect(page.get_by_role("heading", name=re.compile("Past games"))).to_be_visible()
    expect(page.locator("section", has_text="Past games").last).to_contain_text("Resigned")
    # Until it is deleted, by itself and from one's own history alone.
    page.get_by_role("button", name="Delete Nuggets").click()
    page.locator("dialog[open]").get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_role("heading", name=re.compile("Past games"))).to_have_count(0)
    assert ada.get("profile/history")["past"] == []


SUBSCRIBED = """
const told = %s;
const made = {
  endpoint: told.endpoint,
  options: { applicationServerKey: null },
  toJSON: () => ({ endpoint: told.endpoint, keys: { p256dh: told.p256dh, auth: told.auth } }),
  unsubscribe: () => Promise.resolve(true),
};
PushManager.prototype.getSubscription = () => Promise.resolve(null);
PushManager.prototype.subscribe = (asked) => {
  window.asked = [...new Uint8Array(asked.applicationServerKey)];
  return Promise.resolve(made);
};
"""


# What a browser shows; one that shows nothing at all is asked what it was to show.
SHOWN = """async () => (self.told ?? await self.registration.getNotifications()).map(
  ({ title, body, tag, data }) => ({ title, body, tag, data }))"""
NOTED = """() => {
  self.told = [];
  self.registration.showNotification = async (title, more) => {
    self.told.push({ title, ...more });
  };
}"""


@contextmanager
def called(tmp_path: Path) -> Iterator[tuple[Any, Any]]:
    """A server that calls people through a push service of the test's own."""
    (tmp_path / "data").mkdir()
    with push_service(tmp_path) as service:
        told = {"push_contact": "mailto:host@example.org"}
        with served(tmp_path / "data", push_client=service.client(), settings=told) as site:
            yield site, service


def test_a_call_comes_while_no_page_is_open(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Turned on by a switch, sent sealed, read at the service, given to the page's worker.

    The smallest browser shows no notices whatever it allows: what it was to show is noted.
    """
    call_comes(browser, tmp_path, monkeypatch, real=False)


@pytest.mark.long
def test_a_call_is_shown_as_a_notice(
    browser_type: BrowserType,
    windowed_launch_args: dict[str, Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The same in a browser that shows notices, asked for those it shows."""
    # Beside the one that other tests share: that one has no windows.
    whole = browser_type.launch(**windowed_launch_args)
    call_comes(whole, tmp_path, monkeypatch, real=True)
    whole.close()


def call_comes(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, real: bool
) -> None:
    """A person is called to their turn.

    A browser without its maker's service cannot subscribe, so that one answer is the test's; the
    message goes to a service of the test's own, and from there to the worker as it came.
    """
    monkeypatch.setattr(notifications, "GRACE", 0.0)
    own = pushed()
    with called(tmp_path) as (site, service):
        people = {}
        for seat, (name, lang) in enumerate((("Ada", "en-GB"), ("Ben", "fr-FR"))):
            context = browser.new_context(locale=lang)
            context.set_default_timeout(PATIENCE)
            context.grant_permissions(["notifications"], origin=site.url)
            context.add_init_script(
                "if (origin !== 'null' && !localStorage.getItem('filon.prefs'))"
                " localStorage.setItem('filon.prefs',"
                f" JSON.stringify({{name: '{name}', still: true}}))"
            )
            people[seat] = Person(context, site)
        ada, ben = people[0], people[1]
        ben.context.add_init_script(SUBSCRIBED % str(own.told("/ben")))
        table = ada.table(
            "nuggets", [{"kind": "mine", "name": "Ada"}, {"kind": "open"}], clock="days"
        )
        token = ada.get(f"tables/{table}/invitation")["seats"][1]["link"].partition("#")[2]
        ben.post(f"tables/{table}/join", token=token, name="Ben")
        ada.post(f"tables/{table}/orders", type="start")
        ben.go(f"/t/{table}").locator("[data-box=board]").wait_for()
        ben.page.get_by_role("button", name="Table", exact=True).click()
        ben.page.get_by_role("group", name="Avis").get_by_text("Oui").click()
        until(ben.page, lambda: bool(ben.get("profile/export")["reaches"]), "the subscription")
        key = letters(bytes(ben.page.evaluate("window.asked")))
        assert key == ben.get("push")["key"]
        ben.page.goto("about:blank")
        if asked(table, people) == 0:
            turns_over(table, people)
        service.wait()
        path, _, body = service.heard[-1]
        assert path == "/ben"
        message = own.opened(body)
        assert message == b"your turn"
        page = ben.go("/")
        line = ben.context.new_cdp_session(page)
        found: list[str] = []
        line.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda told: found.extend(one["registrationId"] for one in told["registrations"]),
        )
        line.send("ServiceWorker.enable")
        until(page, lambda: bool(found), "the worker")
        worker = ben.context.service_workers[0]
        if not real:
            worker.evaluate(NOTED)
        line.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": site.url, "registrationId": found[0], "data": message.decode()},
        )
        until(page, lambda: bool(worker.evaluate(SHOWN)), "the notice")
        told = {"title": "Filon", "body": "À vous de jouer", "tag": "turn", "data": f"/t/{table}"}
        assert worker.evaluate(SHOWN) == [told]
        for person in people.values():
            assert not person.wrong
            person.context.close()


@pytest.mark.long
def test_of_three_one_resigns_and_the_others_agree_to_end(someone: Someone) -> None:
    """A bot plays the seat to the end; the other two end the game without a winner."""
    ada, ben, eve = someone(name="Ada"), someone(name="Ben"), someone("fr", name="Zoé")
    table = together("claim_it", ada, ben, eve)
    eve.page.get_by_role("button", name="Table", exact=True).click()
    eve.page.get_by_role("button", name="Abandonner", exact=True).click()
    eve.page.locator("dialog[open]").get_by_role("button", name="Abandonner").last.click()
    until(ada.page, lambda: bool(ada.get(f"tables/{table}")["seats"][2]["level"]), "the bot")
    assert ada.get(f"tables/{table}")["phase"] == "playing"
    ada.page.get_by_role("button", name="Table", exact=True).click()
    ada.page.get_by_role("button", name="Propose to end the game").click()
    banner = ben.page.get_by_role("status").filter(has_text="Ada would like to end the game")
    expect(banner).to_be_visible()
    assert ada.get(f"tables/{table}")["phase"] == "playing"
    # The wish leaves the table's menu within reach, and is answered where it stands.
    ben.page.get_by_role("button", name="Table", exact=True).click(trial=True)
    banner.get_by_role("button").first.click()
    until(ada.page, lambda: ada.get(f"tables/{table}")["phase"] == "over", "the end")
    assert ada.get(f"tables/{table}")["time"]["ended"] == "agreed"
    assert all(not one["won"] for one in ada.get("profile/history")["past"])


@pytest.mark.long
def test_two_who_would_play_with_anyone_meet(someone: Someone) -> None:
    """The first waits at a table of their own; the second comes, and the game begins by itself."""
    ada, ben = someone(name="Ada"), someone("fr", name="Ben")
    ada.go("/").get_by_role("button", name="Play anyone").click()
    ada.page.wait_for_url("**/t/*")
    table = ada.page.url.rpartition("/")[2]
    until(ada.page, lambda: bool(ada.get(f"tables/{table}")["seats"][0]["here"]), "Ada")
    page = ben.go("/")
    page.get_by_role("button", name="Jouer avec qui voudra").click()
    page.wait_for_url("**/t/*")
    ben.sits()
    for person in (ada, ben):
        person.page.locator("[data-box=board]").wait_for()
    assert ada.page.url.partition("#")[0] == ben.page.url.partition("#")[0]


@pytest.mark.long
def test_a_person_is_shown_out_and_stays_out(someone: Someone) -> None:
    """The host excludes a person: their page says so, a bot plays on, and their link is dead."""
    ada, ben = someone(name="Ada"), someone(name="Ben")
    table, people = seated(someone, "relaxed")
    host, guest = people[0].page, people[1].page
    asked(table, people)
    host.get_by_role("button", name="Table", exact=True).click()
    host.get_by_role("button", name=re.compile("^Exclude Ben")).click()
    host.locator("dialog[open]").get_by_role("button", name="Exclude").last.click()
    until(host, lambda: bool(people[0].get(f"tables/{table}")["seats"][1]["stand_in"]), "the bot")
    expect(guest.get_by_role("link", name=re.compile("étagère"))).to_be_visible()
    for person in (ada, ben):
        person.page.close()
