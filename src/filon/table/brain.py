"""What a bot is asked, and who answers: from what its seat may know and nothing else."""

import asyncio
import hmac
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from filon import bots
from filon.bots import Peephole
from filon.core.record import Record
from filon.core.rng import Rng
from filon.table.match.guess import guess

Begun = Callable[[int], None]  # is told what the budget is divided by, when thinking begins


class NoAnswer(Exception):
    """Nobody could answer; nothing is known to be wrong with asking again later."""


@dataclass(frozen=True)
class Question:
    """What a bot is asked: its seat's record, its seat, its level and its seed."""

    record: Record
    seat: int
    level: str
    seed: str
    pace: int = 1  # the level's budget is divided by it
    table: str = ""  # tables are served in turn
    waited: bool = True  # a person sits at the table


def bot_seed(secret: bytes, match_id: str, n: int, seat: int) -> str:
    """A seed that has nothing to do with the dice."""
    return hmac.new(secret, f"bot|{match_id}|{n}|{seat}".encode(), "sha256").hexdigest()


def think(question: Question) -> str:
    """The notation of the bot's step; the same question has the same answer."""
    rng = Rng(question.seed)
    spec = question.record.setup.spec
    state = guess(question.record, question.seat, rng)
    bot = bots.named(question.level, question.pace)
    return spec.layout.text(bot.choose(Peephole(spec, state, question.seat), rng))


def unheard(pace: int) -> None:
    """Nobody wants to know."""


class Brain(ABC):
    """Answers questions without stopping the event loop."""

    def __init__(self) -> None:
        self.thoughts: Counter[int] = Counter()  # answers, by what the budget was divided by
        self.failures: Counter[str] = Counter()  # thoughts that had to be begun again, by why

    @abstractmethod
    async def think(self, question: Question, begun: Begun = unheard) -> str:
        """The bot's step; NoAnswer if nobody finds one."""

    @property
    def waiting(self) -> int:
        """How many questions wait for somebody to think."""
        return 0

    def warm(self) -> None:  # noqa: B027 - most need nothing
        """Be quick with the first answer."""

    def close(self) -> None:  # noqa: B027
        """Stop thinking."""


class ThreadBrain(Brain):
    """Thinks in a thread of this process: for tests and for nothing else."""

    async def think(self, question: Question, begun: Begun = unheard) -> str:
        return await asyncio.to_thread(think, question)
