"""Installing in an empty environment: what is built, and the cost of importing it."""

import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Callable, Iterable
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version
from starlette.requests import Request

from filon import build_info, cli
from filon.build_info import Build
from filon.extras import EXTRAS
from filon.messages import catalogue
from filon.server import page
from repo.test_packaging import ROOT
from support.games import COMPILED
from support.scripts import tool

pytestmark = pytest.mark.xdist_group("packaging")
SERVER = {"alembic", "fastapi", "numpy", "pydantic", "rich", "sqlalchemy", "starlette", "structlog",
          "typer", "uvicorn", "websockets", "gymnasium", "pettingzoo"}  # fmt: skip
MOST = 110  # modules `import filon` may import, the standard library's included


@pytest.mark.skipif(COMPILED, reason="compiling these sources has asked the same front end")
def test_the_compiler_takes_the_sources_where_nothing_else_is_installed() -> None:
    """The isolated build has mypy and no more: no numpy for the adapters that __init__ leads to."""
    done = subprocess.run(
        [sys.executable, "build_rules.py", "check"], cwd=ROOT, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert "Success" in done.stdout


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked sdist."""
    folder = tmp_path_factory.mktemp("sdist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(folder)],
        cwd=ROOT, env={**os.environ, "FILON_PAGE": "0"}, check=True, capture_output=True,
    )  # fmt: skip
    (packed,) = folder.glob("*.tar.gz")
    with tarfile.open(packed) as tar:
        tar.extractall(folder, filter="data")
    packed.unlink()
    (made,) = folder.iterdir()
    return made


def test_the_sdist_holds_what_wheel_and_page_are_made_from(sdist: Path) -> None:
    inside = {file.relative_to(sdist).as_posix() for file in sdist.rglob("*") if file.is_file()}
    for file in tool("page").inputs():
        assert file.relative_to(ROOT).as_posix() in inside
    assert {"build_rules.py", "tools/page.py", ".npmrc", "requirements/node.lock", "LICENSE",
            "requirements/build.lock", "Makefile", "README.md"} <= inside  # fmt: skip
    if page.is_built(ROOT / "src" / "filon" / "server" / "page"):
        assert "src/filon/server/page/index.html" in inside
    assert not any("node_modules" in name or ".venv" in name for name in inside)


def test_the_sdist_gives_the_wheel_the_sources_give(sdist: Path, tmp_path: Path) -> None:
    """With these rules compiled before, the tag says so; the long form below compiles them anew."""
    done = ROOT / "build" / "compiled"
    if done.is_dir():
        shutil.copytree(done, sdist / "build" / "compiled")
    code = "import build_rules as b; raise SystemExit(not b.ready(b.fingerprint()))"
    ready = not subprocess.run([sys.executable, "-c", code], cwd=sdist, check=False).returncode
    env = {**os.environ, **({} if ready else {"FILON_PURE": "1"})}
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=sdist, env=env, check=True, capture_output=True,
    )  # fmt: skip
    (wheel,) = tmp_path.glob("*.whl")
    note = json.loads(zipfile.ZipFile(wheel).read("filon/build.json"))
    assert note["compiled"] is ready
    assert wheel.name.endswith("-any.whl") is not ready
    names = set(zipfile.ZipFile(wheel).namelist())
    assert ("filon/server/page/index.html" in names) is (note["page"] == "")


@pytest.mark.long
@pytest.mark.parametrize("source", ["sdist", "clone"])
def test_an_empty_environment_compiles_in_isolation(
    source: str, sdist: Path, tmp_path: Path
) -> None:
    """pip and nothing else: what it installs runs compiled rules, and its tag says so."""
    if source == "clone":
        clone = tmp_path / "clone"
        told = subprocess.check_output(
            ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, text=True
        )
        for name in told.splitlines():
            if (ROOT / name).is_file():
                (clone / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, clone / name)
    else:
        clone = sdist
        shutil.rmtree(clone / "build", ignore_errors=True)
    home = tmp_path / "env"
    venv.create(home, with_pip=True)
    pip = [str(home / "bin" / "pip"), "-q"]
    env = {name: value for name, value in os.environ.items() if not name.startswith("FILON_")}
    env |= {"FILON_OPT": "0"}
    subprocess.run([*pip, "wheel", "--no-deps", "-w", str(tmp_path), str(clone)],
                   env=env, check=True, cwd=tmp_path)  # fmt: skip
    (wheel,) = tmp_path.glob("filon-*.whl")
    tag = f"cp{sys.version_info[0]}{sys.version_info[1]}"
    assert f"-{tag}-{tag}-" in wheel.name
    assert platform.machine().replace("-", "_") in wheel.name
    subprocess.run([*pip, "install", str(wheel)], check=True, cwd=tmp_path)
    said = subprocess.check_output(
        [home / "bin" / "python", "-c", "import filon.build_info as b; print(b.this_build())"],
        cwd=tmp_path, text=True,
    )  # fmt: skip
    assert "compiled rules" in said


def imported_with_the_library() -> set[str]:
    """The modules that `import filon` imports in a process of its own."""
    code = ("import sys; before = set(sys.modules); import filon; filon.slugs;"
            "print(*sorted(set(sys.modules) - before))")  # fmt: skip
    return set(subprocess.check_output([sys.executable, "-c", code], text=True).split())


def test_importing_the_library_brings_no_server() -> None:
    brought = imported_with_the_library()
    assert "filon.core.game" in brought
    assert brought & SERVER == set()


@pytest.mark.long
def test_importing_the_library_stays_quick() -> None:
    assert len(imported_with_the_library()) <= MOST


# ---- the two packages, and the extras ---------------------------------------------------------

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PLATFORM = ("uvloop",)  # not everywhere, and nothing imports it but uvicorn
Bare = Callable[..., subprocess.CompletedProcess[str]]


def test_the_library_needs_two_packages() -> None:
    names = [Requirement(line).name for line in PROJECT["dependencies"]]
    assert names == ["librt", "mypy-extensions"]


def test_the_extras_are_those_of_the_project_file() -> None:
    """A library that is missing is found by the name it is imported by."""
    modules: dict[str, set[str]] = {}
    for module, distributions in metadata.packages_distributions().items():
        for name in distributions:
            modules.setdefault(canonicalize_name(name), set()).add(module)
    extras = dict(PROJECT["optional-dependencies"])
    assert extras.pop("all") == ["filon[lab,postgres,research]"]
    assert extras.keys() == EXTRAS.keys()
    for extra, lines in extras.items():
        names = [canonicalize_name(Requirement(line).name) for line in lines]
        own = [name for name in names if name not in ("filon", *PLATFORM)]
        assert len(EXTRAS[extra]) == len(own)
        for name in own:
            assert modules.get(name, {name}) & set(EXTRAS[extra]), f"{name} in {extra}"


@pytest.fixture
def bare(tmp_path: Path) -> Bare:
    """Run Python where nothing but Filon and its two packages is installed."""
    import librt.vecs
    import mypy_extensions

    import filon

    (tmp_path / "filon").symlink_to(Path(filon.__file__).parent, target_is_directory=True)
    shutil.copy(str(mypy_extensions.__file__), tmp_path)
    (tmp_path / "librt").symlink_to(Path(str(librt.vecs.__file__)).parent, target_is_directory=True)
    for library in Path(filon.__file__).parent.parent.glob("filon__mypyc*"):
        shutil.copy(library, tmp_path)

    def run(*words: str, **env: str) -> subprocess.CompletedProcess[str]:
        env |= {"PYTHONPATH": str(tmp_path), "PATH": os.environ["PATH"]}
        return subprocess.run([sys.executable, "-S", *words], env=env, capture_output=True,
                              text=True, check=False, cwd=tmp_path)  # fmt: skip

    return run


def test_the_library_plays_with_next_to_nothing_installed(bare: Bare) -> None:
    """Rules, bots and a match need mypy_extensions and librt alone."""
    code = """
import sys, filon
from filon.bots import Peephole, named
from filon.core.drive import by_weight, drive
from filon.core.rng import Rng
for slug in filon.slugs():
    spec, rng, bot = filon.load(slug), Rng(1), named("greedy")
    state = spec.start(spec.seats[0])
    for _ in drive(state, by_weight(rng), lambda s, n: bot.choose(Peephole(spec, s, n), rng)):
        pass
    assert 1 in state.ranks()
import filon.match.match
print("played", len(filon.slugs()))
"""
    told = bare("-c", code)
    assert told.returncode == 0, told.stderr
    assert told.stdout.startswith("played")


@pytest.mark.parametrize(
    ("code", "part", "extra"),
    [
        ("import filon.server", "filon.server", "server"),
        ("import filon.server.app", "filon.server", "server"),
        ("import filon; filon.env('claim_it')", "filon.adapters", "research"),
        ("import filon; filon.vector('claim_it', 2)", "filon.adapters", "research"),
        ("from filon.adapters.gymnasium import SeatEnv", "filon.adapters", "research"),
        ("from filon.lab.plots import picture; picture(print)", "filon.lab", "lab"),
        ("from filon.lab.report import page; page('', '', [])", "filon.lab", "lab"),
    ],
)
def test_a_missing_extra_is_an_import_error_of_one_sentence(
    bare: Bare, code: str, part: str, extra: str
) -> None:
    told = bare("-c", f"try:\n    {code}\nexcept ImportError as missing:\n    print(missing)")
    assert told.stdout == f'{part} needs more packages: pip install "filon[{extra}]"\n', told.stderr


@pytest.mark.parametrize("words", [[], ["serve"], ["play", "claim_it"], ["--version"], ["no such"]])
def test_the_command_without_its_libraries_is_one_sentence(bare: Bare, words: list[str]) -> None:
    told = bare("-m", "filon", *words)
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr == 'filon needs more packages: pip install "filon[terminal]"\n'


def test_the_command_without_its_libraries_speaks_french(bare: Bare) -> None:
    said = bare("-m", "filon", LC_ALL="fr_FR.UTF-8", PYTHONUTF8="1").stderr
    assert said.count("\n") == 1
    assert said.startswith("filon a besoin")
    assert said.endswith('pip install "filon[terminal]"\n')


def without(extras: Iterable[str], *commands: str) -> list[tuple[int, str, str]]:
    """What these commands end with, print and complain of where these extras are not installed.

    One process runs them all, since starting it costs most. Typer itself brings pydantic.
    """
    absent = {module for extra in extras for module in EXTRAS[extra]} - {"pydantic"}
    code = """
import contextlib, io, json, sys
absent, commands = sys.argv[1:]
sys.modules.update(dict.fromkeys(absent.split(",")))
from filon.__main__ import main
ended = []
for command in commands.splitlines():
    sys.argv[1:], out, err = command.split(), io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main()
        except SystemExit as end:
            code = end.code
    ended.append((code or 0, out.getvalue(), err.getvalue()))
print(json.dumps(ended))
"""
    env = {name: value for name, value in os.environ.items() if not name.startswith("FILON_")}
    printed = subprocess.check_output(
        [sys.executable, "-c", code, ",".join(absent), "\n".join(commands)],
        env={**env, "LC_ALL": "C.UTF-8"}, text=True,
    )  # fmt: skip
    return [(code, out, err) for code, out, err in json.loads(printed)]


ARENA = "arena claim_it --bots random,greedy --games 2"


@pytest.mark.parametrize(
    ("extra", "commands"),
    [
        ("server", ["serve --port 0", "doctor", "backup x", "restore x", "purge"]),
        ("lab", ["study claim_it", ARENA, "train claim_it"]),
        ("ray", [f"{ARENA} --on ray"]),
    ],
)
def test_a_command_without_its_extra_is_one_sentence(extra: str, commands: list[str]) -> None:
    ended = without([extra], *commands)
    assert len(ended) == len(commands)
    for command, (code, out, err) in zip(commands, ended, strict=True):
        assert (code, out) == (2, ""), (command, err)
        name = command.split()[0]
        assert err == f'filon {name} needs more packages: pip install "filon[{extra}]"\n'


def test_the_extra_terminal_is_enough_for_the_terminal() -> None:
    commands = ["games", "serve --help", "transcript claim_it --players 2"]
    ended = without(EXTRAS.keys() - {"terminal"}, *commands)
    assert len(ended) == len(commands)
    for code, out, err in ended:
        assert code == 0, err
        assert out


def installed(python: str) -> set[str]:
    """The names of the packages in an environment."""
    said = subprocess.check_output([python, "-m", "pip", "list", "--format", "json"], text=True)
    return {canonicalize_name(each["name"]) for each in json.loads(said)}


@pytest.mark.long
def test_pip_brings_two_packages_and_each_extra_what_its_commands_need(tmp_path: Path) -> None:
    """From the package index, each in an environment of its own."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT, env={**os.environ, "FILON_PURE": "1", "FILON_PAGE": "0"},
        check=True, capture_output=True,
    )  # fmt: skip
    (wheel,) = tmp_path.glob("*.whl")
    for extra, words in {
        "": ["-c", "import filon; print(filon.load('claim_it').seats)"],
        "terminal": ["-m", "filon", "games"],
        "server": ["-c", "import filon.server.launch"],
        "lab": ["-m", "filon", "arena", "claim_it", "--bots", "random,greedy", "--games", "2"],
        "research": ["-c", "import filon; filon.env('claim_it')"],
        "postgres": ["-c", "import filon.store.postgres"],
        "all": ["-c", "import filon.server.launch, filon.adapters.vector, filon.lab.arena"],
    }.items():
        home = tmp_path / (extra or "none")
        venv.create(home, with_pip=True)
        python = str(home / "bin" / "python")
        before = installed(python)
        pip = [python, "-m", "pip", "-q", "install"]
        subprocess.run([*pip, str(wheel)], check=True, cwd=tmp_path)
        assert installed(python) - before == {"filon", "librt", "mypy-extensions"}
        if extra:  # as the sentence for a missing one says
            subprocess.run([*pip, f"filon[{extra}]"], check=True, cwd=tmp_path)
        subprocess.run([python, *words], check=True, cwd=tmp_path, stdout=subprocess.DEVNULL)


