"""A person as a server knows them: an id, the devices they use, perhaps a name of their own."""

import unicodedata
from dataclasses import dataclass


@dataclass(frozen=True)
class Person:
    """A person with a reserved name; without one a person is only the id of a device."""

    id: str
    name: str
    name_key: str
    secret: str  # argon2 of the passphrase
    made: int  # milliseconds since 1970


@dataclass(frozen=True)
class DeviceRow:
    """A device of a person; without a row a device is a person by itself."""

    device: str
    person: str
    told: str  # what it calls itself: browser and system
    since: int
    seen: int


@dataclass(frozen=True)
class Subscription:
    """Where a device is reached while no page is open: its browser's push service."""

    device: str
    endpoint: str
    p256dh: str  # the browser's public key, and a secret it shares with us: both base64url
    auth: str
    since: int  # milliseconds since 1970


def name_key(name: str) -> str:
    """The same for names that look the same in passing: Zoé, zoe and ＺＯＥ."""
    plain = unicodedata.normalize("NFKD", name)
    return " ".join(
        "".join(sign for sign in plain if not unicodedata.combining(sign)).casefold().split()
    )
