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
    Column("talk", Text, nullable=False, server_default="all"),
    Column("blocked", Text, nullable=False, server_default="[]"),  # JSON
    Column("timing", Text, nullable=False, server_default="{}"),  # JSON
    Column("listed", Integer, nullable=False, server_default="0"),
    Column("delay", Integer, nullable=False, server_default="0"),  # steps spectators are behind
    Column("title", Text, nullable=False, server_default=""),
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
    Column("origin", Text, nullable=False, server_default=""),  # JSON, of a fork
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

# What people said at a table; no part of any match.
WORDS = Table(
    "words",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("match", Integer, nullable=False, key="match_number"),
    Column("v", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("device", Text, nullable=False),
    Index("words_device", "device"),
)

# How matches ended, seat by seat; they stay when their table is taken away.
RESULTS = Table(
    "results",
    METADATA,
    Column("match", Text, primary_key=True, key="of"),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("game", Text, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("players", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("level", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("score", Text, nullable=False),
    Column("how", Text, nullable=False),
    Index("results_person", "person", "ended"),
)

# Who took up the challenge of a day, and how the first run ended.
ATTEMPTS = Table(
    "attempts",
    METADATA,
    Column("day", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("match", Text, nullable=False, key="of"),
    Column("state", Text, nullable=False),
    Column("place", Integer, nullable=False),
    Column("score", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("attempts_person", "person"),
)

# Those whose name is their own here.
PERSONS = Table(
    "persons",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False, unique=True),
    Column("secret", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
)

# Devices that share a person; a device without a row is a person by itself.
DEVICES = Table(
    "devices",
    METADATA,
    Column("device", Text, primary_key=True),
    Column("person", Text, nullable=False),
    Column("told", Text, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Index("devices_person", "person"),
)

# Links that bring a person to another device: the hash of their secret, good once until then.
MOVES = Table(
    "moves",
    METADATA,
    Column("hash", Text, primary_key=True),
    Column("person", Text, nullable=False),
    Column("until", BigInteger, nullable=False),
)

# Where devices are reached while no page is open.
REACHES = Table(
    "reaches",
    METADATA,
    Column("device", Text, primary_key=True),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", Text, nullable=False),
    Column("auth", Text, nullable=False),
    Column("since", BigInteger, nullable=False),
)

# To which turn a seat's person was called last, and when.
CALLS = Table(
    "calls",
    METADATA,
    Column("match", Text, primary_key=True, key="match_id"),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("v", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)

# Reviews of matches that ended, by the form they are written in; packed.
REVIEWS = Table(
    "reviews",
    METADATA,
    Column("match", Text, primary_key=True, key="match_id"),
    Column("form", Text, primary_key=True),
    Column("told", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
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

# What clocks follow from beside the entries; of the server itself where `match` is empty.
TIMES = Table(
    "times",
    METADATA,
    Column("match", Text, primary_key=True, key="match_id"),
    Column("v", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, primary_key=True),
    Column("at", BigInteger, primary_key=True, autoincrement=False),
)

# A match that is thought about, the process that does, and milliseconds since 1970.
LEASES = Table(
    "leases",
    METADATA,
    Column("match", Text, primary_key=True, key="match_id"),
    Column("owner", Text, nullable=False),
    Column("until", BigInteger, nullable=False),
)
