"""Chat at a table: lines of text and emotes; never part of the game's record."""

from dataclasses import dataclass
from typing import Literal, get_args

from filon.core.errors import Refusal

Talk = Literal["all", "emotes", "off"]  # what a host lets people say
MessageKind = Literal["text", "emote"]
Emote = Literal[
    "eureka", "hat", "luck", "dig", "boom", "mule",
    "empty", "coffee", "watch", "idea", "ouch", "party",
]  # fmt: skip
EMOTES: tuple[str, ...] = get_args(Emote)
LENGTH = 200  # signs of a line
NEWEST = 200  # lines of a table, the newest


@dataclass(frozen=True)
class ChatMessage:
    """One thing said: `n` counts from 1 at each table; match and v tell at which moment."""

    n: int
    at: int  # milliseconds since 1970
    match_number: int
    v: int
    seat: int
    name: str  # of the seat at that moment
    kind: MessageKind
    text: str  # of an emote: its name
    device: str = ""  # the sender's, for deleting it; never sent


def clean_text(text: str) -> str:
    """One plain line: no control signs, none that turn the writing round; Refusal `message`."""
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    if not line or len(line) > LENGTH:
        raise Refusal("message")
    return line


def allowed(talk: Talk, kind: MessageKind) -> None:
    """Refusal `talk_off` if the host does not allow this kind of message."""
    if talk == "off" or (talk == "emotes" and kind == "text"):
        raise Refusal("talk_off")
