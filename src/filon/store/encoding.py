"""Tables and matches as texts and numbers, the same in every store."""

import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from filon import games
from filon.core.fork import Origin
from filon.core.proof import Part
from filon.core.setup import Setup
from filon.match.header import Agreement, Header
from filon.match.seating import Row, Seat
from filon.match.settings import ShownSettings, TableSettings, TimeSettings
from filon.match.votes import Votes

# The settings that are columns; those of the clock stand in the column `timing`, with the votes.
SHOWN: dict[str, type] = {field.name: type(field.default) for field in fields(ShownSettings)}
TIME = tuple(field.name for field in fields(TimeSettings))

# The order in which a part's fields have always been stored; later fields follow.
_FIRST_FIELDS = ("scheme", "commitment", "seed", "entropy", "since", "seats", "listed", "restarts")
PART = tuple(dict.fromkeys((*_FIRST_FIELDS, *(field.name for field in fields(Part)))))


def row_fields(row: Row) -> dict[str, Any]:
    """A table as plain values; an empty code is null, so that codes can be unique."""
    settings = {name: getattr(row.settings, name) for name in SHOWN}
    timing = {name: getattr(row.settings, name) for name in TIME}
    columns = vars(row) | {
        "options": json.dumps(row.options),
        "code": row.code or None,
        "seats": json.dumps([asdict(seat) for seat in row.seats]),
        "blocked": json.dumps(row.blocked),
        "timing": json.dumps(timing | asdict(row.votes)),
        **{name: int(value) if SHOWN[name] is bool else value for name, value in settings.items()},
    }
    del columns["settings"], columns["votes"]
    return columns


def row_from(columns: Mapping[str, Any]) -> Row:
    """A table from them; a setting that was not written yet has its usual value."""
    timing = json.loads(columns["timing"])
    settings = {name: kind(columns[name]) for name, kind in SHOWN.items() if name in columns}
    settings |= {name: timing.pop(name) for name in TIME if name in timing}
    parsed = {
        "options": json.loads(columns["options"]),
        "code": columns["code"] or "",
        "seats": tuple(Seat(**seat) for seat in json.loads(columns["seats"])),
        "blocked": tuple(json.loads(columns["blocked"])),
        "settings": TableSettings(**settings),
        "votes": Votes(**{name: tuple(seats) for name, seats in timing.items()}),
    }
    rest = {name: columns[name] for name in columns if name not in (*SHOWN, "timing")}
    return Row(**rest | parsed)


def header_fields(header: Header, game: str) -> dict[str, Any]:
    """A match as plain values; one that has not begun has no players."""
    setup = header.setup
    starters = None if setup is None else setup.starters
    return vars(header) | {
        "seed": header.seed.hex(),
        "game": game,
        "edition": setup.edition if setup else "",
        "players": setup.players if setup else 0,
        "options": json.dumps(setup.options if setup else {}),
        "starters": None if starters is None else json.dumps(starters),
        "entropy": json.dumps(header.entropy),
        "fair": _fair_text(header),
        "origin": "" if header.origin is None else json.dumps(asdict(header.origin)),
    }


def header_from(fields: Mapping[str, Any]) -> Header:
    """A match from plain values; Refusal `edition` where its edition is not known any more."""
    setup, origin = None, _origin_from(fields.get("origin", ""))
    edition = fields["edition"] or ("" if origin is None else origin.edition)
    spec = games.load(fields["game"]).in_edition(edition)
    if fields["players"]:
        starters = None if fields["starters"] is None else tuple(json.loads(fields["starters"]))
        setup = Setup(spec, fields["players"], json.loads(fields["options"]), starters)
    pact, earlier = _fair_from(fields["fair"])
    return Header(
        fields["match_id"],
        bytes.fromhex(fields["seed"]),
        setup,
        tuple(json.loads(fields["entropy"])),
        fields["script"],
        pact,
        earlier,
        origin,
    )


def _fair_text(header: Header) -> str:
    """What was promised for a match, and before it came from a back-up; empty: nothing."""
    if header.pact is None and not header.earlier:
        return ""
    parts = [{name: getattr(part, name) for name in PART} for part in header.earlier]
    pact = None if header.pact is None else asdict(header.pact)
    return json.dumps({"pact": pact, "earlier": parts})


def _fair_from(text: str) -> tuple[Agreement | None, tuple[Part, ...]]:
    if not text:
        return None, ()
    fields = json.loads(text)
    pact = None
    if fields["pact"] is not None:
        lists = {name: tuple(fields["pact"][name]) for name in ("seats", "promises")}
        pact = Agreement(**fields["pact"] | lists)
    return pact, tuple(map(Part.read, fields["earlier"]))


def _origin_from(text: str) -> Origin | None:
    if not text:
        return None
    fields = json.loads(text)
    starters = None if fields["starters"] is None else tuple(fields["starters"])
    return Origin(**fields | {"starters": starters})
