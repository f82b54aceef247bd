"""The parts of `make proofs`: each test has one, and an interrupted run continues."""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from support.scripts import tool

ROOT = Path(__file__).parents[2]
runner, split, pages, state = map(tool, ("proofs", "proof_parts", "proof_page", "proof_state"))


def test_each_test_file_is_in_exactly_one_part() -> None:
    """A file may be shared by parts only if each test of it fits the selection of one of them."""
    parts = split.parts()
    shared_out = split.shared_out(parts)
    held = Counter(file for files in shared_out.values() for file in files)
    assert set(held) == set(split.test_files())
    assert {"tests/tables/test_kill.py", "tests/browser/test_shell.py"} <= set(held)
    only = [part.only for part in parts if split.LAYOUT in shared_out[part.name]]
    games = split.games()
    assert sorted(only) == sorted([*games, f"not ({' or '.join(games)})"])
    assert {file: n for file, n in held.items() if n > 1} == {split.LAYOUT: len(games) + 1}


def test_every_part_has_something_to_run_and_a_name_of_its_own() -> None:
    parts = split.parts()
    shared_out = split.shared_out(parts)
    assert len({part.name for part in parts}) == len(parts)
    assert [part.name for part in parts if not shared_out[part.name] and not part.after] == []


def test_every_target_of_make_that_a_part_calls_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    commands = [text for part in split.parts() for text in (*part.before, *part.after)]
    called = {text.split()[1] for text in commands if text.startswith("{make} ")}
    assert called
    assert {name for name in called if f"\n{name}:" not in makefile} == set()


def test_the_page_shows_the_last_results() -> None:
    """`make proofs ARGS=--page` writes it."""
    page = (ROOT / "docs" / "proofs.md").read_text("utf-8")
    kept = ROOT / "docs" / "proofs.json"
    results = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
    assert pages.filled(page, split.parts(), results) == page


@pytest.fixture
def proofs(tmp_path: Path) -> Any:
    """Parts that leave a line in a file when they run; none of them is a real one."""
    return runner.Proofs(
        tmp_path / "results.json", tmp_path / "logs", "state", "commit", {},
        {"python": sys.executable, "folder": str(tmp_path)}, lambda: "state",
    )  # fmt: skip


def part(name: str, code: str = "") -> Any:
    """A part that notes its name and then does something."""
    note = f"open(r'{{folder}}/ran', 'a').write('{name} ')"
    return split.Part(name, name, after=(f'{{python}} -c "{note}; {code}"',))


def ran(folder: Path) -> list[str]:
    """The names of the parts that ran, in order."""
    return (folder / "ran").read_text().split()


def left(proofs: Any, parts: list[Any]) -> list[Any]:
    """The parts that have not passed."""
    return [part for part in parts if not proofs.has_passed(part)]


def test_an_interrupted_run_goes_on_with_the_part_that_was_cut(
    proofs: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = [part("first"), part("second"), part("third")]
    whole = proofs.command

    def interrupted(command: Any, of: Any, *more: Any) -> Any:
        if of.name == "second":
            raise KeyboardInterrupt
        return whole(command, of, *more)

    with monkeypatch.context() as patch:
        patch.setattr(runner.Proofs, "command", lambda self, *words: interrupted(*words))
        with pytest.raises(KeyboardInterrupt):
            proofs.run(left(proofs, parts))
    assert ran(tmp_path) == ["first"]
    assert proofs.run(left(proofs, parts))
    assert ran(tmp_path) == ["first", "second", "third"]
    assert left(proofs, parts) == []
    proofs.state = "other sources"
    assert left(proofs, parts) == parts


def test_a_part_that_fails_does_not_count_and_the_next_one_runs(
    proofs: Any, tmp_path: Path
) -> None:
    fails, good = part("fails", "raise SystemExit(3)"), part("good")
    assert not proofs.run([fails, good])
    assert ran(tmp_path) == ["fails", "good"]
    results = {name: found["result"] for name, found in proofs.results().items()}
    assert results == {"fails": "failed", "good": "passed"}
    assert left(proofs, [fails, good]) == [fails]


def test_a_part_that_takes_too_long_is_cut_off(proofs: Any) -> None:
    sleeps = part("sleeps", "import time; time.sleep(600)")
    proofs.limit = 1.0
    assert not proofs.run([sleeps])
    assert proofs.results()["sleeps"]["result"] == "cut off after 1 s"


def test_what_ran_while_the_sources_changed_does_not_count(proofs: Any, tmp_path: Path) -> None:
    proofs.now = lambda: "other sources"
    assert not proofs.run([part("first"), part("second")])
    assert ran(tmp_path) == ["first"]
    assert proofs.results()["first"]["result"] == "sources changed meanwhile"


def test_tests_and_figures_are_counted(proofs: Any, tmp_path: Path) -> None:
    (tmp_path / "tests.xml").write_text(
        '<testsuites><testsuite tests="9" failures="1" errors="1" skipped="2"/></testsuites>'
    )
    (tmp_path / "7.jsonl").write_text('{"proof": "kills", "kills": 20, "lost": 0}\n' * 2)
    tests, figures = state.counted(tmp_path)
    assert dict(tests) == {"passed": 5, "failed": 2, "skipped": 2}
    assert figures == {"kills": 40, "lost": 0}


def test_the_table_begins_with_its_conclusion_and_says_what_never_ran() -> None:
    result = {"result": "passed", "date": "2026-01-02", "commit": "abc+changes", "state": "s",
              "seconds": 3000, "tests": {"passed": 1200}, "figures": {"kills": 1000}}  # fmt: skip
    lines = pages.table([part("one"), part("two")], {"one": result}).splitlines()
    assert lines[0].startswith("**1 of 2 parts passed when they last ran, 0 did not, 1 ")
    assert lines[-2] == ("| `one` | one | passed (1,200 passed) | 1,000 kills | 2026-01-02 "
                         "| `abc+changes` | 50 min |")  # fmt: skip
    assert lines[-1] == f"| `two` | two | {pages.NEVER} |  |  |  |  |"


def test_only_what_is_tested_counts_as_source() -> None:
    for place in (
        "src/filon/core/rng.py",
        "tests/tables/test_kill.py",
        "docs/examples/ppo.py",
        "Makefile",
    ):
        assert state.counts_as_source(ROOT / place), place
    for place in ("docs/proofs.md", "docs/proofs.json", "CHANGELOG.md", "bench/thinking.json"):
        assert not state.counts_as_source(ROOT / place), place
