"""`filon train`: training that can be interrupted and resumed, and its files."""

import json
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from filon.bots import GUESTS
from filon.bots.self_play import SelfPlay
from filon.bots.weights import NAME, network, shipped_weights, unpacked
from filon.cli import app
from filon.core.errors import Refusal
from filon.core.rng import Rng
from filon.core.setup import agreed
from filon.games import load
from filon.lab.evaluation import RESPONSE, evaluate, evaluate_response
from filon.lab.executor import Here, Processes
from filon.lab.training import TrainConfig, Training, from_shipped

BUTIN = agreed(load("butin"), 2)


def taught(folder: Path, games: int, resume: bool = False, seed: int = 1) -> Training:
    training = Training(TrainConfig(BUTIN, games, seed=seed, hidden=4, round=3), folder, resume)
    training.run(Here(), 1, lambda: None)
    return training


def test_a_course_gives_the_same_weights_again(tmp_path: Path) -> None:
    one, two = taught(tmp_path / "a", 6), taught(tmp_path / "b", 6)
    assert one.weights == two.weights
    assert one.progress.games == 6
    assert [point["games"] for point in one.progress.curve] == [3, 6]
    assert taught(tmp_path / "c", 6, seed=2).weights != one.weights


def test_a_course_is_taken_up_where_it_was_left(tmp_path: Path) -> None:
    whole = taught(tmp_path / "whole", 6)
    half = Training(TrainConfig(BUTIN, 6, hidden=4, round=3), tmp_path / "half", False)

    class Leave(Exception):
        pass

    def leave() -> None:
        raise Leave

    with pytest.raises(Leave):
        half.run(Here(), 1, leave)
    assert half.progress.games == 3
    again = taught(tmp_path / "half", 6, resume=True)
    assert again.weights == whole.weights
    assert again.mean == whole.mean
    assert again.mean != again.weights
    assert again.weights_for({}).rows == again.config.weights_for(again.mean).rows
    with pytest.raises(Refusal) as refused:
        taught(tmp_path / "half", 6, resume=True, seed=9)
    assert refused.value.code == "course"


def test_a_course_may_begin_with_what_is_shipped_and_a_rival_never_learns(tmp_path: Path) -> None:
    shipped = shipped_weights(BUTIN.spec, 2)
    assert shipped is not None
    further = from_shipped(BUTIN, 4, 0.0, 1, beat=False)
    assert further.weights_for(further.new_network().state()).tops == list(shipped.tops)
    beat = from_shipped(BUTIN, 4, 0.0, 1, beat=True)
    training = Training(beat, tmp_path, False)
    began = training.weights
    training.run(Here(), 1, lambda: None)
    assert training.weights != began
    learnt = training.weights_for({})
    assert len(learnt.tops) == 2 * len(shipped.tops)  # what a position is worth to either side
    half = len(learnt.tops) // 2
    assert learnt.tops[:half] != learnt.tops[half:]
    assert shipped_weights(BUTIN.spec, 2) == shipped
    told = evaluate_response(training, "sourdough", 2, 4000)
    assert (told.against, told.games) == ("sourdough", 2)
    assert RESPONSE not in GUESTS
    with pytest.raises(Refusal) as refused:
        Training(
            from_shipped(agreed(load("chercheurs_dor"), 7), 4, 0.0, 1, beat=True),
            tmp_path,
            False,
        )
    assert refused.value.code == "unlearned"


def test_a_position_is_noted_apart_for_the_rival() -> None:
    features = BUTIN.spec.minds.features
    assert features is not None
    config = from_shipped(BUTIN, 1, 0.0, 1, beat=True)
    assert config.known is not None
    school = SelfPlay(config.new_network(), features, BUTIN.spec.minds.hints, False, Rng(1))
    school.opponent = network(features, config.known)
    for own in (0, 1):
        school.own = own
        story = school.play(BUTIN.start(), False)
        assert {one.seat for one in story} == {0, 1}
        for one in story:
            assert (one.active.bucket >= features.buckets) == (one.seat != own)


