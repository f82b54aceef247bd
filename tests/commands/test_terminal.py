"""The terminal: boards whole at 80 by 24, one notation a game, undo, hints, saving and resuming.

The files beside in snapshots/ are what a person sees at 80 and at 120 columns; after a change that
is meant, FILON_SNAPSHOTS=1 writes them anew. Look at them before you commit them.
"""

import io
import os
import re
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

import filon.commands.words as spoken
from commands.test_cli import filon
from engine.test_golden import golden_of
from filon import cli
from filon.commands import prompt as advice
from filon.commands.picture import picture
from filon.commands.prompt import Prompt, Quit, Requests, TakenBack, hint
from filon.commands.session import LINES, Session
from filon.commands.words import notation, step_named
from filon.core.errors import Refusal
from filon.core.events import SPECTATOR
from filon.core.game import CHANCE, OVER, State
from filon.core.record import Record, read, replay
from filon.core.rng import Rng
from filon.core.setup import agreed
from filon.core.spec import Spec
from filon.games import load, slugs
from filon.messages import LANGUAGES
from support.games import LONG, Box, boxes, defaults, take, wander

HERE = Path(__file__).parent
ROWS = 24
NOTHING = Requests(lambda: "", list, lambda name: "")


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spoken, "_chosen", ["en"])


def people(players: int) -> list[str]:
    say = spoken.texts().say
    return [say("terminal.you"), *(say("terminal.bot", n=n) for n in range(2, players + 1))]


def page(columns: int) -> Console:
    return Console(width=columns, height=ROWS, file=io.StringIO(), highlight=False)


