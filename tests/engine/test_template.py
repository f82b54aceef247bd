"""Adding a folder adds a game: the template, on a copy of the sources, with no edit elsewhere."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.games import LONG
from support.scripts import tool

ROOT = Path(__file__).parents[2]
SLUG = "gold_pan"
pytestmark = pytest.mark.xdist_group("template")  # one copy of the project, one compile
NODE = ("package.json", "package-lock.json", ".npmrc", "tsconfig.json", "vite.config.ts")
PROOFS = ("conformance", "clone", "redeal", "bots_fair", "replay", "clauses", "golden", "examples",
          "messages", "reference", "mutants", "leaks", "observe", "value",
          *(["typesetting"] if LONG else []))  # fmt: skip
TIDY = ("eslint.config.js", ".prettierrc", ".prettierignore")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with one game of the shelf, and a new one made by the command."""
    root = tmp_path_factory.mktemp("project")
    skip = shutil.ignore_patterns("__pycache__", "page", "*.svelte")
    shutil.copytree(ROOT / "src", root / "src", ignore=skip)
    for name in ("tests", "tools", "web", "docs", "requirements"):
        shutil.copytree(ROOT / name, root / name, ignore=skip if name != "web" else None)
    for name in ("conftest.py", "pyproject.toml", "build_rules.py", ".importlinter", *NODE, *TIDY):
        shutil.copy(ROOT / name, root / name)
    for game in root.glob("src/filon/games/*/"):
        if game.name not in ("claim_it", "__pycache__"):
            shutil.rmtree(game)
    (root / "node_modules").symlink_to(ROOT / "node_modules")
    run(root, "tools/game.py", SLUG)
    return root


def run(root: Path, *words: str, **more: str) -> str:
    """Run Python on the copy and give back what it printed."""
    env = {**os.environ, "PYTHONPATH": str(root / "src"), "LC_ALL": "C.UTF-8", **more}
    env.pop("FILON_EXPECT", None)
    done = subprocess.run(
        [sys.executable, *words], cwd=root, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_shelf_and_the_command_line_find_a_new_game(tree: Path) -> None:
    assert f"{SLUG} --option goal=50|30" in run(tree, "-m", "filon", "games")
    told = run(tree, "-m", "filon", "transcript", SLUG, "--players", "3", "--bot", "greedy")
    assert '"ranks"' in told.splitlines()[-1]


def test_the_lobby_finds_a_new_game(tree: Path) -> None:
    code = "from filon.app.games import shelf; print(*(game.slug for game in shelf('en').games))"
    assert SLUG in run(tree, "-c", code).split()


@pytest.mark.long
def test_the_page_finds_a_new_game(tree: Path) -> None:
    """The page builds with it, holds its board and words, is tidy, and its types fit."""
    for words in (
        ["vite", "build", "--logLevel", "warn"],
        ["prettier", "--check", "--ignore-unknown", f"src/filon/games/{SLUG}/web/**"],
        ["eslint", f"src/filon/games/{SLUG}"],
    ):
        done = subprocess.run(
            ["npx", *words], cwd=tree, env=tool("node").environment(),
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
    built = "".join(
        file.read_text("utf-8") for file in tree.glob("src/filon/server/page/assets/*.js")
    )
    assert f"games/{SLUG}/web/Board.svelte" in built
    assert f"{SLUG}.event.spill" in built


def test_a_new_game_is_in_the_compile_list_and_compiles(tree: Path) -> None:
    """By mypyc's front end, which says what it cannot take; in the long form by all of it."""
    code = ("from filon.build_info import PACKAGE, compiled_sources;"
            "print(*(file.relative_to(PACKAGE) for file in compiled_sources()))")  # fmt: skip
    listed = run(tree, "-c", code).split()
    for name in ("hints.py", "observe.py", "rules.py", "tables.py"):
        assert f"games/{SLUG}/{name}" in listed
    run(tree / "src", "../build_rules.py", "check")
    code = "import build_rules as b; print(b.compiled(b.fingerprint()))"
    if LONG and (shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")):
        told = run(tree, "-c", code, FILON_OPT="0")  # that it compiles is the question
        assert "None" not in told, (tree / "build" / "compile.log").read_text()
        libraries = {file.name.partition(".")[0] for file in tree.glob(f"build/**/{SLUG}/*.so")}
        assert libraries >= {"hints", "observe", "rules", "tables"}


def test_every_shared_test_runs_over_a_new_game(tree: Path) -> None:
    """Conformance, redeal, bots, replay, clauses, golden games, examples: nothing was edited."""
    proofs = [
        str(file.relative_to(tree))
        for file in sorted(tree.glob("tests/**/test_*.py"))
        if file.stem.removeprefix("test_") in PROOFS
    ]
    own = f"src/filon/games/{SLUG}/tests"
    without = [word for name in ("cacheprovider", "playwright", "schemathesis")
               for word in ("-p", f"no:{name}")]  # fmt: skip
    told = run(tree, "-m", "pytest", "-q", *without, "-k", SLUG, *proofs, own)
    assert len(proofs) == len(PROOFS)
    assert " passed" in told
    assert "failed" not in told


def test_a_new_game_passes_types_and_lint(tree: Path) -> None:
    folder = f"src/filon/games/{SLUG}"
    run(tree, "-m", "ruff", "check", folder)
    run(tree, "-m", "ruff", "format", "--check", folder)
    contracts = "from importlinter.cli import lint_imports_command as check; check(['--no-cache'])"
    assert "0 broken" in run(tree, "-c", contracts)
    if (ROOT / ".mypy_cache").is_dir():  # what was checked for the project need not be again
        shutil.copytree(ROOT / ".mypy_cache", tree / ".mypy_cache", dirs_exist_ok=True)
    run(tree, "-m", "mypy", folder)


def test_a_taken_or_impossible_name_is_refused(tree: Path) -> None:
    for name in (SLUG, "Gold-Pan", "", "../x"):
        done = subprocess.run(
            [sys.executable, "tools/game.py", name], cwd=tree, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        assert done.returncode == 1
        assert "Traceback" not in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1
