"""The guided first game: every step of it is legal, every word of it is written."""

import json
from pathlib import Path

from filon.core.game import CHANCE
from filon.core.record import Record, replay
from filon.core.setup import agreed
from filon.games.gold_river import tables
from filon.games.gold_river.spec import SPEC
from filon.messages import LANGUAGES, catalogue

GUIDED = json.loads((Path(str(tables.__file__)).parent / "web" / "guided.json").read_text("utf-8"))


def test_the_guided_game_can_be_played() -> None:
    record = Record(agreed(SPEC, GUIDED["players"], GUIDED["options"]), GUIDED["steps"])
    asked = 0
    for state in replay(record):
        asked += state.actor() == GUIDED["seat"]
        last = state
    assert asked >= 9
    assert last.actor() == CHANCE, "the game goes on with the next deal"


def test_every_word_of_it_is_there_and_comes_at_a_step() -> None:
    for lang in LANGUAGES:
        words = catalogue(lang, "gold_river")
        for n, key in GUIDED["say"].items():
            assert key in words
            assert 0 <= int(n) <= len(GUIDED["steps"])
