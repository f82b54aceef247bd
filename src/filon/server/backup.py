"""Backups: database and key in one file; can be made while the server runs."""

import contextlib
import io
import json
import os
import secrets
import sqlite3
import tarfile
import tempfile
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from filon.core.errors import Refusal
from filon.server import data_dir
from filon.settings import Settings
from filon.store.migrate import broken_file, copy, migrate_sqlite
from filon.store.schema import META
from filon.store.statements import upsert

BASE = "filon.sqlite3"
ABOUT = "about.json"
BESIDE = ("-wal", "-shm", "-journal")  # what SQLite keeps next to its file


def backup(settings: Settings, to: Path) -> None:
    """Key and, with SQLite, database in one archive; Refusal `exists`, `no_games` or `folder`."""
    if to.exists():
        raise Refusal("exists", path=str(to))
    if not settings.database and not settings.file.exists():
        raise Refusal("no_games", path=str(settings.data))
    try:
        key = data_dir.read_key(settings.data / data_dir.KEY)
    except FileNotFoundError:
        raise Refusal("no_games", path=str(settings.data)) from None
    about = {"filon": version("filon"), "made": _now(), "games": not settings.database}
    try:
        with tempfile.TemporaryDirectory(prefix=".filon-", dir=to.absolute().parent) as room:
            part = Path(room) / "part"
            handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "wb") as file:
                with tarfile.open(fileobj=file, mode="w:gz") as archive:
                    _put(archive, ABOUT, json.dumps(about).encode())
                    _put(archive, data_dir.KEY, key.hex().encode() + b"\n")
                    if not settings.database:
                        copy(settings.file, Path(room) / BASE)
                        archive.add(Path(room) / BASE, BASE, filter=_anonymous)
                file.flush()
                os.fsync(file.fileno())
            part.replace(to)
    except sqlite3.Error as broken:
        raise broken_file(settings.file, broken) from None
    except OSError as no:
        raise Refusal("folder", path=str(to), why=no.strerror or "") from None


def restore(settings: Settings, archive: Path, overwrite: bool = False) -> bool:
    """Restore a backup; whether it held games. Replaced files are kept beside it.

    The database is marked `restored`: a draw that was seen already must not be repeated.
    Refusal `data_busy` while a server runs, `would_overwrite` unless told to, `no_backup`.
    """
    data_dir.prepare(settings.data)
    with data_dir.locked(settings.data), tempfile.TemporaryDirectory(dir=settings.data) as room:
        unpacked = Path(room)
        _unpack(archive, unpacked)
        key = data_dir.read_key(unpacked / data_dir.KEY)
        base = unpacked / BASE
        there = [settings.data / data_dir.KEY, *([settings.file] if base.exists() else [])]
        if not overwrite and any(path.exists() for path in there):
            raise Refusal("would_overwrite", path=str(settings.data))
        stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
        if base.exists():
            _check(base)
            migrate_sqlite(base)
            _mark(base)
            _put_aside(settings.file, f"filon-replaced-{stamp}.sqlite3")
            base.replace(settings.file)
        old = settings.data / data_dir.KEY
        if old.exists():
            old.replace(old.with_name(f"secret-replaced-{stamp}.key"))
        data_dir.write_atomically(old, key.hex().encode() + b"\n", replace=True)
        data_dir.tighten(settings.data)
        return bool(there[1:])


def restored_mark() -> str:
    """A unique mark for each restoration."""
    return f"{_now()} {secrets.token_hex(8)}"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _put(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    info = tarfile.TarInfo(name)
    info.size, info.mode = len(content), 0o600
    archive.addfile(info, io.BytesIO(content))


def _anonymous(info: tarfile.TarInfo) -> tarfile.TarInfo:
    """Without the user's name and id."""
    info.uid = info.gid = 0
    info.uname = info.gname = ""
    info.mode = 0o600
    return info


def _unpack(archive: Path, room: Path) -> None:
    """Extract the files we know from an untrusted archive; Refusal `no_backup`."""
    try:
        with tarfile.open(archive) as tar:
            for name in (ABOUT, data_dir.KEY, BASE):
                with contextlib.suppress(KeyError):
                    held = tar.extractfile(name)
                    if held is not None:
                        with held, (room / name).open("xb") as file:
                            while block := held.read(1 << 20):
                                file.write(block)
    except (OSError, EOFError, tarfile.TarError, ValueError):
        raise Refusal("no_backup", path=str(archive)) from None
    if not (room / ABOUT).exists() or not (room / data_dir.KEY).exists():
        raise Refusal("no_backup", path=str(archive))


def _check(base: Path) -> None:
    try:
        opened = sqlite3.connect(base)
        try:
            answer = opened.execute("PRAGMA quick_check").fetchone()
        finally:
            opened.close()
    except sqlite3.Error as broken:
        raise broken_file(base, broken) from None
    if answer != ("ok",):
        raise Refusal("damaged", path=BASE, why=str(answer[0])[:80])


def _mark(base: Path) -> None:
    opened = sqlite3.connect(base)
    with opened:
        opened.execute(upsert(META), ("restored", restored_mark()))
    opened.close()


def _put_aside(file: Path, name: str) -> None:
    """Copy the present database aside, including SQLite's write-ahead log."""
    if not file.exists():
        return
    aside = file.with_name(name)
    try:
        copy(file, aside)
    except sqlite3.Error:  # damaged: perhaps the very reason for restoring
        file.replace(aside)
    for beside in BESIDE:
        file.with_name(file.name + beside).unlink(missing_ok=True)
