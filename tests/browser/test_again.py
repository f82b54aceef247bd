"""Replays in the page: seek, read, share, and open one on another server."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.axe import serious
from browser.people import Person, Someone, until
from browser.site import served

STRIP = "[role=slider]"


def over(person: Person, game: str, seats: int = 2) -> str:
    """A table at which bots have played to the end."""
    table = person.table(game, [{"kind": "bot", "level": "random"}] * seats)
    until(person.page, lambda: person.get(f"tables/{table}")["phase"] == "over", "the end")
    return table


def shown(page: Page) -> int:
    """After how many steps the game is shown."""
    return int(page.locator(STRIP).get_attribute("aria-valuenow") or -1)


def test_a_game_is_scrubbed_by_keys_buttons_drag_and_log(anyone: Someone) -> None:
    ada = anyone("fr")
    table = over(ada, "claim_it", 3)
    page = ada.go(f"/r/{table}/1#12")
    expect(page.locator(STRIP)).to_have_attribute("aria-valuenow", "12")
    page.keyboard.press("ArrowRight")
    expect(page.locator(STRIP)).to_have_attribute("aria-valuenow", "13")
    assert page.url.endswith("#13")
    page.get_by_role("button", name="Un pas en arrière").click()
    expect(page.locator(STRIP)).to_have_attribute("aria-valuenow", "12")
    page.keyboard.press("End")
    most = page.locator(STRIP).get_attribute("aria-valuemax") or ""
    expect(page.locator(STRIP)).to_have_attribute("aria-valuenow", most)
    assert ada.get(f"tables/{table}/view")["view"]["result"]
    box = page.locator(STRIP).bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] - 2, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 20, steps=6)
    page.mouse.up()
    until(page, lambda: abs(shown(page) - int(most) / 2) < int(most) / 4, "the middle")
    page.locator("button.to").nth(1).click()
    until(page, lambda: 1 < shown(page) < int(most) / 3, "the second turn")
    began = shown(page)
    page.get_by_role("button", name="Lire").click()
    until(page, lambda: shown(page) > began + 2, "it plays by itself")
    page.get_by_role("button", name="Pause").click()
    assert not serious(page)


def test_hidden_things_are_seen_by_the_eyes_one_chooses(someone: Someone) -> None:
    ada = someone(width=1280, height=720)
    table = over(ada, "nuggets")
    page = ada.go(f"/r/{table}/1#20")
    page.wait_for_selector(STRIP)
    eyes = page.get_by_label("Seen by")
    expect(eyes).to_have_value("all")
    with page.expect_response(lambda told: "eyes=1" in told.url) as asked:
        eyes.select_option("1")
    assert asked.value.ok
    expect(page.locator(STRIP)).to_have_attribute("aria-valuenow", "20")


def test_two_people_at_one_device_see_a_running_game_again_as_anybody(someone: Someone) -> None:
    """There is no curtain in a replay: what one of them hides stays hidden."""
    ada = someone()
    mine = [{"kind": "mine", "name": "Ada"}, {"kind": "mine", "name": "Lou"}]
    table = ada.table("nuggets", mine)
    asked: list[str] = []
    ada.page.on("request", lambda told: asked.append(told.url) if "/replay?" in told.url else None)
    page = ada.go(f"/r/{table}/1")
    page.wait_for_selector(STRIP)
    assert [url for url in asked if "eyes=none" in url]
    assert not [url for url in asked if "eyes=0" in url or "eyes=1" in url]
    assert not page.get_by_label("Seen by").count()


def test_a_whole_game_in_a_link_opens_on_another_server(someone: Someone, tmp_path: Path) -> None:
    ada = someone(phone=True)
    table = over(ada, "butin")
    page = ada.go(f"/r/{table}/1#30")
    page.wait_for_selector(STRIP)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("textbox", name="Link to this moment")).to_have_value(
        f"{ada.site.url}/r/{table}/1#30"
    )
    field = page.get_by_role("textbox", name="The whole game in a link")
    expect(field).to_be_visible()
    without = field.input_value()
    page.get_by_label("With the players’ names").check()
    until(page, lambda: field.input_value() != without, "the names")
    with served(tmp_path) as other:
        ben = Person(ada.context, other)
        ben.page.goto(without.replace(ada.site.url, other.url))
        expect(ben.page.locator(STRIP)).to_have_attribute("aria-valuenow", "30")
        assert ben.get("mine") == []
        assert not ben.wrong


@pytest.mark.parametrize("lang", ["fr"])
def test_a_record_is_pasted_and_a_wrong_line_is_named(someone: Someone, lang: str) -> None:
    ada = someone(lang)
    page = ada.go("/r")
    field = page.get_by_label("Feuille de partie")
    field.fill("game: claim_it\nplayers: 2\n\nfirst 0\nstop\n")
    page.get_by_role("button", name="Ouvrir").click()
    expect(page.get_by_role("alert").filter(has_text="stop")).to_be_visible()
    assert not serious(page)
    field.fill("game: claim_it\nplayers: 2\n\nfirst 0\ndice 2 3 5\nsquat 3 5 2\n")
    page.get_by_role("button", name="Ouvrir").click()
    expect(page.locator(STRIP)).to_have_attribute("aria-valuemax", "3")
    ada.go("/r")  # the same by dropping its file
    field.evaluate(
        """(at) => {
            const data = new DataTransfer();
            const text = "game: claim_it\\nplayers: 2\\n\\nfirst 0\\ndice 2 3 5\\n";
            data.items.add(new File([text], "game.txt"));
            at.dispatchEvent(new DragEvent("drop", {bubbles: true, dataTransfer: data}));
        }"""
    )
    expect(page.locator(STRIP)).to_have_attribute("aria-valuemax", "2")
