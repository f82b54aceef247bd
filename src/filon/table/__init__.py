"""Tables that people and bots play at, in three rooms.

`match` is pure: a match's journal and position, who sits where, what may be told; no I/O.
`store` keeps it, in SQLite or PostgreSQL, and says to other processes that something changed.
The modules here are the table itself: it locks, drives and tells.
"""
