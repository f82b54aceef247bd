"""Le Partage du butin: draw, place, and share the treasures of six territories."""
