"""A match and its table as plain data and rules: no loop, no database, no clock."""
