"""Le Partage du butin in a real browser: whole games, previews, the finish, the guided game."""

import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from browser import butin
from browser.axe import serious
from browser.people import LONG, Site, Someone, play, until
from browser.site import Seeded
from filon.games.butin.tables import COINS, EVEN, NAMES, VALUE
from support.stacked_luck import StackedLuck

BOT = {"kind": "bot", "level": "greedy"}
ADA = {"kind": "mine", "name": "Ada"}

# Two players: every territory token, then the coins, the ten stones last.
STONES_LAST = [
    *[f"draw {name}" for name, count in zip(NAMES, EVEN, strict=True) for _ in range(count)],
    *[f"draw gold{value}" for value, count in zip(VALUE, COINS, strict=True) for _ in range(count)],
]


# Four players: coins first, so that a territory is soon full.
COINS_FIRST = STONES_LAST[:32:-1]
ORDERS = {2: STONES_LAST, 4: COINS_FIRST}


@pytest.fixture(autouse=True)
def stacked(site: Site) -> Iterator[None]:
    """An envelope in order for two and four players, and after a seed else."""
    site.fate.luck = lambda header: StackedLuck(ORDERS.get(header.begun().players, []), Seeded(5))
    yield
    site.fate.luck = None


def test_a_full_game_by_touch_on_a_phone_in_french(someone: Someone) -> None:
    """360 px wide: the whole board in sight, two touches a coin, to the end and the log."""
    zoe = someone("fr", name="Zoé", phone=True)
    seats = [{"kind": "mine", "name": "Zoé"}, BOT, BOT]
    table = (
        zoe.table("butin", seats)
        if LONG
        else zoe.late("butin", "3p-scoring-simple-symbols-even.txt", 60)
    )
    page = zoe.go(f"/t/{table}")
    butin.turn(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    last, bar = page.locator(".ter").last.bounding_box(), page.locator(".act").bounding_box()
    assert last
    assert bar
    assert last["y"] + last["height"] <= bar["y"] + 1, "the board is hidden by the action bar"
    assert bar["y"] + bar["height"] <= 741, "the page is taller than the phone"
    count = 0
    while butin.by_hand(page, count, touch=True):
        count += 1
        assert count < 200
    assert count > 5
    expect(page.locator("dialog[open] .eyebrow")).to_contain_text("fin de partie")
    expect(page.locator("dialog[open] li")).to_have_count(3)
    page.get_by_role("button", name="Revoir le plateau").tap()
    page.get_by_role("button", name="Journal et règles").tap()
    expect(page.locator("dialog[open] .log")).to_contain_text("la partie est finie")
    expect(page.locator("dialog[open] .inside summary")).to_contain_text("Dans l’enveloppe")


@pytest.mark.long
def test_a_full_game_by_keyboard_with_fractions(someone: Someone) -> None:
    """Not one click: S, P, Tab, arrows and Enter; five seats, advanced sharing, rows of eight."""
    ada = someone()
    options = {"scoring": "advanced", "symbols": "ladder"}
    table = ada.table("butin", [ADA, *[BOT] * 4], options=options)
    page = ada.go(f"/t/{table}")
    for count in range(200 if LONG else 5):
        if not butin.by_keys(page, count):
            break
    ada.hurry(table)
    expect(page.locator(butin.END)).to_be_visible()
    assert page.locator("dialog[open] li").count() == 5
    assert page.locator("dialog[open] .over").count() > 0, "no fraction in a game of shares"
    ranks = [int(text) for text in page.locator("dialog[open] .rank").all_inner_texts()]
    assert ranks == sorted(ranks)
    assert serious(page) == []
    page.keyboard.press("Escape")
    expect(page.locator(butin.END)).to_have_count(0)


@pytest.mark.long
def test_the_preview_says_what_happens(someone: Someone) -> None:
    """Hovering shows the treasure and everybody's change; after the click they stand there."""
    ada = someone()
    three = [ADA, {"kind": "mine", "name": "Ben"}, {"kind": "mine", "name": "Cleo"}]
    page = ada.go(f"/t/{ada.table('butin', three, pace='calm')}")  # no seat plays on meanwhile
    seen = 0
    for count in range(80):
        what = butin.turn(page)
        if what != "put":
            butin.by_hand(page, count)
            continue
        # The territory that would change the most seats, so that there is something to see.
        lands = page.locator(butin.OPEN).all()
        most = max(lands, key=lambda land: land.locator("[data-card]").count())
        land = page.locator(f"[data-territory={most.get_attribute('data-territory')}]")
        page.mouse.move(1, 1)  # the coin that came meanwhile is looked at anew
        land.hover()
        loot = land.locator(".loot b").inner_text()
        told = page.locator(".seats .points > .score").all_inner_texts()
        more = [
            text.inner_text() if (text := cell.locator("i")).count() else "+0"
            for cell in page.locator(".seats .points").all()
        ]
        was = butin.asked(page)
        land.click()
        page.mouse.move(1, 1)  # else the next coin's preview would stand there
        butin.moved_on(page, was)
        expect(land.locator(".loot b")).to_have_text(loot)
        promised = [str(int(a) + int(b)) for a, b in zip(told, more, strict=True)]
        expect(page.locator(".seats .points > .score")).to_have_text(promised)
        seen += any(text != "+0" for text in more)
        if seen == (2 if LONG else 1):
            return
    raise AssertionError("no coin ever changed a score")


def test_a_full_territory_names_its_clause(someone: Someone) -> None:
    """PB-9: it fades, a click says why, and the rules open on the clause."""
    ada = someone("fr")
    # Of 124 steps 32 are played: it is this seat's coin, and the forest is full.
    page = ada.go(f"/t/{ada.late('butin', '4p-scoring-simple-symbols-even.txt', 92, seat=2)}")
    assert butin.turn(page) == "put"
    page.locator(".ter.full").first.click()
    expect(page.locator(".toast")).to_contain_text("PB-9")
    page.locator(".toast .clause").click()
    expect(page.locator("[data-clause='PB-9']")).to_be_in_viewport()


def test_finish_when_nothing_can_change(someone: Someone) -> None:
    """PB-11: with only stones left the button appears; the table plays all 63 draws."""
    ada = someone()
    table = ada.table("butin", [ADA, BOT])
    page = ada.go(f"/t/{table}")
    count = 0
    finish, dice = page.get_by_role("button", name=re.compile("^Finish")), random.Random(1)
    if LONG:
        while not finish.count():
            assert butin.by_hand(page, count)
            count += 1
            assert count < 120
    else:  # without the page, which has better to do than to show every coin

        def able() -> str:
            said = ada.choose(table, dice)
            assert said != "over"
            return "over" if ada.get(f"tables/{table}/view?seat=0")["can"]["finish"] else said

        page.goto("about:blank")
        play(page, able)
        page = ada.go(f"/t/{table}")
    finish.wait_for()
    points = page.locator(".seats .points > .score").all_inner_texts()
    finish.click()
    expect(page.locator(butin.END)).to_be_visible()
    assert sorted(page.locator("dialog[open] li > .score .score").all_inner_texts()) == sorted(
        points
    )
    told = ada.get(f"tables/{table}/view?seat=0")
    assert told["view"]["of"] == 63
    assert told["view"]["envelope"]["all"] == 0


@pytest.mark.long
def test_the_aid_folds_away_and_stays_so(someone: Someone) -> None:
    """The list of the envelope's contents can be hidden; this browser remembers it."""
    ada = someone()
    page = ada.go(f"/t/{ada.table('butin', [ADA, BOT, BOT], pace='calm')}")
    aid = page.locator(".inside").first
    expect(aid.locator(".six")).to_be_visible()
    aid.locator("summary").click()
    expect(aid.locator(".six")).to_be_hidden()
    kept = "localStorage.getItem('filon.butin.inside')"
    until(page, lambda: page.evaluate(kept) == "no", "the fold is kept")
    page.reload()
    expect(page.locator(".inside .six").first).to_be_hidden()


@pytest.mark.long
def test_played_by_ear(someone: Someone) -> None:
    """Every happening and every question is a line for the screen reader."""
    ada = someone()
    page = ada.go(f"/t/{ada.table('butin', [ADA, BOT, BOT])}")
    butin.turn(page)
    heard: set[str] = set()
    page.expose_function("heard", lambda line: heard.add(line))
    page.evaluate(
        """() => new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach(
        (node) => node.textContent && window.heard(node.textContent.trim()))))
        .observe(document.querySelector('[role=log]'), {childList: true, subtree: true})"""
    )
    for count in range(7 if LONG else 4):
        butin.by_hand(page, count)
    lines = " | ".join(heard)
    assert re.search(r"draws? (a token|wealth|a pebble)", lines)
    assert re.search(r"puts? (wealth|a pebble)", lines)
    assert "key S" in lines or "Touch the territory" in lines
    label = page.locator("[data-hit=island]").get_attribute("aria-label") or ""
    assert re.match(r"Pirates’ island, treasure \d+, (no|\d+) free places?", label)
