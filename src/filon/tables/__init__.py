"""Running tables at which people and bots play: they lock, store, then publish.

A table joins a row of the store (`filon.store`) with a match (`filon.match`, pure) and lets its
bots think in other processes (`filon.thinking`).
"""
