"""One person's choice: the board, the numbered choices, and the answers to questions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from filon.bots import Peephole
from filon.bots.advice import Advised, advise
from filon.commands.picture import paged, picture
from filon.commands.words import (
    clauses,
    examples,
    language,
    notation,
    reason_line,
    step_named,
    step_words,
    texts,
)
from filon.core.errors import Refusal
from filon.core.game import State
from filon.core.rng import Rng
from filon.core.spec import Spec

HINT = 900  # milliseconds a hint is thought about
FEW = 9  # up to here choices stand one below the other
MANY = 36  # beyond this they are summed up by verb, and listed when asked for


def hint(
    spec: Spec, state: State, seat: int, milliseconds: int | None = None
) -> tuple[Advised, ...]:
    """The best steps first; sees only what the seat sees, and leaves the game's dice alone."""
    wait = HINT if milliseconds is None else milliseconds
    return advise(Peephole(spec, state, seat), Rng("hint"), milliseconds=wait)


class Quit(Exception):
    """The person asked to leave the game."""


class TakenBack(Exception):
    """The person took a step back: the position is another one now."""


@dataclass(frozen=True)
class Requests:
    """What a person may ask of the session besides choosing a step."""

    undo: Callable[[], str]  # the step taken back; empty if there is none
    log: Callable[[], list[str]]  # all that happened, as this person may read it
    save: Callable[[str], str]  # to a file of this name, or the usual one; what to say of it


class Prompt:
    """Asks until there is a legal step; everything else only shows something."""

    def __init__(
        self,
        console: Console,
        spec: Spec,
        state: State,
        seat: int,
        names: Sequence[str],
        requests: Requests,
    ) -> None:
        self.console = console
        self.spec = spec
        self.state = state
        self.seat = seat
        self.names = names
        self.requests = requests
        self.steps = state.legal()
        self.say = texts(spec.slug).say
        self.drawn = picture(spec, state, seat, names)

    def ask(self) -> int:
        """The step chosen; Quit if the person leaves, TakenBack if a step was undone."""
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
        self.console.print()
        self.console.print(self.drawn)

    def choices(self) -> None:
        """The legal steps, numbered from 1, in words and in notation; as short as the screen asks.

        One below the other if board and choices fit the screen so, else in columns, else by verb:
        the board is never pushed off the screen by a list.
        """
        room = self.console.height - self._rows(self.drawn) - 2
        summary = self._summary()
        listed = self._listed(list(enumerate(self.steps, start=1)))
        ways = [*(listed if len(self.steps) <= MANY else ()), summary]
        most = max(room, self._rows(summary))
        shown = next(way for way in ways if self._rows(way) <= most)
        if self._rows(shown) > room:
            self.console.print(self.say("terminal.tall"), style="dim")
        self.console.print(shown)

    def _rows(self, shown: RenderableType) -> int:
        return len(self.console.render_lines(shown))

    def _listed(self, numbered: list[tuple[int, int]]) -> list[RenderableType]:
        """The choices, laid out longer and shorter."""
        shown = [self._choice(at, step) for at, step in numbered]
        short = [self._choice(at, step, short=True) for at, step in numbered]
        columns = [Columns(lines, padding=(0, 2), column_first=True) for lines in (shown, short)]
        return [Group(*shown), *columns] if len(shown) <= FEW else [*columns]

    def _summary(self) -> RenderableType:
        layout, lines = self.spec.layout, list[Text]()
        for verb in layout.verbs:
            own = [step for step in self.steps if layout.words(step)["verb"] == verb.name]
            if own:
                example = notation(self.spec, own[0])
                plain = example == layout.text(own[0])
                form = " ".join([verb.name, *(slot.upper() for slot in verb.slots if plain)])
                line = self.say("terminal.many", n=len(own), form=form, example=example)
                lines.append(Text(f"  {line if len(own) > 1 else example}"))
        return Group(*lines, Text(self.say("terminal.many.list"), "dim"))

    def _choice(self, at: int, step: int, short: bool = False) -> Text:
        words, written = self._named(step)
        line = Text.assemble((f"{at:>3}", "bold"), "  ", (written or words) if short else words)
        if written and not short:
            line.append(f"  {written}", style="dim")
        return line

    def _named(self, step: int) -> tuple[str, str]:
        """A step in words, and its notation if that is something else."""
        words, written = step_words(self.spec, step), notation(self.spec, step)
        if words == self.spec.layout.text(step):
            return written, ""
        return words, written

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
                paged(self.console, self.drawn)
            case "c" | "choices" | "choix":
                wanted = " ".join(rest.lower().split())
                numbered = [(at, step) for at, step in enumerate(self.steps, start=1)
                            if notation(self.spec, step).lower().startswith(wanted)]  # fmt: skip
                paged(self.console, self._listed(numbered)[0])
            case "r" | "rules" | "regles" | "règles":
                self._rules(rest.strip().upper())
            case "i" | "hint" | "conseil":
                self._hint()
            case "l" | "log" | "journal":
                lines = self.requests.log() or [self.say("terminal.nothing")]
                paged(self.console, Text("\n".join(lines)))
            case "s" | "save" | "enregistrer":
                self._tell(self.requests.save(rest.strip()))
            case "u" | "undo" | "reprendre":
                self._undo()
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
            step = step_named(self.spec, answer)
        except Refusal:
            self._tell(self.say("terminal.unknown", text=answer[:40]))
            return None
        if step in self.steps:
            return step
        clause = self.state.why_not(step)
        self._tell(self.say("terminal.illegal", text=notation(self.spec, step)))
        if clause:
            self._rules(clause)
        return None

    def _undo(self) -> None:
        step = self.requests.undo()
        if not step:
            self._tell(self.say("terminal.no_undo"))
            return
        self._tell(self.say("terminal.undone", step=step))
        raise TakenBack

    def _hint(self) -> None:
        self.console.print(self.say("terminal.hint.wait"), style="dim")
        best, *others = hint(self.spec, self.state, self.seat)
        self._advised("terminal.hint", best)
        if best.why is not None:
            self._tell(reason_line(self.spec, best.why, self.seat, self.names))
        for other in others:
            self._advised("terminal.hint.then", other)

    def _advised(self, key: str, advice: Advised) -> None:
        step = " = ".join(filter(None, self._named(advice.step)))
        if advice.share is None:
            self._tell(self.say(key, step=step))
        else:
            self._tell(self.say(f"{key}.odds", step=step, percent=round(100 * advice.share)))

    def _rules(self, number: str) -> None:
        known = clauses(self.spec.slug, language())
        if number and number not in known:
            self._tell(self.say("terminal.no_clause", clause=number, valid=", ".join(known)))
            return
        shown: list[RenderableType] = [
            Text.assemble((clause, "bold"), "  ", text.replace("**", ""))
            for clause, text in known.items()
            if not number or clause == number
        ]
        for example in examples(self.spec.slug, language()).get(number, ()):  # of one clause
            shown.append(Padding(Text(example.replace("**", ""), style="dim"), (0, 0, 0, 4)))
        paged(self.console, Group(*shown))

    def _tell(self, sentence: str) -> None:
        self.console.print(sentence, style="yellow")
