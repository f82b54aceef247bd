"""Record moments of a game for the bench at /parts/<slug>, as one seat sees them.

python web/samples.py SLUG --players 4 --seed 7 --skip 60 --take 10 > samples.json
"""

import argparse
import json
import sys
from typing import Any

from filon.bots.bot import Peephole
from filon.bots.greedy import Greedy
from filon.core.game import CHANCE, OVER
from filon.core.rng import Rng
from filon.games import load

NAMES = ("Camille", "Anselme", "Jeb", "Rosalie", "Zoé", "Ida", "Zach")


def main() -> None:
    """Play with the greedy bot and write the moments after `skip` steps."""
    ask = argparse.ArgumentParser()
    ask.add_argument("slug")
    ask.add_argument("--players", type=int, default=4)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--seat", type=int, default=0)
    ask.add_argument("--skip", type=int, default=0)
    ask.add_argument("--take", type=int, default=10)
    ask.add_argument("--option", action="append", default=[])
    wish = ask.parse_args()
    spec = load(wish.slug)
    rng = Rng(wish.seed)
    state = spec.start(wish.players, dict(one.split("=") for one in wish.option))
    bot = Greedy()
    n, story, moments = 0, [], []
    while state.actor() != OVER and len(moments) < wish.take:
        actor, legal = state.actor(), state.legal()
        if actor == CHANCE:
            step = legal[rng.weighted(state.weights())]
        else:
            step = bot.choose(Peephole(spec, state, actor), rng)
        state.story = []
        state.apply(step)
        told = [spec.tell(e) | {"v": n + 1, "step": n} for e in state.story if e.seen_by(wish.seat)]
        n += 1
        if n > wish.skip:
            moments.append(moment(spec, state, wish.seat, n, told))
        else:
            story += told
    seats = [
        {
            "name": NAMES[i],
            "kind": "bot" if i == 2 else "person",
            "level": "greedy" if i == 2 else "",
        }
        for i in range(wish.players)
    ]
    json.dump(
        {
            "title": spec.title["fr"],
            "options": {},
            "seat_slots": sorted(spec.seat_slots),
            "seats": seats,
            "story": story,
            "moments": moments,
        },
        sys.stdout,
        ensure_ascii=False,
        separators=(",", ":"),
    )


def moment(spec: Any, state: Any, seat: int, n: int, told: list[Any]) -> dict[str, Any]:
    """A view message as the server would send it."""
    actor = state.actor()
    mine = actor == seat
    kind = {CHANCE: "chance", OVER: "over"}.get(actor, "seat")
    return {
        "type": "view",
        "match": 1,
        "v": n,
        "n": n,
        "seat": seat,
        "since": n - 1,
        "events": told,
        "view": spec.view(state, seat),
        "legal": [spec.layout.text(step) for step in state.legal()] if mine else [],
        "waiting": {
            "kind": kind,
            "seats": [actor] if kind == "seat" else [],
            "ready": [],
            "due": None,
        },
        "can": {
            "act": mine,
            "throw": False,
            "undo": False,
            "finish": False,
            "withdraw": False,
            "resign": False,
        },
        "held": None,
        "guide": None,
        "id": None,
    }


if __name__ == "__main__":
    main()