def test_libraries_whose_private_parts_are_used_are_bounded_above() -> None:
    """server/protocols.py subclasses uvicorn's classes and appends to websockets' `writes`."""
    lines = [Requirement(line) for line in PROJECT["optional-dependencies"]["server"]]
    bounds = {line.name: line.specifier for line in lines}
    lock = (ROOT / "requirements" / "run.lock").read_text("utf-8")
    versions = {
        name: Version(re.findall(rf"^{name}==(\S+)", lock, re.M)[0])
        for name in ("uvicorn", "websockets")
    }
    assert all(version in bounds[name] for name, version in versions.items())
    # Either may change what is not documented: uvicorn with a minor version, being below 1.
    assert f"0.{versions['uvicorn'].minor + 1}" not in bounds["uvicorn"]
    assert f"{versions['websockets'].major + 1}" not in bounds["websockets"]


# ---- which build, and where the page is ------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("why", ["asked", "compiler", "failed", "source"])
def test_a_pure_build_says_why_in_one_line(lang: str, why: str) -> None:
    said = Build("0", False, "h", why, "Python.h: no such file").described(catalogue(lang))
    assert "\n" not in said
    assert "build." not in said
    assert ("Python.h" in said) is (why == "failed")


def test_the_note_of_a_wheel_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    note = tmp_path / "build.json"
    monkeypatch.setattr(build_info, "RECORD", note)
    told = {
        "no C compiler, see build/compile.log": ("compiler", ""),
        "compiling failed: no Python.h, see build/compile.log": ("failed", "no Python.h"),
        "asked for": ("asked", ""),
        "": ("", ""),
    }
    for why, (code, detail) in told.items():
        note.write_text(json.dumps({"hash": "h", "compiled": not why, "why": why, "page": "no"}))
        build = build_info.this_build()
        assert (build.why, build.detail, build.page) == (code, detail, "no")


