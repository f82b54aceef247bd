"""A new game edits only its own folder: no shared file names a game."""

import re

from filon.games import slugs
from repo.test_hygiene import FILES, ROOT

# Prose and measured results may speak of games, tests play them, planted faults break them, and a
# measurement takes one.
SPEAKS = re.compile(
    r"^(src/filon/games/|docs/|tests/|tools/planted/|bench/.*\.json$|bench/boardgameio/|Makefile$)"
    r"|\.md$|\.test\.ts$"
)


def test_no_shared_file_names_a_game() -> None:
    named = re.compile(rf"\b({'|'.join(slugs())})\b")
    found = [
        f"{name}:{number}: {match[1]}"
        for file in FILES
        if not SPEAKS.search(name := file.relative_to(ROOT).as_posix())
        for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1)
        if (match := named.search(line))
    ]
    assert found == []


def test_the_search_for_game_names_reads_the_code() -> None:
    searched = {
        name for file in FILES if not SPEAKS.search(name := file.relative_to(ROOT).as_posix())
    }
    assert {"src/filon/app/games.py", "web/src/table/boards.ts", "bench/engine.py"} <= searched
