"""Bring a database to the present schema; done once by the launcher, before anyone serves."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, make_url
from sqlalchemy.ext.asyncio import create_async_engine

HERE = Path(__file__).parent / "migrations"


def config() -> Config:
    """Alembic's settings without a file: the migrations travel inside the package."""
    settings = Config()
    settings.set_main_option("script_location", str(HERE).replace("%", "%%"))
    settings.set_main_option("path_separator", "os")
    return settings


def _upgrade(connection: object, to: str) -> None:
    settings = config()
    settings.attributes["connection"] = connection
    command.upgrade(settings, to)


def migrate_sqlite(path: Path, to: str = "head") -> None:
    """Create or upgrade a SQLite file; its folder is made if needed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        connection.exec_driver_sql("PRAGMA busy_timeout = 10000")
        _upgrade(connection, to)
    engine.dispose()


async def migrate_postgres(url: str, to: str = "head") -> None:
    """Create or upgrade a PostgreSQL database."""
    engine = create_async_engine(make_url(url).set(drivername="postgresql+asyncpg"))
    async with engine.begin() as connection:
        # Two launchers at once: the second waits and finds nothing left to do.
        await connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7026)")
        await connection.run_sync(_upgrade, to)
    await engine.dispose()
