"""A new game from tools/template: what `make game NAME=slug` runs.

The folder it makes is a whole small game that passes every proof; change it rule by rule.
"""

import re
import subprocess
import sys
from pathlib import Path

from stage import ROOT, say

TEMPLATE = Path(__file__).resolve().parent / "template"


def names(slug: str, taken: set[str]) -> dict[str, str]:
    """The values of the template's slots for a game of this slug."""
    words = slug.split("_")
    prefix = "".join(word[0] for word in words).upper()
    if len(prefix) == 1:
        prefix = slug[:2].upper()
    while prefix in taken:
        prefix += "X"
    return {
        "@slug@": slug,
        "@Class@": "".join(word.capitalize() for word in words),
        "@PREFIX@": prefix,
        "@prefix@": prefix.lower(),
        "@Title@": " ".join(words).capitalize(),
    }


def create(slug: str, root: Path = ROOT) -> Path:
    """Write the folder of a new game; exits with a sentence if that is impossible."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", slug):
        sys.exit(f"“{slug}” cannot name a game: small letters, digits and _, as in my_game.")
    games = root / "src" / "filon" / "games"
    folder = games / slug
    if folder.exists():
        sys.exit(f"There is a game {slug} already.")
    slots = names(slug, _prefixes(games))
    for source in sorted(TEMPLATE.rglob("*.in")):
        text = source.read_text("utf-8")
        for slot, word in slots.items():
            text = text.replace(slot, word)
        target = folder / source.relative_to(TEMPLATE).with_suffix("")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
    return folder


def _prefixes(games: Path) -> set[str]:
    prefixes = set()
    for spec in games.glob("*/spec.py"):
        prefixes |= set(re.findall(r'prefix="([A-Z]+)"', spec.read_text("utf-8")))
    return prefixes


def main(*arguments: str) -> None:
    """Create the game, lay out its imports, write types and tables, play its golden games."""
    if len(arguments) != 1 or not arguments[0]:
        sys.exit("usage: make game NAME=my_game")
    (slug,) = arguments
    folder = create(slug)
    ruff = [sys.executable, "-m", "ruff"]
    subprocess.run([*ruff, "check", "--fix", "--quiet", folder], check=True)
    subprocess.run([*ruff, "format", "--quiet", folder], check=True)
    node = [sys.executable, str(ROOT / "tools" / "node.py")]
    subprocess.run([*node, sys.executable, str(ROOT / "tools" / "wire_types.py"), slug], check=True)
    explain = [sys.executable, str(ROOT / "tools" / "observations.py"), slug]
    subprocess.run(explain, check=True)
    golden = [sys.executable, str(ROOT / "tools" / "golden.py"), slug]
    subprocess.run(golden, check=True, stdout=subprocess.DEVNULL)
    say(f"  {folder.relative_to(ROOT)} is on the shelf: filon play {slug}, make fast")


if __name__ == "__main__":
    main(*sys.argv[1:])
