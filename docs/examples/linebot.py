#!/usr/bin/env python3
"""A Filon bot in thirty lines: it needs nothing but Python, and could be any other language.

Try it:  filon arena claim_it --bots greedy --bot "cmd:python3 docs/examples/linebot.py" --games 20
"""

import json
import random
import sys

for line in sys.stdin:
    asked = json.loads(line)
    if asked["protocol"] != "filon-lines-1":
        sys.exit("this bot speaks filon-lines-1")
    luck = random.Random(asked["seed"])  # the same seed, the same choice

    def liking(step: str) -> float:
        """Rank the verbs: claims before squats, cards before passes, tiles before walls."""
        verb = step.split()[0]
        order = ["claim", "settle", "take", "tile", "bid", "squat", "put", "roll", "wall", "stop"]
        return order.index(verb) if verb in order else len(order)

    best = min(map(liking, asked["legal"]))
    step = luck.choice([step for step in asked["legal"] if liking(step) == best])
    # stay: it keeps nothing from question to question, so it may play game after game.
    print(json.dumps({"id": asked["id"], "step": step, "stay": True}), flush=True)