def printed(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().splitlines()
    return "\n".join(line.rstrip() for line in lines) + "\n"


def screen(spec: Spec, state: State, columns: int) -> str:
    """The screen of the first person to act: the board and the choices."""
    console = page(columns)
    seat = max(0, state.actor())
    prompt = Prompt(console, spec, state, seat, people(state.players), NOTHING)
    prompt.board()
    prompt.choices()
    return printed(console)


def fullest() -> list[Box]:
    """Every game with as many seats as it takes."""
    return [[box for box in defaults() if box.slug == slug][-1] for slug in slugs()]


# ---- boards --------------------------------------------------------------------------------------


def moment(slug: str) -> State:
    """A choice in the middle of a golden game with the most seats."""
    box = [box for box in defaults() if box.slug == slug][-1]
    record = read(golden_of(box).read_text("utf-8"), box.spec)
    found = box.start()
    for n, state in enumerate(replay(record)):
        if state.actor() >= 0:
            found = state.clone()
            if n > len(record.steps) // 2 and len(state.legal()) > 1:
                break
    return found


@pytest.mark.long  # every changed text changes a snapshot
@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", slugs())
def test_a_snapshot_is_what_is_shown(
    slug: str, lang: str, columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spoken, "_chosen", [lang])
    file = HERE / "snapshots" / f"{slug}-{columns}-{lang}.txt"
    shown = screen(load(slug), moment(slug), columns)
    if os.environ.get("FILON_SNAPSHOTS"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(shown, "utf-8")
    if file.exists():  # a game in the making has none yet
        assert shown == file.read_text("utf-8")


def test_there_are_snapshots() -> None:
    kept = {file.stem.rsplit("-", 2)[0] for file in (HERE / "snapshots").glob("*-80-fr.txt")}
    assert len(kept) > 4
    assert kept <= set(slugs())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("box", boxes() if LONG else fullest(), ids=str)
def test_a_board_is_whole_at_80_columns(
    box: Box, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is ever cut; board, choices and prompt fit 24 rows, unless the board
    leaves too little room: then it is said that `b` shows it whole.
    """
    monkeypatch.setattr(spoken, "_chosen", [lang])
    rng, seen, tall = Rng(6), 0, 0
    for state in wander(box.start(), rng):
        if rng.below(15 if LONG else 60) and state.actor() != OVER:
            continue
        console = page(80)
        console.print(picture(box.spec, state, 0, people(box.players)))
        drawn = printed(console)
        assert "…" not in drawn, "cut"
        assert max(map(len, drawn.splitlines())) <= 80
        if state.actor() >= 0:
            seen += 1
            shown = screen(box.spec, state, 80)
            if len(shown.splitlines()) + 1 > ROWS:
                tall += 1
                assert spoken.texts().say("terminal.tall") in shown
    assert tall <= 1 + seen // 2


# ---- notation ------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", slugs())
def test_what_is_shown_can_be_typed(slug: str) -> None:
    """Every step has one notation in the terminal, which reads back, as a record's does."""
    spec = load(slug)
    shown = [notation(spec, step) for step in range(spec.layout.size)]
    assert len(set(shown)) == len(shown)
    for step, text in enumerate(shown):
        assert step_named(spec, text) == step
        assert step_named(spec, text.upper()) == step or spec.layout.text(step) == text
        assert step_named(spec, spec.layout.text(step)) == step


def test_nuggets_are_named_as_in_the_rules() -> None:
    """Letters and numbers from 1 (NU-1), a wall between two cells; nothing else is shown."""
    spec, state = load("nuggets"), load("nuggets").start(2)
    assert notation(spec, spec.layout.number("tile 2 3 1")) == "tile C4 1"
    assert notation(spec, spec.layout.number("wall 0 0 S")) == "wall A1 B1"
    assert step_named(spec, "wall b1 a1") == spec.layout.number("wall 0 0 S")
    for current in wander(state, Rng(1)):
        if current.actor() >= 0:
            assert not re.search(r"(?:tile|wall) \d", screen(spec, current, 80))
            break


# ---- a sitting -----------------------------------------------------------------------------------


def sat(slug: str, humans: int = 1, seed: int = 3, bot: str = "random") -> Session:
    return Session(Record(agreed(load(slug), load(slug).seats[0])), humans, bot, seed)


def answers(*given: str, leave: str = "q") -> str:
    return "\n".join([*given, leave]) + "\n"


@pytest.mark.parametrize("slug", slugs())
def test_undo_works_only_for_steps_that_revealed_nothing(slug: str) -> None:
    """After every step of a random game: what was drawn or sealed stays, the rest is as before."""
    sitting, rng, back = sat(slug, humans=load(slug).seats[0]), Rng(4), 0
    while sitting.state.actor() != OVER and sitting.position.n < 120:
        seat, step = sitting.state.actor(), take(sitting.state, rng)
        before = [picture_of(sitting, viewer) for viewer in range(sitting.setup.players)]
        sitting._take(step)
        if sitting._undo(max(0, seat)):
            assert seat != CHANCE
            back += 1
            again = [picture_of(sitting, viewer) for viewer in range(sitting.setup.players)]
            assert again == before
            sitting._take(step)
    assert len(sitting.record.steps) == sitting.position.n == len(sitting.stories)
    assert back


def picture_of(sitting: Session, viewer: int) -> str:
    return repr(sitting.spec.view(sitting.state, viewer))


def test_nothing_is_taken_back_once_a_bot_or_the_dice_have_moved() -> None:
    sitting = sat("claim_it")
    assert sitting._undo(0) == ""
    while sitting.state.actor() != 0:
        sitting._take(sitting._next())
    sitting._take(sitting.state.legal()[0])
    assert sitting.state.actor() == 0
    assert sitting._undo(0).startswith("squat")
    sitting._take(sitting.state.legal()[0])
    sitting._take(sitting.spec.layout.number("roll"))
    assert sitting._undo(0)  # the dice have not fallen yet
    sitting._take(sitting.spec.layout.number("roll"))
    sitting._take(sitting._next())
    assert sitting._undo(0) == ""


def test_other_seats_steps_are_listed_in_a_few_lines(capsys: pytest.CaptureFixture[str]) -> None:
    """Les Chercheurs d'or plays many rounds before the first choice."""
    done = filon("play", "chercheurs_dor", "--seed", "3", given="l\nq\n")
    first, _, log = done.stdout.partition("You > ")
    assert "earlier lines; l shows all" in first
    assert len(re.findall(r"^  \S", first.partition("earlier lines")[2], re.M)) <= LINES + 8
    told = first.partition("earlier lines")[2].partition("\n\n")[0]
    assert len(told.splitlines()) <= LINES
    assert log.count("\n") > 30


@pytest.mark.parametrize("slug", slugs())
def test_a_saved_game_is_resumed_with_the_same_dice(slug: str, tmp_path: Path) -> None:
    whole, part = tmp_path / "whole.txt", tmp_path / "part.txt"
    words = ("play", slug, "--seed", "3", "--bot", "random")
    filon(*words, "--save", str(whole), given=answers("1", "1"))
    left = filon(*words, given=answers(f"s {part}"))
    assert "filon play --resume" in " ".join(left.stdout.split())
    kept = part.read_text("utf-8")
    done = filon("play", "--resume", str(part), given=answers("1", "1"))
    assert done.returncode == 0, done.stderr
    assert "Going on after" in done.stdout
    assert part.read_text("utf-8") == whole.read_text("utf-8") != kept


def test_leaving_a_resumed_game_saves_it_there_again(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    filon("play", "claim_it", "--seed", "1", "--save", str(file), given=answers("1"))
    before = file.read_text("utf-8")
    filon("play", "--resume", str(file), given=answers("1"))
    assert len(file.read_text("utf-8")) > len(before)


@pytest.mark.parametrize(
    ("text", "told"),
    [("", "game"), ("game: claim_it\nplayers: 2\nhumans: x\n\n", "cannot be read"),
     ("game: claim_it\nplayers: 2\n\nfirst 0\nstop\n", "CI-10"),
     ("game: claim_it\nplayers: 2\nhumans: 9\n\nfirst 0\n", "9")],
)  # fmt: skip
def test_a_broken_save_is_refused_in_a_sentence(text: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(text)
    done = filon("play", "--resume", str(file))
    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_the_seed_is_said_at_the_end_and_gives_the_same_game() -> None:
    told = filon("play", "claim_it", given="q\n").stdout
    (seed,) = re.findall(r"Seed (\d+)\. .*: filon play claim_it --seed \1\s", told)
    again = filon("play", "claim_it", "--seed", seed, given="q\n").stdout
    assert again == told


@pytest.mark.parametrize(
    "words",
    ["butin --players 3 --option scoring=advanced --bot random", "nuggets --option memory=true",
     "claim_it --players 4 --humans 2"],
)  # fmt: skip
def test_the_command_said_at_the_end_deals_the_same_game(words: str, tmp_path: Path) -> None:
    """Players, options and bots too: another number of seats is another game."""
    told = filon("play", *words.split(), given="\n1\nq\n").stdout
    command = told.splitlines()[-1].partition(": ")[2]
    assert command.startswith(f"filon play {words} --seed ")
    again = filon(*command.split()[1:], given="\n1\nq\n").stdout
    assert again == told


def test_the_command_of_a_fork_says_where_it_forked(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    filon("play", "nuggets", "--seed", "1", "--save", str(file), given=answers("1"))
    told = filon("play", "--from", str(file), "--step", "1", "--redeal", given="q\n").stdout
    command = told.splitlines()[-1].partition(": ")[2].replace("FILE", str(file))
    assert "--step 1 --redeal" in command
    assert filon(*command.split()[1:], given="q\n").stdout == told


def test_the_last_lines_offer_no_prompt(tmp_path: Path) -> None:
    told = filon("play", "chercheurs_dor", "--humans", "0", "--seed", "3").stdout
    assert "l shows all" not in told
    sitting = sat("chercheurs_dor", seed=5)
    sitting.console = page(80)
    while sitting.state.actor() != OVER:
        sitting._take(take(sitting.state, Rng(1)))
    sitting._read_out(0)
    assert "earlier lines; a saved game" in printed(sitting.console)


@pytest.mark.parametrize("command", [["play", "claim_it"], ["challenge"]])
def test_a_file_that_cannot_be_written_is_said_before_the_game(command: list[str]) -> None:
    done = filon(*command, "--save", "/no/such/folder/game.txt", given="q\n")
    assert done.returncode == 2
    assert "/no/such/folder" in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("slug", slugs())
def test_a_hint_is_a_legal_step_and_sees_no_more_than_the_seat(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec, rng = load(slug), Rng(2)
    for state in wander(spec.start(spec.seats[0]), rng):
        if state.actor() >= 0 and len(state.legal()) > 1:
            found = hint(spec, state, state.actor(), milliseconds=30)
            assert 1 <= len(found) <= 3
            for one in found:
                assert one.step in state.legal()
                assert one.share is None or 0 <= one.share <= 1
            break


def test_a_hint_is_told_with_its_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "HINT", 50)
    told = filon("play", "claim_it", "--seed", "1", given="i\nq\n").stdout
    assert re.search(r"The best level would play: \S.* = squat \d \d \d", told)


def test_undo_and_log_at_the_prompt() -> None:
    told = filon("play", "claim_it", "--seed", "1", given="u\n1\nu\n1\nl\nq\n").stdout
    assert "There is nothing to take back" in told
    assert "Taken back: squat" in told


def test_a_prompt_raises_what_the_sitting_catches() -> None:
    spec, state = load("claim_it"), moment("claim_it")
    aside = Requests(lambda: "squat 1 1 1", list, lambda name: "")
    console = page(80)
    for typed, raised in (("q", Quit), ("u", TakenBack)):
        console.input = lambda mark="", typed=typed, **more: typed  # type: ignore[method-assign]
        with pytest.raises(raised):
            Prompt(console, spec, state, max(0, state.actor()), people(5), aside).ask()


# ---- the command line ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", *(command.name or command.callback.__name__.replace("_", "-")
                                        for command in cli.app.registered_commands
                                        if command.callback)])  # fmt: skip
def test_h_helps_everywhere(name: str) -> None:
    done = CliRunner().invoke(cli.app, [*filter(None, [name]), "-h"])
    assert done.exit_code == 0
    assert "Usage" in done.output


def test_shells_complete_games() -> None:
    done = CliRunner().invoke(
        cli.app, [], prog_name="filon",
        env={"_FILON_COMPLETE": "complete_bash", "COMP_WORDS": "filon play cl", "COMP_CWORD": "2"},
    )  # fmt: skip
    assert done.output.split() == [slug for slug in slugs() if slug.startswith("cl")]


def test_spectators_of_a_replay_are_told_nothing_to_you() -> None:
    box = next(box for box in defaults() if box.slug == "nuggets")
    told = filon("replay", str(golden_of(box))).stdout
    assert " You lay" not in told
    assert SPECTATOR == 15


def test_no_game_and_no_save_is_refused() -> None:
    done = filon("play")
    assert done.returncode == 2
    assert all(slug in done.stderr for slug in slugs())
    with pytest.raises(Refusal):
        load("")
