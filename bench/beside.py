"""How fast the engine is beside others, in one run: our games, plain C, OpenSpiel, PettingZoo.

    python -m bench.beside [--rounds 3] [--seconds 0.3] [--write docs/benchmarks.md]

`make bench` runs it on the compiled build. Every round measures everything once, in turn. The
result is the median of the rounds per second of processor time, and their spread. Peers are
measured if `make bench-peers` has installed them, the C programs (bench/*.c, named by game) if
there is a C compiler. These must play the very games that the engine plays.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median

from bench.compare import measured

from filon.bots import Peephole
from filon.bots.search_bot import search_for
from filon.core.drive import at_random, by_weight, drive, playout
from filon.core.game import State
from filon.core.rng import Rng
from filon.core.spec import Spec
from filon.games import load, slugs
from filon.lab.bench import machine

ROOT = Path(__file__).parent.parent
PEERS = ROOT / ".venv-peers" / "bin" / "python"
SERVER = ROOT / "build" / "load" / "games.json"  # what bench.tables found, if it was run
PEER = "boardgame.io"
FIRST = ROOT / "build" / "frozen" / "0.1" / "venv" / "bin" / "python"  # made by make frozen
KINDS = ("steps", "simulations", "clones", "views")
GAMES = 3000  # that C and the engine play and compare
FNV, PRIME = 14695981039346656037, 1099511628211

LOOPS = {
    "compiled loop": ("Random games in the compiled loop", "steps/s"),
    "library loop": ("Random games, step by step from Python", "steps/s"),
    "search": ("The search, as the best level runs it", "simulations/s"),
    "clone": ("Clones", "clones/s"),
}
INTRO = """# Benchmarks

For people who compare engines: Filon beside plain C, OpenSpiel, PettingZoo and boardgame.io.

Measured {date} on {cpu}, {cores} cores, {memory}, {os}, Python {python}; {build}.
Medians of {rounds} rounds, per second of one core's time, while the load was {load:.1f}.
The last column is the largest round divided by the smallest: a difference below it is noise.

