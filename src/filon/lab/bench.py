"""How fast this build is, and on which machine: nothing that names a person or a place."""

import datetime
import os
import platform
import time
from dataclasses import dataclass
from pathlib import Path

from filon.bots import Peephole
from filon.bots.search_bot import search_for
from filon.build_info import this_build
from filon.core.drive import at_random, by_weight, drive, playout
from filon.core.game import State
from filon.core.rng import Rng
from filon.games import load


@dataclass(frozen=True)
class Speed:
    """Per second of processor time."""

    game: str
    players: int
    steps: float
    simulations: float


def speed(game: str, players: int, seconds: float) -> Speed:
    """Measure random games for half of the time, then the search from one of their positions."""
    steps, spent, middle = _random(game, players, seconds / 2)
    spec = load(game)
    search = search_for(Peephole(spec, middle, middle.actor()), Rng(1))
    began = time.process_time()
    while (took := time.process_time() - began) < seconds / 2:
        search.grow(8)
    return Speed(game, players, steps / spent, search.done / took)


def _random(game: str, players: int, seconds: float) -> tuple[int, float, State]:
    """Steps taken, time spent, and a position in which a seat has a choice."""
    spec, rng, steps = load(game), Rng(1), 0
    middle: State | None = None
    began = time.process_time()
    while middle is None or time.process_time() - began < seconds:
        state = spec.start(players)
        if middle is None:
            middle = _choice(state.clone(), rng)
        steps += playout(state, rng)
    return steps, time.process_time() - began, middle


def _choice(state: State, rng: Rng) -> State | None:
    """A position in a random game in which a seat has a choice; None if there was none."""
    for _ in drive(state, by_weight(rng), at_random(rng)):
        if state.actor() >= 0 and rng.below(6) == 0 and len(state.legal()) > 1:
            return state
    return None


def machine() -> dict[str, str]:
    """Date, processor, cores, memory, system and Python."""
    return {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "cpu": _cpu(),
        "cores": str(os.cpu_count() or 1),
        "memory": _memory(),
        "os": _system(),
        "python": platform.python_version(),
        "build": str(this_build()),
    }


def _cpu() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _memory() -> str:
    try:
        pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):
        return "unknown"
    return f"{round(pages / 2**30)} GB"


def _system() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return f"{platform.system()} {platform.release()}"
