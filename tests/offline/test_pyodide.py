"""The same seed and the same choices give the same record in Pyodide as in CPython."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from filon.games import slugs

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / "tools"
PYODIDE = ROOT / "node_modules" / "pyodide"
LONG = bool(os.environ.get("FILON_LONG"))
GAMES = 100 if LONG else 4
TOGETHER = [[slug] for slug in slugs()] if LONG else [slugs()]  # loading Pyodide takes a while
# Played by both: choices and draws from the seed alone, and the whole record in a hash. Of four
# games one is played at random, two by the hints and one by the lowest level that does not search;
# in the last every eighth step is the best level's with next to no budget, so that the search and
# learned values are compared too. (A level that searches with all it has takes minutes a game.)
PLAY = """
import hashlib, json
from filon import bots, games
from filon.bots import Peephole
from filon.core.game import CHANCE
from filon.core.record import Record
from filon.core.rng import Rng
from filon.core.setup import agreed

def played(slug, number):
    spec, rng = games.load(slug), Rng(f"{slug} {number}")
    setup = agreed(spec, spec.seats[number // 4 % len(spec.seats)])
    friendly = next((rung.name for rung in spec.minds.levels if rung.share == 0), "greedy")
    ways = ("random", "greedy", friendly, "greedy")
    state, steps, bot = setup.start(), [], bots.named(ways[number % 4])
    best = bots.named("sourdough", 2000)
    while state.legal():
        actor = state.actor()
        if actor == CHANCE:
            step = state.legal()[rng.weighted(state.weights())]
        else:
            who = best if number % 4 == 3 and len(steps) % 8 == 0 else bot
            step = who.choose(Peephole(spec, state, actor), rng)
        steps.append(spec.layout.text(step))
        state.apply(step)
    text = Record(setup, steps).text()
    views = [spec.view(state, seat) for seat in range(setup.players)]
    told = text + json.dumps([state.scores(), state.ranks(), views], sort_keys=True, default=str)
    return [len(steps), hashlib.sha256(told.encode()).hexdigest()]

told = json.dumps({slug: [played(slug, n) for n in range(COUNT)] for slug in SLUGS})
"""
NODE = """
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const [pyodide, zip, code] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(pyodide + "/pyodide.mjs").href);
const python = await loadPyodide({ indexURL: pyodide });
python.unpackArchive(new Uint8Array(readFileSync(zip)), "zip", { extractDir: "." });
python.runPython(readFileSync(code, "utf8"));
console.log(python.globals.get("told"));
"""


@pytest.mark.parametrize("played", TOGETHER, ids=" ".join)
def test_pyodide_plays_the_same_games(tmp_path: Path, played: list[str]) -> None:
    if not (PYODIDE / "pyodide.mjs").is_file():
        pytest.fail("Node's packages are not there: run make page")
    zipped, code, script = (tmp_path / name for name in ("filon.zip", "play.py", "play.mjs"))
    words = "import sys, pathlib, device; device.archive(pathlib.Path(sys.argv[1]))"
    subprocess.run([sys.executable, "-c", words, str(zipped)], check=True, cwd=TOOLS)
    words = PLAY.replace("COUNT", str(GAMES)).replace("SLUGS", repr(played))
    code.write_text(words, "utf-8")
    script.write_text(NODE, "utf-8")
    parts = [TOOLS / "node.py", Path("node"), script, PYODIDE, zipped, code]
    command = [sys.executable, *map(str, parts)]
    ended = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)
    there = json.loads(ended.stdout.strip().splitlines()[-1])
    here: dict[str, Any] = {}
    exec(compile(code.read_text("utf-8"), str(code), "exec"), here)
    assert json.loads(here["told"]) == there
    assert {slug: len(games) for slug, games in there.items()} == dict.fromkeys(played, GAMES)
