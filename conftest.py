"""What all tests share: marks by place, the build they run on, and the browser they drive."""

import importlib
import os
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
COMPILED = os.environ.get("FILON_EXPECT") == "compiled"

if COMPILED:  # the wheel leaves the games' tests out: they and their helpers lie here
    for tests in HERE.glob("src/filon/games/*/tests"):
        game = importlib.import_module(f"filon.games.{tests.parent.name}")
        game.__path__.append(str(tests.parent))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A game's own tests are engine tests; the long form runs only when asked for."""
    for item in items:
        if "games" in item.path.relative_to(HERE).parts:
            item.add_marker(pytest.mark.engine)
        if "browser" in item.path.relative_to(HERE).parts:
            item.add_marker(pytest.mark.browser)


def pytest_report_header() -> str:
    """The build under test, so that a log says which one it speaks of."""
    from filon.build_info import this_build

    return str(this_build())


@pytest.fixture(scope="session", autouse=True)
def expected_build() -> None:
    """Where the compiled build was asked for, nothing else may be tested in its place."""
    import filon
    from filon.build_info import this_build

    if COMPILED:
        assert this_build().compiled, "these tests were to run on the compiled rules"
        assert "site-packages" in str(filon.__file__), "these tests were to run on the wheel"


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Playwright drives the Chromium that tools/chromium.py finds."""
    found = _chromium()
    assert found, "no Chromium: run python3 tools/chromium.py"
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    return {**browser_type_launch_args, "executable_path": found, "args": sandbox}


def _chromium() -> str | None:
    sys.path.insert(0, str(HERE / "tools"))
    try:
        import chromium
    finally:
        sys.path.pop(0)
    return chromium.find()
