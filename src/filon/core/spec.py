"""A game as its callers know it: its rules, and beside them its box and its minds."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from importlib import import_module
from typing import Any, cast

from filon.core.errors import Refusal
from filon.core.events import Event
from filon.core.features import Features
from filon.core.game import State
from filon.core.hints import Hints
from filon.core.layout import Layout
from filon.core.levels import STANDARD, LevelSpec, nearest
from filon.core.observe import Observation, Observer

Value = bool | int | str
Options = dict[str, Value]
View = dict[str, Any]  # facts by name, as JSON has them
Seen = Mapping[str, Any]  # what a seat sees; each game declares its own as a TypedDict


@dataclass(frozen=True)
class Option:
    """One agreed variation; the first value is the default."""

    key: str
    values: tuple[Value, ...]
    clause: str

    @property
    def default(self) -> Value:
        return self.values[0]

    def read(self, given: object) -> Value:
        """The value meant by a word or a JSON value; Refusal `option_value` lists the valid."""
        for value in self.values:
            if type(given) is type(value) and given == value:
                return value
            if isinstance(given, str) and given.lower() == written(value):
                return value
        raise Refusal(
            "option_value",
            key=self.key,
            given=str(given)[:40],
            valid=", ".join(map(written, self.values)),
        )


def written(value: Value) -> str:
    """An option's value as it is typed: true and false in small letters."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class Reason:
    """Why a step may be good: the key of a game's text (`SLUG.why.KEY`) and its facts."""

    key: str
    facts: View


@dataclass(frozen=True, kw_only=True)
class Box:
    """What the shelf and the table say of a game before and after it is played."""

    title: Mapping[str, str]  # by language
    subtitle: Mapping[str, str]
    minutes: int
    place: int = 100  # on the shelf, the lowest first
    # Options that are allowed but deserve a word: message keys for these players and options.
    warnings: Callable[[int, Options], Sequence[str]] = field(default=lambda players, options: ())
    # Who may start a rematch, by the ranks of the game before; None: all seats that take turns.
    rematch: Callable[[Sequence[int]], Sequence[int]] | None = None


@dataclass(frozen=True, kw_only=True)
class Minds:
    """What bots, hints and reviews know of a game beyond its rules; all of it is optional."""

    hints: Hints | None = None
    levels: tuple[LevelSpec, ...] = STANDARD  # from friendly to the best, then characters
    features: Features | None = None  # what a learned value looks at
    # Why a step may be good, from what the seat sees and nothing else; None: nothing can be said.
    why: Callable[[Seen, int, int], Reason | None] = field(default=lambda view, seat, step: None)
    # How far the game has come, and of how much, from what everybody sees; None: nobody can say.
    progress: Callable[[Seen], tuple[int, int] | None] = field(default=lambda view: None)

    def level(self, name: str) -> LevelSpec:
        """The level of that name, or the nearest that the game has."""
        return nearest(self.levels, name)


