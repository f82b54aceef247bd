"""What happens is seen: the dice that pay, and the end of a game as a moment."""

import random

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
        thrown = " ".join(map(str, view["dice"] or []))
        if thrown and paid[-1:] != [thrown]:
            paid.append(thrown)
            until(page, lambda: page.evaluate("shown.at(-1)") == paid[-1], f"dice {thrown}")
            # A tap goes on: nobody has to wait for the scene.
            page.keyboard.press(" ")
        ada.choose(table, dice)
        page.wait_for_timeout(20)
    assert page.evaluate("shown") == paid
