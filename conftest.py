"""What all tests share: marks by folder, the build they run on, and the browser."""

import contextlib
import importlib
import os
import re
import shlex
import signal
import sys
import tempfile
import threading
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from support import memory

HERE = Path(__file__).parent
COMPILED = os.environ.get("FILON_EXPECT") == "compiled"
# What a test's outcome depends on: a failure is repeated with these.
SETTINGS = ("FILON_LONG", "FILON_SEED")
PART = os.environ.get("FILON_PART")  # of the tests, as tools/tests.py calls them
# Files with tests of many seconds: they begin first, so that both workers end together.
LENGTHY = ("test_both_builds", "test_kill", "test_lab", "test_profile", "test_gallery",
           "test_pyodide", "test_engraved", "test_docs_commands", "test_review_builds")  # fmt: skip

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # as in what a script runs behind itself:
    # processes that a test starts would inherit it, and be deaf to the Ctrl-C that it sends them
    signal.signal(signal.SIGINT, signal.default_int_handler)

if COMPILED:  # the wheel leaves the games' tests out: they and their helpers lie in src/
    for tests in HERE.glob("src/filon/games/*/tests"):
        game = importlib.import_module(f"filon.games.{tests.parent.name}")
        game.__path__.append(str(tests.parent))


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Temporary folders lie in memory where there is room; workers are told by the first process.

    `--basetemp=FOLDER` says another place, which stays after the run.
    """
    if config.option.basetemp or hasattr(config, "workerinput"):
        return
    run = contextlib.ExitStack()
    if folder := run.enter_context(memory.folder()):
        config.option.basetemp = str(folder / "run")
    config.add_cleanup(run.close)


@pytest.fixture
def disk() -> Iterator[Path]:
    """A temporary folder on the disk, for tests about the disk."""
    with tempfile.TemporaryDirectory(prefix="filon-disk-") as folder:
        yield Path(folder)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A game's own tests are engine tests, its clauses' on the sources too; long ones begin first.

    Groups of tests that stay on one worker begin even before that, by pytest-xdist's own rule.
    """
    for item in items:
        if "games" in item.path.relative_to(HERE).parts:
            item.add_marker(pytest.mark.engine)
            if item.path.name == "test_clauses.py":
                item.add_marker(pytest.mark.sources)
        if "browser" in item.path.relative_to(HERE).parts:
            item.add_marker(pytest.mark.browser)
        if item.get_closest_marker("postgres"):
            item.add_marker(pytest.mark.xdist_group("postgres"))  # one server for all of them
    # Browsers come last: Playwright leaves a running event loop behind in which no other can begin.
    items.sort(key=lambda item: (bool(item.get_closest_marker("browser")),
                                 item.path.stem not in LENGTHY))  # fmt: skip


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Pause coverage where it costs most, also while a test's server starts.

    pytest-cov's own pause is slow itself.
    """
    if _covered(item):
        return (yield)
    here, threads = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(here)
        threading.settrace(threads)


def _covered(item: pytest.Item) -> bool:
    """Whether coverage is measured: it would double the time of long random games."""
    if item.get_closest_marker("engine"):
        return item.path.name in ("test_golden.py", "test_clauses.py")
    wandering = item.path.name in ("test_leaks.py", "test_server_fuzz.py")
    return not wandering and not item.get_closest_marker("browser")


def pytest_report_header() -> list[str]:
    """The build under test and the seed of random games, for the log."""
    from filon.build_info import this_build

    seed = os.environ.get("FILON_SEED", "")
    given = f"{seed} (FILON_SEED)" if seed else "the usual one; FILON_SEED=7 gives other games"
    return [str(this_build()), f"seed of random games: {given}"]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """For every test that failed, the command that repeats it."""
    reports = [
        report for kind in ("failed", "error") for report in terminalreporter.getreports(kind)
    ]
    failed = dict.fromkeys(report.nodeid for report in reports)
    for nodeid in failed:
        terminalreporter.write_line(f"repeat: {repeat(nodeid)}", red=True)


def repeat(nodeid: str) -> str:
    """A command line that runs one test again as it ran here, from the project's folder."""
    python = Path(sys.executable)
    here = python.relative_to(HERE) if python.is_relative_to(HERE) else python
    command = f"python3 tools/tests.py {PART}" if PART else f"{here} -m pytest"
    names = [*SETTINGS] if PART else ["FILON_EXPECT", *SETTINGS]
    settings = [f"{name}={shlex.quote(os.environ[name])}" for name in names if name in os.environ]
    nodeid = re.sub(r"@[\w-]+$", "", nodeid)  # pytest-xdist writes the group behind it
    return " ".join([*settings, command, "-n 0", shlex.quote(nodeid)])


@pytest.fixture(scope="session", autouse=True)
def expected_build() -> Iterator[None]:
    """Fail if another build runs than the one that was asked for."""
    from filon.build_info import this_build

    if COMPILED:
        assert this_build().compiled, "these tests were to run on the compiled rules"
    yield
    if COMPILED:
        loaded = [(name, getattr(module, "__file__", None)) for name, module in sys.modules.items()]
        strangers = [name for name, file in loaded if f"{name}.".startswith("filon.")
                     and ".tests" not in name and "site-packages" not in str(file)]  # fmt: skip
        assert not strangers, f"not from the wheel: {strangers}"


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Playwright drives the Chromium that tools/chromium.py finds."""
    found = _chromium()
    assert found, "no Chromium: run python3 tools/chromium.py"
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    # No page of a test lives long enough to win by optimized code what optimizing it costs.
    args = [*sandbox, "--js-flags=--no-opt --no-maglev"]
    return {**browser_type_launch_args, "executable_path": found, "args": args}


@pytest.fixture(scope="session")
def windowed_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The same for a Chromium that has windows, here unseen: it shows notices."""
    found = _chromium(windows=True)
    assert found, "no Chromium with windows: run python3 tools/chromium.py --windows"
    args = [*browser_type_launch_args["args"], "--headless=new"]
    return {**browser_type_launch_args, "executable_path": found, "args": args}


def _chromium(windows: bool = False) -> str | None:
    sys.path.insert(0, str(HERE / "tools"))
    try:
        import chromium
    finally:
        sys.path.pop(0)
    return chromium.find(windows)
