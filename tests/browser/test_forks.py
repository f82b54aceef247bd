"""Forks in the page: the picture of a moment, and the game played on from it."""

import struct
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.axe import serious
from browser.people import Someone, until
from browser.test_again import STRIP, over
from filon.games import slugs


def shared(someone: Someone, game: str, folder: Path) -> None:
    """Both pictures of a moment are saved and not empty."""
    ada = someone("fr")
    table = over(ada, game)
    page = ada.go(f"/r/{table}/1#20")
    page.wait_for_selector(STRIP)
    page.keyboard.press("s")
    expect(page.locator("figure img")).to_have_js_property("complete", True)
    with page.expect_download() as found:
        page.get_by_role("button", name="Image (PNG)").click()
    found.value.save_as(folder / "board.png")
    board = (folder / "board.png").read_bytes()
    assert board[:4] == b"\x89PNG"
    assert min(struct.unpack(">II", board[16:24])) > 400
    assert len(board) > 60_000  # a plain field would be far smaller
    with page.expect_download() as found:
        page.get_by_role("button", name="Dessin (SVG)").click()
    found.value.save_as(folder / "board.svg")
    drawing = (folder / "board.svg").read_text("utf-8")
    assert drawing.startswith("<svg")
    assert "http://127" not in drawing  # it needs nothing from elsewhere
    assert "@font-face" in drawing


@pytest.mark.long
@pytest.mark.parametrize("game", slugs())
def test_a_moment_of_every_game_is_a_picture(someone: Someone, tmp_path: Path, game: str) -> None:
    shared(someone, game, tmp_path)


def test_a_moment_is_played_on_and_names_where_it_comes_from(someone: Someone) -> None:
    ada = someone("fr")
    table = over(ada, "nuggets")
    page = ada.go(f"/r/{table}/1#45")
    page.wait_for_selector(STRIP)
    page.keyboard.press("f")
    sheet = page.get_by_role("dialog", name="Rejouer d’ici")
    expect(sheet.get_by_label("Nouvelle donne équitable")).to_be_checked()
    assert not serious(page)
    sheet.get_by_role("button", name="Rejouer", exact=True).click()
    expect(page.locator("a.origin")).to_have_attribute("href", f"/r/{table}/1#45")
    child = page.url.rpartition("/")[2]
    told = ada.get(f"tables/{child}")
    assert told["fork"] == {"table": table, "match": 1, "step": 45, "fair": True}
    [seat] = told["you"]["seats"]
    until(page, lambda: ada.get(f"tables/{child}/view?seat={seat}")["can"]["act"], "my turn")
    view = ada.get(f"tables/{child}/view?seat={seat}")
    assert view["n"] >= 45
    step = {"v": view["v"], "seat": seat, "match": 1, "steps": [view["legal"][0]]}
    assert ada.post(f"tables/{child}/steps", **step)["n"] > view["n"]
    # A running game is not forked: neither by a button nor by its key.
    page.goto(f"{ada.site.url}/r/{child}/1")
    page.wait_for_selector(STRIP)
    page.keyboard.press("f")
    expect(page.get_by_role("button", name="Rejouer d’ici")).to_have_count(0)
    expect(page.get_by_role("dialog")).to_have_count(0)