def test_workers_blend_what_they_learnt(tmp_path: Path) -> None:
    both = Training(TrainConfig(BUTIN, 4, hidden=4, round=2), tmp_path, False)
    both.run(Here(), 2, lambda: None)
    assert both.progress.games == 4
    other = Training(TrainConfig(BUTIN, 4, hidden=4, round=2), tmp_path, False)
    other.run(Processes(2), 2, lambda: None)
    assert other.weights == both.weights


def whose(item: int) -> tuple[int, int]:
    return item, os.getpid()


def test_the_processes_of_a_course_stay_from_round_to_round() -> None:
    on = Processes(1)
    work = [(0, 7)]
    with on.stay():
        rounds = [dict(on.each(whose, work))[0] for _ in range(2)]
    assert rounds[0] == rounds[1]
    assert rounds[0][1] != os.getpid()
    assert dict(on.each(whose, work))[0] != rounds[0]


def test_the_command_leaves_weights_a_curve_and_figures(tmp_path: Path) -> None:
    words = ["train", "butin", "--games", "3", "--hidden", "4", "--out", str(tmp_path / "course"),
             "--against", "random", "--held", "2", "--pace", "4000"]  # fmt: skip
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    folder = tmp_path / "course"
    told = json.loads((folder / "curve.json").read_text("utf-8"))
    assert told["curve"][-1]["games"] == 3
    assert told["exams"][0]["against"] == "random"
    assert (folder / "curve.svg").read_text("utf-8").startswith("<svg")
    spec = load("butin")
    assert spec.minds.features is not None
    (lesson,) = unpacked(spec, spec.minds.features, (folder / NAME).read_bytes())
    assert (lesson.players, lesson.hidden, lesson.games) == (2, 4, 3)
    more = CliRunner().invoke(app, [*words, "--players", "3", "--games", "2", "--held", "0",
                                    "--into", str(folder / NAME)])  # fmt: skip
    assert more.exit_code == 0, more.output
    lessons = unpacked(spec, spec.minds.features, (folder / NAME).read_bytes())
    assert [one.players for one in lessons] == [2, 3]
    wide = CliRunner().invoke(app, [*words, "--held", "0", "--beside", str(folder / NAME),
                                    "--digits", "5"])  # fmt: skip
    assert wide.exit_code == 0, wide.output
    (lesson,) = unpacked(spec, spec.minds.features, (folder / NAME).read_bytes())
    assert (lesson.hidden, lesson.games, lesson.shift) == (8, 6, 5)
    nowhere = CliRunner().invoke(app, [*words, "--beside", str(tmp_path / "none")])
    assert isinstance(nowhere.exception, Refusal)
    assert nowhere.exception.code == "file"
    answer = ["train", "butin", "--beat", "--games", "2", "--held", "2", "--pace", "4000",
              "--out", str(tmp_path / "answer")]  # fmt: skip
    beaten = CliRunner().invoke(app, answer)
    assert beaten.exit_code == 0, beaten.output
    assert "against sourdough, 2 games" in beaten.output
    assert not (tmp_path / "answer" / NAME).exists()
    refused = CliRunner().invoke(app, [*answer, "--into", str(folder / NAME)])
    assert isinstance(refused.exception, Refusal)
    assert refused.exception.code == "beat_into"


@pytest.mark.long
def test_from_nothing_claim_it_is_learned_in_ten_minutes(tmp_path: Path) -> None:
    minutes = float(os.environ.get("FILON_TRAIN_MINUTES", "10"))
    config = TrainConfig(agreed(load("claim_it"), 2), seconds=60.0 * minutes)
    training = Training(config, tmp_path, False)
    training.run(Here(), 1, lambda: None)
    exam = evaluate(training, "greedy", 400, 16)
    assert exam.share.low > 0.5, exam
