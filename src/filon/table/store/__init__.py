"""What survives a crash: one contract, two databases, and how their schema grows."""
