"""A puzzle in the page, answered wrong and then right."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser.axe import serious
from browser.people import Someone
from filon.puzzles.puzzle import shipped

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


def test_a_change_of_language_changes_everything_a_puzzle_and_a_replay_show(
    someone: Someone,
) -> None:
    """Titles, names, the question and the board's own words; no key of a text stands anywhere."""
    ada = someone("fr")
    page = ada.go("/p/claim_it/1")
    expect(page.get_by_text("Problème 1 sur")).to_be_visible()
    speak(page, "English")
    expect(page.get_by_text("Puzzle 1 of")).to_be_visible()
    expect(page.get_by_role("button", name="Roll")).to_be_visible()
    nothing_is_left(page, "Relancer", "Problème")
    speak(page, "Français")
    table = ada.table("claim_it", [{"kind": "mine"}, *[{"kind": "bot", "level": "random"}] * 2])
    page = ada.go(f"/r/{table}/1#0")
    expect(page.get_by_text("Invité", exact=False).first).to_be_visible()
    speak(page, "English")
    expect(page.get_by_text("Guest", exact=False).first).to_be_visible()
    nothing_is_left(page, "Invité", "Lire")


def speak(page: Page, language: str) -> None:
    """Choose a language in the menu, and close it."""
    page.get_by_role("banner").get_by_role("button").last.click()
    page.get_by_role("dialog").get_by_text(language).click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def nothing_is_left(page: Page, *words: str) -> None:
    """None of these words of the other language stands on the page, and no key of a text."""
    body = page.locator("body")
    expect(body).not_to_contain_text(re.compile(r"claim_it\.\w|shell\.\w"))
    for word in words:
        expect(body).not_to_contain_text(word)


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
