"""One game at one keyboard: people on the first seats, bots on the others."""

import shlex
from pathlib import Path

from rich.console import Console

from filon.bots import table_divisor
from filon.bots.external import any_bot
from filon.commands.output import outcome
from filon.commands.picture import picture
from filon.commands.prompt import Prompt, Requests, TakenBack
from filon.commands.words import event_line, notation, texts
from filon.core.events import SPECTATOR, Event
from filon.core.fork import origin
from filon.core.game import CHANCE, OVER, IllegalStep, State
from filon.core.paper import seat_record
from filon.core.record import Record, result
from filon.core.rng import Rng
from filon.core.spec import written
from filon.match.position import Position

HUMANS, BOT = 1, "greedy"  # the defaults of `filon play`
LINES = 6  # of what happened while a person waited; `l` shows all


class Session:
    """The game, the people and bots at its seats, and what each person has read.

    Dice and bots follow from the seed and the number of the step alone: a game that was saved and
    taken up again falls as it would have fallen.
    """

    def __init__(self, record: Record, humans: int, bot: str, seed: int) -> None:
        self.setup = record.setup
        self.spec = record.setup.spec
        self.humans = humans
        self.seed = seed
        notes = {"humans": str(humans), "bot": bot, "seed": str(seed)}
        self.record = Record(self.setup, [], {**record.notes, **notes})
        self.position = Position.first(self.setup)
        self.stories: list[list[Event]] = []  # per step
        self.console = Console(highlight=False)
        self.names = [self._name(seat) for seat in range(self.setup.players)]
        for text in record.steps:
            self._take(self.spec.layout.number(text))
        self.read = [len(self.stories)] * max(1, humans)  # per person: steps that were read out
        self.before: int | None = None  # the seat whose person was at the keyboard last
        pace = table_divisor(bot, self.spec)
        self.bots = {seat: any_bot(bot, pace) for seat in range(humans, self.setup.players)}
        for seat, other in self.bots.items():
            other.begin(self.setup, seat)

    @property
    def state(self) -> State:
        """The position now."""
        return self.position.state

    def run(self) -> None:
        """Play to the end and show the result."""
        say = texts(self.spec.slug).say
        title = self.spec.title_in(texts().lang)
        self.console.rule(f"[bold]{title}[/bold]")
        for warning in self.spec.box.warnings(self.setup.players, self.setup.options):
            self.console.print(say(warning), style="yellow")
        self.console.print(say("terminal.welcome"), style="dim")
        parent = origin(self.record.notes)
        if parent is not None and parent.step == len(self.record.steps):
            line = say("terminal.forked", parent=parent.parent, n=parent.step)
            self.console.print(line, style="dim")
        elif self.record.steps:
            self.console.print(say("terminal.resumed", n=len(self.record.steps)), style="dim")
        while self.state.actor() != OVER:
            try:
                self._take(self._next())
            except TakenBack:
                continue
            if not self.humans:
                self._read_out(0)
        self._read_out(self.before or 0)
        self.console.print(picture(self.spec, self.state, SPECTATOR, self.names))
        self.console.print(outcome(self.spec, self.state, self.names))

    def close(self) -> None:
        """End the programs that played."""
        for bot in self.bots.values():
            bot.close()

    def farewell(self, file: Path | None) -> None:
        """Save the game if a file is given, and print the command that deals it again."""
        say = texts().say
        if file is not None:
            self.console.print(self._save(file), style="yellow")
        line = say("terminal.seed", seed=self.seed, command=self.command)
        self.console.print(line, style="dim", soft_wrap=True)  # a command is copied whole

    @property
    def command(self) -> str:
        """The command that deals this game again: every option that is not the default."""
        setup, spec = self.setup, self.spec
        parent = origin(self.record.notes)
        if parent is not None:  # its file is not known here
            words = ["--from", texts().say("terminal.file"), "--step", str(parent.step)]
            words += [] if parent.seat is None else ["--redeal"]
        else:
            words = [spec.slug]
            if setup.players != spec.seats[0]:
                words += ["--players", str(setup.players)]
            for key, value in setup.options.items():
                if value != spec.agree()[key]:
                    words += ["--option", f"{key}={written(value)}"]
        if self.humans != HUMANS:
            words += ["--humans", str(self.humans)]
        if self.record.notes["bot"] != BOT:
            words += ["--bot", self.record.notes["bot"]]
        return shlex.join(["filon", "play", *words, "--seed", str(self.seed)])

    def _next(self) -> int:
        state, n = self.state, self.position.n
        seat, rng = state.actor(), Rng(f"{self.seed}/{n}")
        if seat == CHANCE:
            return state.draw(rng)
        if seat < self.humans:
            self._hand_over(seat)
            requests = Requests(
                lambda: self._undo(seat), lambda: self._lines(0, seat), self._save_as
            )
            return Prompt(self.console, self.spec, state, seat, self.names, requests).ask()
        setup, steps = self.setup, self.record.steps
        step = self.bots[seat].answer(
            setup, state, seat, rng, lambda: seat_record(setup, steps, seat)
        )
        if step not in state.legal():
            raise IllegalStep(step, state.why_not(step))
        return step

    def _take(self, step: int) -> None:
        self.record.steps.append(self.spec.layout.text(step))
        self.stories.append(self.position.take(step))

    def _undo(self, seat: int) -> str:
        """Take the seat's last step back, unless anything was moved, drawn or learned since."""
        if not self.position.n:
            return ""
        line, learned = self.position.paper.lines[-1], self.position.learned[-1]
        mine = line.actor == seat or (0 <= line.actor < self.humans and not self.curtain)
        if not mine or line.sealed or learned:
            return ""
        self.position.back(1, None)
        self.stories.pop()
        self.read = [min(read, len(self.stories)) for read in self.read]
        return notation(self.spec, self.spec.layout.number(self.record.steps.pop()))

    def _save_as(self, name: str) -> str:
        return self._save(Path(name or f"filon-{self.spec.slug}.txt"))

    def _save(self, file: Path) -> str:
        """Write the record; a sentence that says where it is, or that it cannot be."""
        say = texts().say
        try:
            file.write_text(self.record.text(result(self.spec, self.state)), "utf-8")
        except OSError:
            return say("terminal.unwritable", path=str(file))
        saved = say("terminal.saved", path=str(file))
        if self.state.actor() == OVER:
            return saved
        return saved + " " + say("terminal.resume", path=str(file))

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
        """The last few lines of what this person has not read yet."""
        whose = seat if self.curtain else 0  # at an open table all read the same
        lines = self._lines(self.read[whose], seat)
        self.read[whose] = len(self.stories)
        if len(lines) > LINES:
            more = len(lines) - LINES + 1
            key = "terminal.earlier.end" if self.state.actor() == OVER else "terminal.earlier"
            lines = [texts().say(key, n=more), *lines[more:]]
        for line in lines:
            self.console.print(f"  {line}", markup=False)

    def _lines(self, since: int, seat: int) -> list[str]:
        """What happened after so many steps, as this person reads it."""
        viewer = seat if self.curtain or self.humans == 1 else SPECTATOR
        lines = [
            event_line(self.spec, event, viewer, self.names)
            for story in self.stories[since:]
            for event in story
            if event.seen_by(viewer)
        ]
        return [line for line in lines if line]

    def _name(self, seat: int) -> str:
        say = texts().say
        if seat < self.humans:
            return say("terminal.you") if self.humans == 1 else say("terminal.seat", n=seat + 1)
        return say("terminal.bot", n=seat + 1)
