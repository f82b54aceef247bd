"""The guided first game: a record that plays, with a word for every decision."""

import json
from pathlib import Path

from filon.core.game import play
from filon.games.butin import tables
from filon.games.butin.spec import SPEC

GUIDED = json.loads((Path(str(tables.__file__)).parent / "web" / "guided.json").read_text("utf-8"))


def test_the_guided_game_plays_and_explains_every_decision_of_the_person() -> None:
    state = SPEC.start(GUIDED["players"], GUIDED["options"])
    for n, step in enumerate(GUIDED["steps"]):
        if state.actor() == GUIDED["seat"]:
            assert str(n) in GUIDED["say"], f"nothing is said before {step}"
        play(state, SPEC.layout.number(step))
    assert SPEC.view(state, 0)["seats"][0]["points"] == "16"  # two cards on 8 points
