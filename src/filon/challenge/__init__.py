"""The challenge of the day: one game, one seat, the same luck for everyone. No I/O, no clock."""
