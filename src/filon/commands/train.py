"""`filon train`: teach a network a game by self-play, and measure how strong that makes us."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from filon.bots.weights import DIGITS, NAME
from filon.commands.arena import On, Seed, Workers
from filon.commands.options import Chosen, Game, Players, chosen_setup, names_in
from filon.core.errors import Refusal
from filon.extras import need
from filon.lab.evaluation import (
    Evaluation,
    curve,
    evaluate,
    evaluate_response,
    merged_file,
    weights_from,
)
from filon.lab.executor import Here, executor
from filon.lab.report import percent
from filon.lab.training import HIDDEN, TrainConfig, Training, from_shipped

Minutes = Annotated[
    float, typer.Option(min=0.0, help="How long to teach; with --games, whichever comes first.")
]
Games = Annotated[int, typer.Option(min=0, help="How many games of self-play; 0: no limit.")]
Against = Annotated[
    str,
    typer.Option(
        help="Bots to be measured against, with commas between.",
        show_default="greedy,panner; with --beat sourdough",
    ),
]
Held = Annotated[int, typer.Option(min=0, help="Games of each measurement; 0: none.")]
Folder = Annotated[Path | None, typer.Option("--out", help="The folder of the course.")]
Into = Annotated[
    Path | None, typer.Option(help="A file of weights to put this number of players into.")
]
Resume = Annotated[bool, typer.Option(help="Go on with the course in the folder.")]
Further = Annotated[bool, typer.Option(help="Begin with the shipped weights.")]
Beat = Annotated[
    bool, typer.Option(help="Look for what beats the shipped weights, beginning with them.")
]
Beside = Annotated[
    Path | None,
    typer.Option(help="A file of another course, whose network is put beside this one's."),
]
Digits = Annotated[
    int, typer.Option(min=4, max=DIGITS, help="Of a weight, binary; fewer make a smaller file.")
]
Divisor = Annotated[int, typer.Option(min=1, help="Divide budgets by this while measuring.")]


def train(
    game: Game,
    players: Players = None,
    option: Chosen = None,
    minutes: Minutes = 0.0,
    games: Games = 0,
    seed: Seed = 1,
    hidden: Annotated[int, typer.Option(min=1, help="Cells of the hidden layer.")] = HIDDEN,
    on: On = "local",
    workers: Workers = 1,
    resume: Resume = False,
    further: Further = False,
    beat: Beat = False,
    beside: Beside = None,
    digits: Digits = DIGITS,
    out: Folder = None,
    into: Into = None,
    against: Against = "",
    held: Held = 100,
    divisor: Divisor = 16,
) -> None:
    """Teach a network by self-play; writes weights, a learning curve and what it reached."""
    setup = chosen_setup(game, players, option)
    if not minutes and not games:
        minutes = 10.0
    need("lab", "filon.lab")
    if beat and (into is not None or beside is not None):
        raise Refusal("beat_into")
    if beat or further:
        config = from_shipped(setup, games, 60.0 * minutes, seed, beat)
    else:
        config = TrainConfig(setup, games, 60.0 * minutes, seed, hidden)
    folder = out or Path(f"train-{setup.game}-{setup.players}{'-beat' if beat else ''}")
    if folder.exists() and not folder.is_dir():
        raise Refusal("unwritable", path=str(folder), why="")
    training = Training(config, folder, resume)
    if beside is not None:
        training.other = weights_from(training, beside)
    training.digits = digits
    where = executor(on, workers) if on == "ray" or workers > 1 else Here()
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    try:
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            shown = bar.add_task(setup.game, total=1.0)

            def tell() -> None:
                last = training.progress.curve[-1]
                words = f"{setup.game} {last['games']:.0f} games, error {last['error']:.4f}"
                bar.update(shown, completed=training.done, description=words)

            training.run(where, workers, tell)
    except KeyboardInterrupt:
        typer.echo(f"Stopped; --resume goes on in {folder}.", err=True)
    say = Console(highlight=False).print
    against = against or ("sourdough" if beat else "greedy,panner")
    names = names_in(against) if held else []
    evaluations: list[Evaluation] = []
    for name in names:
        evaluation = (evaluate_response if beat else evaluate)(training, name, held, divisor)
        evaluations.append(evaluation)
        share, played = evaluation.share, evaluation.games
        say(f"against {name}, {played} games: {percent(share.mean, share.low, share.high)}")
    written = ""
    if not beat:
        content = merged_file(training, evaluations, into)
        (into or folder / NAME).write_bytes(content)
        written = f"; weights: {into or folder / NAME}, {len(content) // 1000} kB"
    summary = {"course": config.as_dict(), "curve": training.progress.curve,
            "exams": [evaluation.as_dict() for evaluation in evaluations]}  # fmt: skip
    (folder / "curve.json").write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
    (folder / "curve.svg").write_text(curve(training.progress.curve), encoding="utf-8")
    say(f"{training.progress.games} games, {training.progress.seconds:.0f} s{written}")
