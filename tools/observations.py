"""OBSERVATION.md of every game, or of those named: what each number of an observation means.

.venv/bin/python tools/observations.py [SLUG ...]
"""

import sys

from stage import ROOT

from filon.adapters.fields import page
from filon.games import load, slugs

if __name__ == "__main__":
    for slug in sys.argv[1:] or slugs():
        file = ROOT / "src" / "filon" / "games" / slug / "OBSERVATION.md"
        file.write_text(page(load(slug)), encoding="utf-8")
