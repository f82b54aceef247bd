"""Packaging: the compile list, the wheel and its fallback, and the tools behind make."""

import json
import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from filon import build_info
from filon.games import slugs
from support.scripts import tool

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "filon"
pytestmark = pytest.mark.xdist_group("packaging")  # one wheel


def test_nothing_is_compiled_into_the_sources() -> None:
    """Python would go on running the binary after its .py was edited."""
    assert [*PACKAGE.rglob("*.so"), *PACKAGE.rglob("*.pyd")] == []


def test_the_compile_list_is_found_by_rule() -> None:
    listed = {file.relative_to(PACKAGE).as_posix() for file in build_info.compiled_sources(PACKAGE)}
    assert {"core/events.py", "core/game.py", "core/hints.py", "core/rng.py"} <= listed
    for slug in slugs():
        assert f"games/{slug}/rules.py" in listed
        assert f"games/{slug}/tables.py" in listed
    plain = {name for name in listed if Path(name).name in build_info.PLAIN}
    assert plain == set()
    assert not any(name.startswith(("server/", "tables/", "commands/")) for name in listed)


def test_a_file_can_ask_not_to_be_compiled(tmp_path: Path) -> None:
    bots = tmp_path / "bots"
    bots.mkdir()
    (bots / "fast.py").write_text('"""Compiled."""\n')
    (bots / "plain.py").write_text(f'{build_info.OPT_OUT}\n"""Not compiled."""\n')
    assert build_info.compiled_sources(tmp_path) == [bots / "fast.py"]


def test_the_fingerprint_follows_its_inputs(tmp_path: Path) -> None:
    package = tmp_path / "src" / "filon"
    (package / "core").mkdir(parents=True)
    recipe, game = tmp_path / "build_rules.py", package / "core" / "game.py"
    seen = set()
    for version, text, rule in [("1", "a", "x"), ("2", "a", "x"), ("1", "b", "x"), ("1", "a", "y")]:
        recipe.write_text(text)
        game.write_text(rule)
        seen.add(build_info.fingerprint(package, version))
    assert len(seen) == 4
    (package / "server.py").write_text("not compiled, so of no account")
    assert build_info.fingerprint(package, "1") in seen


