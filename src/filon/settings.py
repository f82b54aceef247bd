"""The settings of a server, each stated once: default, help text and bounds.

`filon serve` makes its options from these fields (filon/commands/options.py); the environment
variable of a field is FILON_ and its name in capitals.
"""

import ipaddress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from filon.core.errors import Refusal
from filon.match import pace as paces

LOOPBACK = ("127.0.0.1", "::1", "localhost")
WILD = ("0.0.0.0", "::")  # noqa: S104 - all addresses of the machine


class Level(StrEnum):
    """The levels of the server's log."""

    debug = "debug"
    info = "info"
    warning = "warning"
    error = "error"


def default_data() -> Path:
    """The user's data folder, such as ~/.local/share/filon."""
    return user_data_path("filon", appauthor=False)


def option(default: Any, help: str, **typer: Any) -> Any:
    """A field that is also an option.

    `typer` goes to typer.Option, except: `flag`, the option's name where the field's is not it;
    `type`, where the option takes another type than the field holds; `unset=True`, where the
    option has no default of its own, and the field's counts if it is not given.
    """
    how = {"default_factory": default} if callable(default) else {"default": default}
    return field(**how, metadata={"help": help, **typer})


@dataclass(frozen=True)
class Settings:
    """Everything that can be set of a server; nothing here reaches the dice."""

    host: str = option(
        "127.0.0.1", "The address to listen on; 0.0.0.0 opens the server to the local network."
    )
    port: int = option(
        8000,
        "The port; without it 8000, or the next one that is free.",
        unset=True,
        min=0,
        max=65535,
    )
    fixed_port: bool = False  # fail if the port is in use, instead of taking the next free one
    data: Path = option(  # noqa: RUF009 - a factory, called for each object
        default_data,
        "The folder of the games and the secret key, by default the user's data folder, such as "
        "~/.local/share/filon. A backup of it is secret, too.",
        unset=True,
    )
    database: str = option("", "postgresql://USER@HOST/NAME, instead of SQLite in the data folder.")
    public_url: str = option("", "The address that players use, if the server is behind a proxy.")
    names: str = option("", "More host names the server answers to, with commas between.")
    proxies: str = option(
        "",
        "Proxies whose X-Forwarded-For is believed: addresses or networks, with commas between. "
        "With --public-url the default is this machine.",
    )
    lobby: bool = option(
        True, "List tables that anyone may join; never on a server of this machine alone."
    )
    connections: int = option(
        500, "Connections that one address may have open; 0: any number.", min=0
    )
    waiting_hours: float = option(
        24, "Hours after which an empty table that never began is closed.", min=0.1
    )
    pace: str = option(paces.DEFAULT, "The pace of new tables: calm, brisk or instant.", unset=True)
    bot_processes: int = option(
        0, "Processes in which bots think; 0: one less than cores.", min=0
    )  # at least 2
    bot_patience: float = option(
        30.0, "Seconds after which a bot that does not answer is started again.", min=1.0
    )
    bot_tables: int = option(
        6,
        "Tables of bots alone that one address may have in play, or ten times as many tables at "
        "which people play with bots.",
        min=1,
    )
    bot_classes: tuple[str, ...] = option(
        (),
        "Offer a bot of your own under this name; may be given several times.",
        flag="--bot-class",
        type=list[str],
        unset=True,
        envvar=None,
        metavar="NAME=MODULE:CLASS",
    )
    push_contact: str = option(
        "",
        "A contact (mailto: or https:) for browsers' push services, which deliver notifications; "
        "with an https --public-url the default is that address.",
    )
    ladder: bool = option(
        False, "Show a leaderboard of people with a reserved name, rated by openskill."
    )
    browser: bool = option(True, "Open the page in this machine's browser.", envvar=None)
    log: str = option(Level.warning.value, "The least level that is logged.", type=Level)
    limits: bool = True  # off only for tests and load measurements

    def __post_init__(self) -> None:
        if self.pace not in paces.PACES:
            raise Refusal("pace", given=self.pace[:40], valid=", ".join(paces.PACES))
        if self.public_url and not self.public_url.startswith(("http://", "https://")):
            raise Refusal("public_url", given=self.public_url[:80])
        if self.push_contact and not self.push_contact.startswith(("mailto:", "https://")):
            raise Refusal("push_contact", given=self.push_contact[:80])
        for proxy in self.trusted:
            try:
                ipaddress.ip_network(proxy)
            except ValueError:
                raise Refusal("proxies", given=proxy[:80]) from None

    @property
    def guests(self) -> dict[str, str]:
        """The bots given by --bot-class: name and module:Class."""
        pairs = (given.partition("=") for given in self.bot_classes)
        return {name: where for name, _, where in pairs}

    @property
    def contact(self) -> str:
        """The sender's address for push services; empty: no push messages are sent."""
        own = self.public_url if self.public_url.startswith("https://") else ""
        return self.push_contact or own

    @property
    def file(self) -> Path:
        """The SQLite file."""
        return self.data / "filon.sqlite3"

    @property
    def trusted(self) -> list[str]:
        """The proxies whose X-Forwarded-For is believed."""
        named = [proxy.strip() for proxy in self.proxies.split(",") if proxy.strip()]
        return named or (["127.0.0.1", "::1"] if self.public_url else [])

    @property
    def has_lobby(self) -> bool:
        """Whether the front page lists open tables."""
        return self.lobby and not self.loopback

    @property
    def loopback(self) -> bool:
        """Whether only this machine can reach the server."""
        return self.host in LOOPBACK and not self.public_url
