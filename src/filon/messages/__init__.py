"""The catalogues: texts by key and language, for the terminal and the server.

The page reads the same files with the same small grammar (a subset of ICU message format):
`{name}`, `{n, plural, =0 {...} one {...} other {... # ...}}`, `{x, select, a {...} other {...}}`;
`{x, de}` and `{x, à}` join a name as French does: d’Ada, des Chercheurs, aux Chercheurs.
"""

import json
import locale
import os
import re
import unicodedata
import warnings
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

LANGUAGES = ("fr", "en")
_HERE = Path(__file__).parent


class BadMessage(ValueError):
    """A catalogue text that does not follow the grammar."""


class Catalogue:
    """The texts of one language: those of the house and those of the games asked for."""

    def __init__(
        self, lang: str, texts: Mapping[str, str], others: Mapping[str, str] | None = None
    ) -> None:
        self.lang = lang
        self.texts = texts
        self._others = others or {}  # a game's texts in other languages, for want of these

    def __contains__(self, key: str) -> bool:
        return key in self.texts or key in self._others

    def say(self, key: str, /, **facts: object) -> str:
        """The text of a key with its facts filled in; the key itself if there is no such text."""
        text = self.texts.get(key, self._others.get(key))
        return key if text is None else fill(text, facts, self.lang)


@cache
def catalogue(lang: str, slug: str = "") -> Catalogue:
    """The house's texts, with a game's own if a slug is given.

    What a game does not say in this language it says in English, else in any other.
    """
    lang = lang if lang in LANGUAGES else "en"
    texts, others = _read(_HERE / f"{lang}.json"), dict[str, str]()
    if slug:
        from filon.games import folder  # they lie with the game, wherever that is

        own = folder(slug) / "web" / f"messages.{lang}.json"
        beside = set(own.parent.glob("messages.??.json")) - {own}
        for file in sorted(beside, key=lambda file: (file.name == "messages.en.json", file.name)):
            others |= _read(file)  # English is the last, so it counts
        if own.exists():
            texts |= _read(own)
        elif beside:
            warnings.warn(f"{slug} has no texts in {lang}: others stand in.", stacklevel=2)
    return Catalogue(lang, texts, others)


def _read(file: Path) -> dict[str, str]:
    texts: dict[str, str] = json.loads(file.read_text("utf-8"))
    return texts


def system_language() -> str:
    """The language the system is set to, else English."""
    given = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG")
    return language_of(given or locale.getlocale()[0] or "")


def language_of(tag: str) -> str:
    """The language of a system's or browser's tag, such as fr_FR.UTF-8; English for any other."""
    return next((lang for lang in LANGUAGES if tag.lower().startswith(lang)), "en")


def decimal(number: str, lang: str) -> str:
    """A number as people write it in this language: 3,2 in French."""
    return number.replace(".", ",") if lang == "fr" else number


def things(texts: Catalogue, slug: str, facts: Mapping[str, object]) -> dict[str, object]:
    """The facts, numbers that stand for a thing told by its name: `<slug>.card.12`."""
    named = dict(facts)
    for name, value in facts.items():
        key = f"{slug}.{name}.{value}"
        if isinstance(value, int) and key in texts:
            named[name] = texts.say(key)
    return named


def step_words(texts: Catalogue, slug: str, parts: Mapping[str, object]) -> str:
    """A step in words, from its verb and particulars; empty where the catalogue has none."""
    key = f"{slug}.step.{parts['verb']}"
    return texts.say(key, **things(texts, slug, parts)) if key in texts else ""


def plural(n: float, lang: str) -> str:
    """The plural category: in French 0 and 1 are singular, in English only 1 is."""
    return "one" if (abs(n) < 2 if lang == "fr" else n == 1) else "other"


def fill(text: str, facts: Mapping[str, object], lang: str) -> str:
    """The text with its facts in place; BadMessage if it breaks the grammar."""
    return "".join(_parts(text, facts, lang, None))


def _parts(
    text: str, facts: Mapping[str, object], lang: str, count: object | None
) -> Iterator[str]:
    at = 0
    while at < len(text):
        sign = text[at]
        if sign == "{":
            end = _closing(text, at)
            yield _slot(text[at + 1 : end], facts, lang, count)
            at = end + 1
        elif sign == "}":
            raise BadMessage(f"a brace too many: {text}")
        else:
            yield str(count) if sign == "#" and count is not None else sign
            at += 1


def _slot(inner: str, facts: Mapping[str, object], lang: str, count: object | None) -> str:
    name, comma, rest = inner.partition(",")
    value = facts.get(name.strip(), "{" + name.strip() + "}")
    if not comma:
        return str(value)
    kind, _, body = rest.partition(",")
    if kind.strip() in _ARTICLES:
        return _joined(kind.strip(), str(value))
    branches = dict(_branches(body))
    if kind.strip() == "plural":
        number = float(value) if isinstance(value, int | float) else 2.0
        key = f"={value}"
        chosen = branches.get(key, branches.get(plural(number, lang)))
        count = value
    elif kind.strip() == "select":
        chosen = branches.get(str(value).lower() if isinstance(value, bool) else str(value))
    else:
        raise BadMessage(f"plural, select, de or à, not {kind.strip()!r}")
    if chosen is None:
        chosen = branches.get("other")
    if chosen is None:
        raise BadMessage(f"no branch 'other' in {{{inner}}}")
    return "".join(_parts(chosen, facts, lang, count))


# An article melts into "de" and "à"; before a vowel, a mute h and y with a consonant, "de" elides.
_ARTICLES = {"de": {"Le": "du", "Les": "des"}, "à": {"Le": "au", "Les": "aux"}}
_ELIDES = re.compile(r"[aeiouhœæ]|y[^aeiou]")


def _joined(word: str, name: str) -> str:
    article, _, rest = name.partition(" ")
    if rest and article in _ARTICLES[word]:
        return f"{_ARTICLES[word][article]} {rest}"
    bare = "".join(c for c in unicodedata.normalize("NFD", name) if not unicodedata.combining(c))
    return f"d’{name}" if word == "de" and _ELIDES.match(bare.lower()) else f"{word} {name}"


def _branches(body: str) -> Iterator[tuple[str, str]]:
    at = 0
    while True:
        opening = body.find("{", at)
        if opening < 0:
            if body[at:].strip():
                raise BadMessage(f"a branch without a text: {body[at:].strip()}")
            return
        end = _closing(body, opening)
        yield body[at:opening].strip(), body[opening + 1 : end]
        at = end + 1


def _closing(text: str, opening: int) -> int:
    depth = 0
    for at in range(opening, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return at
    raise BadMessage(f"a brace is not closed: {text}")
