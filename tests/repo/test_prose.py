"""Grammar of the texts that people read, in both languages: only in the long form.

A sentence that is badly written breaks nothing, so none of this stops anybody's work. The checklist
for translators is docs/translating.md.
"""

import re
from collections.abc import Iterator, Set
from functools import cache
from itertools import product

import pytest

from filon.bots import BOTS
from filon.games import slugs
from filon.messages import LANGUAGES, _branches, _closing, catalogue, fill

pytestmark = pytest.mark.long
YOU = {"fr": "Vous", "en": "You"}

# The facts that carry the name of a seat; `me`, or the fact with `_me`, says whether it is you.
NAMES = {"name", "names", "who", "to", "rival", "victim", "owner"}
# Facts that are words, not counts.
WORDS = {"at", "card", "file", "form", "given", "list", "path", "town", "zone"}
# Used of others only: of a bot, of an absent person, or of a person whom another waits for.
OF_OTHERS = {
    "preview.invites",
    "review.moment.choice",  # of records, whose seats have names
    "review.summary.lost",
    "shell.arrive.host",
    "shell.arrive.invites",
    "shell.arrive.sit.sub",
    "shell.handOver.text",
    "shell.botPlays",
    "shell.botThinks",
    "shell.isAway",
    "shell.plays",
    "shell.seat.lesson",
    "shell.seat.waiting",
    "shell.players",  # its {to} is a number
    "butin.turn.decide",
    "butin.turn.put",
    "chercheurs_dor.wait.turn",
    "chercheurs_dor.house.text",
    "chercheurs_dor.throw.ambush.text",
    "chercheurs_dor.throw.answer.text",
    "chercheurs_dor.throw.challenge.text",
    "chercheurs_dor.throw.spin.text",
    "chercheurs_dor.house.role",
    "gold_river.ask.bid.short",
    "gold_river.moment.none",
    "gold_river.moment.none.both",
    "gold_river.moment.pays",  # a card does
}

# Begin with a noun that is also a verb: la mise, l’attaque, la touche.
NOUNS = {
    "chercheurs_dor.duel.hits",
    "chercheurs_dor.term.hit",
    "gold_river.bid.last",
    "gold_river.foot.fist",
    "gold_river.now.hold_up",
    "gold_river.pot",
}
# Follow a name without being its verb, or are the same for you.
LITTLE = {"au", "de", "il", "l", "la", "le", "tuile", "vous"}
LITTLE |= {"called", "drew", "passed", "staked", "the", "threw", "to", "would", "yet"}

# What may follow "Vous": a verb in -ez and the three that are not, or no verb at all.
SPEAKS = {
    "fr": r"Vous (?!(?:ne |n’|vous |en |y )*(?:\w+ez\b|êtes|faites|dites))"
    r"(?:ne |n’|vous |en |y |se |s’)*(?!à\b|et\b|ou\b|de\b|du\b|seul|voilà\b)(?=[^\W\d])",
    "en": r"You (?:\w+[^s\W]s|is|has|was|does|goes)\b(?<!always)(?<!pass)(?<!miss)",
}
# One and a plural: a noun or an adjective in -s or -x, a verb in -ent; in English -s, are, ...
MANY = {
    "fr": r"(?<![\w.,/–-])1 (?!(?:choix|fois|sur|dans|mais|plus|sous|des|les|après|chez)\b)"
    r"(?:\w{2,}[sx]|\w+(?<!m)ent|sont|ont|vont)\b",
    "en": r"(?<![\w.,/–-])1 (?!(?:is|of|this|was|has|does|stays|less|as|lies|sleeps)\b)"
    r"(?:(?:more |other |free )?\w+[^s\W]s|are|were|have|stay|lie|sleep|return)\b(?!’)",
}


@cache
def texts() -> tuple[tuple[str, str, str], ...]:
    """Every text: language, key, words."""
    return tuple(
        (lang, key, text)
        for lang in LANGUAGES
        for key, text in {
            key: text for slug in slugs() for key, text in catalogue(lang, slug).texts.items()
        }.items()
    )


def slots(text: str) -> Iterator[tuple[str, str, list[str]]]:
    """The slots of a text with kind and branches, those inside branches included."""
    at = text.find("{")
    while at >= 0:
        end = _closing(text, at)
        name, _, rest = text[at + 1 : end].partition(",")
        kind, _, body = rest.partition(",")
        branches = dict(_branches(body))
        yield name.strip(), kind.strip(), list(branches)
        for branch in branches.values():
            yield from slots(branch)
        at = text.find("{", end)


