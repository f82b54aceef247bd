"""A small game for proofs: tiles are laid face down, turned over for all, or peeked at alone.

The shelf's games turn hidden things over only at their end or when sealed choices open. Here it
happens in the middle, in every way the contract knows: what holds for a sixth game is tried too.
"""

from dataclasses import replace

from filon.core.events import EVERYONE, Event, all_but, only
from filon.core.game import CHANCE, OVER, State
from filon.core.layout import Layout, verb
from filon.core.observe import Field, Observation, Observer
from filon.core.rng import Rng
from filon.core.setup import Setup, agreed
from filon.core.spec import Box, Options, Seen, Spec

PLACES = range(4)
VALUES = range(1, 4)
LAYOUT = Layout(
    verb("lay", ["value"], place=PLACES, value=VALUES),
    verb("turn", place=PLACES),
    verb("peek", place=PLACES),
    verb("grab", place=PLACES),  # a three that lies face up
    verb("rest"),
)


class Cave(State):
    """Two seats in turn; who is to act next may depend on what was turned over."""

    def __init__(self, length: int, turn: int, tiles: list[int], known: list[int]) -> None:
        self.players = 2
        self.length = length  # steps left
        self.turn = turn
        self.tiles = tiles  # 0: none
        self.known = known  # per place: eyes of those who know the value

    def actor(self) -> int:
        return self.turn if self.length else OVER

    def legal(self) -> list[int]:
        steps: list[int] = []
        for step in range(LAYOUT.size if self.length else 0):
            words = LAYOUT.words(step)
            place = int(words.get("place", 0))
            tile, mine = self.tiles[place], self.known[place] >> self.turn & 1
            if (
                words["verb"] == "rest"
                or (words["verb"] == "lay" and not tile)
                or (words["verb"] == "turn" and tile and self.known[place] != EVERYONE)
                or (words["verb"] == "peek" and tile and not mine)
                or (words["verb"] == "grab" and tile == 3 and self.known[place] == EVERYONE)
            ):
                steps.append(step)
        return steps

    def weights(self) -> list[int]:
        return []

    def thrower(self) -> int:
        return CHANCE

    def apply(self, step: int) -> None:
        words = LAYOUT.words(step)
        kind, place, seat = str(words["verb"]), int(words.get("place", 0)), self.turn
        events = [Event(kind, seat, () if kind == "rest" else (place,), EVERYONE)]
        self.turn = 1 - seat
        if kind == "lay":
            self.tiles[place], self.known[place] = int(words["value"]), only(seat)
            events = [
                Event("lay", seat, (place,), all_but(seat)),
                Event("laid", seat, (place, self.tiles[place]), only(seat)),
            ]
        elif kind == "turn":
            self.known[place] = EVERYONE
            events.append(Event("shown", seat, (place, self.tiles[place]), EVERYONE))
            if self.tiles[place] == 3:
                self.turn = seat
        elif kind == "peek":
            self.known[place] |= only(seat)
            events.append(Event("seen", seat, (place, self.tiles[place]), only(seat)))
        elif kind == "grab":
            self.tiles[place] = 0
        self.length -= 1
        if self.story is not None:
            self.story += events

    def clone(self) -> "Cave":
        return Cave(self.length, self.turn, self.tiles[:], self.known[:])

    def redeal(self, seat: int, rng: Rng) -> None:
        for place in PLACES:
            if self.tiles[place] and self.length and not self.known[place] >> seat & 1:
                self.tiles[place] = 1 + rng.below(3)

    def scores(self) -> list[int]:
        return [0, 0]

    def ranks(self) -> list[int]:
        return [1, 1]


def view(state: State, seat: int) -> Seen:
    """The tiles; the value of those the seat knows."""
    assert isinstance(state, Cave)
    return {
        "tiles": [
            tile if state.known[place] >> seat & 1 or not state.length else bool(tile) and "?"
            for place, tile in enumerate(state.tiles)
        ]
    }


class CaveObserver(Observer):
    """Per place: 0 no tile, 1 face down, or 1 more than its value."""

    def __init__(self) -> None:
        super().__init__([Field("tiles", len(PLACES), 0, 4, "per place, from 0 on")], {})

    def write(self, state: State, seat: int, row: Observation) -> None:
        for tile in view(state, seat)["tiles"]:
            row.put(1 if tile == "?" else tile + 1 if tile else 0)


def begin(players: int, options: Options, starters: tuple[int, ...]) -> State:
    return Cave(14, starters[0], [0] * 4, [0] * 4)


SPEC = Spec(
    slug="cave",
    prefix="CA",
    edition="1",
    seats=range(2, 3),
    options=(),
    layout=LAYOUT,
    events={
        "lay": ("place",),
        "laid": ("place", "value"),
        "turn": ("place",),
        "shown": ("place", "value"),
        "peek": ("place",),
        "seen": ("place", "value"),
        "grab": ("place",),
        "rest": (),
    },
    begin=begin,
    view=view,
    observer=CaveObserver(),
    hidden=True,
    uncovers=frozenset({"shown"}),
    box=Box(
        title={"fr": "", "en": ""},
        subtitle={"fr": "", "en": ""},
        minutes=1,
    ),
)


def cave(length: int = 14, uncovers: frozenset[str] = SPEC.uncovers) -> Setup:
    """The game, so many steps long."""

    def longer(players: int, options: Options, starters: tuple[int, ...]) -> State:
        return Cave(length, starters[0], [0] * 4, [0] * 4)

    return agreed(replace(SPEC, begin=longer, uncovers=uncovers), 2)
