"""A game as text: a header, one step a line, and the result when it is over."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from filon.core.errors import Refusal
from filon.core.events import Event
from filon.core.game import CHANCE, OVER, State
from filon.core.setup import Setup, agreed
from filon.core.spec import Spec, written


@dataclass
class Record:
    """The steps of one game and what was agreed before it; the steps alone rebuild it."""

    setup: Setup
    steps: list[str] = field(default_factory=list)
    notes: dict[str, str] = field(default_factory=dict)  # further header lines, such as a parent
    # Per step the line of the text it was read from; empty where there was none.
    lines: list[int] = field(default_factory=list, compare=False, repr=False)

    def header(self) -> dict[str, str]:
        """The header's lines in their order."""
        setup = self.setup
        lines = {"game": setup.game, "edition": setup.edition, "players": str(setup.players)}
        for key, value in setup.options.items():
            lines[f"option {key}"] = written(value)
        if setup.starters is not None:
            lines["starters"] = " ".join(map(str, setup.starters))
        return lines | self.notes

    def text(self, result: Sequence[str] = ()) -> str:
        """The record as it is kept in files; `read` gives it back."""
        head = [f"{key}: {value}" for key, value in self.header().items()]
        tail = ["", *result] if result else []
        return "\n".join([*head, "", *self.steps, *tail]) + "\n"


def read(text: str, spec: Spec) -> Record:
    """The record a text holds; Refusal names the line that cannot be read."""
    head: dict[str, str] = {}
    lines = text.splitlines()
    at = 0
    while at < len(lines) and lines[at].strip():
        if not lines[at].lstrip().startswith("#"):
            key, colon, value = lines[at].partition(":")
            if not colon:
                raise Refusal("record_line", line=at + 1, text=lines[at][:60])
            head[key.strip()] = value.strip()
        at += 1
    steps: list[str] = []
    stood: list[int] = []
    for number, line in enumerate(lines[at + 1 :], start=at + 2):
        step = line.partition("#")[0].strip()
        if not step:
            if steps:
                break  # the result follows; it is computed again, never believed
            continue
        steps.append(step)
        stood.append(number)
    return replace(_from_header(head, steps, spec), lines=stood)


def _from_header(head: dict[str, str], steps: list[str], spec: Spec) -> Record:
    if head.get("game") != spec.slug:
        raise Refusal("record_game", given=head.get("game", "-"), valid=spec.slug)
    spec = spec.in_edition(head.get("edition", ""))
    players = head.get("players", "")
    if not players.isascii() or not players.isdigit():
        raise Refusal("players", given=players or "-", least=spec.seats[0], most=spec.seats[-1])
    given = {
        key.removeprefix("option "): value
        for key, value in head.items()
        if key.startswith("option ")
    }
    seats = head.get("starters")
    try:
        starters = None if seats is None else tuple(int(seat) for seat in seats.split())
    except ValueError:
        raise Refusal("starters", valid=", ".join(map(str, spec.turns(int(players))))) from None
    known = {"game", "edition", "players", "starters"}
    notes = {
        key: value
        for key, value in head.items()
        if key not in known and not key.startswith("option ")
    }
    return Record(agreed(spec, int(players), given, starters), steps, notes)


def game_of(text: str) -> str:
    """The slug a record's header names, so that its game can be loaded."""
    for line in text.splitlines():
        key, _, value = line.partition(":")
        if key.strip() == "game":
            return value.strip()
    raise Refusal("record_game", given="-", valid="game: ...")


def replay(record: Record) -> Iterator[State]:
    """The one live state after each step, beginning before the first; clone to keep one."""
    state = record.setup.start()
    yield state
    for step in _checked(record, state):
        state.apply(step)
        yield state


def narrated(record: Record) -> Iterator[tuple[State, list[Event]]]:
    """The same, each time with the events of the step that led there."""
    state = record.setup.start()
    yield state, []
    for step in _checked(record, state):
        events = state.narrate(step)
        yield state, events


def _checked(record: Record, state: State) -> Iterator[int]:
    """The steps by number, each legal in the state as it then is; Refusal names the line."""
    for at, text in enumerate(record.steps):
        line = record.lines[at] if at < len(record.lines) else at + 1
        try:
            step = record.setup.spec.layout.number(text)
        except Refusal:
            raise Refusal("notation_line", line=line, text=text[:60]) from None
        if step not in state.legal():
            raise Refusal("illegal_line", line=line, text=text, clause=state.why_not(step))
        yield step


def final(record: Record) -> State:
    """The state after the record's last step."""
    *_, state = replay(record)
    return state


def result(spec: Spec, state: State) -> list[str]:
    """The lines that close a finished game's record; none while it runs."""
    if state.actor() != OVER:
        return []
    ranks = [str(rank) if rank else "-" for rank in state.ranks()]
    return ["# scores " + " ".join(map(str, spec.points(state))), "# ranks " + " ".join(ranks)]


def annotated(record: Record) -> str:
    """The record with, after each step, who took it and from how many: golden games' form."""
    lines: list[str] = []
    state = record.setup.start()
    for text, state in zip([*record.steps, ""], replay(record), strict=True):
        who = "chance" if state.actor() == CHANCE else f"seat {state.actor()}"
        if text:
            lines.append(f"{text:<16} # {who}, {len(state.legal())} legal")
    return replace(record, steps=lines).text(result(record.setup.spec, state))
