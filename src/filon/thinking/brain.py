"""What a bot is asked, and who answers: from what its seat may know and nothing else."""

import asyncio
import hmac
import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from filon import bots
from filon.bots import Peephole
from filon.bots.advice import Advised, advise
from filon.bots.external import ExternalBot, Outlook, invite
from filon.challenge.opponents import answer
from filon.core.hints import Plan
from filon.core.levels import BEST
from filon.core.record import Record
from filon.core.rng import Rng
from filon.core.spec import Spec
from filon.core.worlds import world

LEAST = 200  # simulations of an advice, however busy the server is
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
    asks: Literal["step", "hint"] = "step"  # a bot's step, or advice for a person
    least: int = LEAST  # simulations of an advice, whatever the pace


def bot_seed(secret: bytes, match_id: str, n: int, seat: int) -> str:
    """A seed that has nothing to do with the dice."""
    return hmac.new(secret, f"bot|{match_id}|{n}|{seat}".encode(), "sha256").hexdigest()


def hint_seed(secret: bytes, match_id: str, n: int, seat: int) -> str:
    """The same for advice, so that it tells nothing of what a bot would answer."""
    return hmac.new(secret, f"hint|{match_id}|{n}|{seat}".encode(), "sha256").hexdigest()


def think(question: Question) -> str:
    """The notation of the bot's step, or advice; the same question has the same answer."""
    if question.level == bots.DAILY and question.asks == "step":
        return answer(question.record, question.seat, question.seed)
    rng = Rng(question.seed)
    spec = question.record.setup.spec
    state = world(question.record, question.seat, rng)
    if question.asks == "hint":
        hole = Peephole(spec, state, question.seat)
        plan = spec.hints.plan(hole.sample(rng)) if spec.hints else Plan()
        budget = max(question.least, plan.budget // question.pace)
        return json.dumps([advice(spec, one) for one in advise(hole, rng, budget)])
    bot = bots.named(question.level, question.pace)
    if not isinstance(bot, ExternalBot):
        return spec.layout.text(bot.choose(Peephole(spec, state, question.seat), rng))
    # One instance serves many tables: every question begins its game anew.
    setup, seat = question.record.setup, question.seat
    bot.begin(setup, seat)
    step = bot.choose(Outlook(setup, list(question.record.steps), state, seat, rng), rng)
    if step not in state.legal():
        raise ValueError("not a legal step")  # asked again, and then answered for it
    return spec.layout.text(step)


def advice(spec: Spec, one: Advised) -> dict[str, Any]:
    """A step of an advice in notation, shares in thousandths: what the server tells."""
    return {
        "step": spec.layout.text(one.step),
        "share": _thousandths(one.share),
        "why": None if one.why is None else {"key": one.why.key, "facts": one.why.facts},
        "then": [
            {"step": spec.layout.text(step), "share": _thousandths(share)}
            for step, share in one.then
        ],
    }


def _thousandths(share: float | None) -> int | None:
    return None if share is None else round(1000 * share)


def think_with(guests: Mapping[str, str], question: Question) -> str:
    """The same in a server's worker: it may not know the guests yet, and nobody waits for long."""
    if not guests.keys() <= bots.GUESTS.keys():
        invite(guests)
    level = BEST if question.asks == "hint" else question.level  # advice thinks as the best does
    pace = bots.table_pace(level, question.record.setup.spec)
    return think(replace(question, pace=question.pace * pace))


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
