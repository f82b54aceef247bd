"""Several processes over one store, on both databases: what each of them opens.

A test module that says `pytest_plugins = "support.processes"` has the fixture `making`. Nothing is
asserted here, so nothing need be rewritten for pytest (PYTEST_DONT_REWRITE).
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from filon.store.bus import Bus, MemoryBus
from filon.store.contract import ServerStore
from filon.store.postgres import PostgresStore
from filon.store.postgres_bus import PostgresBus
from filon.store.sqlite import SqliteStore
from support import memory
from support.databases import new_postgres, sqlite_file
from support.postgresql import postgresql

Making = Callable[[], tuple[ServerStore, Bus]]


class Shared(MemoryBus):
    """As if between processes."""

    shared = True


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The PostgreSQL server of all tests of this run: they have databases of their own on it."""
    with postgresql(memory.place()) as url:
        yield url


@pytest.fixture(scope="module")
def address(postgres_server: str) -> str:
    """A migrated PostgreSQL database for the tests of one module."""
    return new_postgres(postgres_server)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def making(request: pytest.FixtureRequest, tmp_path: Path) -> Making:
    """Open what a process needs: a store of its own on the same database, and the bus."""
    if request.param == "sqlite":
        path, bus = tmp_path / "filon.sqlite3", Shared()
        sqlite_file(path)
        return lambda: (SqliteStore(path), bus)
    url = request.getfixturevalue("address")
    return lambda: (PostgresStore(url, 4), PostgresBus(url))
