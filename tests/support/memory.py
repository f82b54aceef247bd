"""Temporary folders in memory, where the machine has room.

Every run has a folder of its own, which goes away with it; `--basetemp=FOLDER` keeps one instead.
What is about the disk asks for the fixture `disk`.
"""

import contextlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM = 1 << 30  # bytes that must be free
MARK = "filon-tests-"
YOUNG = 60  # seconds in which a folder may be made and not yet locked


def place() -> Path | None:
    """Where temporary folders cost no disk; None if this machine has no such place."""
    if not os.access(MEMORY, os.W_OK) or shutil.disk_usage(MEMORY).free < ROOM:
        return None
    return MEMORY


@contextlib.contextmanager
def folder() -> Iterator[Path | None]:
    """An empty folder in memory until the end of the block; None if there is no room."""
    where = place()
    if where is None:
        yield None
        return
    _sweep(where)
    made = Path(tempfile.mkdtemp(prefix=MARK, dir=where))
    lock = _locked(made)
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)
        if lock is not None:
            os.close(lock)


def _locked(path: Path) -> int | None:
    """A lock on a folder that lasts as long as this process; None if another process has it."""
    import fcntl  # not on Windows, which has no /dev/shm either

    handle = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return None
    return handle


def _sweep(where: Path) -> None:
    """Remove the folders of killed runs: their locks are free."""
    for path in where.glob(f"{MARK}*"):
        with contextlib.suppress(OSError):
            mine = path.stat().st_uid == os.geteuid()
            if mine and path.stat().st_mtime < time.time() - YOUNG:
                lock = _locked(path)
                if lock is not None:
                    shutil.rmtree(path, ignore_errors=True)
                    os.close(lock)
