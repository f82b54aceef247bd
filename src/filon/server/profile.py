"""A person without an account: which devices are theirs, and how their seats come along."""

import asyncio
import base64
import hashlib
import secrets

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from starlette.responses import Response

from filon.app.caller import Caller
from filon.core.errors import Refusal
from filon.match.person import DeviceRow, Person, name_key
from filon.match.seating import clean_name, fresh
from filon.server.reception import Visit
from filon.store.contract import Conflict

MOVE = 10 * 60 * 1000  # milliseconds a link to another device is good for
SHORTEST = 8  # signs of a passphrase
hasher = PasswordHasher()


def digest(secret: str) -> str:
    """What is kept of a link's secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def handle(device: str) -> str:
    """How a device is called in a list: its id itself is nobody's business."""
    return digest(device)[:12]


async def whose(visit: Visit, caller: Caller) -> str:
    """The person this device belongs to; a device alone is its own."""
    found = await visit.hall.services.store.persons([caller.device])
    return found.get(caller.device, caller.device)


async def own_devices(visit: Visit, person: str, caller: Caller) -> list[DeviceRow]:
    """The devices of a person, with the one that asks even if nothing is kept of it."""
    kept = await visit.hall.services.store.devices(person)
    if all(one.device != caller.device for one in kept):
        kept.append(DeviceRow(caller.device, person, "", 0, 0))
    return kept


async def link(visit: Visit, caller: Caller, person: str, told: str) -> None:
    """This device is that person's from now on; what it played alone was played by them."""
    store, now = visit.hall.services.store, visit.hall.services.clock.now()
    before = await whose(visit, caller)
    if before == caller.device and before != person:
        await store.adopt(before, person)
    kept = {one.device: one for one in await store.devices(person)}.get(caller.device)
    since = now if kept is None else kept.since
    await store.keep_device(DeviceRow(caller.device, person, _called(told), since, now))


async def offer(visit: Visit, caller: Caller, told: str) -> tuple[str, int]:
    """The secret of a link that brings this person to another device, and until when."""
    store, now = visit.hall.services.store, visit.hall.services.clock.now()
    person = await whose(visit, caller)
    await link(visit, caller, person, told)
    secret = secrets.token_urlsafe(16)
    await store.offer_move(digest(secret), person, now + MOVE)
    return secret, now + MOVE


async def arrive(visit: Visit, caller: Caller, secret: str, told: str) -> str:
    """Whom the link brings to this device; Refusal `move` if it is used, past or unknown."""
    store, now = visit.hall.services.store, visit.hall.services.clock.now()
    person = await store.take_move(digest(secret), now)
    if not person:
        raise Refusal("move")
    await link(visit, caller, person, told)
    return person


async def bring(visit: Visit, caller: Caller, devices: list[str], answer: Response) -> int:
    """The seats these devices hold come to the one that asks, told to their tables."""
    carried = 0
    for old in devices:
        if old == caller.device:
            continue
        for row in await visit.hall.services.store.by_device(old):
            if row.phase == "closed":
                continue
            table = await visit.hall.table(row.id)
            for seat, who in enumerate(table.row.seats):
                if who.device == old:
                    now = await table.carry(seat, old, caller.device)
                    visit.keys.give_seat(answer, now, seat, visit.secure)
                    carried += 1
    return carried


async def revoke(visit: Visit, caller: Caller, asked: str, answer: Response) -> None:
    """A device of this person's is no longer; its seats come here. Refusal `no_device`."""
    store = visit.hall.services.store
    person = await whose(visit, caller)
    for one in await store.devices(person):
        if handle(one.device) == asked and one.device != caller.device:
            await bring(visit, caller, [one.device], answer)
            await store.drop_reach(one.device)
            await store.keep_device(
                DeviceRow(one.device, fresh(), one.told, one.since, one.seen)
            )  # a stranger from now on
            return
    raise Refusal("no_device")


# ---- a name of one's own -----------------------------------------------------------------------


async def bears(visit: Visit, caller: Caller, *names: str) -> None:
    """Refusal `name_taken` for a name that belongs to somebody else here."""
    for name in names:
        key = name_key(name)
        owner = await visit.hall.services.store.person(key=key) if key else None
        if owner is not None and owner.id != await whose(visit, caller):
            raise Refusal("name_taken", given=clean_name(name))


async def own(visit: Visit, caller: Caller, name: str, passphrase: str, told: str) -> None:
    """The name is this person's here; Refusal `name_taken` or `passphrase`."""
    store, person = visit.hall.services.store, await whose(visit, caller)
    name = clean_name(name)
    if not name_key(name):
        raise Refusal("name", most=24)
    if len(passphrase) < SHORTEST:
        raise Refusal("passphrase", least=SHORTEST)
    await bears(visit, caller, name)
    kept = await asyncio.to_thread(hasher.hash, passphrase)
    await link(visit, caller, person, told)
    now = visit.hall.services.clock.now()
    try:
        await store.keep_person(Person(person, name, name_key(name), kept, now))
    except Conflict:
        raise Refusal("name_taken", given=name) from None


async def enter(visit: Visit, caller: Caller, name: str, passphrase: str, told: str) -> str:
    """This device is the owner's of the name; Refusal `wrong_passphrase`, whatever was wrong."""
    key = name_key(name)
    visit.reception.limits.spend("pass", f"name {key}")
    owner = await visit.hall.services.store.person(key=key) if key else None
    kept = owner.secret if owner is not None else impossible(hasher)
    right = await asyncio.to_thread(_right, kept, passphrase)
    if owner is None or not right:
        raise Refusal("wrong_passphrase")
    await link(visit, caller, owner.id, told)
    return owner.id


def _right(kept: str, passphrase: str) -> bool:
    try:
        return hasher.verify(kept, passphrase)
    except (Argon2Error, InvalidHashError):
        return False


def _called(told: str) -> str:
    return " ".join("".join(sign if sign.isprintable() else " " for sign in told).split())[:60]


def impossible(made: PasswordHasher) -> str:
    """A hash that no passphrase has. To check it takes as long as to check a real one.

    It is checked when nobody owns a name, so that the time of the answer does not tell that.
    Salt and digest are random bytes: this costs nothing, while hashing takes a quarter of a second.
    """

    def text(length: int) -> str:
        return base64.b64encode(secrets.token_bytes(length)).decode().rstrip("=")

    cost = f"m={made.memory_cost},t={made.time_cost},p={made.parallelism}"
    return f"$argon2id$v=19${cost}${text(made.salt_len)}${text(made.hash_len)}"
