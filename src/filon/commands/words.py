"""What the terminal says: events, steps, clauses and refusals in the reader's language."""

import re
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from filon import messages
from filon.core.errors import Refusal
from filon.core.events import Event
from filon.core.spec import Reason, Spec
from filon.games import file_in
from filon.messages import LANGUAGES, Catalogue, catalogue, things

_chosen: list[str] = []


def ask_for(lang: str | None) -> None:
    """Speak this language from now on, None: the system's; Refusal lists those there are."""
    if lang is not None and lang not in LANGUAGES:
        raise Refusal("language", given=lang[:40], valid=", ".join(LANGUAGES))
    _chosen[:] = [lang] if lang else []


def language() -> str:
    """The language asked for, else the system's."""
    return _chosen[0] if _chosen else messages.system_language()


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
    happened = spec.tell(event)
    key = f"{spec.slug}.event.{event.kind}"
    words = texts(spec.slug)
    if key not in words:
        return ""
    facts: dict[str, object] = {
        **things(words, spec.slug, happened),
        **_person("", event.seat, seat, names),
    }
    for name, value in zip(spec.events[event.kind], event.args, strict=True):
        if name in spec.seat_slots:
            facts |= _person(name, value, seat, names)
    return words.say(key, **facts)


def reason_line(spec: Spec, why: Reason, seat: int, names: Sequence[str]) -> str:
    """Why a step may be good, as this seat reads it."""
    words = texts(spec.slug)
    facts = things(words, spec.slug, why.facts)
    for name, value in why.facts.items():
        if name in spec.seat_slots and isinstance(value, int):
            facts |= _person(name, value, seat, names)
    return words.say(f"{spec.slug}.why.{why.key}", **facts)


def _person(role: str, who: int, seat: int, names: Sequence[str]) -> dict[str, object]:
    name = names[who] if 0 <= who < len(names) else ""
    mine = "yes" if who == seat else "no"
    if not role:
        return {"who": name, "name": name, "me": mine}
    return {role: name, f"{role}_me": mine, f"{role}_seat": who}


def step_words(spec: Spec, step: int) -> str:
    """A choice in words; its notation where the catalogue has none."""
    said = messages.step_words(texts(spec.slug), spec.slug, spec.layout.words(step))
    return said or spec.layout.text(step)


@cache
def terminal(spec: Spec) -> Any:
    """The game's own module for the terminal; None if it has none."""
    package = spec.begin.__module__.rpartition(".")[0]
    module = package and find_spec(f"{package}.terminal")
    return import_module(f"{package}.terminal") if module else None


def notation(spec: Spec, step: int) -> str:
    """A step as the game's rules would write it; as in records where they are alike."""
    return next(iter(_spelt(spec, step)), spec.layout.text(step))


def step_named(spec: Spec, text: str) -> int:
    """The step a person means, in the rules' notation or a record's; Refusal if it is none."""
    step = _spellings(spec).get(_plain(text))
    return spec.layout.number(text) if step is None else step


@cache
def _spellings(spec: Spec) -> dict[str, int]:
    return {
        _plain(spelt): step
        for step in range(spec.layout.size)
        for spelt in (*_spelt(spec, step), spec.layout.text(step))
    }


def _spelt(spec: Spec, step: int) -> list[str]:
    spellings = getattr(terminal(spec), "spellings", None)
    notations: list[str] = spellings(spec.layout.words(step)) if spellings else []
    return notations


def _plain(text: str) -> str:
    """Capitals and blanks forgiven."""
    return " ".join(text.lower().split())


@cache
def clauses(slug: str, lang: str) -> dict[str, str]:
    """The rules of a game by clause number, in the order of its rules page."""
    matches = re.findall(
        r"^\*\*([A-Z]+-\d+)\*\*\s*(.*?)(?=\n\s*\n|\Z)", _page(slug, lang), re.M | re.S
    )
    return {number: " ".join(words.split()) for number, words in matches}


@cache
def examples(slug: str, lang: str) -> dict[str, list[str]]:
    """The worked examples that follow a clause, without the references that prove them."""
    by_clause: dict[str, list[str]] = {}
    clause = ""
    for block in _page(slug, lang).split("\n\n"):
        if opens := re.match(r"\*\*([A-Z]+-\d+)\*\*", block):
            clause = opens[1]
        elif clause and block.startswith("> "):
            words = re.sub(r"^> ?", "", block, flags=re.M).partition("<!--")[0]
            by_clause.setdefault(clause, []).append(" ".join(words.split()))
        elif block.startswith("#"):
            clause = ""
    return by_clause


def _page(slug: str, lang: str) -> str:
    """The text of a rules page; empty if there is none."""
    file = file_in(slug, "RULES.{lang}.md", lang)
    return "" if file is None else file.read_text("utf-8")
