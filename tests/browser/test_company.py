"""Chat and profiles in the page: talk, emotes, muting, a profile on another browser."""

import pytest
from playwright.sync_api import Page, expect

from browser.axe import serious
from browser.bench import resize
from browser.boxes import SIZES, SOME, faults
from browser.people import Person, Someone


def together(game: str, host: Person, *guests: Person) -> str:
    """A game of these people, each at a browser of their own, begun and on every screen."""
    seats = [{"kind": "mine", "name": "Ada"}, *({"kind": "open"} for _ in guests)]
    table = host.table(game, seats)
    links = host.get(f"tables/{table}/invitation")["seats"]
    for guest, seat in zip(guests, links[1:], strict=True):
        token = seat["link"].partition("#")[2]
        guest.post(f"tables/{table}/join", token=token, name="Ben")
    host.post(f"tables/{table}/orders", type="start")
    for person in (host, *guests):
        person.go(f"/t/{table}").locator("[data-box=board]").wait_for()
    return table


def say(page: Page, text: str) -> None:
    """Write a line in the open tab and send it."""
    page.get_by_label("Say something").fill(text)
    page.keyboard.press("Enter")


def test_three_people_talk_and_one_is_muted(someone: Someone) -> None:
    ada, ben, eve = someone(name="Ada"), someone(name="Ben"), someone(name="Ben", phone=True)
    table = together("claim_it", ada, ben, eve)
    ada.page.get_by_role("tab", name="Talk").click()
    say(ada.page, "<b>Hello</b> & welcome")
    # A player who is busy elsewhere sees it at the seat and as a number, and keeps the focus.
    board = ben.page.locator("[data-box=board] [tabindex='0']").first
    board.focus()
    expect(ben.page.get_by_role("tab", name="Talk 1 new word")).to_be_visible()
    expect(ben.page.locator("[data-box=seats] .bubble")).to_contain_text("<b>Hello</b> & welcome")
    expect(board).to_be_focused()
    expect(ben.page.locator("[role=log]")).to_contain_text("Ada: <b>Hello</b> & welcome")
    # By keyboard: C opens the talk and its field.
    ben.page.keyboard.press("c")
    expect(ben.page.get_by_label("Say something")).to_be_focused()
    expect(ben.page.get_by_role("list", name="Talk")).to_contain_text("<b>Hello</b> & welcome")
    say(ben.page, "hello Ada")
    # Two people called Ben are told apart by their emblems.
    expect(ada.page.get_by_role("list", name="Talk")).to_contain_text("Ben (Pan)")
    # On the phone: a number at the button, the words in the drawer.
    eve.page.get_by_role("button", name="Log and rules").click()
    expect(eve.page.get_by_role("list", name="Talk")).to_contain_text("hello Ada")
    eve.page.get_by_role("button", name="Mute Ben (Pan)").click()
    expect(eve.page.get_by_role("list", name="Talk")).not_to_contain_text("hello Ada")
    say(ben.page, "still here")
    expect(ada.page.get_by_role("list", name="Talk")).to_contain_text("still here")
    say(ada.page, "after that")
    expect(eve.page.get_by_role("list", name="Talk")).to_contain_text("after that")
    expect(eve.page.get_by_role("list", name="Talk")).not_to_contain_text("still here")
    eve.page.reload()  # the device remembers
    eve.page.get_by_role("button", name="Log and rules").click()
    eve.page.get_by_role("tab", name="Talk").click()
    expect(eve.page.get_by_role("list", name="Talk")).to_contain_text("after that")
    expect(eve.page.get_by_role("list", name="Talk")).not_to_contain_text("still here")
    # The host turns chat off: the tab disappears at once for everyone.
    ada.post(f"tables/{table}/orders", type="options", talk="off")
    for person in (ada, ben, eve):
        expect(person.page.get_by_role("tab", name="Talk")).to_have_count(0)


@pytest.mark.long
def test_an_emote_shows_at_the_seat(someone: Someone) -> None:
    ada, ben = someone(name="Ada"), someone(name="Ben", phone=True, first=True)
    ben.page.clock.install()
    together("nuggets", ada, ben)
    ada.page.get_by_role("tab", name="Talk").click()
    ada.page.get_by_role("button", name="Emotes").click()
    ada.page.get_by_role("button", name="Well played").click()
    seat = ben.page.locator("[data-box=seats] li").filter(has_text="Ada")
    expect(seat.locator(".bubble.emote use")).to_have_attribute("href", "#m-hat")
    expect(ben.page.locator("[role=log]")).to_contain_text("Ada: Well played")
    ben.page.clock.run_for(10_000)
    expect(seat.locator(".bubble")).to_have_count(0)
    expect(ben.page.get_by_role("button", name="Log and rules")).to_contain_text("1")


