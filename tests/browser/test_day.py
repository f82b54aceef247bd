"""The daily challenge in the page: begun, the same luck twice, and ranked."""

import pytest
from playwright.sync_api import expect

from browser.axe import serious
from browser.people import Person, Someone, play
from filon.challenge.day import challenge, week

DAY = next(day for day in week("2026-11-20") if challenge(day).setup.game == "butin")


def played(person: Person, table: str) -> str:
    """Play to the end, always the first legal step; the steps of the game."""
    [seat] = person.seats(table)
    person.post(f"tables/{table}/orders", type="options", pace="instant")

    def step() -> str:
        view = person.ask("GET", f"tables/{table}/view?seat={seat}")
        told = {"v": view["v"], "seat": seat, "match": 1}
        if view["can"]["throw"]:
            person.ask("POST", f"tables/{table}/throw", **told)
        elif view["can"]["act"]:
            person.ask("POST", f"tables/{table}/steps", steps=[view["legal"][0]], **told)
        elif view["waiting"]["kind"] == "over":
            return "over"
        else:
            return "waits"
        return "acted"

    play(person.page, step)
    text = person.text(f"tables/{table}/record")
    return text.partition("\n\n")[2]


@pytest.mark.fair
def test_a_challenge_played_twice_meets_the_same_luck(
    someone: Someone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("filon.app.challenge.Judge.today", lambda self: DAY)
    ada = someone("fr")
    page = ada.go("/")
    page.get_by_role("button", name="Relever le défi").locator("visible=true").last.click()
    sheet = page.get_by_role("dialog", name="Défi du jour")
    expect(sheet.get_by_text("se calculent")).to_be_visible()
    assert not serious(page)
    sheet.get_by_role("button", name="Relever le défi").click()
    page.wait_for_selector(".board")
    table = page.url.rpartition("/")[2]
    assert ada.get(f"tables/{table}")["hints"] == ""  # no hints in it
    page.goto("about:blank")
    first = played(ada, table)
    again = ada.post("challenge", name="Ada")["id"]  # for practice
    assert played(ada, again) == first
    page = ada.go("/#day")
    sheet = page.get_by_role("dialog", name="Défi du jour")
    expect(sheet.get_by_role("row").filter(has_text="Ada")).to_be_visible()
    expect(sheet.get_by_role("link", name="Revoir")).to_have_attribute("href", f"/r/{table}/1")
    expect(sheet.get_by_role("button", name="Copier le résultat")).to_be_visible()
