"""The files for play without a server: Python, and our rules as one archive.

The list of all files tells the page's service worker what to keep, and when something is new.
Done again whenever Python sources change, in a second: nothing here needs Node.
"""

import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import icon
from stage import ROOT
from stamp import digest, fresh, press, tree

PACKAGE = ROOT / "src" / "filon"
STAND_INS = ROOT / "web" / "python"
PYODIDE = ROOT / "node_modules" / "pyodide"
CORE = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
STAMP = ROOT / "build" / "stamps" / "device"
# Parts of the package that a page never imports (tests/offline/test_device.py imports all it does).
LEFT_OUT = ("server", "lab", "adapters", "commands", "store/migrations")
STORE = (
    "sqlite",
    "postgres",
    "postgres_bus",
    "writer",
    "batching",
    "statements",
    "schema",
    "sql",
    "history",
    "people",
    "migrate",
)
THINKING = ("pool", "worker", "reviewer", "queue")
NOT_KEPT = (
    *("cli.py", "__main__.py", "extras.py", "settings.py"),
    *(f"store/{name}.py" for name in STORE),
    *(f"thinking/{name}.py" for name in THINKING),
)
OLD = (2020, 1, 1, 0, 0, 0)  # so that the same sources give the same archive
MARK = re.compile(r"^self\.filon=.*\n")
SHIP = """
import sys
from pathlib import Path
from filon import games
from filon.app.games import rules, shelf
from filon.app.serialize import as_json
from filon.messages import LANGUAGES
out = Path(sys.argv[1])
for lang in LANGUAGES:
    (out / f"shelf.{lang}.json").write_bytes(as_json(shelf(lang)))
    for slug in games.slugs():
        (out / f"rules.{slug}.{lang}.md").write_text(rules(slug, lang), "utf-8")
"""


def sources() -> list[Path]:
    """The files of the package that a page needs."""
    files = []
    for file in tree(PACKAGE, skip=["tests"]):
        name = file.relative_to(PACKAGE).as_posix()
        texts = "/web/" not in name or "/messages." in name
        known = file.suffix in (".py", ".json", ".md", ".txt", ".bin")
        if not name.startswith(tuple(f"{part}/" for part in LEFT_OUT)) and name not in NOT_KEPT:
            if texts and known:
                files.append(file)
    return sorted(files)


def archive(place: Path) -> None:
    """Our rules, tables and bots, with stubs for modules that only compiled rules use."""
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        files = [(file, file.relative_to(PACKAGE.parent).as_posix()) for file in sources()]
        files += [(file, file.relative_to(STAND_INS).as_posix()) for file in tree(STAND_INS)]
        for file, name in files:
            out.writestr(zipfile.ZipInfo(name, OLD), file.read_bytes(), zipfile.ZIP_DEFLATED, 9)


def pack(page: Path) -> None:
    """Put these files beside the built page, unless they are up to date."""
    made = [file for file in tree(page) if "python" not in file.relative_to(page).parts]
    value = digest([*sources(), *tree(STAND_INS), Path(__file__), PYODIDE / "package.json", *made])
    folder = page / "python"
    if (folder / "filon.zip").is_file() and fresh(STAMP, value):
        return
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name in CORE:
        shutil.copyfile(PYODIDE / name, folder / name)
    archive(folder / "filon.zip")
    ship(folder)
    if not (page / "icons").is_dir():
        icon.draw(page / "icons", ROOT / "web" / "src" / "nugget.svg")
    for file in folder.iterdir():
        if file.suffix not in (".zip", ".gz"):
            packed = gzip.compress(file.read_bytes(), 9, mtime=0)
            file.with_name(f"{file.name}.gz").write_bytes(packed)
    listed(page, alone=False)
    made = [file for file in tree(page) if "python" not in file.relative_to(page).parts]
    press(
        STAMP,
        digest([*sources(), *tree(STAND_INS), Path(__file__), PYODIDE / "package.json", *made]),
    )


def ship(folder: Path) -> None:
    """What the page shows before Python is loaded: the shelf and the rules."""
    env = os.environ | {"PYTHONPATH": f"{PACKAGE.parent}{os.pathsep}{STAND_INS}"}
    subprocess.run([sys.executable, "-c", SHIP, str(folder)], check=True, env=env, cwd=ROOT)


def listed(page: Path, alone: bool) -> str:
    """Write the list of all files and tell the service worker its version, which is returned."""
    files = {
        file.relative_to(page).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()[:16]
        for file in sorted(tree_of(page))
    }
    shell = [[name, (page / name).stat().st_size] for name in files if "python/" not in name]
    python = [[name, (page / name).stat().st_size] for name in files if "python/" in name]
    version = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:16]
    manifest = {"version": version, "shell": shell, "python": python, "hashes": files}
    (page / "files.json").write_text(json.dumps(manifest, separators=(",", ":")))
    worker = page / "sw.js"
    text = MARK.sub("", worker.read_text("utf-8"))
    line = json.dumps({"version": version, "alone": alone}, separators=(",", ":"))
    worker.write_text(f"self.filon={line};\n{text}", "utf-8")
    for ending in (".br", ".gz"):
        (page / f"sw.js{ending}").unlink(missing_ok=True)
    return version


def tree_of(page: Path) -> list[Path]:
    """The files a browser asks for: without their packed forms, the worker and the list itself."""
    return [
        file
        for file in page.rglob("*")
        if file.is_file()
        and file.suffix not in (".br", ".gz")
        and file.relative_to(page).as_posix() not in ("sw.js", "files.json")
    ]
