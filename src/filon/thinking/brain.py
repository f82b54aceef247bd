"""The question a bot gets, and how it is answered: from what its seat may know, nothing else."""

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
from filon.bots.external import invite
from filon.core.hints import Plan
from filon.core.levels import BEST
from filon.core.record import Record
from filon.core.rng import Rng
from filon.core.spec import Spec
from filon.core.worlds import world

LEAST = 200  # simulations of an advice, however busy the server is
Begun = Callable[[int], None]  # called when thinking begins, with the divisor of the budget


class NoAnswer(Exception):
    """All attempts failed; the question may be asked again later."""


@dataclass(frozen=True)
class Question:
    """A question to a bot: its seat's record, its seat, its level and its seed."""

    record: Record
    seat: int
    level: str
    seed: str
    divisor: int = 1  # the level's budget is divided by it
    table: str = ""  # tables are served in turn
    waited: bool = True  # a person sits at the table
    asks: Literal["step", "hint"] = "step"  # a bot's step, or advice for a person
    least: int = LEAST  # simulations of an advice, whatever the divisor


def bot_seed(secret: bytes, match_id: str, n: int, seat: int) -> str:
    """A bot's seed; independent of the dice."""
    return hmac.new(secret, f"bot|{match_id}|{n}|{seat}".encode(), "sha256").hexdigest()


def hint_seed(secret: bytes, match_id: str, n: int, seat: int) -> str:
    """A seed for advice, so that advice says nothing about what a bot would answer."""
    return hmac.new(secret, f"hint|{match_id}|{n}|{seat}".encode(), "sha256").hexdigest()


def think(question: Question) -> str:
    """Answer in this process: the bot's step in notation, or advice as JSON. Deterministic."""
    rng = Rng(question.seed)
    spec = question.record.setup.spec
    state = world(question.record, question.seat, rng)
    if question.asks == "hint":
        hole = Peephole(spec, state, question.seat)
        plan = spec.minds.hints.plan(hole.sample(rng)) if spec.minds.hints else Plan()
        budget = max(question.least, plan.budget // question.divisor)
        return json.dumps([advice(spec, advised) for advised in advise(hole, rng, budget)])
    bot = bots.named(question.level, question.divisor)
    setup, seat = question.record.setup, question.seat
    bot.begin(setup, seat)  # one instance of a class serves many tables
    step = bot.answer(setup, state, seat, rng, lambda: list(question.record.steps))
    if bot.faults():
        raise ValueError("not a legal step")  # the pool asks again, at last another bot
    return spec.layout.text(step)


def advice(spec: Spec, advised: Advised) -> dict[str, Any]:
    """A step of an advice as JSON: notation, and shares in thousandths."""
    why = advised.why
    return {
        "step": spec.layout.text(advised.step),
        "share": _thousandths(advised.share),
        "why": None if why is None else {"key": why.key, "facts": why.facts},
        "then": [
            {"step": spec.layout.text(step), "share": _thousandths(share)}
            for step, share in advised.then
        ],
    }


def _thousandths(share: float | None) -> int | None:
    return None if share is None else round(1000 * share)


def think_with(guests: Mapping[str, str], question: Question) -> str:
    """`think` in a server's worker, which may not know the operator's bots yet.

    Without compiled rules it divides budgets.
    """
    if not guests.keys() <= bots.GUESTS.keys():
        invite(guests)
    level = BEST if question.asks == "hint" else question.level  # advice thinks as the best does
    divisor = bots.table_divisor(level, question.record.setup.spec)
    return think(replace(question, divisor=question.divisor * divisor))


def unheard(divisor: int) -> None:
    """No-op progress callback."""


class Brain(ABC):
    """Answers questions without stopping the event loop."""

    def __init__(self) -> None:
        self.thoughts: Counter[int] = Counter()  # answers, by what the budget was divided by
        self.failures: Counter[str] = Counter()  # thoughts that had to be begun again, by why

    @abstractmethod
    async def think(self, question: Question, begun: Begun = unheard) -> str:
        """The bot's step, or advice; NoAnswer if all attempts fail."""

    @property
    def waiting(self) -> int:
        """How many questions wait for a worker."""
        return 0

    def warm(self) -> None:  # noqa: B027 - most need nothing
        """Start the workers now, so that the first answer is quick."""

    def close(self) -> None:  # noqa: B027
        """Stop the workers."""
