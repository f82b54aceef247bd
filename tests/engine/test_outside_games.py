"""Games of other packages: found by their entry points, played, served, and never confused."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.responses import FileResponse

from filon import games
from filon.app.games import rules, shelf
from filon.bots.external import any_bot
from filon.core.errors import Refusal
from filon.core.record import Record
from filon.core.setup import agreed
from filon.lab.arena import request, run
from filon.lab.executor import Processes
from filon.messages import catalogue
from filon.review.review import review
from filon.review.telling import Teller
from filon.server import page
from filon.server.preview import unfurled
from server.test_host_tools import filon
from support import hidden_game
from support.serving import Device, begun, opened, server

__all__ = ["filon"]  # a fixture

BOARD = "export function mount(place, told) { return { update() {} }; }\n"


def install(site: Path, slug: str, package: str) -> None:
    """A package with one small game, as pip would leave it."""
    home = site / package
    (home / "web").mkdir(parents=True)
    (home / "page").mkdir()
    source = Path(hidden_game.__file__).read_text("utf-8")
    source = source.replace('slug="cave"', f'slug="{slug}"').replace(
        '{"fr": "", "en": ""}', '{"fr": "La grotte", "en": "The cave"}'
    )
    (home / "__init__.py").write_text("")
    (home / "spec.py").write_text(source, "utf-8")
    (home / "page" / "board.js").write_text(BOARD)
    (home / "RULES.en.md").write_text("# The cave\n\n**CA-1** Lay tiles.\n")
    for lang in ("fr", "en"):
        (home / "web" / f"messages.{lang}.json").write_text(f'{{"{slug}.line": "{lang}"}}')
    info = site / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[filon.games]\n{slug} = {package}.spec:SPEC\n")


def look_again() -> None:
    for kept in (games.outside, games.load, catalogue):
        kept.cache_clear()


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path; what is installed there is forgotten afterwards."""
    monkeypatch.syspath_prepend(str(tmp_path))
    look_again()
    yield tmp_path
    monkeypatch.undo()
    for name in [name for name in sys.modules if name.startswith("camp_")]:
        del sys.modules[name]
    look_again()


def test_an_entry_point_is_a_game(site: Path) -> None:
    ours = games.slugs()
    install(site, "cave", "camp_cave")
    look_again()
    assert games.slugs() == sorted([*ours, "cave"])
    assert games.load("cave").box.title["en"] == "The cave"
    assert catalogue("fr", "cave").say("cave.line") == "fr"
    assert rules("cave", "en").startswith("# The cave")
    info = next(game for game in shelf("en").games if game.slug == "cave")
    assert (info.built, info.line, info.board) == (True, "en", "/games/cave/board.js")
    assert all(game.board == "" for game in shelf("en").games if game.slug != "cave")
    asked = request(agreed(games.load("cave"), 2), ["random", "panner"], 4, divisor=1000)
    found, _ = run(asked, Processes(1))
    assert found.games == 4
    assert any_bot("random")


def test_the_command_line_plays_a_game_from_outside(site: Path) -> None:
    install(site, "cave", "camp_cave")
    look_again()
    code = "import sys; sys.path.insert(0, sys.argv.pop(1)); from filon.cli import main; main()"
    told = subprocess.check_output(
        [sys.executable, "-c", code, str(site), "transcript", "cave"], text=True
    )
    assert '"ranks"' in told.splitlines()[-1]


def test_only_the_games_own_files_are_served(site: Path) -> None:
    install(site, "cave", "camp_cave")
    look_again()
    for name, holds in [("board.js", "export"), ("messages.fr.json", "cave.line")]:
        answer = page.serve_game_file(f"games/cave/{name}")
        assert isinstance(answer, FileResponse)
        assert holds in Path(answer.path).read_text()
    for path in ("games/cave/spec.py", "games/cave/../spec.py", "games/cave/..%2fspec.py",
                 "games/claim_it/rules.py", "games/claim_it/messages.fr.json", "games/cave/",
                 "games/none/board.js", "games"):  # fmt: skip
        answer = page.serve_game_file(path)
        assert answer is not None
        assert answer.status_code == 404, path
    assert page.serve_game_file("assets/x.js") is None


