"""Tables and matches as plain values, for whatever keeps them: texts, numbers and nothing else."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from filon import games
from filon.core.fork import Origin
from filon.core.proof import Part
from filon.core.setup import Setup
from filon.match.header import Header, Pact
from filon.match.seating import Row, Seat
from filon.match.timing import Timing


def row_fields(row: Row) -> dict[str, Any]:
    """A table as plain values; an empty code is null, so that codes can be unique."""
    kept = {
        "options": json.dumps(row.options),
        "spectators": int(row.spectators),
        "listed": int(row.listed),
        "code": row.code or None,
        "seats": json.dumps([asdict(seat) for seat in row.seats]),
        "blocked": json.dumps(row.blocked),
        "timing": json.dumps(asdict(row.timing)),
    }
    return vars(row) | kept


def row_from(fields: Mapping[str, Any]) -> Row:
    """A table from them."""
    kept = dict(fields)
    kept["options"] = json.loads(kept["options"])
    kept["spectators"] = bool(kept["spectators"])
    kept["listed"] = bool(kept["listed"])
    kept["code"] = kept["code"] or ""
    kept["seats"] = tuple(Seat(**seat) for seat in json.loads(kept["seats"]))
    kept["blocked"] = tuple(json.loads(kept["blocked"]))
    timing = json.loads(kept["timing"])
    votes = {name: tuple(timing.get(name, ())) for name in ("pausing", "ending", "hinting")}
    kept["timing"] = Timing(**timing | votes)
    return Row(**kept)


def header_fields(header: Header, game: str) -> dict[str, Any]:
    """A match as plain values; one that has not begun has no players."""
    setup = header.setup
    starters = None if setup is None else setup.starters
    kept = {
        "seed": header.seed.hex(),
        "game": game,
        "edition": setup.edition if setup else "",
        "players": setup.players if setup else 0,
        "options": json.dumps(setup.options if setup else {}),
        "starters": None if starters is None else json.dumps(starters),
        "entropy": json.dumps(header.entropy),
        "fair": fair_text(header),
        "origin": "" if header.origin is None else json.dumps(asdict(header.origin)),
    }
    return vars(header) | kept


def header_from(kept: Mapping[str, Any]) -> Header:
    """A match from them."""
    setup, origin = None, _origin_of(kept.get("origin", ""))
    edition = kept["edition"] or ("" if origin is None else origin.edition)
    spec = games.load(kept["game"]).in_edition(edition)
    if kept["players"]:
        starters = None if kept["starters"] is None else tuple(json.loads(kept["starters"]))
        setup = Setup(spec, kept["players"], json.loads(kept["options"]), starters)
    return Header(
        kept["match_id"],
        bytes.fromhex(kept["seed"]),
        setup,
        tuple(json.loads(kept["entropy"])),
        kept["script"],
        *_fair_of(kept["fair"]),
        origin,
    )


def fair_text(header: Header) -> str:
    """What was promised for a match, and before it came from a back-up; empty: nothing."""
    if header.pact is None and not header.earlier:
        return ""
    parts = [
        asdict(part) | {"seed": part.seed.hex(), "entropy": [one.hex() for one in part.entropy]}
        for part in header.earlier
    ]
    pact = None if header.pact is None else asdict(header.pact)
    return json.dumps({"pact": pact, "earlier": parts})


def _fair_of(text: str) -> tuple[Pact | None, tuple[Part, ...]]:
    if not text:
        return None, ()
    told = json.loads(text)
    pact = None
    if told["pact"] is not None:
        lists = {name: tuple(told["pact"][name]) for name in ("seats", "promises")}
        pact = Pact(**told["pact"] | lists)
    return pact, tuple(_part_of(part) for part in told["earlier"])


def _origin_of(text: str) -> Origin | None:
    if not text:
        return None
    told = json.loads(text)
    starters = None if told["starters"] is None else tuple(told["starters"])
    return Origin(**told | {"starters": starters})


def _part_of(told: dict[str, Any]) -> Part:
    entropy = tuple(bytes.fromhex(one) for one in told["entropy"])
    lists = {name: tuple(told[name]) for name in ("seats", "listed")}
    return Part(**told | lists | {"seed": bytes.fromhex(told["seed"]), "entropy": entropy})
