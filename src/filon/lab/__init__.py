"""The laboratory: many games at once, who is stronger, and what the games themselves are like."""
