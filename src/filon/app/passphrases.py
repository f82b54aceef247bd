"""Passphrases of names: argon2 hashes, checked in constant time for known and unknown names."""

import asyncio
import base64
import secrets

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

hasher = PasswordHasher()


async def hashed(passphrase: str) -> str:
    """The hash to store, computed in a thread."""
    return await asyncio.to_thread(hasher.hash, passphrase)


async def matches(stored: str | None, passphrase: str) -> bool:
    """Whether the passphrase has this hash; None takes as long and never matches."""
    return await asyncio.to_thread(_verify, stored or impossible(hasher), passphrase)


def _verify(stored: str, passphrase: str) -> bool:
    try:
        return hasher.verify(stored, passphrase)
    except (Argon2Error, InvalidHashError):
        return False


def impossible(made: PasswordHasher) -> str:
    """A hash that no passphrase has. To check it takes as long as to check a real one.

    It is checked when a name has no owner, so that the time of the answer does not tell that.
    Salt and digest are random bytes: this costs nothing, while hashing takes a quarter of a second.
    """

    def text(length: int) -> str:
        return base64.b64encode(secrets.token_bytes(length)).decode().rstrip("=")

    cost = f"m={made.memory_cost},t={made.time_cost},p={made.parallelism}"
    return f"$argon2id$v=19${cost}${text(made.salt_len)}${text(made.hash_len)}"
