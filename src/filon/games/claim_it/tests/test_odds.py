"""The odds of Claim It! where they can be worked out by hand."""

import pytest

from filon.games.claim_it.hints import ClaimItHints
from filon.games.claim_it.layout import LAYOUT
from filon.games.claim_it.odds import HOPE, UP
from filon.games.claim_it.rules import DECIDING, ClaimIt, begin
from filon.games.claim_it.tables import BIT

pytestmark = pytest.mark.engine


def last_turn(theirs: int) -> ClaimIt:
    """Seat 0 decides in the last turn of all with squatters 1 to 3 on the bottom row."""
    game = begin(2, False, [0])
    game.phase = DECIDING
    game.throws = 3
    game.caller = 0
    for n, parcel in enumerate((0, 1, 2)):
        game.squatted |= BIT[parcel]
        game.out |= BIT[n]
        game.squatter_at[n] = parcel
    game.mine[1] = sum(BIT[30 + parcel] for parcel in range(theirs))
    return game


def test_who_has_won_by_stopping_stops() -> None:
    assert ClaimItHints().values(last_turn(2), 2) == [1000, 0]
    assert ClaimItHints().values(last_turn(2).after(LAYOUT.number("stop")), 2) == [1000, 0]


def test_a_shared_victory_is_half_of_one() -> None:
    assert ClaimItHints().values(last_turn(3).after(LAYOUT.number("stop")), 2) == [500, 500]


def test_who_would_share_risks_half_a_victory_at_a_small_risk() -> None:
    game = last_turn(3)
    more = 0.5 * UP / (1.0 + 0.5 * (UP - 1.0))
    on = more * (216 - game.busts()) / 216
    assert on > 0.5
    assert ClaimItHints().values(game, 2) == [round(1000 * on), round(1000 * (1 - on))]


def test_who_is_behind_hopes_at_the_exact_risk_of_a_bust() -> None:
    game = last_turn(4)
    hoped = HOPE * (216 - game.busts()) / 216
    assert ClaimItHints().values(game, 2) == [round(1000 * hoped), round(1000 * (1 - hoped))]


def test_a_placement_is_worth_what_it_leads_to() -> None:
    game = last_turn(4).after(LAYOUT.number("roll")).after(LAYOUT.number("dice 1 4 4"))
    assert {LAYOUT.text(step) for step in game.legal()} == {"squat 1 4 4", "squat 4 1 4"}
    apart, joined = [ClaimItHints().value(game.after(step), 0) for step in game.legal()]
    assert ClaimItHints().value(game, 0) == joined > apart


def test_asking_for_the_odds_changes_nothing() -> None:
    game = last_turn(4).after(LAYOUT.number("roll")).after(LAYOUT.number("dice 1 4 4"))
    before = (game.squatted, game.out, game.fresh, game.mine[:], game.squatter_at[:], game.turn)
    ClaimItHints().values(game, 2)
    after = (game.squatted, game.out, game.fresh, game.mine, game.squatter_at, game.turn)
    assert after == before
