"""The data directory: readable by its owner only, with the secret key, used by one server."""

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
OURS = ("filon", "secret.", ".secret.")  # prefixes of our files' names


def prepare(data: Path) -> None:
    """Make the directory and check that it can be written to; Refusal `folder` if not."""
    try:
        data.mkdir(parents=True, exist_ok=True, mode=0o700)
        probe = data / f".secret.{secrets.token_hex(4)}"
        os.close(os.open(probe, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        probe.unlink()
    except OSError as no:
        raise Refusal("folder", path=str(data), why=no.strerror or type(no).__name__) from None
    tighten(data)


def exposed(data: Path) -> list[Path]:
    """Our files that other users could read, and the directory if it holds nothing else."""
    if os.name != "posix":
        return []
    names = list(data.iterdir()) if data.is_dir() else []
    ours = [path for path in names if path.name.startswith(OURS) and path.is_file()]
    paths = [path for path in ours if _open_to(path) & 0o077]
    if data.is_dir() and len(ours) == len(names) and 0 < _open_to(data) < 0o1000:
        paths.append(data)
    return paths


def _open_to(path: Path) -> int:
    """The permissions of other users; 0o1000 for a sticky directory, which is everybody's."""
    try:
        return path.stat().st_mode & 0o1077
    except FileNotFoundError:  # another start made it, and took it away again
        return 0


def tighten(data: Path) -> None:
    """Set 0600 and 0700: a back-up, the key and the seeds of running games are secret."""
    for path in exposed(data):
        with contextlib.suppress(PermissionError):  # another's: `filon doctor` says so
            path.chmod(0o700 if path.is_dir() else 0o600)


def secret(data: Path) -> bytes:
    """The server's secret key, made on the first start; Refusal `key` if it is damaged."""
    path = data / KEY
    try:
        return read_key(path)
    except FileNotFoundError:
        prepare(data)
        write_atomically(path, (os.urandom(KEY_BYTES).hex() + "\n").encode())
        return read_key(path)


def read_key(path: Path) -> bytes:
    """The key in a file; Refusal `key` if it is too short or not hexadecimal."""
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


def write_atomically(path: Path, content: bytes, replace: bool = False) -> None:
    """Write a file completely or not at all; an existing one stays unless `replace`."""
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
def locked(data: Path, address: str = "") -> Iterator[None]:
    """Hold the directory's lock; Refusal `data_busy` if another process holds it.

    `address` is where the games are served: the refusal of another process says it.
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
        os.write(handle, address.encode())
        yield
        os.ftruncate(handle, 0)
    finally:
        os.close(handle)


def _lock(handle: int) -> None:
    """Lock until the handle is closed, also by a crash; OSError if another process has it."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(handle, 1 << 20, os.SEEK_SET)  # beyond the words, which others may read
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        os.lseek(handle, 0, os.SEEK_SET)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
