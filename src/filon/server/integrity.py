"""What `filon doctor` checks: every record, every draw, the folder and the schema."""

from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

from filon.core.errors import Refusal
from filon.core.game import OVER, State
from filon.core.proof import check, check_rules
from filon.core.record import final
from filon.log import place
from filon.match.header import match_id
from filon.match.match import Match
from filon.match.result import Result
from filon.match.seating import Row
from filon.server import data_dir
from filon.settings import Settings
from filon.store.contract import HistoryStore, TableStore


@dataclass(frozen=True)
class Finding:
    """A fault: where it is, and what in few words."""

    where: str
    what: str


@dataclass
class Counts:
    """How much was checked."""

    tables: int = 0
    matches: int = 0
    entries: int = 0
    results: int = 0
    editions: Counter[tuple[str, str, bool]] = field(default_factory=Counter)  # True: known here


async def matches(store: TableStore, counts: Counts) -> AsyncIterator[Finding]:
    """Check the matches of all tables; yields the faults."""
    for row in await store.idle(2**62):
        counts.tables += 1
        for number in range(1, row.match_number + 1):
            for what in await _match(store, row, number, counts):
                yield Finding(match_id(row.id, number), what)


async def results(store: HistoryStore, counts: Counts) -> AsyncIterator[Finding]:
    """Check the history; yields matches whose results are incomplete."""
    seats: dict[str, list[Result]] = {}
    for result in await store.results():
        seats.setdefault(result.of, []).append(result)
    for of, own in seats.items():
        counts.results += 1
        players = own[0].players
        whole = sorted(result.seat for result in own) == list(range(players))
        if not whole or any(not 0 <= result.rank <= players for result in own):
            yield Finding(of, "results not whole")


async def _match(store: TableStore, row: Row, number: int, counts: Counts) -> list[str]:
    """The faults of one match; never an exception's text, which may hold hidden steps."""
    try:
        header = await store.header(match_id(row.id, number))
        if header is None:
            return ["missing"]
        if header.setup is None:
            begun = number < row.match_number or row.phase in ("playing", "over")
            return ["not begun"] if begun else []
        counts.matches += 1
        counts.editions[header.setup.game, header.setup.edition, True] += 1
        entries = await store.entries(header.match_id, 0)
        counts.entries += len(entries)
        if [entry.v for entry in entries] != list(range(1, len(entries) + 1)):
            return ["entries missing"]
        match = Match(header)
        match.absorb(entries)
        record = header.record(match.position.paper.full())
        problems = []
        if _stands(final(record)) != _stands(match.state):
            problems.append("the record leads elsewhere")
        if not header.script and not match.day:  # what a lesson throws is written in its script
            proof = match.proof()
            faults = [*check(proof), *check_rules(proof, record)]
            problems += sorted({f"draws: {fault.kind}" for fault in faults})
        if row.phase == "over" and number == row.match_number and not match.over:
            problems.append("over before its end")
        return problems
    except Refusal as no:
        if no.code == "edition":
            counts.editions[str(no.facts["game"]), str(no.facts["given"]), False] += 1
        return [f"does not replay: {no.code}"]
    except Exception as fault:  # whatever is stored, the next match is looked at too
        return [f"does not replay: {place(fault)['kind']}"]


def _stands(state: State) -> tuple[int, list[int]]:
    actor = state.actor()
    return actor, state.scores() if actor == OVER else state.legal()


def premises(settings: Settings) -> list[Finding]:
    """The faults of the folder: permissions and key."""
    findings = [Finding(str(path), "open to others") for path in data_dir.exposed(settings.data)]
    try:
        data_dir.read_key(settings.data / data_dir.KEY)
    except FileNotFoundError:
        findings.append(Finding(str(settings.data / data_dir.KEY), "missing"))
    except Refusal as no:
        findings.append(Finding(str(settings.data / data_dir.KEY), no.code))
    return findings


def sizes(settings: Settings) -> dict[Path, int]:
    """The sizes of our files, in bytes."""
    names = sorted(settings.data.iterdir()) if settings.data.is_dir() else []
    ours = [path for path in names if path.is_file() and path.name.startswith(data_dir.OURS)]
    return {path: path.stat().st_size for path in ours}
