"""Nuggets in a real browser: whole games, one device, teams, and its details."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from browser import nuggets
from browser.people import LONG, Person, Someone, until

ADA = {"kind": "mine", "name": "Ada"}
BOT = {"kind": "bot", "level": "greedy"}


def heard(page: Page) -> list[dict[str, Any]]:
    """Every message the page gets on its socket from now on."""
    frames: list[dict[str, Any]] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: frames.append(json.loads(text)))

    page.on("websocket", listen)
    return frames


def played(person: Person, table: str, *choices: tuple[int, str]) -> None:
    """Steps sent by the seats of this device, without the page."""
    for seat, steps in choices:
        now = person.get(f"tables/{table}/view?seat={seat}")
        act = {"type": "steps", "match": now["match"], "v": now["v"], "seat": seat}
        person.post(f"tables/{table}/steps", steps=steps.split(", "), **act)


def starter(person: Person, table: str) -> int:
    """The seat to act."""
    turn: list[int | None] = []

    def begun() -> bool:
        turn.append(person.get(f"tables/{table}/view?seat=0")["view"]["turn"])
        return turn[-1] is not None

    until(person.page, begun, "somebody starts")
    return int(turn[-1] or 0)


@pytest.mark.long
def test_a_full_game_against_bots_by_mouse(someone: Someone) -> None:
    """Walls, tiles, the count, the ranks; no other's value on this side; then a rematch."""
    ada = someone()
    frames = heard(ada.page)
    table = ada.table("nuggets", [ADA, BOT, BOT])
    page = ada.go(f"/t/{table}")
    for count in range(200 if LONG else 4):
        if not nuggets.by_hand(page, count):
            break
    ada.hurry(table)
    expect(page.locator(nuggets.END)).to_be_visible()
    ranks = [int(text) for text in page.locator("dialog[open] .rank").all_inner_texts()]
    assert ranks == sorted(ranks)
    assert ranks[0] == 1
    assert nuggets.told_values(frames, 0) == {0}
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator(nuggets.END)).to_have_count(0)
    assert nuggets.turn(page) == "act"


def test_a_full_game_by_keyboard(someone: Someone) -> None:
    """Not one click: arrows, Shift and arrows for walls, figures for tiles."""
    ada = someone()
    table = (
        ada.table("nuggets", [ADA, BOT])
        if LONG
        else ada.late("nuggets", "2p-mines-standard-one_or_two_walls-false-memory-false.txt", 9)
    )
    page = ada.go(f"/t/{table}")
    count = 0
    while nuggets.by_keys(page, count):
        count += 1
        assert count < 120
    expect(page.locator(nuggets.END)).to_be_visible()


