"""A running match and what keeps it: entries, store, bus, clock, bots; no network."""
