"""The documents: their examples run as printed, and what they name is there."""

import doctest
import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.engine
ROOT = Path(__file__).parent.parent
PAGES = [page for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
         if ">>> " in page.read_text("utf-8")]  # fmt: skip


@pytest.mark.parametrize("document", PAGES, ids=lambda document: document.name)
def test_examples(document: Path) -> None:
    failed, tried = doctest.testfile(str(document), module_relative=False)
    assert tried > 0
    assert failed == 0


def test_the_library_page_has_examples() -> None:
    assert "library.md" in {page.name for page in PAGES}


def test_the_readme_names_every_document() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    pages = [page.relative_to(ROOT).as_posix() for page in (ROOT / "docs").glob("*.md")]
    assert [page for page in pages if f"({page})" not in readme] == []


def test_every_decision_is_listed() -> None:
    listed = (ROOT / "docs" / "adr" / "README.md").read_text("utf-8")
    pages = sorted(page.name for page in (ROOT / "docs" / "adr").glob("0*.md"))
    assert [page for page in pages if f"({page})" not in listed] == []
    numbers = [int(page[:4]) for page in pages]
    assert len(set(numbers)) == len(numbers)  # a number is given once, and before the page is there


@pytest.mark.parametrize("document", ["architecture.md", "proofs.md"])
def test_the_files_it_names_are_there(document: str) -> None:
    """A map that names a street which was pulled down misleads."""
    text = (ROOT / "docs" / document).read_text("utf-8")
    named = set(re.findall(r"`((?:src|web|tests|tools|bench|docs)/[\w./*-]+)`", text))
    assert len(named) > 10
    assert [name for name in sorted(named) if not list(ROOT.glob(name.rstrip("/")))] == []


def test_the_proofs_that_tests_cite_are_on_the_list() -> None:
    listed = set(
        re.findall(r"^\| (\d+) \|", (ROOT / "docs" / "proofs.md").read_text("utf-8"), re.M)
    )
    cited = {
        number
        for file in (ROOT / "tests").rglob("*.py")
        for number in re.findall(r"Proof (\d+)", file.read_text("utf-8"))
    }
    assert cited
    assert cited <= listed
