"""What a device stores: the page, its games, and what happens when its storage is full."""

import gzip
import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browser.people import Someone

pytestmark = pytest.mark.xdist_group("device")
ADA, BOT = {"kind": "mine", "name": "Ada"}, {"kind": "bot", "level": "tenderfoot"}
# What this browser keeps, whether Python is there or not.
KEYS = """async () => {
  const asked = (what) => new Promise((done) => (what.onsuccess = () => done(what.result)));
  const found = [];
  for (const { name } of await indexedDB.databases()) {
    const all = await asked(indexedDB.open(name));
    for (const store of all.objectStoreNames)
      found.push(...(await asked(all.transaction(store).objectStore(store).getAllKeys())));
    all.close();
  }
  return found.map(String);
}"""
FIRST_VISIT = 9_000_000  # bytes, packed


def test_a_first_visit_is_light_enough(folder: Path) -> None:
    """The size of everything offline-ready, from a host that compresses text."""
    files = json.loads((folder / "files.json").read_text())
    sizes = {}
    for name, _ in [*files["shell"], *files["python"]]:
        whole = (folder / name).read_bytes()
        sizes[name] = min(len(whole), len(gzip.compress(whole, 6)))
    assert sum(sizes.values()) <= FIRST_VISIT, sorted(sizes.items(), key=lambda one: -one[1])[:9]


def test_a_page_from_a_disk_says_what_it_needs(browser: Browser, folder: Path) -> None:
    page = browser.new_page()
    page.goto((folder / "index.html").as_uri())
    expect(page.get_by_text("is played from a web server, not from a file")).to_be_visible()
    page.close()


def test_it_can_be_installed(traveller: Someone) -> None:
    """A browser requires a valid manifest, and icons of the sizes it names."""
    ada = traveller()
    page = ada.go()
    line = ada.context.new_cdp_session(page)
    told = line.send("Page.getAppManifest")
    assert told["url"] == f"{ada.site.url}/manifest.webmanifest"
    assert not told["errors"]
    manifest = json.loads(told["data"])
    assert {manifest["start_url"], manifest["scope"]} == {"./"}
    for icon in manifest["icons"]:
        size = page.evaluate(
            "async (src) => { const one = new Image(); one.src = src; await one.decode();"
            " return `${one.naturalWidth}x${one.naturalHeight}`; }",
            f"{ada.site.url}/{icon['src']}",
        )
        assert icon["sizes"] in ("any", size)
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])


def test_games_are_listed_saved_and_wiped(traveller: Someone) -> None:
    ada = traveller()
    table = ada.table("claim_it", [ADA, BOT])
    page = ada.go(f"/t/{table}")
    page.wait_for_selector(".frame .seat")
    page = ada.go()
    expect(page.locator(".cur .g")).to_have_count(1)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save my games to a file").click()
    kept = json.loads(Path(saved.value.path()).read_text())
    assert any(key.startswith("entry/") for key in kept)
    assert [key for key in page.evaluate(KEYS) if table in key]
    page.get_by_role("button", name="Erase everything here").click()
    with page.expect_navigation():
        page.get_by_role("dialog").get_by_role("button", name="Erase everything here").click()
    assert not [key for key in page.evaluate(KEYS) if table in key]
    page.goto("about:blank")  # this Python is not needed
