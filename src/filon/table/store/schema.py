"""The tables of the database, for SQLite and PostgreSQL alike.

A column's `key` is the name of the field it keeps, where that is another.
"""

from sqlalchemy import BigInteger, Column, Index, Integer, MetaData, Table, Text

METADATA = MetaData()

TABLES = Table(
    "tables",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("rev", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("pace", Text, nullable=False),
    Column("spectators", Integer, nullable=False),
    Column("phase", Text, nullable=False),
    Column("match", Integer, nullable=False, key="match_number"),
    Column("code", Text, unique=True),
    Column("host", Text, nullable=False),
    Column("seats", Text, nullable=False),  # JSON
    Column("script", Text, nullable=False),
    Column("nonce", Text, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Index("tables_phase", "phase", "changed"),
)

MATCHES = Table(
    "matches",
    METADATA,
    Column("id", Text, primary_key=True, key="match_id"),
    Column("seed", Text, nullable=False),  # secret while the match runs
    Column("game", Text, nullable=False),
    Column("edition", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("starters", Text),  # JSON
    Column("entropy", Text, nullable=False),  # JSON
    Column("script", Text, nullable=False),
    Column("fair", Text, nullable=False, server_default=""),  # JSON; empty: filon-fair-1
)

# The key is the lock: whoever writes (match, v) first has moved.
ENTRIES = Table(
    "entries",
    METADATA,
    Column("match", Text, primary_key=True, key="match_id"),
    Column("v", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("by", Text, nullable=False),
    Column("notation", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("choice", Integer, nullable=False),
)

HELD = Table(
    "held",
    METADATA,
    Column("match", Text, primary_key=True, key="match_id"),
    Column("phase", Integer, primary_key=True, autoincrement=False, key="n"),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("notation", Text, nullable=False),
    Column("by", Text, nullable=False),
)

SITTING = Table(
    "sitting",
    METADATA,
    Column("device", Text, primary_key=True),
    Column("table_id", Text, primary_key=True),
)

# What a database knows of itself: `restored` from a back-up, last proven `ready` to be written.
MARKS = Table(
    "marks",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("told", Text, nullable=False),
)

# A match that is thought about, the process that does, and milliseconds since 1970.
LEASES = Table(
    "leases",
    METADATA,
    Column("match", Text, primary_key=True, key="match_id"),
    Column("owner", Text, nullable=False),
    Column("until", BigInteger, nullable=False),
)
