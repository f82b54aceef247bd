"""A sixth game edits nothing but its own folder: no shared file knows a game by name."""

import re

import pytest

from filon.games import slugs
from test_hygiene import FILES, ROOT

# Prose and measured results may speak of games, tests play them, and a measurement takes one.
SPEAKS = re.compile(
    r"^(src/filon/games/|docs/|tests/|bench/.*\.json$|bench/boardgameio/|Makefile$)|\.md$|\.test\.ts$"
)


@pytest.mark.parametrize("slug", slugs())
def test_no_shared_file_names_a_game(slug: str) -> None:
    named = re.compile(rf"\b{slug}\b")
    found = [
        f"{name}:{number}"
        for file in FILES
        if not SPEAKS.search(name := file.relative_to(ROOT).as_posix())
        for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1)
        if named.search(line)
    ]
    assert found == []


COUNTED = re.compile(
    r"\b(?:five|cinq|5)\b(?: [\w-]+){0,2} (?:games|jeux|boxes|boîtes|boards|plateaux)\b", re.I
)


def test_no_shared_text_counts_the_games() -> None:
    """Titles, help and pages stay true when a folder is added; what was measured or done once may
    say how many there were."""
    told = re.compile(r"^(CHANGELOG\.md|bench/|docs/adr/|src/filon/games/)|test_sixth_game")
    found = [
        f"{name}: {match.group()}"
        for file in FILES
        if not told.search(name := file.relative_to(ROOT).as_posix())
        for match in COUNTED.finditer(file.read_text("utf-8"))
    ]
    assert found == []
    assert COUNTED.search("Five gold-rush board games")
    assert COUNTED.search("montre cinq boîtes")


def test_what_is_searched_is_the_code() -> None:
    searched = {
        name for file in FILES if not SPEAKS.search(name := file.relative_to(ROOT).as_posix())
    }
    assert {"src/filon/wire/shelf.py", "web/src/lib/games.ts", "bench/engine.py"} <= searched
