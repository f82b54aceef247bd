"""New databases for tests: copies of one that was migrated, since migrating takes much longer.

What is about migrating calls the real `migrate_sqlite` and `migrate_postgres`.
"""

import asyncio
import contextlib
import os
import tempfile
from functools import cache
from itertools import count
from pathlib import Path

from sqlalchemy import make_url

from filon.store.migrate import migrate_postgres, migrate_sqlite

TEMPLATE = "migrated"
NUMBERS = count(1)


@cache
def _migrated_file() -> bytes:
    """An empty SQLite file of the present schema, migrated once in this process."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "filon.sqlite3"
        migrate_sqlite(path)
        assert [one.name for one in Path(folder).iterdir()] == [path.name]
        return path.read_bytes()


def sqlite_file(path: Path) -> Path:
    """A SQLite file of the present schema at this path: a new one, unless a file is there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)  # as a real one
        with os.fdopen(handle, "wb") as file:
            file.write(_migrated_file())
    return path


def on_server(server: str, name: str) -> str:
    """The address of a database on the same PostgreSQL server."""
    return make_url(server).set(database=name).render_as_string(hide_password=False)


@cache
def _migrated_on(server: str) -> None:
    """The database that new ones on this server are copied from."""
    asyncio.run(_execute(server, f"CREATE DATABASE {TEMPLATE}"))
    asyncio.run(migrate_postgres(on_server(server, TEMPLATE)))


def new_postgres(server: str, migrated: bool = True) -> str:
    """The address of a new database on this server, of the present schema or empty."""
    name = f"test_{next(NUMBERS)}"
    if migrated:
        _migrated_on(server)
    source = TEMPLATE if migrated else "template1"
    asyncio.run(_execute(server, f"CREATE DATABASE {name} TEMPLATE {source}"))
    return on_server(server, name)


async def _execute(server: str, statement: str) -> None:
    import asyncpg  # type: ignore[import-untyped] # few tests need it

    base = await asyncpg.connect(server)
    try:
        await base.execute(statement)
    finally:
        await base.close()
