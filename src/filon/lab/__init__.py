"""The laboratory: arenas between bots, studies of games, training, and measured strength."""
