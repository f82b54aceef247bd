"""The laboratory: fair seatings, honest intervals, equal tables for any division of work."""

import json
import math
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from filon.cli import app
from filon.core.errors import Refusal
from filon.core.setup import agreed
from filon.games import load, slugs
from filon.lab import plots
from filon.lab.arena import ArenaRequest, request, run, sets_of, standings
from filon.lab.bout import Bout, Outcome, line_ups, play_bout
from filon.lab.executor import Here, Processes, executor
from filon.lab.journal import Journal, played
from filon.lab.report import arena_page, meetings, shown_name, step_name, study_page
from filon.lab.statistics import Estimate, credits, estimate
from filon.lab.study import LEAST, lead_changes, settled_at, study
from filon.messages import catalogue
from support.games import LONG


def small(game: str = "claim_it", sets: int = 6, **more: object) -> ArenaRequest:
    asked = request(agreed(load(game), 2), ["random", "greedy"], 2 * sets)
    return ArenaRequest(**{**asked.__dict__, **more})


def bare(outcomes: list[Outcome]) -> list[dict[str, object]]:
    return [one.same() for one in outcomes]


@pytest.mark.parametrize(("bots", "players"), [(2, 2), (2, 3), (3, 2), (3, 4), (5, 3)])
def test_every_bot_holds_every_seat_equally_often(bots: int, players: int) -> None:
    names = [f"bot{at}" for at in range(bots)]
    seatings = line_ups(names, players)
    for seat in range(players):
        assert sorted(seating[seat] for seating in seatings) == names


@pytest.mark.parametrize("slug", slugs())
def test_a_match_depends_on_its_request_alone(slug: str) -> None:
    bout = Bout(agreed(load(slug), 2), 7, ("greedy", "tenderfoot"), watch=True)
    assert play_bout(bout).same() == play_bout(bout).same()
    assert play_bout(bout).same() != play_bout(Bout(bout.setup, 8, bout.bots)).same()


def test_the_same_dice_fall_in_every_seating() -> None:
    """Within a set the first dice are the same in every seating."""
    firsts = {
        play_bout(Bout(agreed(load("claim_it"), 2), 5, bots)).first
        for bots in (("random", "greedy"), ("greedy", "random"), ("greedy", "greedy"))
    }
    assert len(firsts) == 1


def test_one_process_or_two_give_the_same_standings() -> None:
    asked = small(sets=110)  # three batches
    assert len(asked.batches()) == 3
    here, one = run(asked, Here())
    there, two = run(asked, Processes(2))
    assert bare(one) == bare(two)
    told = [
        [(row.bot, row.share, row.rating, row.place, row.illegal) for row in found.rows]
        for found in (here, there)
    ]
    assert told[0] == told[1]


def test_an_interruption_loses_no_finished_batch(tmp_path: Path) -> None:
    asked, file = small(sets=110), tmp_path / "arena.jsonl"
    going = played(asked.batches(), Journal(file, asked.as_dict(), False), Here())
    assert [next(going), next(going)] == [0, 100]  # and here the power fails,
    with file.open("a") as torn:
        torn.write('{"batch": 1, "outco')  # in the middle of a line
    counted: list[int] = []
    _, outcomes = run(asked, Here(), file, True, lambda done, of: counted.append(done))
    assert counted[0] == 100
    assert bare(outcomes) == bare(run(asked, Here())[1])
    with pytest.raises(Refusal, match="resume"):
        run(small(sets=4), Here(), file, True)


def test_intervals_cover_the_true_value_as_often_as_stated() -> None:
    """Of many samples of a known mean about 95 % have it inside their interval."""
    from filon.core.rng import Rng

    rng, inside = Rng(4), 0
    for _ in range(400):
        sample = [(rng.below(2) + rng.below(2)) / 2 for _ in range(40)]
        inside += estimate(sample).contains(0.5)
    assert 0.91 <= inside / 400 <= 0.98
    assert estimate([1.0] * 10).low < 1.0
    assert math.isnan(estimate([]).mean)
    assert estimate([0.5]).contains(0.01)


def test_shared_victories_share_the_credit() -> None:
    assert credits([1, 1, 3]) == [0.5, 0.5, 0.0]
    assert credits([2, 1, 0]) == [0.0, 1.0, 0.0]


def test_the_table_adds_up_and_knows_the_stronger() -> None:
    asked = small("gold_river", 15)
    found, outcomes = run(asked, Here())
    assert abs(sum(row.share.mean for row in found.rows) - 1) < 1e-9
    assert found.rows[0].bot == "greedy"
    assert found.rows[0].rating.mean > found.rows[1].rating.mean
    assert found.games == len(outcomes) == 30
    assert len(sets_of(outcomes)) == 15
    page = arena_page(found)
    assert "<svg" in page
    assert "http" not in page.replace("http://www.w3.org", "")  # names of SVG, nothing fetched


def test_lead_changes_and_the_moment_of_decision() -> None:
    assert lead_changes([0, 0, -1, 1, 1, 0]) == 2
    assert settled_at([0, 1, 1, -1, 1], [2, 1]) == 0.2
    assert settled_at([], [1, 2]) == 0.0


