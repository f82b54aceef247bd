"""How long a table waits before it goes on by itself."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Pace:
    """Seconds: chance in a person's turn, chance in a bot's turn, a bot's own step."""

    throw: float
    bot_throw: float
    bot_step: float


PACES = {
    "calm": Pace(throw=2.0, bot_throw=0.6, bot_step=0.6),
    "brisk": Pace(throw=0.8, bot_throw=0.2, bot_step=0.2),
    "instant": Pace(throw=0.0, bot_throw=0.0, bot_step=0.0),
}
DEFAULT = "calm"
