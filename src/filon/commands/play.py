"""`filon play`: a game in the terminal, against the computer or with others at one keyboard."""

import secrets
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from filon.bots import Peephole, named
from filon.commands.game_choice import Chosen, Game, Lang, Players, chosen_setup
from filon.commands.outcome import outcome
from filon.commands.picture import picture
from filon.commands.prompt import Prompt, Quit
from filon.commands.words import ask_for, event_line, texts
from filon.core.drive import by_weight, drive
from filon.core.events import SPECTATOR, Event
from filon.core.game import State
from filon.core.record import Record, result
from filon.core.rng import Rng
from filon.core.setup import Setup


def play(
    game: Game,
    players: Players = None,
    humans: Annotated[int, typer.Option(min=0, help="How many people; bots take the rest.")] = 1,
    bot: Annotated[str, typer.Option(help="Who plays the other seats.")] = "greedy",
    option: Chosen = None,
    seed: Annotated[int | None, typer.Option(help="Dice and bots of an earlier game.")] = None,
    save: Annotated[Path | None, typer.Option(help="Write the record to this file.")] = None,
    lang: Lang = None,
) -> None:
    """Play a game in the terminal."""
    ask_for(lang)
    setup = chosen_setup(game, players, option)
    sitting = Sitting(setup, min(humans, setup.players), bot, seed)
    try:
        sitting.run()
    except (Quit, EOFError, KeyboardInterrupt):
        sitting.console.print("\n" + texts().say("terminal.left"))
    if save is not None:
        save.write_text(sitting.record.text(result(setup.spec, sitting.state)), "utf-8")
        sitting.console.print(texts().say("terminal.saved", path=str(save)))


class Sitting:
    """One game at one keyboard: people on the first seats, bots on the others."""

    def __init__(self, setup: Setup, humans: int, bot: str, seed: int | None) -> None:
        self.spec = setup.spec
        self.humans = humans
        self.bot = named(bot)
        self.rng = Rng(secrets.randbits(48) if seed is None else seed)
        self.state = setup.start()
        self.record = Record(setup)
        self.console = Console(highlight=False)
        self.names = [self._name(seat) for seat in range(setup.players)]
        self.unread: list[list[Event]] = [[] for _ in range(humans)]
        self.before: int | None = None  # who sat at the keyboard last
        for warning in self.spec.warnings(setup.players, setup.options):
            self.console.print(texts(self.spec.slug).say(warning), style="yellow")

    def run(self) -> None:
        """Play to the end and show the result."""
        say = texts(self.spec.slug).say
        title = self.spec.title.get(texts().lang, self.spec.slug)
        self.console.rule(f"[bold]{title}[/bold]")
        self.console.print(say("terminal.welcome"), style="dim")
        self.state.story = []
        for _, step in drive(self.state, by_weight(self.rng), self._choose):
            self._taken(step)
        if self.before is not None:
            self._read_out(self.before)
        self.console.print(picture(self.spec, self.state, SPECTATOR, self.names))
        self.console.print(outcome(self.spec, self.state, self.names))

    def _choose(self, state: State, seat: int) -> int:
        if seat >= self.humans:
            return self.bot.choose(Peephole(self.spec, state, seat), self.rng)
        self._hand_over(seat)
        return Prompt(self.console, self.spec, state, seat, self.names).ask()

    def _taken(self, step: int) -> None:
        self.record.steps.append(self.spec.layout.text(step))
        story, self.state.story = self.state.story or [], []
        if self.curtain:  # each reads it when the keyboard comes round
            for seat, unread in enumerate(self.unread):
                unread += [event for event in story if event.seen_by(seat)]
        else:
            self._tell(story, 0 if self.humans == 1 else SPECTATOR)

    @property
    def curtain(self) -> bool:
        """Whether people must not look over each other's shoulder."""
        return self.spec.hidden and self.humans > 1

    def _hand_over(self, seat: int) -> None:
        if self.curtain and self.before != seat:
            self.console.clear()
            say = texts().say
            self.console.input(say("terminal.curtain", name=self.names[seat]) + " ")
            self.console.clear()
        self.before = seat
        self._read_out(seat)

    def _read_out(self, seat: int) -> None:
        self._tell(self.unread[seat], seat)
        self.unread[seat].clear()

    def _tell(self, story: list[Event], viewer: int) -> None:
        lines = [
            event_line(self.spec, event, viewer, self.names)
            for event in story
            if event.seen_by(viewer)
        ]
        for line in filter(None, lines):
            self.console.print(f"  {line}")

    def _name(self, seat: int) -> str:
        say = texts().say
        if seat < self.humans:
            return say("terminal.you") if self.humans == 1 else say("terminal.seat", n=seat + 1)
        return say("terminal.bot", n=seat + 1)