@pytest.mark.parametrize("slug", ["claim_it", "cave"])
def test_a_clash_of_slugs_is_refused(slug: str, site: Path) -> None:
    install(site, slug, "camp_one")
    if slug == "cave":
        install(site, slug, "camp_two")
    look_again()
    with pytest.raises(Refusal, match="game_clash") as no:
        games.slugs()
    assert "camp_one" in f"{no.value.facts}"


def test_an_entry_points_name_must_be_its_games_slug(site: Path) -> None:
    install(site, "cave", "camp_cave")
    entry = site / "camp_cave-1.0.dist-info" / "entry_points.txt"
    entry.write_text("[filon.games]\ngrotto = camp_cave.spec:SPEC\n")
    look_again()
    with pytest.raises(Refusal, match="game_entry"):
        games.load("grotto")
    entry.write_text("[filon.games]\nBad-Name = camp_cave.spec:SPEC\n")
    look_again()
    with pytest.raises(Refusal, match="game_entry"):
        games.slugs()


@pytest.mark.parametrize("spoken", ["en", "de"])
def test_a_game_in_one_language_is_shown_in_that_one(
    spoken: str, site: Path, tmp_path: Path, filon: Any
) -> None:
    """Lobby, rules, preview, review, terminal and page for a reader of another language."""
    install(site, "cave", "camp_cave")
    home = site / "camp_cave"
    source = (home / "spec.py").read_text("utf-8")
    titles = '{"fr": "La grotte", "en": "The cave"}'
    (home / "spec.py").write_text(source.replace(titles, f'{{"{spoken}": "Cavern"}}'), "utf-8")
    (home / "web" / "messages.fr.json").unlink()
    (home / "web" / "messages.en.json").rename(home / "web" / f"messages.{spoken}.json")
    (home / "RULES.en.md").rename(home / f"RULES.{spoken}.md")
    look_again()
    with pytest.warns(UserWarning, match="cave has no texts in fr: others stand in"):
        catalogue("fr", "cave")
    with server(tmp_path / "data") as running:
        games_of = Device(running).get("/api/games", lang="fr")["games"]
        info = next(game for game in games_of if game["slug"] == "cave")
        assert (info["built"], info["title"], info["line"]) == (True, "Cavern", "en")
        rules_of = Device(running).client.get("/api/games/cave/rules", params={"lang": "fr"})
        assert rules_of.text.startswith("# The cave")

    async def preview() -> bytes:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "cave", ["me", "me"])
            return unfurled(b"<title>Filon</title>", "", "fr", table)

    assert b'og:title" content="Cavern"' in asyncio.run(preview())
    record = Record(agreed(games.load("cave"), 2))
    assert "Cavern" in Teller(review(record, 1), record.setup.spec, "fr").title()
    served = page.serve_game_file("games/cave/messages.fr.json")
    assert isinstance(served, FileResponse)
    assert served.path == home / "web" / f"messages.{spoken}.json"
    assert "Cavern" in filon("games", "--lang", "fr")[1]


def test_a_card_without_any_title_is_refused_in_a_sentence(site: Path) -> None:
    install(site, "cave", "camp_cave")
    file = site / "camp_cave" / "spec.py"
    source = file.read_text("utf-8")
    file.write_text(source.replace('{"fr": "La grotte", "en": "The cave"}', "{}"), "utf-8")
    look_again()
    with pytest.raises(Refusal, match="game_title"):
        games.load("cave")
    stands = shelf("fr").games[-1]
    assert (stands.slug, stands.built, stands.title) == ("cave", False, "cave")
