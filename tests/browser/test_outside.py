"""A game of another package in the page: its own board draws, and its steps are played."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browser.people import Person
from browser.site import served
from engine.test_outside_games import install, look_again
from filon import bots

BOARD = """
export function mount(place, told) {
  const sheet = document.createElement("link");
  Object.assign(sheet, { rel: "stylesheet", href: "/games/cave/board.css" });
  document.head.append(sheet);
  const text = place.appendChild(document.createElement("p"));
  text.id = "cave";
  const update = (now) => {
    text.textContent = `tiles ${now.view.tiles.join(" ")} ${now.t("line")}`;
  };
  update(told);
  return { update, unmount: () => text.remove() };
}
"""


@pytest.fixture
def ada(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Person]:
    """A player at a server with a sixth game and a bot of its own."""
    place = tmp_path / "site"
    install(place, "cave", "camp_cave")
    (place / "camp_cave" / "page" / "board.js").write_text(BOARD)
    (place / "camp_cave" / "page" / "board.css").write_text("#cave { color: rgb(1, 2, 3); }")
    monkeypatch.syspath_prepend(str(place))
    look_again()
    monkeypatch.setitem(bots.GUESTS, "mole", bots.Random)
    with served(tmp_path / "data") as site:
        context = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 720})
        person = Person(context, site)
        yield person
        assert person.wrong == []
        context.close()
    monkeypatch.undo()
    look_again()


def test_a_board_of_another_package_plays(ada: Person) -> None:
    seats = [{"kind": "mine", "name": "Ada"}, {"kind": "bot", "level": "mole"}]
    page = ada.go(f"/t/{ada.table('cave', seats)}")
    board = page.locator("#cave")
    expect(board).to_contain_text("tiles")
    expect(board).to_contain_text("en")  # its own catalogue, in the page's language
    expect(board).to_have_css("color", "rgb(1, 2, 3)")  # its own sheet, by the page's policy
    before = board.inner_text()
    page.get_by_role("button", name="lay 0 3").click()
    expect(board).not_to_have_text(before)


def test_a_guest_stands_outside_the_scale(ada: Person) -> None:
    seats = [{"kind": "mine", "name": "Ada"}, {"kind": "open"}]  # still in the waiting room
    page = ada.go(f"/t/{ada.table('cave', seats)}")
    choice = page.locator("select option", has_text="mole").first
    expect(choice).to_have_text("mole")
    expect(page.locator("select option", has_text="●").first).to_contain_text("○○○ ")
