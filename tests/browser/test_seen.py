"""Animations that matter: the dice that pay, and the end of a game."""

import random

from playwright.sync_api import expect

from browser.people import Someone, until

BOT = {"kind": "bot", "level": "greedy"}
ADA = {"kind": "mine", "name": "Ada"}

# Every pair of dice a harvest shows once they lie, in the order of the page.
WATCH = """() => {
  window.shown = [];
  new MutationObserver(() => {
    const now = document.querySelector('[data-moment=harvest]')?.dataset.diceShown;
    if (now && window.shown.at(-1) !== now) window.shown.push(now);
  }).observe(document.body, {subtree: true, childList: true, attributes: true});
}"""


def test_the_dice_at_the_harvest_are_the_dice_that_pay(someone: Someone) -> None:
    """Gold River: what lies large on the table is this round's throw, not the one before."""
    ada = someone(at_once=False)
    table = ada.table("gold_river", [ADA, BOT, BOT])
    page = ada.go(f"/t/{table}")
    page.wait_for_selector("[data-phase]")
    page.evaluate(WATCH)
    dice, paid = random.Random(3), list[str]()
    while len(paid) < 2:
        view = ada.get(f"tables/{table}/view?seat=0")["view"]
        # While a seat may still telegraph, the dice pay nothing yet.
        thrown = "" if view["phase"] == "wire" else " ".join(map(str, view["dice"] or []))
        if thrown and paid[-1:] != [thrown]:
            paid.append(thrown)
            until(page, lambda: page.evaluate("shown.at(-1)") == paid[-1], f"dice {thrown}")
            # A tap skips the scene.
            page.keyboard.press(" ")
        ada.choose(table, dice)
        page.wait_for_timeout(20)
    assert page.evaluate("shown") == paid


def test_the_end_is_a_moment(someone: Someone) -> None:
    """Emblem, reason, count and the check of the draws; closed, the winner stays marked."""
    zoe = someone("fr", name="Zoé")
    table = zoe.table("claim_it", [{"kind": "mine", "name": "Zoé"}, BOT])
    page = zoe.go(f"/t/{table}")
    zoe.hurry(table)
    sheet = page.locator("dialog[open]")
    expect(sheet.locator(".won")).to_be_visible()
    expect(sheet.locator(".emblem svg").first).to_be_visible()
    expect(sheet.locator(".said p").last).to_contain_text("d’avance sur")
    # Every rule of the ranking is a column, and the one that decided is marked.
    expect(sheet.locator(".heads .col")).to_have_text(["parcelles", "droits", "plus grand groupe"])
    expect(sheet.locator("li.first .broke")).to_have_count(1)
    sheet.get_by_role("button", name="Vérifier les tirages").click()
    expect(page.locator(".fair")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator(".seat.won .flag")).to_have_text("Victoire")
    expect(page.locator("[data-outline]")).to_have_count(1)
    page.get_by_role("button", name="Voir le résultat").click()
    expect(page.locator("dialog[open] .won")).to_be_visible()
