"""What all games share; knows no game and does no I/O."""
