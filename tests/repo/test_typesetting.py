"""Typesetting and length of texts: only in the long form.

No test of `make test` fails because of a sentence; docs/translating.md is the checklist.
"""

import re

import pytest

from filon.games import slugs
from filon.messages import LANGUAGES, catalogue
from repo.test_hygiene import FILES, ROOT

pytestmark = pytest.mark.long
GAMES = ROOT / "src" / "filon" / "games"
# French: a narrow no-break space before ; ! ? » and :, one after «. Quotes are never straight.
BADLY_SET = {"fr": r"""['"]| [;:!?»]|« |[^\s{(][;!?»]""", "en": "'"}


@pytest.mark.parametrize("slug", ["", *slugs()])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_is_well_set(slug: str, lang: str) -> None:
    texts = catalogue(lang, slug).texts
    assert [key for key, text in texts.items() if re.search(BADLY_SET[lang], text)] == []


@pytest.mark.parametrize(
    ("lang", "text"),
    [("fr", "l'or"), ("fr", "Quoi ?"), ("fr", "Quoi?"), ("fr", "« ou »"), ("en", "it's")],
)
def test_bad_setting_is_found(lang: str, text: str) -> None:
    assert re.search(BADLY_SET[lang], text)


@pytest.mark.parametrize("slug", slugs())
def test_french_rules_cannot_break_before_a_double_mark(slug: str) -> None:
    text = (GAMES / slug / "RULES.fr.md").read_text("utf-8")
    assert re.findall(r"\S [;:!?»](?=\s|$)", text, re.MULTILINE) == []


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("slug", slugs())
def test_a_game_is_introduced_in_few_words(slug: str, lang: str) -> None:
    assert len(catalogue(lang, slug).say(f"{slug}.line")) <= 60
    text = (GAMES / slug / f"RULES.{lang}.md").read_text("utf-8")
    lines = re.findall(r"^\d+\. .*\(([^()]+)\)$", text.split("\n## ")[1], re.MULTILINE)
    assert 5 <= len(lines) <= 10


COUNTED = re.compile(
    r"\b(?:five|cinq|5)\b(?: [\w-]+){0,2} (?:games|jeux|boxes|boîtes|boards|plateaux)\b", re.I
)


def test_no_shared_text_counts_the_games() -> None:
    """Titles, help and pages stay true when a folder is added; what was measured or done once may
    say how many there were."""
    may_count = re.compile(r"^(CHANGELOG\.md|bench/|docs/adr/|src/filon/games/)|test_typesetting")
    found = [
        f"{name}: {match.group()}"
        for file in FILES
        if not may_count.search(name := file.relative_to(ROOT).as_posix())
        for match in COUNTED.finditer(file.read_text("utf-8"))
    ]
    assert found == []
    assert COUNTED.search("Five gold-rush board games")
    assert COUNTED.search("montre cinq boîtes")


def test_figures_are_lining_everywhere() -> None:
    """Alegreya's old-style 1 reads as an I, and every `font` shorthand would bring it back."""
    css = (ROOT / "web" / "src" / "styles" / "base.css").read_text("utf-8")
    rule = re.search(r"\*,\s*\*::before,\s*\*::after \{\s*font-variant-numeric: ([^;]+);", css)
    assert rule
    assert rule[1] == "lining-nums !important"
