"""Record moments of a game for the bench at /parts/<slug>, as one seat sees them.

python tools/samples.py SLUG --players 4 --seed 7 --skip 60 --take 10 > samples.json
"""

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any

from filon.bots.baseline import Greedy
from filon.bots.bot import Bot, Peephole
from filon.core.game import CHANCE, OVER
from filon.core.rng import Rng
from filon.core.worlds import ask
from filon.games import load

NAMES = ("Camille", "Anselme", "Rosalie", "Fer à cheval", "Zoé", "Jérémie", "Zach")


def main() -> None:
    """Play with the greedy bot and write the moments after `skip` steps."""
    parser = argparse.ArgumentParser()
    parser.add_argument("slug")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seat", type=int, default=0)
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument("--take", type=int, default=10)
    parser.add_argument("--option", action="append", default=[])
    wish = parser.parse_args()
    options = dict(one.split("=") for one in wish.option)
    story: list[Any] = []
    moments: list[Any] = []
    for one in played(wish.slug, wish.players, wish.seed, wish.seat, options, Greedy()):
        if one["n"] > wish.skip:
            moments.append(one)
        else:
            story += one["events"]
        if len(moments) == wish.take:
            break
    json.dump(
        samples(wish.slug, wish.players, story, moments),
        sys.stdout,
        ensure_ascii=False,
        separators=(",", ":"),
    )


def samples(slug: str, players: int, story: list[Any], moments: list[Any]) -> dict[str, Any]:
    """What the bench reads: who sits there, what happened before, and the moments."""
    spec = load(slug)
    seats = [
        {
            "name": NAMES[i],
            "kind": "bot" if i == 2 else "person",
            "level": "greedy" if i == 2 else "",
        }
        for i in range(players)
    ]
    return {
        "title": spec.title_in("fr"),
        "options": {},
        "seat_slots": sorted(spec.seat_slots),
        "seats": seats,
        "story": story,
        "moments": moments,
    }


def played(
    slug: str, players: int, seed: int, seat: int, options: dict[str, str], bot: Bot | None
) -> Iterator[dict[str, Any]]:
    """A game, message by message, as the server would tell a seat; at random without a bot."""
    spec, rng, n = load(slug), Rng(seed), 0
    state = spec.start(players, options)
    while state.actor() != OVER:
        actor, legal = state.actor(), state.legal()
        if actor == CHANCE:
            step = legal[rng.weighted(state.weights())]
        elif bot is None:
            step = legal[rng.below(len(legal))]
        else:
            step = bot.choose(Peephole(spec, state, actor), rng)
        events = state.narrate(step)
        told = [spec.tell(e) | {"v": n + 1, "step": n} for e in events if e.seen_by(seat)]
        n += 1
        yield moment(spec, state, seat, n, told)


def phases(slug: str, players: int, seed: int, games: int = 1) -> list[dict[str, Any]]:
    """One moment of every phase a seat meets, choosing, throwing and waiting: what a bar must hold.

    Of each the first and the last one, and one in the middle of the longest wait for room: the
    moment with the most to tell.
    """
    found: dict[tuple[object, ...], dict[str, Any]] = {}
    for game in range(games):
        story: list[Any] = []
        for one in played(slug, players, seed + game, 0, {}, None):
            story += one["events"]
            can, kind = one["can"], one["waiting"]["kind"]
            key = (one["view"].get("phase"), can["act"], can["throw"], kind == "over")
            told = samples(slug, players, story[-40:], [one | {"events": []}])
            found.setdefault((*key, "first"), told)
            found[(*key, "last")] = told
    return list(found.values())


def moment(spec: Any, state: Any, seat: int, n: int, told: list[Any]) -> dict[str, Any]:
    """A view message as the server would send it."""
    actor, choosing = state.actor(), state.actors()
    mine = seat in choosing
    kind = "sealed" if state.sealed() else {CHANCE: "chance", OVER: "over"}.get(actor, "seat")
    own = state.clone()
    ask(own, seat, Rng(n))
    return {
        "type": "view",
        "match": 1,
        "v": n,
        "n": n,
        "seat": seat,
        "since": n - 1,
        "events": told,
        "view": spec.view(state, seat),
        "legal": [spec.layout.text(step) for step in own.legal()] if mine else [],
        "waiting": {
            "kind": kind,
            "seats": choosing,
            "ready": [],
            "due": None,
            "hand": None if actor != CHANCE or state.thrower() == CHANCE else state.thrower(),
        },
        "can": {
            "act": mine,
            "throw": actor == CHANCE and state.thrower() == seat,
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