@pytest.mark.long
def test_teams_on_a_phone_in_french(someone: Someone) -> None:
    """360 px by touch, two teams of two: partners named, one score, never a partner's value."""
    zoe = someone("fr", name="Zoé", phone=True)
    frames = heard(zoe.page)
    table = zoe.table("nuggets", [{"kind": "mine", "name": "Zoé"}, BOT, BOT, BOT])
    page = zoe.go(f"/t/{table}")
    nuggets.turn(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    board = page.locator("svg[role=grid]").bounding_box()
    bar = page.locator("section.act").bounding_box()
    assert board
    assert bar
    assert board["y"] + board["height"] <= bar["y"] + 2, "the bar hides no row of the board"
    for count in range(200 if LONG else 4):
        if not nuggets.by_hand(page, count, touch=True):
            break
    zoe.hurry(table)
    expect(page.locator(nuggets.END)).to_be_visible()
    assert nuggets.told_values(frames, 0) <= {0}
    expect(page.locator("dialog[open] .eyebrow")).to_contain_text("fin de partie")
    expect(page.locator("dialog[open] li", has_text="Zoé").first).to_contain_text("avec ")
    scores = page.locator("dialog[open] li > .score").all_inner_texts()
    assert scores[0] == scores[1]
    assert scores[2] == scores[3]


@pytest.mark.parametrize("memory", [False, pytest.param(True, marks=pytest.mark.long)])
def test_one_device_with_a_curtain(someone: Someone, memory: bool) -> None:
    """Two seats at one device: nothing of the next seat is here before the curtain is lifted."""
    ada = someone()
    frames = heard(ada.page)
    seats = [ADA, {"kind": "mine", "name": "Ben"}]
    page = ada.go(f"/t/{ada.table('nuggets', seats, options={'memory': memory})}")
    lifted = 0
    for count in range(1, 14 if LONG else 9):
        if nuggets.turn(page) == "curtain":
            lifted += 1
            expect(page.locator(".curtain h2")).to_be_visible()
        nuggets.by_hand(page, count)
    assert lifted >= 4
    for seat in (0, 1):
        assert nuggets.told_values(frames, seat) == (set() if memory else {seat})
    if memory:
        expect(page.locator(".tile .turned")).to_have_count(0)
        page.reload()
        nuggets.turn(page)
        if page.locator(nuggets.LIFT).count():
            page.locator(nuggets.LIFT).click()
        expect(page.locator("[data-tile]").first).to_be_visible()
        expect(page.locator(".tile .turned")).to_have_count(0)
        expect(page.locator(".log")).not_to_contain_text("your")


def test_the_first_wall_can_be_cleared_and_a_forbidden_edge_shows_its_zone(
    someone: Someone,
) -> None:
    ada = someone()
    table = ada.table("nuggets", [ADA, {"kind": "mine", "name": "Ben"}])
    first = starter(ada, table)
    played(ada, table, (first, "wall 0 1 E, wall 1 1 E"), (1 - first, "wall 4 0 E, wall 2 6 S"))
    page = ada.go(f"/t/{table}")
    if nuggets.turn(page) == "curtain":
        page.locator(nuggets.LIFT).click()
    page.locator("polygon[data-edge='wall 1 0 S']").dispatch_event("click")
    laid = page.locator(".badge:not(.hollow)")  # a hollow one only follows the mouse
    expect(laid).to_have_text("1")
    expect(page.locator(".act")).to_contain_text("Lay the second wall")
    page.get_by_role("button", name="Clear").click()
    expect(laid).to_have_count(0)
    page.locator("polygon[data-edge='wall 1 0 S']").dispatch_event("click")
    page.locator("polygon.edge.hot[data-edge='wall 1 1 S']").hover(force=True)
    expect(page.locator(".act")).to_contain_text("closes a zone of 4 cells, 7 gold")
    page.locator("polygon[data-edge='wall 3 0 S']").dispatch_event("click")
    expect(page.locator(".toast")).to_contain_text("NU-8")
    expect(page.locator(".noline")).to_have_count(1)
    page.locator("polygon[data-edge='wall 1 1 S']").dispatch_event("click")
    page.get_by_role("button", name="Lay both walls").click()
    expect(page.locator("[data-plaque='1']")).to_contain_text("7")


def test_a_pass_is_asked_about_first(someone: Someone) -> None:
    ada = someone()
    page = ada.go(f"/t/{ada.table('nuggets', [ADA, BOT])}")
    nuggets.turn(page)
    page.locator(".pass button").click()
    expect(page.locator("dialog[open]")).to_contain_text("16 tiles left")
    page.get_by_role("button", name="Keep playing").click()
    assert nuggets.turn(page) == "act"


def test_everybody_passes_at_once(someone: Someone) -> None:
    """No seat scores, and all share the victory."""
    ada = someone()
    table = ada.table("nuggets", [ADA, {"kind": "mine", "name": "Ben"}])
    first = starter(ada, table)
    played(ada, table, (first, "pass"), (1 - first, "pass"))
    page = ada.go(f"/t/{table}")
    expect(page.locator(nuggets.END)).to_have_text("You and Ben win together.")
    assert page.locator("dialog[open] .rank").all_inner_texts() == ["1", "1"]


def test_halves_and_lost_gold_are_shown_exactly(someone: Someone) -> None:
    """A shared zone of 7 gives 3 1/2 each; the gold of the other, without tiles, is lost."""
    ada = someone()
    table = ada.table("nuggets", [ADA, {"kind": "mine", "name": "Ben"}])
    one = starter(ada, table)
    two = 1 - one
    played(ada, table, (one, "wall 0 1 E, wall 1 1 E"), (two, "wall 1 0 S, wall 1 1 S"),
           (one, "tile 0 0 2"), (two, "tile 1 0 2"), (one, "pass"), (two, "pass"))  # fmt: skip
    page = ada.go(f"/t/{table}")
    expect(page.locator(".ledger")).to_contain_text("41 gold goes to nobody")
    labels = page.locator("dialog[open] li > .score [role=img]")
    expect(labels).to_have_count(2)
    told = [label.get_attribute("aria-label") for label in labels.all()]
    assert told == ["3\u00a01/2", "3\u00a01/2"]


@pytest.mark.long
def test_mines_by_the_players_and_a_single_wall(someone: Someone) -> None:
    """The options: markers laid by hand, and one wall where that is enough."""
    ada = someone()
    options = {"mines": "players", "one_or_two_walls": True}
    page = ada.go(f"/t/{ada.table('nuggets', [ADA, BOT], options=options)}")
    for _ in range(4):
        page.wait_for_selector(nuggets.HELD)
        assert page.locator(nuggets.EDGE).count() == 0
        laid = page.locator("[data-mine]").count()
        page.locator(nuggets.HELD).first.click()
        page.locator(nuggets.LIT).first.click()
        page.locator(nuggets.GOLD).click()
        expect(page.locator("[data-mine]")).not_to_have_count(laid)
        page.wait_for_selector(f"{nuggets.HELD}, {nuggets.EDGE}", state="attached")
    page.wait_for_selector(nuggets.EDGE, state="attached")
    page.locator(nuggets.EDGE).first.dispatch_event("click")
    page.get_by_role("button", name="Only one wall").click()
    expect(page.locator(".log")).to_contain_text("You leave it at one wall")
