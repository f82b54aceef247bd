"""Proof 9: every clause is written in both languages, has a place in the code and a test."""

import re
from pathlib import Path

import pytest

from filon.games import load, slugs

GAMES = Path(__file__).parents[2] / "src" / "filon" / "games"
EXEMPT = {"NU-19"}  # the later edition's powers are not part of the product


def clauses(slug: str, lang: str) -> list[str]:
    """The clause numbers a rules page defines, in its order."""
    text = (GAMES / slug / f"RULES.{lang}.md").read_text("utf-8")
    return re.findall(rf"^\*\*({load(slug).prefix}-\d+)\*\*", text, re.MULTILINE)


@pytest.mark.parametrize("slug", slugs())
def test_both_pages_define_the_same_clauses(slug: str) -> None:
    french, english = clauses(slug, "fr"), clauses(slug, "en")
    assert french == english
    prefix = load(slug).prefix
    numbers = sorted(int(clause.split("-")[1]) for clause in french)
    assert numbers == list(range(1, len(numbers) + 1)), "numbers are permanent and without gaps"
    assert len(set(french)) == len(french), f"each {prefix} clause once"


def written_tests(slug: str) -> str:
    return "\n".join(file.read_text("utf-8") for file in (GAMES / slug / "tests").glob("test_*.py"))


@pytest.mark.parametrize("slug", slugs())
def test_every_clause_has_a_test_of_its_name(slug: str) -> None:
    text = written_tests(slug)
    orphans = [
        clause
        for clause in clauses(slug, "en")
        if clause not in EXEMPT
        and not re.search(rf"def test_{clause.lower().replace('-', '_')}_", text)
    ]
    assert orphans == []


@pytest.mark.parametrize("slug", slugs())
def test_every_clause_has_a_place_in_the_code(slug: str) -> None:
    code = "\n".join(file.read_text("utf-8") for file in (GAMES / slug).glob("*.py"))
    orphans = [
        clause for clause in clauses(slug, "en") if clause not in EXEMPT and not cited(clause, code)
    ]
    assert orphans == []


def cited(clause: str, code: str) -> bool:
    """Whether the code names the clause, alone or inside a span such as `CI-12 to CI-15`."""
    if re.search(rf"{clause}(?!\d)", code):
        return True
    prefix, number = clause.split("-")
    spans = re.findall(rf"{prefix}-(\d+) to {prefix}-(\d+)", code)
    return any(int(low) <= int(number) <= int(high) for low, high in spans)


@pytest.mark.parametrize("slug", slugs())
def test_no_test_or_code_cites_an_unknown_clause(slug: str) -> None:
    known = set(clauses(slug, "en"))
    prefix = load(slug).prefix
    code = "\n".join(file.read_text("utf-8") for file in (GAMES / slug).glob("*.py"))
    assert set(re.findall(rf"{prefix}-\d+", code + written_tests(slug))) <= known | EXEMPT


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("slug", slugs())
def test_a_rules_page_opens_with_a_few_lines_and_pictures(slug: str, lang: str) -> None:
    text = (GAMES / slug / f"RULES.{lang}.md").read_text("utf-8")
    lines = re.findall(r"^\d+\. .*\(([^()]+)\)$", text.split("\n## ")[1], re.MULTILINE)
    assert lines
    known = set(clauses(slug, lang))
    for refs in lines:
        assert set(re.findall(r"[A-Z]+-\d+", refs)) <= known, refs
    shown = re.findall(r"^!\[[^\]]+\]\((\w+)\)$", text, re.MULTILINE)
    drawn = (GAMES / slug / "web" / "Pictures.svelte").read_text("utf-8")
    assert shown
    assert all(f'"{name}"' in drawn for name in shown)
