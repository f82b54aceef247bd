"""A puzzle in the page, answered wrong and then right."""

import pytest
from playwright.sync_api import expect

from browser.axe import serious
from browser.people import Someone
from filon.puzzles.collection import shipped

WORDS = {"roll": "Relancer", "stop": "S’arrêter"}


def test_a_puzzle_is_answered_wrong_and_then_right(anyone: Someone) -> None:
    number, puzzle = next(
        (at, one)
        for at, one in enumerate(shipped("claim_it"), start=1)
        if {one.best, one.liked} == set(WORDS)
    )
    ada = anyone("fr")
    page = ada.go(f"/p/claim_it/{number}")
    expect(page.get_by_text(f"Problème {number} sur")).to_be_visible()
    page.get_by_role("button", name=WORDS[puzzle.liked]).click()
    sheet = page.get_by_role("dialog", name="Pas celui-là")
    expect(sheet.get_by_text("le meilleur coup dans")).to_be_visible()
    assert not serious(page)
    sheet.get_by_role("button", name="Chercher encore").click()
    page.get_by_role("button", name=WORDS[puzzle.best]).click()
    sheet = page.get_by_role("dialog", name="C’est cela")
    expect(sheet).to_be_visible()
    expect(sheet.get_by_text("gagne").first).to_be_visible()


@pytest.mark.long
def test_exact_odds_are_shown_unless_somebody_wants_none(someone: Someone) -> None:
    number = next(
        at
        for at, one in enumerate(shipped("claim_it"), start=1)
        if {one.best, one.liked} == set(WORDS)
    )
    page = someone("fr").go(f"/p/claim_it/{number}")
    odds = page.locator("[data-odds]:not(html)").first
    expect(odds).to_be_visible()
    page.evaluate(
        "localStorage.setItem('filon.prefs', JSON.stringify("
        "{...JSON.parse(localStorage.getItem('filon.prefs')), odds: false}))"
    )
    page.reload()
    expect(page.get_by_role("button", name=WORDS["roll"])).to_be_visible()
    expect(odds).to_be_hidden()
