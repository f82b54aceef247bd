"""A second, plain implementation of each game's rules, written from the clauses alone.

Each game is a generator: it yields a question (who answers, and the answers allowed, with their
weights where chance answers) and is sent the answer in notation. Slow, direct and unlike the
engine in everything but the rules, so that a slip in one is not repeated in the other.
"""
