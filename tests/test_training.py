"""`filon train`: courses that can be left and taken up, and what they leave behind."""

import json
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from filon.bots.weights import NAME, unpacked
from filon.cli import app
from filon.core.errors import Refusal
from filon.core.setup import agreed
from filon.games import load
from filon.lab.examined import examined
from filon.lab.executor import Here, Processes
from filon.lab.training import Course, Training

BUTIN = agreed(load("butin"), 2)


def taught(folder: Path, games: int, resume: bool = False, **more: int) -> Training:
    training = Training(Course(BUTIN, games, hidden=4, round=3, **more), folder, resume)
    training.run(Here(), 1, lambda: None)
    return training


def test_a_course_gives_the_same_weights_again(tmp_path: Path) -> None:
    one, two = taught(tmp_path / "a", 6), taught(tmp_path / "b", 6)
    assert one.weights == two.weights
    assert one.standing.games == 6
    assert [point["games"] for point in one.standing.curve] == [3, 6]
    assert taught(tmp_path / "c", 6, seed=2).weights != one.weights


def test_a_course_is_taken_up_where_it_was_left(tmp_path: Path) -> None:
    whole = taught(tmp_path / "whole", 6)
    half = Training(Course(BUTIN, 6, hidden=4, round=3), tmp_path / "half", False)

    class Leave(Exception):
        pass

    def leave() -> None:
        raise Leave

    with pytest.raises(Leave):
        half.run(Here(), 1, leave)
    assert half.standing.games == 3
    again = taught(tmp_path / "half", 6, resume=True)
    assert again.weights == whole.weights
    assert again.mean == whole.mean
    assert again.mean != again.weights
    assert again.lesson({}).rows == again.course.lesson(again.mean).rows
    with pytest.raises(Refusal) as refused:
        taught(tmp_path / "half", 6, resume=True, seed=9)
    assert refused.value.code == "course"


def test_workers_blend_what_they_learnt(tmp_path: Path) -> None:
    both = Training(Course(BUTIN, 4, hidden=4, round=2), tmp_path, False)
    both.run(Here(), 2, lambda: None)
    assert both.standing.games == 4
    other = Training(Course(BUTIN, 4, hidden=4, round=2), tmp_path, False)
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
    assert spec.features is not None
    (lesson,) = unpacked(spec, spec.features, (folder / NAME).read_bytes())
    assert (lesson.players, lesson.hidden, lesson.games) == (2, 4, 3)
    more = CliRunner().invoke(app, [*words, "--players", "3", "--games", "2", "--held", "0",
                                    "--into", str(folder / NAME)])  # fmt: skip
    assert more.exit_code == 0, more.output
    lessons = unpacked(spec, spec.features, (folder / NAME).read_bytes())
    assert [one.players for one in lessons] == [2, 3]


@pytest.mark.long
def test_from_nothing_claim_it_is_learned_in_ten_minutes(tmp_path: Path) -> None:
    minutes = float(os.environ.get("FILON_TRAIN_MINUTES", "10"))
    course = Course(agreed(load("claim_it"), 2), seconds=60.0 * minutes)
    training = Training(course, tmp_path, False)
    training.run(Here(), 1, lambda: None)
    exam = examined(training, "greedy", 400, 16)
    assert exam.share.low > 0.5, exam