@pytest.fixture(scope="module")
def pure_wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """A wheel as a machine without a C compiler builds it."""
    folder = tmp_path_factory.mktemp("wheel")
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT, env={**os.environ, "FILON_PURE": "1", "FILON_PAGE": "0"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = [line for line in (done.stdout + done.stderr).splitlines() if "pure Python" in line]
    assert len(told) == 1, "one clear line"
    (wheel,) = folder.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    return zipfile.ZipFile(wheel)


def test_the_wheel_holds_what_playing_needs(pure_wheel: zipfile.ZipFile) -> None:
    names = set(pure_wheel.namelist())
    assert json.loads(pure_wheel.read("filon/build.json"))["compiled"] is False
    assert {"filon/py.typed", "filon/messages/fr.json", "filon/messages/en.json"} <= names
    for slug in slugs():
        for name in (
            "rules.py",
            "spec.py",
            "RULES.fr.md",
            "RULES.en.md",
            "learned.bin",
            "web/messages.fr.json",
        ):
            if (PACKAGE / "games" / slug / name).exists():
                assert f"filon/games/{slug}/{name}" in names
    if (PACKAGE / "server" / "page" / "index.html").exists():
        assert "filon/server/page/index.html" in names
        assert any(re.fullmatch(r"filon/server/page/assets/.*\.js", name) for name in names)


def test_the_wheel_holds_nothing_else(pure_wheel: zipfile.ZipFile) -> None:
    unwanted = [
        name
        for name in pure_wheel.namelist()
        if re.search(r"/tests/|node_modules|\.svelte$|\.ts$|__pycache__|\.sqlite3|^tools/", name)
    ]
    assert unwanted == []


def test_the_wheel_runs_without_node_or_sources(
    pure_wheel: zipfile.ZipFile, tmp_path: Path
) -> None:
    """Installed beside the same libraries, away from the tree, it plays a game."""
    home = tmp_path / "env"
    venv.create(home, with_pip=False)
    (site,) = home.glob("lib/python*/site-packages")
    pure_wheel.extractall(site)
    # The libraries of the environment under test, without its link to the source tree.
    libraries = [path for path in sys.path if path.endswith("site-packages")]
    paths = os.pathsep.join([str(site), *libraries])
    env = {"PATH": str(home / "bin"), "PYTHONPATH": paths, "HOME": str(tmp_path)}
    python = str(home / "bin" / "python")
    where = subprocess.check_output(
        [python, "-c", "import filon; print(filon.__file__)"], env=env, cwd=tmp_path, text=True
    )
    assert where.startswith(str(site))
    command = [python, "-m", "filon", "transcript", "claim_it", "--players", "2"]
    told = subprocess.check_output(command, env=env, cwd=tmp_path, text=True)
    assert json.loads(told.splitlines()[-1])["ranks"]


def test_clean_never_names_saved_games() -> None:
    makefile = (ROOT / "Makefile").read_text()
    recipe = re.search(r"^clean:.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)
    assert recipe is not None
    assert not re.search(r"sqlite|share/filon|\bdata\b|\$\(HOME\)|~", recipe.group(1))


def test_make_help_lists_every_public_target() -> None:
    told = subprocess.check_output(["make", "-s", "-C", str(ROOT), "help"], text=True)
    for target in ("play", "test", "fast", "proofs", "wheel", "bench", "clean"):
        assert f"make {target} " in told


def test_ci_runs_the_same_command() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert "make test" in script.read_text()


def test_stamps_follow_contents() -> None:
    stamp = tool("stamp")
    files = [ROOT / "pyproject.toml", ROOT / "Makefile"]
    assert stamp.digest(files) == stamp.digest(list(reversed(files)))
    assert stamp.digest(files) != stamp.digest(files[:1])
    assert stamp.digest(files, "a") != stamp.digest(files, "b")


def test_the_node_tool_finds_one_that_is_new_enough() -> None:
    node = tool("node")
    folder = node.folder()
    assert folder is not None
    told = subprocess.check_output([folder / "node", "--version"], text=True)
    version = tuple(int(piece) for piece in told.strip().removeprefix("v").split("."))
    assert version >= node.OLDEST


def test_the_browser_tool_believes_the_variable(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    browser = tmp_path / "browser"
    browser.touch()
    monkeypatch.setenv("CHROMIUM", str(browser))
    assert tool("chromium").find() == str(browser)
    small = tmp_path / "chromium-headless-shell"
    small.touch()
    monkeypatch.setenv("CHROMIUM", str(small))
    assert tool("chromium").find() == str(small)
    assert tool("chromium").find(windows=True) != str(small)  # it shows no notices


def test_a_python_without_venv_names_the_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Debian's python3 alone: no venv, no uv on the path, and nothing may be installed."""
    environment = tool("environment")
    monkeypatch.setattr(environment, "VENV", tmp_path / "venv")
    monkeypatch.setattr(environment, "_quiet", lambda command: False)
    monkeypatch.setattr(environment, "_may_install", lambda: False)
    monkeypatch.setattr(environment.shutil, "which", lambda name: None)
    with pytest.raises(SystemExit, match=r"Please install: python3-venv$"):
        environment.make(tmp_path / "venv")


def test_no_browser_and_no_right_to_install_one_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chromium = tool("chromium")
    monkeypatch.setattr(chromium, "find", lambda windows: None)
    monkeypatch.setattr(chromium.os, "geteuid", lambda: 1000)
    monkeypatch.setattr(chromium, "_works", lambda command: False)
    with pytest.raises(SystemExit, match="install the package chromium"):
        chromium.ensure()


def test_play_hands_host_port_and_arguments_on(monkeypatch: pytest.MonkeyPatch) -> None:
    play = tool("play")
    for name, value in {"HOST": "0.0.0.0", "PORT": "8080", "ARGS": "--no-browser"}.items():
        monkeypatch.setenv(name, value)
    words = ["serve", "--host", "0.0.0.0", "--port", "8080", "--no-browser"]
    assert play.command(Path("filon")) == ["filon", *words]
    for name in ("HOST", "PORT", "ARGS"):
        monkeypatch.setenv(name, "")
    assert play.command(Path("filon")) == ["filon", "serve"]
