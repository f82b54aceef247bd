"""The guided first game: every step of it is legal."""

import json
from pathlib import Path

from filon.core.game import CHANCE
from filon.core.record import Record, replay
from filon.core.setup import agreed
from filon.games.gold_river import tables
from filon.games.gold_river.spec import SPEC

GUIDED = json.loads((Path(str(tables.__file__)).parent / "web" / "guided.json").read_text("utf-8"))


def test_the_guided_game_can_be_played() -> None:
    record = Record(agreed(SPEC, GUIDED["players"], GUIDED["options"]), GUIDED["steps"])
    asked = 0
    for state in replay(record):
        asked += state.actor() == GUIDED["seat"]
        last = state
    assert asked >= 9
    assert last.actor() == CHANCE, "the game goes on with the next deal"
