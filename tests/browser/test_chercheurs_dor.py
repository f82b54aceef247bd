"""Les Chercheurs d'or in a real browser: whole games, every scene, the guided trip, the house."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.axe import serious
from browser.people import LASTING, LONG, Site, Someone, until
from browser.site import Seeded
from filon.core.events import Event
from filon.core.game import OVER
from filon.core.rng import Rng
from filon.games.chercheurs_dor.spec import SPEC
from filon.match.header import Header
from filon.match.luck import Luck, ScriptedLuck

BOT = {"kind": "bot", "level": "greedy"}
END = "dialog[open] .won"
WANTED = {"holdup", "saloon", "bar", "deposit"}
# Every scene and stamp that was ever shown is written down while the page runs.
WATCH = """
window.seen = new Set();
const note = () => {
  const stage = document.querySelector('section.stage');
  if (stage) window.seen.add(stage.querySelector('.title')?.textContent ?? 'holdup');
  for (const one of document.querySelectorAll('.stamp text')) window.seen.add(one.textContent);
};
addEventListener('DOMContentLoaded', () =>
  new MutationObserver(note).observe(document, {subtree: true, childList: true}));
"""


def story(players: int, seat: int) -> list[str]:
    """A game of 30 rounds in which the seat meets the Outlaw, the wheel, a duel and the Bank.

    Neither a stake nor a way home changes what is thrown next, so the dice fit any choices.
    """
    for seed in range(2000):
        state = SPEC.start(players, {"rounds": 30})
        rng, steps, story = Rng(seed), list[str](), list[Event]()
        while state.actor() != OVER:
            step = state.pick(rng)
            steps.append(SPEC.layout.text(step))
            story += state.narrate(step)
        if {event.kind for event in story if event.seat == seat} >= WANTED:
            return steps
    raise AssertionError("no such game")


@pytest.fixture(scope="module")
def three() -> list[str]:
    """A script for three players."""
    return story(3, 0)


@pytest.fixture(autouse=True)
def scripted(site: Site, three: list[str]) -> Iterator[None]:
    """Dice that follow a script for three players, and a seed for others."""

    def luck(header: Header) -> Luck:
        return ScriptedLuck(three, Seeded(1)) if header.begun().players == 3 else Seeded(7)

    site.fate.luck = luck
    yield
    site.fate.luck = None


def press(page: Page) -> str:
    """Do what is asked, if anything is: choose and send a stake, a way home, or throw."""
    return str(
        page.evaluate(
            """() => {
      const act = document.querySelector('section.act');
      const home = act?.querySelector('[data-way=left]');
      if (home && !home.disabled) { home.click(); return 'home'; }
      const square = document.querySelector(
        "[role=radio][aria-label^='4 jaune'], [role=radio][aria-label^='4 yellow']");
      if (square && square.getAttribute('aria-checked') !== 'true') {
        square.dispatchEvent(new MouseEvent('click', {bubbles: true}));
        return 'square';
      }
      const gold = act?.querySelector('.btn.gold');
      if (gold && !gold.disabled) { gold.click(); return square ? 'stake' : 'throw'; }
      return '';
    }"""
        )
    )


def to_the_end(page: Page) -> set[str]:
    """Play until the end sheet opens; what was pressed on the way."""
    done: set[str] = set()
    end = time.monotonic() + 5 * LASTING / 1000
    while not page.locator(END).count():
        assert time.monotonic() < end, "the game takes too long"
        done.add(press(page))
        page.wait_for_timeout(30)
    return done


@pytest.mark.parametrize(
    "phone", [False, True] if LONG else [True], ids=["desktop", "phone"] if LONG else ["phone"]
)
def test_thirty_rounds_with_every_scene(someone: Someone, phone: bool) -> None:
    """Three players, in French: a hold-up, a roulette, a duel, deposits, the end."""
    # Scenes are shown in full in the long form; in the short one those stand there that ask a hand.
    elise = someone("fr", name="Élise", phone=phone, still=not LONG, auto=False)
    elise.page.add_init_script(WATCH)
    seats = [{"kind": "mine", "name": "Élise"}, BOT, BOT]
    pace = "brisk" if LONG else "instant"
    table = elise.table("chercheurs_dor", seats, options={"rounds": 30}, pace=pace)
    page = elise.go(f"/t/{table}")
    page.locator("section.act").wait_for()
    if phone:
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    done = to_the_end(page)
    assert {"stake", "throw"} <= done
    seen = set(page.evaluate("[...window.seen]"))
    assert {"La roulette", "Le duel"} <= seen
    # At the pace of the short form a page that falls behind takes the newest view: a hold-up, which
    # asks no seat for a choice, may be over before it is shown.
    if LONG:
        assert {"holdup", "Dernière manche"} <= seen
        assert any("Hold-up" in text for text in seen)
    expect(page.locator("dialog[open] .eyebrow")).to_contain_text("fin de partie")
    expect(page.locator("dialog[open] li")).to_have_count(3)
    scores = page.locator("dialog[open] .score").all_inner_texts()
    grams = [int("".join(sign for sign in text if sign.isdigit())) for text in scores]
    assert grams == sorted(grams, reverse=True)
    assert grams[0] >= 1000


@pytest.mark.long
def test_four_bots_are_watched_with_all_motion(someone: Someone) -> None:
    """A spectator, at a fast pace: a scene, and the end within two minutes."""
    ada = someone(still=False)
    ada.page.add_init_script(WATCH)
    table = ada.table("chercheurs_dor", [BOT] * 4, pace="brisk")
    begun = time.monotonic()
    page = ada.go(f"/t/{table}")
    scene = "seen.has('The roulette') || seen.has('The duel')"
    until(page, lambda: bool(page.evaluate(scene)), "a scene")
    page.locator(END).wait_for()
    assert time.monotonic() - begun < 120
    expect(page.locator("dialog[open] li")).to_have_count(4)


def throw_until(page: Page, goal: Locator) -> None:
    """Throw whenever the dice wait for this hand, until something else is asked."""
    button = page.locator("section.act .btn.gold:enabled")

    def there() -> bool:
        if goal.count():
            return True
        if button.count():
            page.keyboard.press("Enter")
        return False

    until(page, there, "the end of throwing")


@pytest.mark.long
@pytest.mark.parametrize("theme", ["day", "lantern"] if LONG else ["day"])
def test_the_seventh_keeps_the_house(someone: Someone, theme: str) -> None:
    """His page says so, and he has no turn; nothing serious for axe on a phone either."""
    zoe = someone("fr", name="Zoé", phone=True, theme=theme)
    seats = [*[BOT] * 6, {"kind": "mine", "name": "Zoé"}]
    page = zoe.go(f"/t/{zoe.table('chercheurs_dor', seats, pace='calm')}")
    expect(page.locator("#act-title")).to_have_text("Vous tenez la maison")
    expect(page.locator("section.act p")).to_contain_text("Banquier, croupier et duelliste")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert serious(page) == []
