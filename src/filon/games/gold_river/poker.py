"""GR-33: the worth of poker hands made of any number of faces, and the wild Station."""

from typing import Final, Literal, get_args

HIGH_CARD: Final = 0
PAIR: Final = 1
TWO_PAIRS: Final = 2
THREE: Final = 3
STRAIGHT: Final = 4
FLUSH: Final = 5
FULL_HOUSE: Final = 6
FOUR: Final = 7
STRAIGHT_FLUSH: Final = 8
ROYAL_FLUSH: Final = 9
HandName = Literal[
    "high_card",
    "pair",
    "two_pairs",
    "three",
    "straight",
    "flush",
    "full_house",
    "four",
    "straight_flush",
    "royal_flush",
]
HANDS: Final[list[HandName]] = list(get_args(HandName))

ACE: Final = 14
FACES: Final = 52
NOTHING: Final = -1


def worth(category: int, a: int, b: int, c: int, d: int, e: int) -> int:
    """One number that orders hands: the category, then up to five ranks; 0 is no card."""
    return ((((category * 16 + a) * 16 + b) * 16 + c) * 16 + d) * 16 + e


def category(value: int) -> int:
    """The category of a hand's worth."""
    return value >> 20


def ranks_of(value: int) -> list[int]:
    """The ranks that decide between hands of one category, highest first."""
    digits = [(value >> (4 * place)) & 15 for place in range(4, -1, -1)]
    return [digit for digit in digits if digit]


def straight(held: list[bool]) -> int:
    """The rank on top of the best straight among these ranks, or 0; aces also count low."""
    run = 0
    best = 0
    for rank in range(1, ACE + 1):
        if held[ACE if rank == 1 else rank]:
            run += 1
            if run >= 5:
                best = rank
        else:
            run = 0
    return best


def best_hand(faces: list[int]) -> int:
    """The worth of the best hand of up to five of these faces; NOTHING without a face."""
    if not faces:
        return NOTHING
    times = [0] * (ACE + 1)
    suited = [False] * (4 * (ACE + 1))
    in_suit = [0, 0, 0, 0]
    for face in faces:
        rank = face // 4 + 2
        suit = face % 4
        times[rank] = times[rank] + 1
        suited[suit * (ACE + 1) + rank] = True
        in_suit[suit] = in_suit[suit] + 1
    best = by_rank(times)
    for suit in range(4):
        if in_suit[suit] >= 5:
            best = max(best, by_suit(suited[suit * (ACE + 1) : (suit + 1) * (ACE + 1)]))
    top = straight([n > 0 for n in times])
    if top:
        best = max(best, worth(STRAIGHT, top, 0, 0, 0, 0))
    return best


def by_suit(held: list[bool]) -> int:
    """The best hand of one suit that has five ranks or more."""
    top = straight(held)
    if top:
        return worth(ROYAL_FLUSH if top == ACE else STRAIGHT_FLUSH, top, 0, 0, 0, 0)
    five = [rank for rank in range(ACE, 1, -1) if held[rank]]
    return worth(FLUSH, five[0], five[1], five[2], five[3], five[4])


def by_rank(times: list[int]) -> int:
    """The best of pairs, threes, fours, full houses and high cards."""
    alike: list[int] = []  # ranks by how often they are held, then by height
    for n in range(4, 0, -1):
        for rank in range(ACE, 1, -1):
            if times[rank] == n:
                alike.append(rank)
    first = alike[0]
    n = times[first]
    second = times[alike[1]] if len(alike) > 1 else 0
    if n == 4:
        kick = kickers(times, first, 0, 1)
        return worth(FOUR, first, kick[0], 0, 0, 0)
    if n == 3 and second >= 2:
        pair = 0
        for rank in range(ACE, 1, -1):
            if rank != first and times[rank] >= 2:
                pair = rank
                break
        return worth(FULL_HOUSE, first, pair, 0, 0, 0)
    if n == 3:
        kick = kickers(times, first, 0, 2)
        return worth(THREE, first, kick[0], kick[1], 0, 0)
    if n == 2 and second == 2:
        kick = kickers(times, first, alike[1], 1)
        return worth(TWO_PAIRS, first, alike[1], kick[0], 0, 0)
    if n == 2:
        kick = kickers(times, first, 0, 3)
        return worth(PAIR, first, kick[0], kick[1], kick[2], 0)
    kick = kickers(times, 0, 0, 5)
    return worth(HIGH_CARD, kick[0], kick[1], kick[2], kick[3], kick[4])


def kickers(times: list[int], but: int, nor: int, n: int) -> list[int]:
    """The n highest other ranks, 0 where there is none: lower than any card."""
    best_cards: list[int] = []
    for rank in range(ACE, 1, -1):
        if times[rank] and rank != but and rank != nor:
            best_cards.append(rank)
            if len(best_cards) == n:
                return best_cards
    while len(best_cards) < n:
        best_cards.append(0)
    return best_cards


def wild_face(faces: list[int]) -> int:
    """GR-21: a face that makes the best hand of these with the Station in its place.

    Its suit matters only where four others would make a flush with it: elsewhere one face of
    each rank is enough.
    """
    in_suit = [0, 0, 0, 0]
    for face in faces:
        in_suit[face % 4] = in_suit[face % 4] + 1
    best = NOTHING
    chosen = NOTHING
    for rank in range(FACES // 4):
        tried = False
        for suit in range(4):
            face = rank * 4 + suit
            if face in faces or (tried and in_suit[suit] < 4):
                continue
            tried = tried or in_suit[suit] < 4
            value = best_hand([*faces, face])
            if value >= best:
                best = value
                chosen = face
    return chosen


def shown(faces: list[int], wild: bool) -> list[int]:
    """The faces a seat counts: its own, and last the one its Station stands for."""
    return [*faces, wild_face(faces)] if wild else faces


def seat_worth(faces: list[int], wild: bool) -> int:
    """The worth of a seat's best hand, with the Station if it owns it."""
    return best_hand(shown(faces, wild))
