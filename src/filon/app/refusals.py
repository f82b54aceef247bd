"""Refusals as clients get them: a status, a code and a sentence in their language."""

from typing import Any

from filon.app.caller import Caller
from filon.app.serialize import view_message
from filon.core.errors import Refusal
from filon.messages import LANGUAGES, catalogue
from filon.protocol.play import Refused, ViewMessage
from filon.tables.table import Table

STATUS = {
    400: "garbage notation several_seats chance_between shown_between",
    401: "token",
    403: "not_your_seat host_only no_spectators origin room_only talk_off blocked wrong_passphrase"
    " no_hint review_seat",
    404: "no_server no_table no_page game code edition no_match no_seat no_guided no_device"
    " no_ladder no_review no_puzzle",
    405: "method",
    409: "stale seat_used seat_asked seat_denied not_waiting not_playing not_over table_closed"
    " full open_seats not_your_turn no_chance no_undo undo_limit no_finish not_held already"
    " guided_expected guided_fixed running bot_plays paused busy_table last_seat"
    " starting handshake unopened room_never no_address no_lobby name_taken move no_push"
    " review_running fork_over fork_fixed fork_running"
    " challenge_dice challenge_step challenge_open",
    408: "too_slow",
    413: "too_big",
    421: "host",
    429: "too_fast bot_tables",
    431: "headers",
    500: "unforeseen",
    503: "busy review_full",
    507: "device_full",
}
CODES = {code: status for status, codes in STATUS.items() for code in codes.split()}
UNSAID = {"clause", "because"}  # sent in fields of their own


def status(code: str) -> int:
    """The HTTP status of a code; 422 where nothing more precise fits."""
    return CODES.get(code, 422)


def language(given: str | None, accepted: str | None) -> str:
    """The language asked for by `?lang=`, else by Accept-Language, else English."""
    if given in LANGUAGES:
        return given
    wishes: list[tuple[float, str]] = []
    for part in (accepted or "").split(",")[:20]:
        tag, _, quality = part.strip().partition(";q=")
        try:
            weight = float(quality or 1)
        except ValueError:
            weight = 0.0
        wishes.append((-weight, tag[:2].lower()))
    for _, tag in sorted(wishes, key=lambda wish: wish[0]):
        if tag in LANGUAGES:
            return tag
    return "en"


def worded(
    refusal: Refusal,
    lang: str,
    slug: str = "",
    now: ViewMessage | None = None,
    id: int | None = None,
) -> Refused:
    """A refusal as a message, in this language."""
    facts = {name: _plain(value) for name, value in refusal.facts.items() if name not in UNSAID}
    clause = str(refusal.facts.get("clause", ""))
    because = refusal.facts.get("because", {})
    texts = catalogue(lang, slug)
    key = f"{slug}.clause.{clause}"
    if refusal.code != "illegal" or key not in texts:
        key = f"error.{refusal.code}"
    return Refused(
        code=refusal.code,
        sentence=texts.say(key, **facts, clause=clause),
        facts=facts,
        clause=clause,
        because=because if isinstance(because, dict) else {},
        now=now,
        id=id,
    )


def _plain(value: object) -> Any:
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def refused(
    table: Table | None,
    caller: Caller,
    refusal: Refusal,
    seat: int | None = None,
    id: int | None = None,
) -> Refused:
    """The refusal in the caller's words; a stale one brings the present view."""
    now = None
    if (
        refusal.code == "stale"
        and table is not None
        and table.match is not None
        and seat is not None
        and seat in caller.seats(table.row)
    ):
        now = view_message(table, seat)
    slug = table.row.game if table is not None else ""
    return worded(refusal, caller.lang, slug, now, id)
