"""How a server is set up; `filon serve --help` shows the same."""

import ipaddress
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

from filon.core.errors import Refusal
from filon.match import pace as paces

LOOPBACK = ("127.0.0.1", "::1", "localhost")
WILD = ("0.0.0.0", "::")  # noqa: S104 - all addresses of the machine


def default_data() -> Path:
    """The user's data folder, such as ~/.local/share/filon."""
    return user_data_path("filon", appauthor=False)


@dataclass(frozen=True)
class Settings:
    """Everything a server can be told; nothing here reaches the dice."""

    host: str = "127.0.0.1"  # 0.0.0.0 opens it to the room
    port: int = 8000
    fixed_port: bool = False  # else another one is taken, and said, if this is in use
    data: Path = field(default_factory=default_data)  # games and the secret key
    database: str = ""  # postgresql://... instead of SQLite in the data folder
    public_url: str = ""  # the address others use, when a proxy stands before the server
    names: str = ""  # other names the server answers to, with commas between
    proxies: str = ""  # whose X-Forwarded-For is believed; with a public_url this machine's
    lobby: bool = True  # open tables are listed; never on loopback
    connections: int = 500  # open at once from one address
    waiting_hours: float = 24  # a table that waits with nobody there closes then
    pace: str = paces.DEFAULT  # of new tables: calm, brisk or instant
    bot_processes: int = 0  # 0: one less than the machine has cores, at least two
    bot_patience: float = 30.0  # seconds a bot may think once it has begun
    bot_tables: int = 6  # of bots alone, in play for one address; ten times as many with people
    bot_classes: tuple[str, ...] = ()  # NAME=module:Class, offered beside the levels
    push_contact: str = ""  # mailto: or https:, for push services; else an https public_url
    ladder: bool = False  # rate those whose name is their own, by what they win
    browser: bool = True  # open one where there is one
    log: str = "warning"  # debug, info, warning or error
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
        """The bots of one's own, by the name they are offered under."""
        told = (given.partition("=") for given in self.bot_classes)
        return {name: where for name, _, where in told}

    @property
    def contact(self) -> str:
        """Who answers for messages through push services; empty: none are sent."""
        own = self.public_url if self.public_url.startswith("https://") else ""
        return self.push_contact or own

    @property
    def file(self) -> Path:
        """The SQLite file."""
        return self.data / "filon.sqlite3"

    @property
    def trusted(self) -> list[str]:
        """The proxies whose word counts."""
        told = [proxy.strip() for proxy in self.proxies.split(",") if proxy.strip()]
        return told or (["127.0.0.1", "::1"] if self.public_url else [])

    @property
    def has_lobby(self) -> bool:
        """Whether open tables are listed for whoever comes."""
        return self.lobby and not self.loopback

    @property
    def loopback(self) -> bool:
        """Whether only this machine can reach the server."""
        return self.host in LOOPBACK and not self.public_url