`make bench` repeats this, and `make bench-peers` installs the others. Their games are different and
mostly smaller, so the figures compare engines, not games. The C program plays the same games from
the same random numbers, and is refused if a single one ends differently."""
Found = dict[str, dict[str, float]]  # kind of work, who, how much a second


def rate(work: Callable[[], int], seconds: float) -> float:
    """How much work a second of processor time; work() does some and says how much."""
    began, done = time.process_time(), 0
    while (spent := time.process_time() - began) < seconds:
        done += work()
    return done / spent


def middle(spec: Spec, players: int) -> State:
    """A position in the second half of a random game in which a seat has a choice."""
    for seed in range(1000):
        state, rng = spec.start(players), Rng(seed)
        playout(state, rng, playout(spec.start(players), Rng(seed)) // 2)
        while state.actor() == -1:
            playout(state, rng, 1)
        if state.actor() >= 0 and len(state.legal()) > 1:
            return state
    raise AssertionError(f"{spec.slug}: no choice in the middle of a game")


def compiled_game(spec: Spec, players: int, rng: Rng) -> int:
    """One random game in the compiled loop; its steps."""
    return playout(spec.start(players), rng)


def library_game(spec: Spec, players: int, rng: Rng) -> int:
    """One random game as a program that uses the library drives it; its steps."""
    return sum(1 for _ in drive(spec.start(players), by_weight(rng), at_random(rng)))


def clones(state: State) -> int:
    """A thousand copies."""
    for _ in range(1000):
        state.clone()
    return 1000


def ours(seconds: float) -> Iterator[tuple[str, str, float]]:
    """Every game with the most players."""
    for slug in slugs():
        spec = load(slug)
        players, rng = spec.seats[-1], Rng(1)
        name = f"Filon, {slug}, {players} players"
        state = middle(spec, players)
        search = search_for(Peephole(spec, state, state.actor()), Rng(4))

        def grow(search: object = search) -> int:
            search.grow(16)  # type: ignore[attr-defined]
            return 16

        yield "compiled loop", name, rate(partial(compiled_game, spec, players, rng), seconds)
        yield "library loop", name, rate(partial(library_game, spec, players, rng), seconds)
        yield "search", name, rate(grow, seconds)
        yield "clone", name, rate(partial(clones, state), seconds)


def same_games(spec: Spec, players: int) -> tuple[int, int]:
    """The steps of the games that C plays too, and the hash of their results."""
    rng, steps, told = Rng(1), 0, FNV
    for _ in range(GAMES):
        state = spec.start(players)
        taken = playout(state, rng)
        steps += taken
        for number in (taken, *state.scores(), *state.ranks()):
            told = (told ^ number) * PRIME % 2**64
    return steps, told


def in_c() -> dict[str, list[str]]:
    """By name, the command of every game that is also written in C; built here."""
    compiler = shutil.which(os.environ.get("CC", "cc"))
    found = {}
    for source in sorted((ROOT / "bench").glob("*.c")) if compiler else []:
        program = ROOT / "build" / "bench" / source.stem
        program.parent.mkdir(parents=True, exist_ok=True)
        build = [str(compiler), "-O2", "-std=c11", "-o", str(program), str(source)]
        subprocess.run(build, check=True)
        players = load(source.stem).seats[-1]
        command = [str(program), "1", str(players), str(GAMES)]
        steps, told = same_games(load(source.stem), players)
        if said(command)[:2] != [str(steps), str(told)]:
            raise SystemExit(f"{source.name} plays other games than the engine")
        found[f"plain C, {source.stem}, {players} players"] = command
    return found


def said(command: list[str]) -> list[str]:
    """The words a program prints."""
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def one_round(seconds: float, programs: dict[str, list[str]]) -> Found:
    """Everything once."""
    found: Found = {kind: {} for kind in LOOPS}
    for kind, name, figure in ours(seconds):
        found[kind][name] = figure
    for name, command in programs.items():
        steps, _, spent = said(command)
        found["compiled loop"][name] = int(steps) / float(spent)
    if PEERS.exists():
        asked = [str(PEERS), str(ROOT / "bench" / "peers.py"), str(seconds)]
        done = subprocess.run(asked, capture_output=True, text=True, check=True)
        for kind, lines in json.loads(done.stdout).items():
            found[kind].update(lines)
    return found


def page(rounds: list[Found]) -> str:
    """The tables: medians, beside the best of the kind, and the spread of the rounds."""
    text = [INTRO.format(rounds=len(rounds), load=os.getloadavg()[0], **machine())]
    for kind, (title, unit) in LOOPS.items():
        lines = {name: [one[kind][name] for one in rounds] for name in rounds[0][kind]}
        best = max(median(figures) for figures in lines.values())
        text += [
            "",
            f"## {title}",
            "",
            f"| | {unit} | of the fastest here | noise |",
            "|---|---:|---:|---:|",
        ]
        for name, figures in lines.items():
            middle_one = median(figures)
            part = f"1/{best / middle_one:.1f}" if middle_one < best else "1"
            spread = max(figures) / min(figures)
            text.append(f"| {name} | {middle_one:,.0f} | {part} | {spread:.2f} |")
    return "\n".join([*text, *since_first(len(rounds)), *served()]) + "\n"


def since_first(many: int) -> list[str]:
    """This build beside the first release, in turn; empty if that is not built."""
    if not FIRST.exists():
        return []
    told = [(measured(str(FIRST), slugs()), measured(sys.executable, slugs())) for _ in range(many)]
    text = [
        "",
        "## Speed relative to release 0.1 (`make frozen`)",
        "",
        "Medians of alternating rounds; each build has its workers' garbage collector settings.",
        "",
        f"| | {' | '.join(KINDS)} |",
        "|---|" + "---:|" * len(KINDS),
    ]
    for slug in slugs():
        ratios = [median(new[slug][kind] / old[slug][kind] for old, new in told) for kind in KINDS]
        text.append(f"| {slug} | {' | '.join(f'{ratio:.2f}' for ratio in ratios)} |")
    return text


def served() -> list[str]:
    """The server beside a peer's, which stores nothing; empty if it was not measured."""
    if not SERVER.exists():
        return []
    found = json.loads(SERVER.read_text("utf-8"))
    peer = found["rows"].get(PEER)
    text = [
        "",
        f"## The server, {found['tables']} tables with two sockets each, every step committed",
        "",
        "The highest rate of server and clients on the machine's cores together "
        f"(`bench/tables.py`, {found['machine']['date']}, load {found['load']}"
        + (", with priority by `chrt -r 1`);" if found.get("first") else ");"),
        f"{PEER} keeps its games in memory.",
        "",
        f"| | acts/s | of {PEER}'s | server's ms an act | of {PEER}'s |",
        "|---|---:|---:|---:|---:|",
    ]
    for name, row in found["rows"].items():
        parts = [row[one] / peer[one] if peer else 0 for one in ("acts/s", "cpu ms/act")]
        told = [f"{part:.2f}" if peer else "" for part in parts]
        figures = f"{row['acts/s']:,.0f} | {told[0]} | {row['cpu ms/act']:.2f} | {told[1]}"
        text.append(f"| {name} | {figures} |")
    return text


def main() -> None:
    """Measure, print, and write if asked to."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--rounds", type=int, default=3)
    asked.add_argument("--seconds", type=float, default=0.3)
    asked.add_argument("--write", type=Path)
    given = asked.parse_args()
    programs = in_c()
    text = page([one_round(given.seconds, programs) for _ in range(given.rounds)])
    print(text)
    if given.write:
        given.write.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
