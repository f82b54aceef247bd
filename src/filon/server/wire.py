"""What goes over the wire: every message by name, and their JSON schema."""

from typing import Any, Literal

from pydantic import TypeAdapter

from filon.server.incoming import (
    Act,
    Action,
    AddSeat,
    AnswerClaim,
    AnyOrder,
    CloseTable,
    Commit,
    FindCode,
    Finish,
    FromPage,
    GiveBack,
    Hurry,
    Join,
    Leave,
    Look,
    NewGuided,
    NewTable,
    Open,
    Order,
    Ping,
    Read,
    Rematch,
    RemoveSeat,
    Rename,
    Renew,
    Replace,
    Resign,
    SeatWish,
    SetOptions,
    SetSeat,
    Shown,
    Sit,
    Start,
    SwapSeats,
    Take,
    Throw,
    Undo,
    Withdraw,
)
from filon.server.outgoing import (
    Done,
    Draw,
    Due,
    Found,
    FromServer,
    Frozen,
    GameInfo,
    Gone,
    Health,
    Invitation,
    Joined,
    Level,
    Looked,
    MyTable,
    OptionInfo,
    OptionValue,
    Pact,
    Part,
    Proof,
    Ready,
    Refused,
    SeatInfo,
    SeatLink,
    Shelf,
    Story,
    TableInfo,
    View,
    ViewMessage,
    You,
)
from filon.table.match.outlook import Can, Guide, Waiting

__all__ = [
    "ASKED",
    "TOLD",
    "Act",
    "Action",
    "AddSeat",
    "AnswerClaim",
    "AnyOrder",
    "Can",
    "CloseTable",
    "Commit",
    "Done",
    "Draw",
    "Due",
    "FindCode",
    "Finish",
    "Found",
    "FromPage",
    "FromServer",
    "Frozen",
    "GameInfo",
    "GiveBack",
    "Gone",
    "Guide",
    "Health",
    "Hurry",
    "Invitation",
    "Join",
    "Joined",
    "Leave",
    "Level",
    "Look",
    "Looked",
    "MyTable",
    "NewGuided",
    "NewTable",
    "Open",
    "OptionInfo",
    "OptionValue",
    "Order",
    "Pact",
    "Part",
    "Ping",
    "Proof",
    "Read",
    "Ready",
    "Refused",
    "Rematch",
    "RemoveSeat",
    "Rename",
    "Renew",
    "Replace",
    "Resign",
    "SeatInfo",
    "SeatLink",
    "SeatWish",
    "SetOptions",
    "SetSeat",
    "Shelf",
    "Shown",
    "Sit",
    "Start",
    "Story",
    "SwapSeats",
    "TableInfo",
    "Take",
    "Throw",
    "Undo",
    "View",
    "ViewMessage",
    "Waiting",
    "Withdraw",
    "You",
    "any_order",
    "from_page",
    "schema",
]

TOLD = (Shelf, Found, Joined, Invitation, MyTable, Story, Proof, Health)
ASKED = (NewTable, NewGuided, FindCode, Join, Rename, Leave)

from_page: TypeAdapter[Action | Sit | Ping | Commit | Open] = TypeAdapter(FromPage)
any_order: TypeAdapter[Order] = TypeAdapter(AnyOrder)


def schema() -> dict[str, Any]:
    """One JSON schema that names every message, for the page's types."""
    asked: list[tuple[str, Any]] = [("FromPage", FromPage), ("Order", AnyOrder)]
    asked += [(kind.__name__, kind) for kind in ASKED]
    told: list[tuple[str, Any]] = [("FromServer", FromServer)]
    told += [(kind.__name__, kind) for kind in TOLD]
    found = _named(asked, "validation") | _named(told, "serialization")
    roots = sorted(title for title, _ in asked + told)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Wire",
        "type": "object",
        "additionalProperties": False,
        "required": roots,
        "properties": {title: {"$ref": f"#/$defs/{title}"} for title in roots},
        "$defs": dict(sorted(found.items())),
    }


def _named(kinds: list[tuple[str, Any]], mode: Literal["validation", "serialization"]) -> View:
    found: View = {}
    for title, kind in kinds:
        part = TypeAdapter(kind).json_schema(mode=mode, ref_template="#/$defs/{model}")
        for name, one in [*part.pop("$defs", {}).items(), (title, part)]:
            fields = one.get("properties", {})
            for value in fields.values():
                value.pop("title", None)
            if mode == "serialization" and fields:
                one["required"] = list(fields)  # what is told is told in full
            elif "type" in fields:
                one["required"] = sorted({"type", *one.get("required", [])})
            found[name] = one | {"title": name}
    return found
