"""One person's choice: the board, the numbered choices, and the answers to questions."""

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from filon.commands.picture import picture
from filon.commands.words import clauses, examples, language, step_words, texts
from filon.core.errors import Refusal
from filon.core.game import State
from filon.core.spec import Spec

FEW = 9  # up to here choices stand one below the other
MANY = 36  # beyond this they are summed up by verb, and listed when asked for


class Quit(Exception):
    """The person asked to leave the game."""


class Prompt:
    """Asks until there is a legal step; everything else only shows something."""

    def __init__(
        self, console: Console, spec: Spec, state: State, seat: int, names: Sequence[str]
    ) -> None:
        self.console = console
        self.spec = spec
        self.state = state
        self.seat = seat
        self.names = names
        self.steps = state.legal()
        self.say = texts(spec.slug).say

    def ask(self) -> int:
        """The step chosen; Quit if the person leaves."""
        self.board()
        self.choices()
        while True:
            mark = self.say("terminal.ask", name=self.names[self.seat])
            answer = self.console.input(f"[bold]{mark}[/bold] ").strip()
            chosen = self._meant(answer)
            if chosen is not None:
                return chosen

    def board(self) -> None:
        """Draw what the seat sees."""
        drawn = picture(self.spec, self.state, self.seat, self.names)
        self.console.print()
        self.console.print(Padding(drawn, (0, 0, 1, 2)))

    def choices(self) -> None:
        """The legal steps, numbered from 1, in words and in notation; very many only by verb."""
        if len(self.steps) > MANY:
            self._summary()
        else:
            self._list(list(enumerate(self.steps, start=1)))

    def _list(self, numbered: list[tuple[int, int]]) -> None:
        shown = [self._choice(at, step) for at, step in numbered]
        if len(shown) <= FEW:
            for one in shown:
                self.console.print(one)
        else:
            self.console.print(Columns(shown, padding=(0, 3), column_first=True))

    def _summary(self) -> None:
        layout = self.spec.layout
        for verb in layout.verbs:
            own = [layout.text(step) for step in self.steps if self._verb(step) == verb.name]
            if own:
                form = " ".join([verb.name, *(slot.upper() for slot in verb.slots)])
                line = self.say("terminal.many", n=len(own), form=form, example=own[0])
                self.console.print(f"  {line}")
        self.console.print(self.say("terminal.many.list"), style="dim")

    def _verb(self, step: int) -> str:
        return str(self.spec.layout.words(step)["verb"])

    def _choice(self, at: int, step: int) -> Text:
        words, notation = step_words(self.spec, step), self.spec.layout.text(step)
        line = Text.assemble((f"{at:>4}", "bold"), "  ", words)
        if words != notation:
            line.append(f"  {notation}", style="dim")
        return line

    def _meant(self, answer: str) -> int | None:
        word, _, rest = answer.partition(" ")
        match word.lower():
            case "":
                self.choices()
            case "?" | "h" | "help" | "aide":
                self.console.print(self.say("terminal.help", clause=f"{self.spec.prefix}-1"))
            case "q" | "quit" | "quitter":
                raise Quit
            case "b" | "board" | "plateau":
                self.board()
            case "c" | "choices" | "choix":
                wanted = rest.strip()
                numbered = enumerate(self.steps, start=1)
                self._list([(at, step) for at, step in numbered
                            if self.spec.layout.text(step).startswith(wanted)])  # fmt: skip
            case "r" | "rules" | "regles" | "règles":
                self._rules(rest.strip().upper())
            case _:
                return self._step(answer)
        return None

    def _step(self, answer: str) -> int | None:
        """A number from the list or a notation; says what is wrong with anything else."""
        if answer.isascii() and answer.isdigit():
            if 1 <= int(answer) <= len(self.steps):
                return self.steps[int(answer) - 1]
            self._tell(self.say("terminal.number", most=len(self.steps)))
            return None
        try:
            step = self.spec.layout.number(answer)
        except Refusal:
            self._tell(self.say("terminal.unknown", text=answer[:40]))
            return None
        if step in self.steps:
            return step
        clause = self.state.why_not(step)
        self._tell(self.say("terminal.illegal", text=self.spec.layout.text(step)))
        if clause:
            self._rules(clause)
        return None

    def _rules(self, number: str) -> None:
        known = clauses(self.spec.slug, language())
        if number and number not in known:
            self._tell(self.say("terminal.no_clause", clause=number, valid=", ".join(known)))
            return
        for clause, text in known.items():
            if not number or clause == number:
                self.console.print(Text.assemble((clause, "bold"), "  ", text.replace("**", "")))
        for told in examples(self.spec.slug, language()).get(number, ()):  # asked for by number
            self.console.print(Padding(Text(told.replace("**", ""), style="dim"), (0, 0, 0, 4)))

    def _tell(self, sentence: str) -> None:
        self.console.print(sentence, style="yellow")