@cache
def rendered(lang: str, text: str) -> tuple[str, ...]:
    """The text with one of everything and you at every seat, through all its other branches."""
    found = list(slots(text))
    facts: dict[str, object] = {name: 1 for name, _, _ in found}
    facts |= {name: "Ox" for name in facts if name in WORDS}
    facts |= {name: YOU[lang] for name in facts if name in NAMES or f"{name}_me" in facts}
    facts |= {name: "yes" for name in facts if name in ("me", "one") or name.endswith("_me")}
    free: dict[str, set[str]] = {}
    for name, kind, branches in found:
        if kind == "select" and facts[name] == 1:
            free.setdefault(name, set()).update(branches)
    return tuple(
        fill(text, facts | dict(zip(free, chosen, strict=True)), lang)
        for chosen in product(*free.values())
    )


def faults(pattern: dict[str, str], skipped: Set[str] = frozenset()) -> list[str]:
    """The renderings that the pattern of their language finds."""
    wrong = set()
    for lang, key, text in texts():
        if key not in skipped:
            wrong |= {
                f"{key}: {said}" for said in rendered(lang, text) if re.search(pattern[lang], said)
            }
    return sorted(wrong)


def third(lang: str) -> set[str]:
    """The third-person verbs of the catalogues: after a name, or in a branch beside "you"."""
    found = set()
    for tongue, _, text in texts():
        if tongue == lang:
            found |= set(re.findall(r"\{name\} (?:ne |n’|se |s’|en )*([^\W\d]+)", text))
            found |= set(
                re.findall(r"\{me, select, yes \{[^{}]*\} other \{(?:n’)?([^\W\d]+)", text)
            )
    return {word for word in found - LITTLE if word == word.lower()}


def under(lang: str, known: set[str]) -> list[str]:
    """Texts shown under "Vous" on a card or in the log that use the third person."""
    wrong = set()
    for tongue, key, text in texts():
        if tongue != lang or key in NOUNS or key in OF_OTHERS:
            continue
        for said in rendered(lang, text):
            first = re.match(r"(?:ne |n’|se |s’|en )*([^\W\d]+)", said)
            if first and first[1] in known:
                wrong.add(f"{key}: {said}")
    return sorted(wrong)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_under_your_name_use_the_second_person(lang: str) -> None:
    known = third(lang)
    assert {"passe", "gagne", "attend"} <= known if lang == "fr" else {"passes", "wins"} <= known
    assert under(lang, known) == []


def test_singular_numbers_have_singular_words() -> None:
    assert faults(MANY) == []


def test_you_speak_in_the_second_person() -> None:
    assert faults(SPEAKS, OF_OTHERS) == []


@pytest.mark.parametrize(
    ("lang", "pattern", "text"),
    [
        ("fr", MANY, "{n} perdues"),
        ("fr", MANY, "{ways} chances sur 36 de prendre {gain}"),
        ("fr", MANY, "{n} restent en main"),
        ("fr", MANY, "Vous prenez {n} de la mise, {lost} sont perdues."),
        ("fr", MANY, "Vos {n} pépites ne suffisent pas."),
        ("en", MANY, "{ways} chances in 36"),
        ("en", MANY, "{n} stay in hand"),
        ("fr", SPEAKS, "{name} n’a pas parlé"),
        ("fr", SPEAKS, "{name} gagne l’enchère"),
        ("fr", SPEAKS, "{name} attend"),
        ("fr", SPEAKS, "{name} s’arrête"),
        ("fr", SPEAKS, "{me, select, yes {{name} perd} other {perd}} {n, plural, other {#}}"),
        ("en", SPEAKS, "{name} shoots first"),
        ("en", SPEAKS, "{name} has passed"),
    ],
)
def test_known_mistakes_are_found(lang: str, pattern: dict[str, str], text: str) -> None:
    assert any(re.search(pattern[lang], said) for said in rendered(lang, text))


@pytest.mark.parametrize(
    "text", ["Vous n’êtes pas là", "Vous vous arrêtez", "Vous en riez", "1 an"]
)
def test_right_words_are_left_alone(text: str) -> None:
    assert not re.search(MANY["fr"], text)
    assert not re.search(SPEAKS["fr"], text)


def test_no_text_uses_the_ids_of_bots() -> None:
    """A level is told in plain words; ids are for the wire and the terminal."""
    ids = re.compile(rf"\b({'|'.join(BOTS)})\b", re.I)
    said = [text for _, key, text in texts() if key.startswith(("shell.", "bot.", "table."))]
    assert [text for text in said if ids.search(text)] == []
