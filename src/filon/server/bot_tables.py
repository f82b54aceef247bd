"""How many bots one address may have playing at a time."""

from collections import defaultdict

from filon import bots
from filon.core.errors import Refusal
from filon.tables.manager import Hall
from filon.tables.table import Table

ALONE = 10  # what a table of bots alone costs: nobody's turn ever gives the workers a rest
BESIDE = 1  # what one costs at which people play with bots that think


class BotTables:
    """The tables in play by the address that began them; counted in this process, as rates are."""

    def __init__(self, hall: Hall, most: int, on: bool = True) -> None:
        self._hall = hall
        self._most = most
        self._on = on
        self._begun: dict[str, set[str]] = defaultdict(set)

    def may_begin(self, address: str, table: Table) -> None:
        """Refusal `bot_tables` if this address has enough of them with this one."""
        cost = _cost(table)
        if self._on and cost and cost + self._spent(address, table) > ALONE * self._most:
            raise Refusal("bot_tables", most=self._most)

    def begun(self, address: str, table: Table) -> None:
        """This table is in play now."""
        self._begun[address].add(table.row.id)

    def _spent(self, address: str, but: Table) -> int:
        """What the tables cost that are still in play; the others are forgotten."""
        spent, left = 0, set()
        for table_id in self._begun[address]:
            table = self._hall.tables.get(table_id)
            # One that still waits has been told to start: its people are agreeing on the dice.
            if table is None or table.row.phase not in ("waiting", "playing"):
                continue
            if table is not but:
                left.add(table_id)
                spent += _cost(table)
        if left:
            self._begun[address] = left
        else:
            del self._begun[address]
        return spent


def _cost(table: Table) -> int:
    levels = [table.level(seat) for seat in range(len(table.row.seats))]
    if all(levels):
        return ALONE
    spec = table.spec
    return BESIDE if any(bots.searches(level, spec) for level in levels) else 0
