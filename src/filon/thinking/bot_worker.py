"""A worker process in which bots think: niced, and ended when its server ends."""

import contextlib
import faulthandler
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection

from filon import games
from filon.core import cycles
from filon.log import place
from filon.thinking.brain import Question

NICE = 10  # a person's step goes before any thought
START = 300.0  # seconds until a new process must be ready: a busy machine gives it little
GRACE = 10.0  # seconds beyond all patience after which a forgotten thought ends its own process

Answering = Callable[[Question], str]


class WorkerGone(Exception):
    """The process ended."""


class BotFault(Exception):
    """The bot raised an exception: its kind and place."""

    def __init__(self, place: dict[str, str]) -> None:
        super().__init__(place.get("kind", ""))
        self.place = place


class BotWorker:
    """One process; a thread may wait for its answer while another kills it."""

    def __init__(self, answering: Answering, patience: float) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._line, there = spawn.Pipe()
        self._process = spawn.Process(
            target=work, args=(there, answering, patience), daemon=True, name="filon-bot"
        )
        try:
            self._process.start()
        finally:
            there.close()  # else the end of the process would go unnoticed

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid or 0

    @property
    def alive(self) -> bool:
        """Whether the process is running."""
        return self._process.is_alive()

    def ready(self) -> None:
        """Wait until it is warm; Gone if that takes too long."""
        with _noticing():
            if self._line.poll(START) and self._line.recv() == "ready":
                return
        raise WorkerGone

    def ask(self, question: Question) -> str:
        """Wait for the answer; Gone if the process ends, Fault if the bot is broken."""
        with _noticing():
            self._line.send(question)
            answer = self._line.recv()
        if isinstance(answer, str):
            return answer
        raise BotFault(answer)

    def kill(self) -> None:
        """Kill the process; a thread that waits in `ask` gets WorkerGone."""
        self._process.kill()
        self._process.join(1)


@contextlib.contextmanager
def _noticing() -> Iterator[None]:
    try:
        yield
    except (EOFError, OSError):
        raise WorkerGone from None


def work(line: Connection, answering: Answering, patience: float) -> None:
    """Main function of the process: load the games, then answer one question after the other."""
    settle()
    for slug in games.slugs():
        games.load(slug)
    cycles.seldom()
    with contextlib.suppress(EOFError, OSError), open(os.devnull, "w") as nowhere:
        line.send("ready")
        while True:
            question: Question = line.recv()
            # A compiled loop lets no thread of this process look for the server, but this one.
            faulthandler.dump_traceback_later(patience + GRACE, exit=True, file=nowhere)
            try:
                answer: str | dict[str, str] = answering(question)
            except Exception as fault:
                answer = place(fault)
            faulthandler.cancel_dump_traceback_later()
            line.send(answer)


def settle() -> None:
    """Lower this process's priority, ignore Ctrl-C, and end when the server ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(NICE)
    parent = multiprocessing.parent_process()
    if parent is not None:

        def watch() -> None:
            parent.join()
            os._exit(0)

        threading.Thread(target=watch, daemon=True).start()
