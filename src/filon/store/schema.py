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

# Optimistic locking: of two writers of one (match, v), the key refuses the second.
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

# Chat of a table; no part of any match.
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

# How matches ended, seat by seat; they outlive their table.
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

# The first run of each person at the challenge of a day, and how it ended.
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

# People who own a name on this server.
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

# Transfer links that bring a person to another device: the hash of the secret, valid once.
MOVES = Table(
    "moves",
    METADATA,
    Column("hash", Text, primary_key=True),
    Column("person", Text, nullable=False),
    Column("until", BigInteger, nullable=False),
)

# Push subscriptions of devices.
REACHES = Table(
    "reaches",
    METADATA,
    Column("device", Text, primary_key=True),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", Text, nullable=False),
    Column("auth", Text, nullable=False),
    Column("since", BigInteger, nullable=False),
)

# The last turn for which a seat was sent a push message, and when.
CALLS = Table(
    "calls",
    METADATA,
    Column("match", Text, primary_key=True, key="match_id"),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("v", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)

# Reviews of matches that ended, by the form they are written in; compressed.
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

# Facts about the database itself: `restored` from a back-up, last proven `ready` for writes.
META = Table(
    "marks",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("told", Text, nullable=False),
)

# Moments that clocks are computed from, with the entries; the server's own have no `match`.
TIMES = Table(
    "times",
    METADATA,
    Column("match", Text, primary_key=True, key="match_id"),
    Column("v", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, primary_key=True),
    Column("at", BigInteger, primary_key=True, autoincrement=False),
)

# Which process thinks for the bots of a match, and until when (milliseconds since 1970).
LEASES = Table(
    "leases",
    METADATA,
    Column("match", Text, primary_key=True, key="match_id"),
    Column("owner", Text, nullable=False),
    Column("until", BigInteger, nullable=False),
)
