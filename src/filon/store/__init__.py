"""Where tables and matches are kept: SQLite, PostgreSQL or the browser; a bus tells of changes."""
