"""Worked examples in the rules: each happened in a golden game, figure by figure."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from filon.core.events import SPECTATOR
from filon.core.record import Record, narrated, read
from filon.core.spec import Spec
from filon.games import load, slugs

GAMES = Path(__file__).parents[2] / "src" / "filon" / "games"
LABELS = {"fr": "**Exemple.** ", "en": "**Example.** "}
FEWEST = 2


@dataclass(frozen=True)
class Example:
    """One quote of a rules page: its clause, its words, and the reference that proves them."""

    slug: str
    clause: str
    prose: str
    reference: str

    def __str__(self) -> str:
        return f"{self.slug}-{self.clause}-{self.steps[0]}"

    @property
    def golden(self) -> str:
        return self._opening()[1]

    @property
    def steps(self) -> tuple[int, int]:
        """The first and the last step it tells, counted from 1."""
        first, last = self._opening()[2], self._opening()[3]
        return int(first), int(last or first)

    def _opening(self) -> re.Match[str]:
        found = re.match(r"golden (\S+), steps? (\d+)(?:-(\d+))?\n", self.reference)
        assert found, f"{self.slug} {self.clause}: golden NAME, steps 3-8: {self.reference[:60]}"
        return found

    def claims(self, kind: str) -> list[str]:
        """The claims in lines of a kind, such as `told: bust, seat 0; stop, seat 1`."""
        lines = [line.partition(": ") for line in self.reference.splitlines()[1:]]
        assert {line[0] for line in lines} <= {"steps", "told", "before", "after", "sum"}
        return [one.strip() for head, _, rest in lines if head == kind for one in rest.split(";")]


@cache
def examples(slug: str, lang: str) -> tuple[Example, ...]:
    """The examples of a rules page in its order; every quote on it has to be one."""
    clause, found = "", list[Example]()
    for block in (GAMES / slug / f"RULES.{lang}.md").read_text("utf-8").split("\n\n"):
        if opens := re.match(r"\*\*([A-Z]+-\d+)\*\*", block):
            clause = opens[1]
        if block.startswith(">"):
            text = re.sub(r"^> ?", "", block, flags=re.MULTILINE)
            prose, comment, rest = text.partition("<!-- ")
            assert comment, f"{clause}: a quote without a reference"
            assert prose.startswith(LABELS[lang]), prose
            inside = rest.strip().removesuffix("-->").rstrip()
            found.append(Example(slug, clause, re.sub(r"[ \n]+", " ", prose), inside))
    return tuple(found)


ALL = [one for slug in slugs() for one in examples(slug, "en")]


@pytest.mark.parametrize("slug", slugs())
def test_every_game_has_examples_the_same_in_both_languages(slug: str) -> None:
    french, english = examples(slug, "fr"), examples(slug, "en")
    assert len(english) >= FEWEST
    assert [(one.clause, one.reference) for one in french] == [
        (one.clause, one.reference) for one in english
    ]


@pytest.mark.parametrize("example", ALL, ids=str)
def test_an_examples_steps_are_in_its_golden_game(example: Example) -> None:
    """In this order, from the first step it names to the last."""
    first, last = example.steps
    there = record(example).steps[first - 1 : last]
    told = example.claims("steps")
    assert [there[0], there[-1]] == [told[0], told[-1]]
    rest = iter(there)
    assert all(step in rest for step in told), f"{told} is not in this order in {there}"


@pytest.mark.parametrize("example", ALL, ids=str)
def test_an_examples_events_and_positions_agree_with_the_engine(example: Example) -> None:
    spec, (first, last) = load(example.slug), example.steps
    events: list[dict[str, Any]] = []
    views: dict[str, Any] = {}
    for at, (state, story) in enumerate(narrated(record(example))):
        if first <= at <= last:
            events += [spec.tell(event) for event in story]
        if at == first - 1:
            views["before"] = spec.view(state, SPECTATOR)
        if at == last:
            views["after"] = spec.view(state, SPECTATOR)
            break
    assert example.claims("told") + example.claims("before") + example.claims("after")
    for claim in example.claims("told"):
        kind, *facts = claim.split(", ")
        wanted = {"kind": kind} | {name: int(n) for name, n in map(str.split, facts)}
        assert any(wanted.items() <= event.items() for event in events), (claim, events)
    for when, view in views.items():
        for claim in example.claims(when):
            path, _, value = claim.partition(" = ")
            assert shown(found_at(view, path)) == value, (when, path)


@pytest.mark.parametrize("lang", LABELS)
@pytest.mark.parametrize("slug", slugs())
def test_every_figure_in_an_example_is_in_its_claims(slug: str, lang: str) -> None:
    for example, other in zip(examples(slug, lang), examples(slug, "en"), strict=True):
        told = figures(example.prose)
        assert told <= proven(load(slug), example), (example.clause, example.prose)
        assert told == figures(other.prose), "both languages tell the same figures"
        assert set(cited(example.prose)) == set(cited(other.prose))


def record(example: Example) -> Record:
    """The golden game it is from."""
    file = GAMES / example.slug / "tests" / "golden" / f"{example.golden}.txt"
    return read(file.read_text("utf-8"), load(example.slug))


def found_at(view: Any, path: str) -> Any:
    """The value at a path of a view: `seats[0].gold` or `zones[zone=2].cells.count`."""
    for part in re.findall(r"\w+|\[[^\]]*\]", path):
        if part == "count":
            view = len(view)
        elif not part.startswith("["):
            view = view[part]
        elif "=" not in part:
            view = view[int(part[1:-1])]
        else:
            wanted = dict(pair.split("=") for pair in part[1:-1].split(","))
            (view,) = (one for one in view if all(shown(one[key]) == wanted[key] for key in wanted))
    return view


def shown(value: Any) -> str:
    """A value as references write it."""
    return value if isinstance(value, str) else json.dumps(value)


NUMBER = re.compile(r"(?:(\d+)\s)?(\d+)/(\d+)|\d+(?:[,\u202f\u00a0]\d{3})*(?!\d)")


def numbers(text: str) -> Iterator[Fraction]:
    """The numbers in a text: 7, 2,375, 2 2/3."""
    for found in NUMBER.finditer(text):
        if found[3]:
            yield int(found[1] or 0) + Fraction(int(found[2]), int(found[3]))
        else:
            yield Fraction(re.sub(r"\D", "", found[0]))


def cited(prose: str) -> list[str]:
    """The clauses a text names."""
    return re.findall(r"[A-Z]{2,}-\d+", prose)


def figures(prose: str) -> set[Fraction]:
    """The numbers of a text, clauses left aside."""
    return set(numbers(re.sub(r"[A-Z]{2,}-\d+", "", prose)))


def proven(spec: Spec, example: Example) -> set[Fraction]:
    """The numbers of its steps, events, positions and sums; seats and paths are no figures."""
    found = {n for step in example.claims("steps") for n in numbers(step)}
    for claim in example.claims("told"):
        for name, n in map(str.split, claim.split(", ")[1:]):
            if name != "seat" and name not in spec.seat_slots:
                found.add(Fraction(n))
    for claim in example.claims("before") + example.claims("after"):
        found |= set(numbers(claim.partition(" = ")[2]))
    for claim in example.claims("sum"):
        terms, total = (set(numbers(side)) for side in claim.split(" = "))
        assert terms <= found, claim
        assert sum(numbers(claim.partition(" = ")[0])) == min(total), claim
        found |= total
    return found
