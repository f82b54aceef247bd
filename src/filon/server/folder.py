"""The data folder: its owner's alone, with the secret key, and one server at a time."""

import contextlib
import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filon.core.errors import Refusal

KEY = "secret.key"
LOCK = "filon.lock"
KEY_BYTES = 32
OURS = ("filon", "secret.", ".secret.")  # how the names of our files begin


def made(data: Path) -> None:
    """The folder is there and can be written to; Refusal `folder` if that cannot be."""
    try:
        data.mkdir(parents=True, exist_ok=True, mode=0o700)
        probe = data / f".secret.{secrets.token_hex(4)}"
        os.close(os.open(probe, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        probe.unlink()
    except OSError as no:
        raise Refusal("folder", path=str(data), why=no.strerror or type(no).__name__) from None
    tighten(data)


def loose(data: Path) -> list[Path]:
    """What in the folder others could read, and the folder itself if it holds nothing else."""
    if os.name != "posix":
        return []
    names = list(data.iterdir()) if data.is_dir() else []
    ours = [path for path in names if path.name.startswith(OURS) and path.is_file()]
    found = [path for path in ours if _open_to(path) & 0o077]
    if data.is_dir() and len(ours) == len(names) and 0 < _open_to(data) < 0o1000:
        found.append(data)
    return found


def _open_to(path: Path) -> int:
    """What others may do with it; a folder whose sticky bit is set is everybody's (0o1000)."""
    try:
        return path.stat().st_mode & 0o1077
    except FileNotFoundError:  # another start made it, and took it away again
        return 0


def tighten(data: Path) -> None:
    """Files 0600, the folder 0700: a back-up, a key and the seeds of running games are secret."""
    for path in loose(data):
        with contextlib.suppress(PermissionError):  # another's: `filon doctor` says so
            path.chmod(0o700 if path.is_dir() else 0o600)


def secret(data: Path) -> bytes:
    """The server's secret key, made on the first start; Refusal `key` for one that is none."""
    path = data / KEY
    try:
        return key_of(path)
    except FileNotFoundError:
        made(data)
        write_whole(path, (os.urandom(KEY_BYTES).hex() + "\n").encode())
        return key_of(path)


def key_of(path: Path) -> bytes:
    """The key in a file; Refusal `key` if it is short or no key at all."""
    try:
        key = bytes.fromhex(path.read_text("ascii").strip())
    except (UnicodeDecodeError, ValueError):
        key = b""
    except FileNotFoundError:
        raise
    except OSError as no:
        raise Refusal("folder", path=str(path), why=no.strerror or "") from None
    if len(key) < KEY_BYTES:
        raise Refusal("key", path=str(path))
    return key


def write_whole(path: Path, content: bytes, replace: bool = False) -> None:
    """A file that is there whole or not at all; one that is there stays unless replaced."""
    part = path.with_name(f".secret.{secrets.token_hex(8)}")
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if replace:
            part.replace(path)
        else:
            with contextlib.suppress(FileExistsError):
                _link(part, path)
    finally:
        part.unlink(missing_ok=True)


def _link(part: Path, path: Path) -> None:
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if not path.exists():
            part.replace(path)


@contextmanager
def held(data: Path, told: str = "") -> Iterator[None]:
    """The folder is this process's for a while; Refusal `data_busy` if it is another's.

    `told` is what whoever comes meanwhile reads: where the games are served.
    """
    path = data / LOCK
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            _lock(handle)
        except OSError:
            where = path.read_text("utf-8", "replace").strip()[:200]
            raise Refusal("data_busy", path=str(data), where=where or "?") from None
        os.ftruncate(handle, 0)
        os.write(handle, told.encode())
        yield
        os.ftruncate(handle, 0)
    finally:
        os.close(handle)


def _lock(handle: int) -> None:
    """Until the handle is closed, also by a crash; OSError if another has it."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(handle, 1 << 20, os.SEEK_SET)  # beyond the words, which others may read
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        os.lseek(handle, 0, os.SEEK_SET)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
