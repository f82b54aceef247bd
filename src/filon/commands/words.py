"""What the terminal says: events, steps, clauses and refusals in the reader's language."""

import os
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from filon.core.errors import Refusal
from filon.core.events import Event
from filon.core.spec import Spec
from filon.messages import LANGUAGES, Catalogue, catalogue

GAMES = Path(__file__).parent.parent / "games"
_asked: list[str] = []


def ask_for(lang: str | None) -> None:
    """Speak this language from now on; Refusal lists the languages there are."""
    if lang is None:
        return
    if lang not in LANGUAGES:
        raise Refusal("language", given=lang[:40], valid=", ".join(LANGUAGES))
    _asked[:] = [lang]


def language() -> str:
    """The language asked for, else the one the system is set to, else English."""
    if _asked:
        return _asked[0]
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if given := os.environ.get(name):
            return "fr" if given.lower().startswith("fr") else "en"
    return "en"


def texts(slug: str = "") -> Catalogue:
    """The texts in that language, a game's own included."""
    return catalogue(language(), slug)


def refusal_sentence(refusal: Refusal) -> str:
    """One sentence that says what was wrong and what would be right."""
    key = f"error.{refusal.code}"
    house = texts()
    sentence = house.say(key, **refusal.facts) if key in house else str(refusal)
    clause = refusal.facts.get("clause")
    return f"{sentence} ({clause})" if clause and str(clause) not in sentence else sentence


def event_line(spec: Spec, event: Event, seat: int, names: Sequence[str]) -> str:
    """What happened, as this seat reads it; empty for what makes no line."""
    told = spec.tell(event)
    key = f"{spec.slug}.event.{event.kind}"
    words = texts(spec.slug)
    if key not in words:
        return ""
    facts: dict[str, object] = {**_things(spec, told), **_person("", event.seat, seat, names)}
    for name, value in zip(spec.events[event.kind], event.args, strict=True):
        if name in spec.seat_slots:
            facts |= _person(name, value, seat, names)
    return words.say(key, **facts)


def _things(spec: Spec, told: Mapping[str, object]) -> dict[str, object]:
    """The facts, numbers that stand for a thing told by its name: `<slug>.card.12`."""
    words = texts(spec.slug)
    found = dict(told)
    for name, value in told.items():
        key = f"{spec.slug}.{name}.{value}"
        if isinstance(value, int) and key in words:
            found[name] = words.say(key)
    return found


def _person(role: str, who: int, seat: int, names: Sequence[str]) -> Mapping[str, object]:
    name = names[who] if 0 <= who < len(names) else ""
    mine = "yes" if who == seat else "no"
    if not role:
        return {"who": name, "name": name, "me": mine}
    return {role: name, f"{role}_me": mine, f"{role}_seat": who}


def step_words(spec: Spec, step: int) -> str:
    """A choice in words; its notation where the catalogue has none."""
    words = texts(spec.slug)
    parts = spec.layout.words(step)
    key = f"{spec.slug}.step.{parts['verb']}"
    return words.say(key, **_things(spec, parts)) if key in words else spec.layout.text(step)


@cache
def clauses(slug: str, lang: str) -> dict[str, str]:
    """The rules of a game by clause number, in the order of its rules page."""
    found = re.findall(
        r"^\*\*([A-Z]+-\d+)\*\*\s*(.*?)(?=\n\s*\n|\Z)", _page(slug, lang), re.M | re.S
    )
    return {number: " ".join(words.split()) for number, words in found}


@cache
def examples(slug: str, lang: str) -> dict[str, list[str]]:
    """The worked examples that follow a clause, without the references that prove them."""
    found: dict[str, list[str]] = {}
    clause = ""
    for block in _page(slug, lang).split("\n\n"):
        if opens := re.match(r"\*\*([A-Z]+-\d+)\*\*", block):
            clause = opens[1]
        elif clause and block.startswith("> "):
            words = re.sub(r"^> ?", "", block, flags=re.M).partition("<!--")[0]
            found.setdefault(clause, []).append(" ".join(words.split()))
        elif block.startswith("#"):
            clause = ""
    return found


def _page(slug: str, lang: str) -> str:
    """The text of a rules page; empty if there is none."""
    file = GAMES / slug / f"RULES.{lang}.md"
    return file.read_text("utf-8") if file.is_file() else ""