@pytest.mark.long
@pytest.mark.parametrize("slug", ["nuggets", "butin"])
def test_talk_fits_every_screen_and_is_clean(someone: Someone, slug: str) -> None:
    ada, ben = someone(name="Ada"), someone(name="Ben")
    together(slug, ada, ben)
    page = ada.page
    page.get_by_role("tab", name="Talk").or_(page.get_by_role("button", name="Talk")).first.click()
    say(page, "a word that is quite a bit longer than the column in which it has to find its place")
    page.get_by_role("button", name="Emotes").click()
    assert not serious(page)
    for size in SIZES:
        resize(page, *size)
        wrong = faults(page)
        assert not wrong, f"{size} {wrong}"


def test_a_profile_moves_to_another_browser_with_its_seat(someone: Someone) -> None:
    """The link shows no more than the page: it is used up by a click, once, and brings all."""
    ada, ben, phone = someone(name="Ada"), someone(name="Ben"), someone(name="", phone=True)
    table = together("claim_it", ada, ben)
    page = ben.open()
    page.goto(f"{ben.site.url}/")
    page.locator(".me").click()
    page.get_by_title("Star").click()
    page.get_by_role("button", name="To another device").click()
    link = page.get_by_label("Open this on the other device").input_value()
    phone.page.goto(link)
    phone.page.get_by_role("heading", name="Bring Ben to this device?").wait_for()
    assert ben.get(f"tables/{table}")["you"]["seats"] == [1]  # looking at it takes nothing
    phone.page.get_by_role("button", name="Bring it here").click()
    expect(phone.page.get_by_text("1 seat came here.")).to_be_visible()  # for four seconds
    expect(phone.page.get_by_role("heading", name="Ben", exact=True)).to_be_visible()
    assert "#" not in phone.page.url
    assert not serious(phone.page)
    # The old browser is told, the table too, and the phone plays on.
    expect(
        ben.page.get_by_role("heading", name="Your seat was taken over elsewhere")
    ).to_be_visible()
    expect(ada.page.locator("[role=log]")).to_contain_text("Another device took up the seat of Ben")
    assert phone.get(f"tables/{table}")["you"]["seats"] == [1]
    phone.go(f"/t/{table}").locator("[data-box=board]").wait_for()
    ada.page.goto(link)
    ada.page.get_by_role("button", name="Bring it here").click()
    expect(ada.page.get_by_text("was used already")).to_be_visible()
    # A lost phone is put out from the first device, which has the seat again.
    page.reload()
    page.get_by_role("button", name="Put out").click()
    page.get_by_role("dialog").get_by_role("button", name="Put out").click()
    # The phone is told before the answer, with the seat's cookie, has reached Ben's browser.
    expect(page.get_by_role("button", name="Put out")).to_have_count(0)
    expect(
        phone.page.get_by_role("heading", name="Your seat was taken over elsewhere")
    ).to_be_visible()
    assert ben.get(f"tables/{table}")["you"]["seats"] == [1]


def test_the_profile_tells_what_was_played_and_fits_every_screen(someone: Someone) -> None:
    ada, ben = someone("fr", name="Ada"), someone("fr", name="Ben")
    table = together("claim_it", ada, ben)
    ada.post(f"tables/{table}/acts", type="resign", seat=0, v=0, match=1)
    page = ada.go("/me")
    page.get_by_role("heading", name="Parties", exact=True).wait_for()
    page.get_by_role("link", name="Revoir").wait_for()
    expect(page.locator(".tally").nth(1)).to_contain_text("Ben")
    page.get_by_role("button", name="Vers un autre appareil").click()
    page.get_by_label("À ouvrir sur l’autre appareil").wait_for()
    assert not serious(page)
    for size in SOME:
        resize(page, *size)
        wrong = faults(page)
        assert not wrong, f"{size} {wrong}"
    page.get_by_role("button", name="M’oublier").click()
    page.get_by_role("dialog").get_by_role("button", name="M’oublier").click()
    expect(page.get_by_text("Plus rien n’est gardé de vous.")).to_be_visible()
    expect(page.get_by_text("Aucune partie finie")).to_be_visible()
    assert ben.get("profile/history")["past"][0]["seats"][0]["name"] == ""
