"""What all tables of one process share."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from filon.match.header import Header
from filon.match.luck import Luck
from filon.match.pace import BOUNDS, Bounds
from filon.store.bus import Bus, Listener
from filon.tables.time_source import Clock
from filon.thinking.brain import Brain

LuckMaker = Callable[[Header], Luck | None]
Notify = Callable[[str, str, int, int], Awaitable[None]]  # device, match, seat, version


@dataclass(frozen=True)
class Services:
    """Bus, bots' brain and clock; `luck` scripts chance in tests and nowhere else."""

    bus: Bus
    brain: Brain
    clock: Clock
    secret: bytes
    listener: Listener
    luck: LuckMaker | None = None
    bounds: Bounds = BOUNDS
    notify: Notify | None = None  # tells a device that its turn has come, where there is a way
