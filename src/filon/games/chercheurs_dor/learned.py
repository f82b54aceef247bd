"""What a learned value of Les Chercheurs d'or looks at: gold on its way to the Bank, and time."""

from typing import Final

from mypy_extensions import i64

from filon.core.features import Features, FeatureSet
from filon.core.game import State
from filon.core.hints import Plan
from filon.core.observe import opposite
from filon.games.chercheurs_dor import phases
from filon.games.chercheurs_dor.hints import prospect, turns_left
from filon.games.chercheurs_dor.rules import ChercheursDor, chercheurs_dor
from filon.games.chercheurs_dor.tables import BULLETS, ROUNDS, SQUARES, STREET, TARGET, distance

KILOS: Final = 32  # half a kilo each
LOADS: Final = 8  # a quarter each
TURNS: Final = 20  # two each
LEADS: Final = 40  # a quarter of a kilo, to either side of 20
LAST: Final = 12  # turns told one by one
# Per seat: deposit, claim, load, receipt; the square or the way home; turns to lose and left; what
# of the trip is done; the lead on deposit and in prospect.
SEAT: Final = KILOS + 3 * LOADS + SQUARES + 4 + 6 + TURNS + LAST + 2 + 2 * LEADS
TABLE: Final = LOADS + 2 + BULLETS + 4 + 4
MOST: Final = 900


class ChercheursDorFeatures(Features):
    """From the seat whose turn it is; the house is a seat without gold."""

    def __init__(self) -> None:
        super().__init__(1, MOST, phases.ENDED + 1)

    def size(self, players: int) -> int:
        """Per seat, then of the table."""
        return players * SEAT + TABLE

    def perspective(self, state: State) -> int:
        """Whose turn it is."""
        return chercheurs_dor(state).turn

    def ready(self, state: State) -> bool:
        """Once claims are drawn."""
        return chercheurs_dor(state).round > 0

    def fits(self, state: State) -> bool:
        """CO-8: forty rounds."""
        return chercheurs_dor(state).rounds == ROUNDS[0]

    def plan(self, state: State) -> Plan | None:
        """The value at once: a whole playout tells no more, and costs twenty times as much."""
        return Plan(budget=8000, depth=0, explore=1000, solver_nodes=32)

    def write(self, state: State, seat: int, mirror: int, active: FeatureSet) -> None:
        """Seats in order, then the table."""
        game = chercheurs_dor(state)
        players: i64 = game.players
        takers: i64 = game.takers
        active.clear(game.phase)
        hopes = [prospect(game, other) for other in range(takers)]
        base: i64 = 0
        for n in range(players):
            who: i64 = opposite(n, seat, players)
            if who < takers:
                self.seat(game, who, base, hopes, active)
            base += SEAT
        active.up_to(base, game.pot // 500, LOADS)
        base += LOADS
        if game.stake >= 0:
            active.put(base + game.stake // 18)
        base += 2
        duel = phases.CHALLENGE <= game.phase <= phases.SHOOTING
        if duel:
            active.up_to(base, len(game.shots), BULLETS)
            if game.shooter == seat:
                active.put(base + BULLETS)
            if game.phase == phases.SHOOTING and game.aim >= 0:
                active.put(base + BULLETS + len(TARGET[game.aim]))
        base += BULLETS + 4
        if game.phase == phases.ANSWER:
            active.one_of(base, game.challenge // 2, 3)

    def seat(
        self, game: ChercheursDor, who: i64, base: i64, hopes: list[int], active: FeatureSet
    ) -> None:
        """One prospector."""
        active.up_to(base, game.bank[who] // 500, KILOS)
        base += KILOS
        active.up_to(base, (game.gold[who] + 249) // 250, LOADS)
        base += LOADS
        active.up_to(base, (game.load[who] + 249) // 250, LOADS)
        base += LOADS
        active.up_to(base, (game.receipt[who] + 249) // 250, LOADS)
        base += LOADS
        place: i64 = game.at[who]
        if place >= STREET:
            active.put(base + place - STREET)
        else:
            active.one_of(base + SQUARES, distance(place, game.claim[who]), 3)
        base += SQUARES + 4
        active.up_to(base, game.lost[who], 6)
        base += 6
        left: i64 = turns_left(game, who)
        active.up_to(base, (left + 1) // 2, TURNS)
        base += TURNS
        if left < LAST:
            active.put(base + left)
        base += LAST
        if game.saloon[who]:
            active.put(base)
        if game.bar[who]:
            active.put(base + 1)
        base += 2
        best: i64 = -1000000
        most: i64 = -1000000
        for other in range(game.takers):
            if other != who:
                best = max(best, i64(hopes[other]))
                most = max(most, i64(game.bank[other]))
        active.up_to(base, (hopes[who] - best) // 250 + LEADS // 2, LEADS)
        active.up_to(base + LEADS, (game.bank[who] - most) // 250 + LEADS // 2, LEADS)
