"""`make test` itself: the order of stages, their results and their costs."""

import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType

import pytest

from support.scripts import tool

ROOT = Path(__file__).parents[2]
BURN = "import time\nwhile time.process_time() < 0.3: pass\n"


@pytest.fixture
def suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """tools/suite.py with a make that notes its target, and fails when that begins with "bad"."""
    suite = tool("suite")
    make = tmp_path / "make"
    make.write_text(
        f'#!/bin/sh\necho "$2" >> {tmp_path}/order\necho "5 passed, 1 skipped in 0.1s"\n'
        'case "$2" in bad*) exit 1;; esac\n'
    )
    make.chmod(0o755)
    monkeypatch.setattr(suite, "MAKE", str(make))
    return suite


def test_a_stage_begins_after_what_it_needs_and_not_after_a_failure(
    suite: ModuleType, tmp_path: Path
) -> None:
    stages = [
        suite.Stage("last", "", ("first", "second")),
        suite.Stage("never", "", ("bad",)),
        suite.Stage("first", ""),
        suite.Stage("bad", ""),
        suite.Stage("second", "", ("first",)),
    ]
    assert not suite.Suite(stages).run()
    assert {stage.target: stage.state for stage in stages} == {
        "first": "passed", "bad": "failed", "second": "passed", "last": "passed",
        "never": "not run",
    }  # fmt: skip
    order = (tmp_path / "order").read_text().split()
    assert sorted(order) == ["bad", "first", "last", "second"]
    assert order.index("first") < order.index("second") < order.index("last")


def test_the_summary_adds_up_tests_and_names_what_failed(suite: ModuleType) -> None:
    stages = [suite.Stage("good", ""), suite.Stage("bad", "")]
    suite.Suite(stages).run()
    lines = suite.summary(stages, 10.0, 15.0).splitlines()
    assert lines[-1] == "make test: FAILED: bad (10 passed, 2 skipped)."
    assert "again: make bad" in lines
    assert not suite.Suite([suite.Stage("bad", "")]).run()


def test_every_stage_is_a_target_and_every_need_a_stage(suite: ModuleType) -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    stages = suite.stages()
    names = {stage.target for stage in stages}
    assert [name for name in names if f"\n{name}:" not in makefile] == []
    assert {need for stage in stages for need in stage.needs} <= names


def test_the_table_in_the_guide_has_a_row_for_each_stage(suite: ModuleType) -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    table = suite.TABLE.search(text)
    assert table is not None
    rows = [line.split("|")[1].strip() for line in table[0].splitlines()[2:]]
    assert rows == [*(stage.target for stage in suite.stages()), "all"]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_the_work_of_detached_children_is_measured() -> None:
    meter = tool("meter")
    child = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {BURN!r}]); input()"
    family = subprocess.Popen([sys.executable, "-c", child], stdin=subprocess.PIPE)
    seen = meter.Meter(family.pid)
    end = time.monotonic() + 60
    while seen.seconds < 0.2:
        assert time.monotonic() < end, "the child's work is not seen"
        seen.look(meter.processes())
    before = seen.seconds
    family.communicate(b"\n")
    seen.look(meter.processes())
    assert seen.seconds >= before  # what has ended stays counted
    seen.look({})
    assert seen.seconds >= before
