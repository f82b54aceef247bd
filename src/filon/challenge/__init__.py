"""The daily challenge: one game, one seat, the same luck for everyone. No I/O, no clock."""
