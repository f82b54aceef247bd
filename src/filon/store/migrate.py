"""Migrations: bring a database to the present schema, once, before a server starts."""

import asyncio
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, create_engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine

from filon.core.errors import Refusal

T = TypeVar("T")
HERE = Path(__file__).parent / "migrations"
PATIENCE = 10.0  # seconds to wait for another program that writes, or a database that is far


def config() -> Config:
    """Alembic's settings without a file: the migrations travel inside the package."""
    settings = Config()
    settings.set_main_option("script_location", str(HERE).replace("%", "%%"))
    settings.set_main_option("path_separator", "os")
    return settings


def present(connection: Connection) -> str:
    """The revision a database is at, empty for a new one; Refusal `newer_schema`."""
    revision = MigrationContext.configure(connection).get_current_revision() or ""
    known = {script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()}
    if revision and revision not in known:
        raise Refusal("newer_schema", given=revision)
    return revision


def newest() -> str:
    """The revision of this version's schema."""
    return ScriptDirectory.from_config(config()).get_current_head() or ""


def _upgrade(connection: Connection, to: str) -> None:
    present(connection)
    settings = config()
    settings.attributes["connection"] = connection
    command.upgrade(settings, to)


def migrate_sqlite(path: Path, to: str = "head", patience: float = PATIENCE) -> None:
    """Create or upgrade a SQLite file, with a copy beside it before it changes; its folder is
    made if needed. Refusal for a file that is damaged, locked or of a newer version."""
    path.parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(
        URL.create("sqlite", database=str(path)), connect_args={"timeout": patience}
    )
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        with engine.connect() as connection:
            old = present(connection)
        if old and old != newest():
            copy(path, path.with_name(f"filon-before-{newest()}.sqlite3"))
        with engine.begin() as connection:
            _upgrade(connection, to)
    except (DBAPIError, sqlite3.Error, OSError) as broken:
        raise broken_file(path, broken) from None
    finally:
        engine.dispose()


def copy(path: Path, to: Path) -> None:
    """A SQLite database as it is at this moment, also while it is written to."""
    handle = os.open(to, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.close(handle)
    source = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=PATIENCE)
    target = sqlite3.connect(to)
    try:
        source.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
    finally:
        target.close()
        source.close()


def broken_file(path: Path, fault: Exception) -> Refusal:
    """The refusal for a SQLite file that cannot be read."""
    origin = fault.orig if isinstance(fault, DBAPIError) else fault
    why = str(origin)
    if "locked" in why:
        return Refusal("locked", path=str(path))
    away = isinstance(origin, OSError | sqlite3.OperationalError) and "malformed" not in why
    if not away:
        return Refusal("damaged", path=str(path), why=why)
    reason = origin.strerror if isinstance(origin, OSError) else why
    return Refusal("folder", path=str(path), why=reason or why)


def schema_of(path: Path, database: str = "") -> str:
    """The revision a database is at; Refusal if it cannot be read or is not the present one."""
    revision: str
    if database:
        revision = asyncio.run(_on_postgres(database, present))
    else:
        engine = create_engine(URL.create("sqlite", database=str(path)))
        try:
            with engine.connect() as connection:
                revision = present(connection)
        except DBAPIError as broken:
            raise broken_file(path, broken) from None
        finally:
            engine.dispose()
    if revision != newest():
        raise Refusal("older_schema", given=revision or "-", present=newest())
    return revision


async def migrate_postgres(url: str, to: str = "head") -> None:
    """Create or upgrade a PostgreSQL database; Refusal `database` if it cannot be reached."""

    def upgrade(connection: Connection) -> None:
        # Of two launchers at once, the second waits and has nothing left to do.
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7026)")
        _upgrade(connection, to)

    await _on_postgres(url, upgrade)


async def _on_postgres(url: str, job: Callable[[Connection], T]) -> T:
    try:
        address = make_url(url)
        if address.get_backend_name() not in ("postgresql", "postgres"):
            raise Refusal("database_url")
        engine = create_async_engine(
            address.set(drivername="postgresql+asyncpg"), connect_args={"timeout": PATIENCE}
        )
    except ModuleNotFoundError:
        raise Refusal("no_postgres") from None
    except (ArgumentError, ValueError):
        raise Refusal("database_url") from None
    try:
        async with engine.begin() as connection:
            return await connection.run_sync(job)
    except (TimeoutError, DBAPIError, OSError) as away:
        origin = away.orig if isinstance(away, DBAPIError) and away.orig else away
        why = str(origin).splitlines()[0] if str(origin) else type(origin).__name__
        where = address.set(password=None).render_as_string()
        raise Refusal("database", where=where, why=why[:200]) from None
    finally:
        await engine.dispose()
