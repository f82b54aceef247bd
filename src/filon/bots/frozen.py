# mypyc: no
"""Levels of earlier releases, each in an environment of its own and asked in lines of JSON."""

import os
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

from filon.bots.lines import LineBot
from filon.core.errors import Refusal

HOME = Path("build") / "frozen"  # below a clone; `make frozen` fills it
SECONDS = 120.0  # for an answer: an arena may run beside much else


def frozen(name: str, pace: int = 1) -> LineBot:
    """The level as that release played it, its budget divided by the pace; Refusal if not built."""
    level, _, release = name.partition("@")
    for folder in _clones():
        home = folder / HOME / release
        if not (home / "bots").is_file():
            continue
        levels = (home / "bots").read_text(encoding="utf-8").split()
        if level not in levels:
            raise Refusal(
                "bot", given=name[:40], valid=", ".join(f"{one}@{release}" for one in levels)
            )
        python = home / "venv" / "bin" / "python"
        words = [str(python), "-I", str(home / "speak.py"), level, str(pace)]
        return LineBot(shlex.join(words), SECONDS)
    raise Refusal("frozen", given=name[:40], valid=f"make frozen ARGS={release}")


def _clones() -> Iterator[Path]:
    """Folders that may be the clone: above here, and above the environment that runs."""
    for place in (Path(os.getcwd()), Path(sys.prefix)):
        yield place
        yield from place.parents
