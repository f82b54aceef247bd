"""The catalogues: one small grammar, the same words in both languages."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from filon.bots import BOTS
from filon.core.events import Event
from filon.games import load, slugs
from filon.messages import LANGUAGES, BadMessage, _branches, _closing, catalogue, fill
from support.games import Box, boxes

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src" / "filon" / "games"
VECTORS = json.loads(
    (Path(__file__).parents[1] / "support" / "messages_vectors.json").read_text("utf-8")
)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["text"][:40])
def test_vector(vector: dict[str, Any]) -> None:
    assert fill(vector["text"], vector["facts"], vector["lang"]) == vector["said"]


@pytest.mark.parametrize("text", ["{open", "close}", "{n, plural, one {x}}", "{n, guess, a {x}}"])
def test_bad_grammar_is_found(text: str) -> None:
    with pytest.raises(BadMessage):
        fill(text, {"n": 2}, "en")


@pytest.mark.parametrize("slug", ["", *slugs()])
def test_both_languages_say_the_same_things(slug: str) -> None:
    french, english = (catalogue(lang, slug).texts for lang in LANGUAGES)
    assert french
    assert set(french) == set(english)
    for key in french:
        assert names(french[key]) == names(english[key]), key
        assert french[key].strip()
        assert english[key].strip()


@pytest.mark.parametrize("slug", ["", *slugs()])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_follows_the_grammar(slug: str, lang: str) -> None:
    for key, text in catalogue(lang, slug).texts.items():
        for n in (0, 1, 2):
            assert fill(text, {"n": n}, lang), key


@pytest.mark.parametrize("slug", slugs())
def test_a_game_names_only_its_own_keys(slug: str) -> None:
    keys = json.loads((GAMES / slug / "web" / "messages.fr.json").read_text("utf-8"))
    assert [key for key in keys if not key.startswith(f"{slug}.")] == []


def names(text: str) -> set[str]:
    """The facts a text asks for, those of its branches included; a branch of one word is none."""
    found, at = set(), text.find("{")
    while at >= 0:
        end = _closing(text, at)
        name, _, rest = text[at + 1 : end].partition(",")
        found.add(name.strip())
        for _, branch in _branches(rest.partition(",")[2]):
            found |= names(branch)
        at = text.find("{", end)
    return found


@pytest.mark.parametrize("slug", slugs())
def test_every_event_and_option_has_words(slug: str) -> None:
    spec = load(slug)
    for lang in LANGUAGES:
        words = catalogue(lang, slug)
        for kind, args in spec.events.items():
            assert f"{slug}.event.{kind}" in words
            event = Event(kind, 0, tuple(range(len(args))), -1)
            said = words.say(f"{slug}.event.{kind}", who="x", **named(spec.tell(event)))
            assert said
        for option in spec.options:
            assert f"{slug}.option.{option.key}" in words
            assert f"{slug}.option.{option.key}.help" in words
        assert f"{slug}.line" in words


@pytest.mark.parametrize("box", boxes(), ids=str)
def test_every_warning_has_words(box: Box) -> None:
    for lang in LANGUAGES:
        words = catalogue(lang, box.slug)
        warned = box.spec.box.warnings(box.players, dict(box.options))
        assert [key for key in warned if key not in words] == []


def named(told: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in told.items() if key not in ("kind",)}


@pytest.mark.parametrize("slug", slugs())
def test_every_clause_that_refuses_has_a_sentence(slug: str) -> None:
    """A refused step is explained in one sentence, not only by a number."""
    named_clauses = {
        clause
        for file in (GAMES / slug).glob("*.py")
        if file.name != "spec.py"  # which names the clauses of options
        for clause in re.findall(rf'"({load(slug).prefix}-\d+)"', file.read_text("utf-8"))
    }
    assert named_clauses
    for lang in LANGUAGES:
        words = catalogue(lang, slug)
        missing = [c for c in named_clauses if f"{slug}.clause.{c}" not in words]
        assert missing == []


@pytest.mark.parametrize("slug", slugs())
def test_every_keyboard_key_of_a_game_has_a_text(slug: str) -> None:
    """The key help lists what boards register; the texts are there, and none without a key."""
    page = "".join(file.read_text("utf-8") for file in (GAMES / slug / "web").glob("*.svelte"))
    said = {f"{slug}.key.{word}" for word in re.findall(r'\bsay: "(\w+)"', page)}
    assert said
    for lang in LANGUAGES:
        assert said == {
            key for key in catalogue(lang, slug).texts if key.startswith(f"{slug}.key.")
        }


def test_the_page_listens_to_keys_in_one_place() -> None:
    """No component listens on the window itself: web/src/window/keys.svelte.ts does."""
    files = [*(ROOT / "web" / "src").rglob("*.svelte"), *GAMES.glob("*/web/**/*.svelte")]
    assert files
    assert [file.name for file in files if "<svelte:window onkey" in file.read_text("utf-8")] == []


def test_every_level_of_the_bots_has_a_name() -> None:
    for lang in LANGUAGES:
        assert {f"bot.{name}" for name in BOTS} <= set(catalogue(lang).texts)
