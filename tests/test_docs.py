"""The examples in the documents run as printed."""

import doctest
from pathlib import Path

import pytest

pytestmark = pytest.mark.engine
ROOT = Path(__file__).parent.parent
PAGES = [page for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
         if ">>> " in page.read_text("utf-8")]  # fmt: skip


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples(page: Path) -> None:
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried > 0
    assert failed == 0


def test_the_library_page_has_examples() -> None:
    assert "library.md" in {page.name for page in PAGES}
