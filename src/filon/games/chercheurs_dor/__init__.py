"""Les Chercheurs d'or: dig, carry two kilos to the Golden City Bank, and come home."""
