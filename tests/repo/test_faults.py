"""The list of planted faults: each can be planted, and its tests exist."""

import ast
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from support.scripts import tool

ROOT = Path(__file__).parents[2]


FAULTS: list[Any] = tool("faults").listed()
# Every kind of check has a fault that it must notice; `make mutants` shows that it does.
KINDS = {
    "engine properties", "redeal and leaks", "observations", "golden games and replay",
    "chance and fair dice", "clauses and why_not", "bots and search", "review arithmetic",
    "stores and migrations", "kills and durability", "two writers", "sockets and reconnect",
    "rights and tokens", "undo and look", "clocks", "lessons", "device without a server",
    "layout of the page", "texts in two languages", "keyboard", "accessibility", "page types",
    "types and lint", "hygiene and locks",
}  # fmt: skip


def test_every_kind_of_check_has_its_faults() -> None:
    assert {fault.kind for fault in FAULTS} == KINDS
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_can_be_planted_and_has_tests(fault: Any) -> None:
    """Its old text stands exactly once, and what should notice it has not moved away."""
    text = (ROOT / fault.file).read_text("utf-8")
    assert fault.planted(text) != text
    assert fault.by in tool("faults").RUNNERS
    files = [word for word in fault.run if "/" in word]
    assert files or fault.by == "svelte-check"  # which reads the whole page
    for word in files:
        name, _, test = word.partition("::")
        assert (ROOT / name).exists(), f"{name} is not there"
        assert not test or test in functions(name), f"{name} has no {test}"
    if "-k" in fault.run:
        wanted = fault.run[fault.run.index("-k") + 1].partition(" ")[0]
        told = (ROOT / files[0]).read_text("utf-8")
        assert parametrized(wanted) or wanted in told, f"nothing in {files[0]} is called {wanted}"


@cache
def functions(file: str) -> set[str]:
    """The names of the functions in a file, its tests among them."""
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def parametrized(word: str) -> bool:
    """Whether the word chooses a game, and so stands in no file of tests."""
    return word.partition("-")[0] in {path.name for path in (ROOT / "src/filon/games").iterdir()}


def test_a_fault_that_cannot_be_planted_is_named() -> None:
    fault = FAULTS[0]
    for text in ("", 2 * fault.old):
        with pytest.raises(ValueError, match=f'"{fault.name}" cannot be planted'):
            fault.planted(text)