def test_the_first_start_says_it_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli, "user_state_path", lambda *_, **__: tmp_path / "state")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    for heard in (1, 0):
        cli.first_start(catalogue("en"))
        assert len(capsys.readouterr().err.splitlines()) == heard
    other = Build("9", True, "another")
    monkeypatch.setattr(cli, "this_build", lambda: other)
    cli.first_start(catalogue("en"))
    assert "filon 9" in capsys.readouterr().err
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False)
    monkeypatch.setattr(cli, "this_build", lambda: Build("10", True, "yet another"))
    cli.first_start(catalogue("en"))
    assert capsys.readouterr().err == ""


def asked(path: str) -> Request:
    return Request(
        {"type": "http", "method": "GET", "path": path, "headers": [], "query_string": b""}
    )


@pytest.mark.parametrize("note", ["no Node 22.12 or newer", "not built"])
def test_why_there_is_no_page_is_said_in_both_languages(
    note: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The sentence of each language has no word of the other."""
    (tmp_path / "build.json").write_text(
        json.dumps({"hash": "h", "compiled": True, "why": "", "page": note})
    )
    monkeypatch.setattr(build_info, "RECORD", tmp_path / "build.json")
    said = {lang: page.missing(lang) for lang in ("fr", "en")}
    assert note not in said["fr"]
    assert said["fr"].partition("(")[2] != said["en"].partition("(")[2]
    assert "serve." not in said["fr"] + said["en"]
    told = [*(ROOT / "tools").glob("page.py"), ROOT / "build_rules.py"]
    assert any(f'"{note}"' in file.read_text("utf-8") for file in told), "as they note it"


@pytest.mark.parametrize("why", ["source", ""])
def test_without_a_page_the_page_says_what_to_do(
    why: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    build = Build("0", True, "h", why, page="no Node <22.12>")
    monkeypatch.setattr(page, "this_build", lambda: build)
    answer = page.serve_page(asked("/"), tmp_path)
    assert answer.status_code == 200
    assert str(answer.headers["content-type"]).startswith("text/html")
    said = bytes(answer.body).decode()
    assert 'lang="fr"' in said
    assert 'lang="en"' in said
    assert said.count("make page" if why else page.INSTALL) == 2
    assert "style" not in said  # the policy allows none
    assert why or "&lt;22.12&gt;" in said
    assert page.serve_page(asked("/assets/x.js"), tmp_path).status_code == 404


def test_a_release_needs_tag_version_and_changelog() -> None:
    faults = tool("release").faults
    changes = "# Changes\n\n## 0.2.0 (1 December 2026)\n\n## 0.1.0\n"
    assert faults(["v0.2.0"], "0.2.0", changes) == []
    assert len(faults(["v0.1.0"], "0.2.0", changes)) == 1
    assert len(faults([], "0.3.0", changes)) == 2
    assert len(faults(["v0.2.0"], "0.2.0", changes.replace("1 D", "not released yet, D"))) == 1