@pytest.mark.parametrize("slug", slugs())
def test_a_study_of_every_game(slug: str) -> None:
    games = 35 if LONG else 2
    asked = request(agreed(load(slug), load(slug).seats[-1]), ["greedy"], games, watch=True)
    _, outcomes = run(asked, Here())
    found = study(asked, outcomes)
    assert found.games == games
    ranked = len(load(slug).turns(asked.setup.players))
    assert len(found.by_order) == ranked
    assert abs(found.par - 1 / ranked) < 1e-9
    counted = Counter(step for one in outcomes for steps in one.taken for step in steps)
    often = {step for step, seats in counted.items() if seats >= LEAST}
    assert {figure.step for figure in found.steps} == often
    json.dumps(found.as_dict())
    page = study_page(found)
    assert page.count("<svg") >= 6
    assert "http" not in page.replace("http://www.w3.org", "")


def test_the_commands(tmp_path: Path) -> None:
    run = CliRunner()
    said = run.invoke(
        app,
        ["arena", "butin", "--bots", "random,greedy", "--games", "6", "--players", "3",
         "--json", str(tmp_path / "a.json"), "--html", str(tmp_path / "a.html")],
    )  # fmt: skip
    assert said.exit_code == 0, said.output
    assert "greedy" in said.output
    told = json.loads((tmp_path / "a.json").read_text())
    assert {row["bot"] for row in told["rows"]} == {"random", "greedy"}
    said = run.invoke(app, ["study", "butin", "--games", "12", "--html", str(tmp_path / "s.html")])
    assert said.exit_code == 0, said.output
    assert (tmp_path / "s.html").read_text().startswith("<!doctype html>")
    said = run.invoke(app, ["bench", "butin", "--seconds", "0.1"])
    assert said.exit_code == 0, said.output
    assert "simulations/s" in said.output


def test_impossible_requests_are_refused() -> None:
    with pytest.raises(Refusal, match="bot"):
        request(agreed(load("claim_it"), 2), ["nobody"], 2)
    with pytest.raises(Refusal, match="players"):
        request(agreed(load("claim_it"), 9), ["random"], 2)
    with pytest.raises(Refusal, match="executor"):
        executor("moon", 1)


@pytest.mark.long
@pytest.mark.skipif(not LONG, reason="Ray is installed by make proofs only")
def test_ray_gives_the_same_table_as_this_process() -> None:
    pytest.importorskip("ray")
    asked = small(sets=110)
    assert bare(run(asked, executor("ray", 2))[1]) == bare(run(asked, Here())[1])


def test_a_table_needs_nothing_but_the_outcomes() -> None:
    asked = small(sets=3)
    found, outcomes = run(asked, Here())
    kept = json.loads(json.dumps([asdict(one) for one in outcomes]))
    assert standings(asked, [Outcome(**one) for one in kept]) == found


def test_head_to_head_adds_up() -> None:
    asked = request(agreed(load("butin"), 3), ["random", "greedy", "tenderfoot"], 30)
    found, outcomes = run(asked, Here())
    met = {(pair.bot, pair.other): pair for pair in found.versus}
    assert len(met) == 6
    for (bot, other), pair in met.items():
        back = met[other, bot]
        assert pair.meetings == back.meetings == len(outcomes)
        assert pair.ahead + pair.level + back.ahead == pair.meetings
        assert abs(pair.share.mean + back.share.mean - 1) < 1e-9
    assert met["greedy", "random"].share.mean > 0.5
    told = json.loads(json.dumps(found.as_dict()))
    assert told["versus"][0]["share"]["mean"] == found.versus[0].share.mean
    heads, rows = meetings(found)
    assert heads[1:] == [row[0] for row in rows] == [row.bot for row in found.rows]
    assert [row[at + 1] for at, row in enumerate(rows)] == ["-"] * 3
    assert "Head to head" in arena_page(found)


@pytest.mark.parametrize("high", [0.2, 0.6, 0.95, 1.0])
def test_intervals_stay_inside_their_axes(high: float, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Any] = []
    real = plots.picture

    def kept(draw: Callable[[Any], None], **size: float) -> str:
        def both(axes: Any) -> None:
            draw(axes)
            drawn.append(axes)

        return real(both, **size)

    monkeypatch.setattr(plots, "picture", kept)
    plots.shares(["a", "b"], [Estimate(0.1, 0.05, high, 9), Estimate(0.0, 0.0, 0.1, 9)], 0.5)
    left, right = drawn[0].get_xlim()
    assert left <= 0
    assert right > 100 * high


def test_a_game_without_a_first_seat_is_studied_without_one() -> None:
    asked = request(agreed(load("butin"), 2), ["greedy"], 4, watch=True)
    _, outcomes = run(asked, Here())
    for one in outcomes:
        one.first = -1
    found = study(asked, outcomes)
    assert found.by_order == ()
    page = study_page(found)
    assert "nan" not in page
    assert "Does it matter who begins?" not in page
    json.dumps(found.as_dict(), allow_nan=False)


@pytest.mark.parametrize("slug", slugs())
def test_reports_call_steps_and_seats_by_name(slug: str) -> None:
    spec = load(slug)
    words = [step_name(spec, spec.layout.text(step)) for step in range(0, spec.layout.size, 7)]
    assert all(words)
    texts = catalogue("en", slug)
    for step, said in zip(range(0, spec.layout.size, 7), words, strict=True):
        if f"{slug}.step.{spec.layout.words(step)['verb']}" in texts:
            assert said != spec.layout.text(step)
    assert shown_name("cmd:python3 some/where/bot.py") == "bot.py"
    assert shown_name("my.module:Best") == "Best"
