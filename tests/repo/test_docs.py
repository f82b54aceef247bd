"""The documents: examples run as printed, and the files and headings they name exist."""

import doctest
import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.engine
ROOT = Path(__file__).parents[2]
PAGES = [page for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
         if ">>> " in page.read_text("utf-8")]  # fmt: skip


@pytest.mark.parametrize("document", PAGES, ids=lambda document: document.name)
def test_examples(document: Path) -> None:
    failed, tried = doctest.testfile(str(document), module_relative=False)
    assert tried > 0
    assert failed == 0


def test_some_documents_have_examples() -> None:
    assert PAGES


LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```|`[^`\n]*`", re.M | re.S)


def dead_links(page: Path) -> list[str]:
    """Links of a page to files or headings that are not there; other sites are not asked."""
    found = []
    for target in LINK.findall(FENCE.sub("", page.read_text("utf-8"))):
        place, _, heading = target.partition("#")
        if "://" in target or target.startswith("mailto:"):
            continue
        file = page.parent / place if place else page
        if not file.exists() or (heading and heading not in headings(file)):
            found.append(f"{page.relative_to(ROOT)}: {target}")
    return found


def headings(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    lines = re.findall(r"^#+ (.*)$", FENCE.sub("", page.read_text("utf-8")), re.M)
    return {re.sub(r"[^\w\- ]", "", line.lower()).strip().replace(" ", "-") for line in lines}


def test_links_between_documents_lead_somewhere() -> None:
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "bench" / "README.md"]
    assert [link for page in pages for link in dead_links(page)] == []


def test_a_dead_link_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.md"
    page.write_text("# One\n\n[a](gone.md) [b](#one) [c](#two) [d](page.md#two) `[e](gone.md)`\n")
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    assert [link.partition(": ")[2] for link in dead_links(page)] == [
        "gone.md", "#two", "page.md#two",
    ]  # fmt: skip


def test_the_readme_names_every_document() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    pages = [page.relative_to(ROOT).as_posix() for page in (ROOT / "docs").glob("*.md")]
    assert [page for page in pages if f"({page})" not in readme] == []


def test_every_decision_is_dated_and_listed_by_its_title() -> None:
    listed = (ROOT / "docs" / "adr" / "README.md").read_text("utf-8")
    pages = sorted(page.name for page in (ROOT / "docs" / "adr").glob("0*.md"))
    for page in pages:
        text = (ROOT / "docs" / "adr" / page).read_text("utf-8")
        head = re.match(r"# (\d+)\. (.+)\n\n\*Decided \w+ \d{4}", text)
        assert head, page
        assert f"- {head[1]}: [{head[2]}]({page})\n" in listed
    numbers = [int(page[:4]) for page in pages]
    assert len(set(numbers)) == len(numbers)  # a number is given once, and before the page is there


# These name files of a game, by paths inside its folder.
OF_A_GAME = ("writing-a-game.md", "writing-a-board.md", "translating.md")
NAMING = [page for page in [*ROOT.glob("*.md"), *sorted(ROOT.glob("docs/**/*.md"))]
          if page.name not in OF_A_GAME]  # fmt: skip


@pytest.mark.parametrize("document", NAMING, ids=lambda document: document.name)
def test_every_file_named_by_a_document_exists(document: Path) -> None:
    text = document.read_text("utf-8")
    named = set(re.findall(r"`((?:src|web|tests|tools|bench|docs)/[\w./*-]+)`", text))
    assert [name for name in sorted(named) if not list(ROOT.glob(name.rstrip("/")))] == []


@pytest.mark.parametrize("document", NAMING, ids=lambda document: document.name)
def test_sentences_name_their_subjects(document: Path) -> None:
    """Readers in their second language stop at these words; say the seat, the client, the host."""
    assert re.findall(r"\b(?:whoever|nobody|somebody)\b", document.read_text("utf-8"), re.I) == []


def classes() -> dict[str, str]:
    """The classes of Filon, each with the text of its file."""
    texts: dict[str, str] = {}
    for file in (ROOT / "src" / "filon").rglob("*.py"):
        text = file.read_text("utf-8")
        for name in re.findall(r"^class (\w+)", text, re.M):
            texts[name] = texts.get(name, "") + text
    return texts


def test_every_member_named_by_architecture_and_decisions_exists() -> None:
    pages = [ROOT / "docs" / "architecture.md", *(ROOT / "docs" / "adr").glob("0*.md")]
    named = {pair for page in pages
             for pair in re.findall(r"`([A-Z]\w+)\.(\w+)", page.read_text("utf-8"))}  # fmt: skip
    known = classes()
    assert len(named) > 5
    assert [pair for pair in sorted(named)
            if not re.search(rf"\b{pair[1]}\b", known.get(pair[0], ""))] == []  # fmt: skip


def test_the_pages_that_name_most_files_name_some() -> None:
    for name in ("architecture.md", "proofs.md"):
        assert "`src/" in (text := (ROOT / "docs" / name).read_text("utf-8")) or "`tests/" in text


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
