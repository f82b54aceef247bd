"""A table that goes on from a moment of another game: who sits there, and the steps before."""

from collections.abc import Sequence
from typing import Literal

from filon.core.fork import Origin, origin
from filon.core.record import Record
from filon.match import seating
from filon.match.entry import CHANCE_SEAT, PARENT, Entry
from filon.match.seating import Seat

Company = Literal["bots", "friends"]


def fixed(record: Record) -> Origin:
    """What a fork's header keeps of its parent."""
    told = origin(record.notes)
    if told is None:
        raise ValueError("not a fork")
    setup = record.setup
    return Origin(told.parent, told.step, told.seat, setup.starters, setup.edition)


def entries(record: Record, at: int) -> list[Entry]:
    """The parent's steps as the first entries of the fork: none of them can be undone."""
    state, layout = record.setup.start(), record.setup.spec.layout
    found = []
    for v, text in enumerate(record.steps, start=1):
        actor = state.actor()
        seat = actor if actor >= 0 else CHANCE_SEAT
        found.append(Entry(v, "step", seat, PARENT, text, at, v))
        state.apply(layout.number(text))
    return found


def seats(
    players: int, seat: int, name: str, device: str, company: Company, levels: Sequence[str]
) -> list[Seat]:
    """One's own seat, the others for bots of these levels, or open where no bot sat.

    `levels`: per seat the bot that played it in the parent, or the one wished for.
    """
    mine = seating.new_seat("mine", name, "", device)
    people = company == "friends" and any(not level for level in levels)
    found: list[Seat] = []
    for other in range(players):
        level = levels[other] if other < len(levels) else ""
        if other == seat:
            found.append(mine)
        elif company == "bots" or (people and level):
            found.append(seating.new_seat("bot", "", level))
        else:
            found.append(seating.new_seat("open", "", ""))
    return found
