"""What a host chooses for a table, beside the game's options.

The places of a setting:

- here, as the table has it, with its usual value;
- `protocol.tables.SettingsChange`, as a client sends it; the longest text is in `protocol.fields`;
- `store.schema.TABLES` and a migration: a column for each of `ShownSettings`. Those of
  `TimeSettings` stand in the column `timing` and need neither;
- `protocol.shelf.OpenTable` and `app.lobby`, if the lobby shows it.

The usual value here counts for stored tables without the setting. `app.tables.make_table` starts
from it, with the server's pace and with a clock where a seat is open; the column's default
only fills older rows.
"""

from dataclasses import dataclass, replace
from typing import Any

from filon import bots
from filon.core.errors import Refusal
from filon.match.chat import Talk
from filon.match.clocks import TERMS, ClockKind, Terms
from filon.match.pace import DEFAULT, PACES, PaceName

TITLE_LENGTH = 40
FIXED_IN_PLAY = ("clock", "delay")  # the seats count on them


@dataclass(frozen=True, kw_only=True)
class TimeSettings:
    """A table's time as all see it (`protocol.tables.Time`)."""

    clock: ClockKind = "none"
    stand_in: str = ""  # the level that plays for a silent seat; empty: the usual one


@dataclass(frozen=True, kw_only=True)
class ShownSettings:
    """The other settings as all see them (`protocol.tables.TableInfo`)."""

    pace: PaceName = DEFAULT
    spectators: bool = True
    listed: bool = False  # in the lobby while it waits
    delay: int = 0  # how many steps spectators are behind
    talk: Talk = "all"  # what people may say here
    title: str = ""  # the table's own name; empty: the game's


@dataclass(frozen=True, kw_only=True)
class TableSettings(ShownSettings, TimeSettings):
    """All settings of a table."""

    @property
    def terms(self) -> Terms | None:
        """What the clock gives; None: there is none."""
        return TERMS[self.clock]

    def changed(self, **values: Any) -> "TableSettings":
        """The settings with other values; Refusal for a value that does not exist."""
        if values.get("pace", self.pace) not in PACES:
            raise Refusal("message")
        if values.get("clock", self.clock) not in TERMS:
            raise Refusal("message")
        level = values.get("stand_in", "")
        if level and level not in bots.LEVELS:
            raise Refusal("bot", given=level[:40], valid=", ".join(bots.LEVELS))
        if "title" in values:
            values["title"] = one_line(values["title"], TITLE_LENGTH)
        return replace(self, **values)


def one_line(text: str, most: int) -> str:
    """A name without control characters or long blanks; Refusal `name` if it is too long."""
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    if len(line) > most:
        raise Refusal("name", most=most)
    return line