@dataclass(frozen=True, kw_only=True)
class Spec:
    """The rules of one game, with its box and its minds; pure data and functions, no state."""

    slug: str
    prefix: str  # of its clause numbers: "CI"
    edition: str
    seats: range
    options: tuple[Option, ...]
    layout: Layout
    events: Mapping[str, tuple[str, ...]]  # names of each event kind's numbers
    begin: Callable[[int, Options, tuple[int, ...]], State]  # players, options, starters
    # What a seat (or SPECTATOR) sees, built from nothing; its return type is a TypedDict of the
    # game's own, from which the page's types are generated. OPEN sees what all seats together do:
    # it is asked for only once the game is over.
    view: Callable[[State, int], Seen]
    observer: Observer  # the view as numbers of fixed length, for learners
    box: Box  # for the shelf
    minds: Minds = Minds()  # for bots, hints and reviews
    # Names of event numbers and step slots that are seats: told by name, never as a number.
    seat_slots: frozenset[str] = frozenset({"seat"})
    decks: frozenset[str] = frozenset()  # verbs of chance that draw from what is left, by any hand
    lot: str = ""  # the verb by which chance names the seat that begins; empty: there is none
    throws: bool = False  # whether a seat's own hand ever throws or draws
    hidden: bool = False  # whether a seat may be ignorant of anything
    # Whether seats are not shown again what they laid themselves, by the options agreed.
    forgets: Callable[[Options], bool] = field(default=lambda options: False)
    turns: Callable[[int], Sequence[int]] = range  # the seats that take turns
    # Kinds of events that turn something over in the middle of the game: those who read one learn
    # what they could not know, so the step is neither looked at ahead nor undone. Draws, the end of
    # the game, sealed choices and what only some may read need no name here (ADR 18).
    uncovers: frozenset[str] = frozenset()
    # The cards of editions before this one that are still played: a game goes on by its own.
    earlier: tuple["Spec", ...] = ()

    @property
    def editions(self) -> tuple[str, ...]:
        """All that can be played, the newest last."""
        return (*(card.edition for card in self.earlier), self.edition)

    def in_edition(self, edition: str = "") -> "Spec":
        """The card of an edition, this one if none is named; Refusal `edition` if there is none."""
        for card in (self, *self.earlier):
            if edition in ("", card.edition):
                return card
        valid = ", ".join(self.editions)
        raise Refusal("edition", game=self.slug, given=edition[:40], valid=valid)

    def title_in(self, lang: str) -> str:
        """The title in a language, else in English, else in any; the slug if there is none."""
        return _in_language(self.box.title, lang) or self.slug

    def subtitle_in(self, lang: str) -> str:
        """The subtitle in the same way; empty if there is none."""
        return _in_language(self.box.subtitle, lang)

    def agree(self, given: Mapping[str, object] | None = None) -> Options:
        """All options with their values, defaults filled in; Refusal for anything unknown."""
        given = given or {}
        known = {option.key: option for option in self.options}
        for key in given:
            if key not in known:
                raise Refusal("option", key=str(key)[:40], valid=", ".join(known) or "-")
        return {
            key: option.read(given[key]) if key in given else option.default
            for key, option in known.items()
        }

    def adapt(self, options: Mapping[str, object]) -> Options:
        """Options agreed by another edition: what this one does not know takes its default."""
        known: dict[str, object] = {}
        for option in self.options:
            with suppress(KeyError, Refusal):
                known[option.key] = option.read(options[option.key])
        return self.agree(known)

    def start(
        self,
        players: int,
        options: Mapping[str, object] | None = None,
        starters: Sequence[int] | None = None,
        edition: str = "",
    ) -> State:
        """A new game, before its first step; Refusal for a bad count, option, starter or edition.

        Without an edition it is this card's own.
        """
        card = self.in_edition(edition)
        if card is not self:
            return card.start(players, options, starters)
        if players not in self.seats:
            raise Refusal("players", given=players, least=self.seats[0], most=self.seats[-1])
        takers = tuple(self.turns(players))
        chosen = takers if starters is None else tuple(sorted(set(starters)))
        if not chosen or not set(chosen) <= set(takers):
            raise Refusal("starters", valid=", ".join(map(str, takers)))
        return self.begin(players, self.agree(options), chosen)

    def tell(self, event: Event) -> View:
        """An event in words for the wire: its kind, seat and named numbers."""
        names = self.events[event.kind]
        return {"kind": event.kind, "seat": event.seat, **dict(zip(names, event.args, strict=True))}

    def observe(self, state: State, seat: int) -> list[int]:
        """What the seat sees, as the numbers that `observer.fields` name."""
        row = Observation(self.observer.width)
        self.observer.write(state, seat, row)
        return row.listed()

    def begun_by(self, step: int) -> int | None:
        """The seat that this step of chance lets begin; None for any other step."""
        words = self.layout.words(step)
        return cast(int, words["seat"]) if words["verb"] == self.lot else None

    def points(self, state: State) -> list[Fraction]:
        """The exact scores of a finished game."""
        return [Fraction(score, state.unit) for score in state.scores()]

    def __hash__(self) -> int:
        """One card a game: good enough to remember something by it."""
        return hash(self.slug)

    def __reduce__(self) -> tuple[Callable[[str, str], "Spec"], tuple[str, str]]:
        """Copied and sent to other processes as what it is: the one card of its edition."""
        return _card, (self.begin.__module__, self.edition)


def _in_language(texts: Mapping[str, str], lang: str) -> str:
    return next((texts[key] for key in (lang, "en", *texts) if key in texts), "")


def _card(module: str, edition: str) -> Spec:
    return cast(Spec, import_module(module).SPEC).in_edition(edition)
