"""The built page in src/filon/server/page/, made again exactly when its inputs change.

`python3 tools/page.py found` builds it only with a Node that is there already.
"""

import shutil
import sys
from pathlib import Path

import device
import node
from stage import ROOT, alone, run, say
from stamp import digest, fresh, press, tree

PAGE = ROOT / "src" / "filon" / "server" / "page"
BESIDE = ROOT / "build" / "page"  # where it is built: a running server keeps a whole page
STAMP = ROOT / "build" / "stamps" / "page"


def inputs() -> list[Path]:
    """Everything the page is made from."""
    names = ("package-lock.json", "package.json", "tsconfig.json", "vite.config.ts")
    games = ROOT / "src" / "filon" / "games"
    folders = [ROOT / "web", ROOT / "src" / "filon" / "messages", *games.glob("*/web")]
    rules = games.glob("*/RULES.*.md")
    return [*(ROOT / name for name in names), *tree(*folders), *rules]


def is_fresh() -> bool:
    """Whether the built page is up to date."""
    return (PAGE / "index.html").is_file() and fresh(STAMP, digest(inputs()))


def build() -> None:
    """Build the page unless it is up to date."""
    if is_fresh():
        device.pack(PAGE)
        return
    value = digest(inputs())
    env = node.packages()
    with alone("page"):
        words = ["npm", "run", "build", "--", "--outDir", str(BESIDE)]
        run("The page", words, log="page", env=env)
        swap()
    press(STAMP, value)
    device.pack(PAGE)


def swap() -> None:
    """Put the new page in the place of the old one, between two requests."""
    old = BESIDE.with_name("page-before")
    shutil.rmtree(old, ignore_errors=True)
    if PAGE.exists():
        PAGE.rename(old)
    BESIDE.rename(PAGE)
    shutil.rmtree(old, ignore_errors=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["found"] and not is_fresh() and node.folder() is None:
        sys.exit("no Node 22.12 or newer")
    build()
    say("  the page is ready")
