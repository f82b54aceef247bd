"""A real server on a free port, with fair draws or with draws that every run repeats."""

import dataclasses
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn

from browser.people import LASTING, Fate, Site
from filon.core.rng import Rng
from filon.match.header import Header
from filon.match.luck import FairLuck, Luck
from filon.server.app import create_app
from filon.server.hosts import listening
from filon.server.http_client import PublicClient
from filon.settings import Settings
from filon.thinking.brain import Begun, Question, unheard
from support.databases import sqlite_file
from support.thread_brain import ThreadBrain


class Seeded(Luck):
    """Draws that are the same in every run."""

    def __init__(self, seed: int | str) -> None:
        self.rng = Rng(seed)

    def draw(self, n: int, legal: Sequence[str], weights: Sequence[int]) -> int:
        """An outcome as likely as its weight."""
        return self.rng.weighted(list(weights))


class Repeating(ThreadBrain):
    """Bots that choose the same in every run of a test."""

    def __init__(self, fate: Fate) -> None:
        super().__init__()
        self.fate = fate

    async def think(self, question: Question, begun: Begun = unheard) -> str:
        """The bot's step; its seed is the test's name, the step and the seat."""
        if self.fate.test:
            seed = f"{self.fate.test}|{len(question.record.steps)}|{question.seat}"
            question = dataclasses.replace(question, seed=seed)
        return await super().think(question, begun)


@contextmanager
def served(
    data: Path,
    luck: Callable[[Header], Luck] | None = None,
    host: str = "127.0.0.1",
    push_client: PublicClient | None = None,
    settings: Mapping[str, Any] | None = None,
    port: int = 0,
) -> Iterator[Site]:
    """The page, an empty store and no limits, until the block ends."""
    ear = listening(host, port, fixed=bool(port))
    url = f"http://127.0.0.1:{ear.getsockname()[1]}"
    # With an address others are told to use, so that invitations have links (see test_invite).
    told: dict[str, Any] = {"browser": False, "limits": False, "port": 0, "public_url": url}
    made = Settings(data=data, **told | dict(settings or {}))
    sqlite_file(made.file)
    fate = Fate()

    def fated(header: Header) -> Luck:
        if fate.luck:
            return fate.luck(header)
        return Seeded(fate.test) if fate.test else FairLuck(header.fair())

    app = create_app(made, Repeating(fate), luck or fated, push_client)
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            log_level="critical",  # that it had to cut a line short at the end is no news
            ws="websockets-sansio",
            timeout_graceful_shutdown=1,
        )
    )
    thread = threading.Thread(target=lambda: server.run(sockets=[ear]), daemon=True)
    thread.start()
    end = time.monotonic() + LASTING / 1000
    while not server.started:
        assert time.monotonic() < end, "the server does not start"
        time.sleep(0.02)
    yield Site(url, data, fate)
    server.should_exit = True
    thread.join(LASTING / 1000)
    assert not thread.is_alive(), "the server does not stop"
