"""A claim: another device has the link of a held seat, and its holder allows it or is long away."""

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from filon.core.errors import Refusal
from filon.match.seating import ClaimState, Row, Seat

# free: the seat has no holder; own: the holder allowed it, or it is the holder's browser; absent:
# the holder is away and did not answer; asked: the holder has to answer; denied: it was refused.
Verdict = Literal["free", "own", "absent", "asked", "denied"]
PENDING = ("asked", "heard")


def judge(there: Seat, device: str, here: bool, now: int, absent: float) -> tuple[Verdict, Seat]:
    """Whether this device may have the seat, and the seat with what is to be remembered of it.

    `here`: the holder is connected; `absent`: seconds an unheard question waits.
    """
    if not there.session:
        return "free", there
    if there.device and there.device == device:
        return "own", there
    old = now - there.claimed >= 1000 * absent
    if there.claim == device:
        if there.claim_state == "allowed":
            return "own", there
        if there.claim_state == "asked" and old and not here:
            return "absent", there
        if there.claim_state == "denied" and not old:
            return "denied", there
        if there.claim_state in PENDING and not old:
            return "asked", replace(there, claim_state="heard") if here else there
    elif there.claim and not old:
        return "asked", there  # one question at a time
    state: ClaimState = "heard" if here else "asked"
    return "asked", replace(there, claim=device, claimed=now, claim_state=state)


def answer(row: Row, seat: int, allow: bool) -> Row:
    """The holder's answer; Refusal `already` if no device asks."""
    there = row.seat(seat)
    if there.claim_state not in PENDING:
        raise Refusal("already")
    return row.with_seat(seat, replace(there, claim_state="allowed" if allow else "denied"))


def heard(row: Row, here: Callable[[int], bool]) -> Row:
    """The same, where questions whose holder is connected are marked as heard."""
    for seat, there in enumerate(row.seats):
        if there.claim_state == "asked" and here(seat):
            row = row.with_seat(seat, replace(there, claim_state="heard"))
    return row


def pending(there: Seat) -> bool:
    """Whether the holder is asked for the seat and has not answered."""
    return there.claim_state in PENDING
