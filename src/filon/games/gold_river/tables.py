"""The cards of Gold River, its other printed figures, and the numbers of its steps."""

from typing import Final

SEATS: Final = 5  # at most
START: Final = 15  # GR-1: nuggets at the beginning
UNIT: Final = 60  # ten points shared by two to five stay whole
POKER: Final = 10  # GR-33
MAYOR: Final = 5  # GR-32
BANK_BONUS: Final = 5  # GR-18
VEIN: Final = 3  # GR-28
POSTAGE: Final = 1  # GR-20
RAIDED: Final = 4  # GR-23
COACH: Final = 10  # GR-25
UNSEEN: Final = 15  # GR-4: cards that never come with two or three players
MOST: Final = 514  # the largest number that can ever be bid or stored
LOW: Final = 2  # GR-24: what can be demanded in a hold-up
HIGH: Final = 12

# Towns; the fifth lies on the river and has no mines.
NO_TOWN: Final = -1
SAN_NARCISO: Final = 0
COLD_MOUNTAIN: Final = 1
NEW_LONDON: Final = 2
TAKAMAWOK: Final = 3
WHISKEY_RIVER: Final = 4
TOWNS: Final = 5
TOWN_NAMES: Final[list[str]] = [
    "san_narciso", "cold_mountain", "new_london", "takamawok", "whiskey_river",
]

# What a river concession pays on, beside the totals 2 to 12 of the mines.
EVEN: Final = 13
ODD: Final = 14
DOUBLE: Final = 15

# Kinds of cards: concessions, four buildings, ten actions.
CONCESSION: Final = 0
BANK: Final = 1
SALOON: Final = 2
POST_OFFICE: Final = 3
STATION: Final = 4
GOVERNOR: Final = 5
MUSTANG: Final = 6
TELEGRAPH: Final = 7
JUDGE: Final = 8
BANDIT: Final = 9
NEW_VEIN: Final = 10
DYNAMITE: Final = 11
HOLD_UP: Final = 12
RAID: Final = 13
STAGECOACH: Final = 14
KIND_NAMES: Final[list[str]] = [
    "concession", "bank", "saloon", "post_office", "station", "governor", "mustang", "telegraph",
    "judge", "one_armed_bandit", "new_vein", "dynamite", "hold_up", "raid", "stagecoach",
]

# GR-2, the whole deck. A RECONSTRUCTION: the booklet that lists the cards is lost. The totals
# (38 concessions, 25 others) are known; numbers, nuggets and poker faces are rebuilt from the
# cards of the first edition and from what the rulebook says of them.
# A card is its row: kind, town, the total it pays on, nuggets drawn on it, poker face.
DECK: Final[list[tuple[int, int, int, int, str]]] = [
    (CONCESSION, SAN_NARCISO,   2,      6, "4h"),  # 0
    (CONCESSION, SAN_NARCISO,   4,      5, "5s"),  # 1
    (CONCESSION, SAN_NARCISO,   6,      1, "Ah"),  # 2
    (CONCESSION, SAN_NARCISO,   7,      4, "6s"),  # 3
    (CONCESSION, SAN_NARCISO,   8,      2, "9d"),  # 4
    (CONCESSION, SAN_NARCISO,   9,      7, "3d"),  # 5
    (CONCESSION, SAN_NARCISO,   10,     2, "Qc"),  # 6
    (CONCESSION, SAN_NARCISO,   11,     4, "7c"),  # 7
    (CONCESSION, COLD_MOUNTAIN, 3,      5, "6h"),  # 8
    (CONCESSION, COLD_MOUNTAIN, 4,      6, "2c"),  # 9
    (CONCESSION, COLD_MOUNTAIN, 5,      3, "Jd"),  # 10
    (CONCESSION, COLD_MOUNTAIN, 6,      3, "9s"),  # 11
    (CONCESSION, COLD_MOUNTAIN, 7,      5, "4s"),  # 12
    (CONCESSION, COLD_MOUNTAIN, 8,      1, "Qd"),  # 13
    (CONCESSION, COLD_MOUNTAIN, 10,     4, "8c"),  # 14
    (CONCESSION, COLD_MOUNTAIN, 12,     5, "7h"),  # 15
    (CONCESSION, NEW_LONDON,    2,      6, "2s"),  # 16
    (CONCESSION, NEW_LONDON,    4,      1, "As"),  # 17
    (CONCESSION, NEW_LONDON,    5,      2, "Kc"),  # 18
    (CONCESSION, NEW_LONDON,    6,      5, "3c"),  # 19
    (CONCESSION, NEW_LONDON,    7,      3, "Th"),  # 20
    (CONCESSION, NEW_LONDON,    8,      3, "8h"),  # 21
    (CONCESSION, NEW_LONDON,    9,      4, "6d"),  # 22
    (CONCESSION, NEW_LONDON,    12,     5, "4d"),  # 23
    (CONCESSION, TAKAMAWOK,     3,      4, "8s"),  # 24
    (CONCESSION, TAKAMAWOK,     5,      2, "Ad"),  # 25
    (CONCESSION, TAKAMAWOK,     6,      4, "6c"),  # 26
    (CONCESSION, TAKAMAWOK,     7,      2, "Jh"),  # 27
    (CONCESSION, TAKAMAWOK,     8,      5, "3s"),  # 28
    (CONCESSION, TAKAMAWOK,     9,      4, "5c"),  # 29
    (CONCESSION, TAKAMAWOK,     10,     7, "2h"),  # 30
    (CONCESSION, TAKAMAWOK,     11,     3, "Td"),  # 31
    (CONCESSION, WHISKEY_RIVER, EVEN,   1, "Kh"),  # 32
    (CONCESSION, WHISKEY_RIVER, EVEN,   2, "9c"),  # 33
    (CONCESSION, WHISKEY_RIVER, ODD,    1, "Tc"),  # 34
    (CONCESSION, WHISKEY_RIVER, ODD,    2, "7s"),  # 35
    (CONCESSION, WHISKEY_RIVER, DOUBLE, 3, "5d"),  # 36
    (CONCESSION, WHISKEY_RIVER, DOUBLE, 4, "2d"),  # 37
    (BANK,        NO_TOWN, 0, 0, "Kd"),  # 38
    (SALOON,      NO_TOWN, 0, 0, "Qh"),  # 39
    (POST_OFFICE, NO_TOWN, 0, 0, "Jc"),  # 40
    (STATION,     NO_TOWN, 0, 0, "Ts"),  # 41
    (GOVERNOR,    NO_TOWN, 0, 0, "Ac"),  # 42
    (MUSTANG,     NO_TOWN, 0, 0, "Qs"),  # 43
    (TELEGRAPH,   NO_TOWN, 0, 0, "9h"),  # 44
    (TELEGRAPH,   NO_TOWN, 0, 0, "4c"),  # 45
    (JUDGE,       NO_TOWN, 0, 0, "Ks"),  # 46
    (JUDGE,       NO_TOWN, 0, 0, "7d"),  # 47
    (JUDGE,       NO_TOWN, 0, 0, "5h"),  # 48
    (BANDIT,      NO_TOWN, 0, 0, "Js"),  # 49
    (BANDIT,      NO_TOWN, 0, 0, "8d"),  # 50
    (BANDIT,      NO_TOWN, 0, 0, "3h"),  # 51
    (NEW_VEIN,    NO_TOWN, 0, 0, ""),  # 52
    (NEW_VEIN,    NO_TOWN, 0, 0, ""),  # 53
    (DYNAMITE,    NO_TOWN, 0, 0, ""),  # 54
    (DYNAMITE,    NO_TOWN, 0, 0, ""),  # 55
    (DYNAMITE,    NO_TOWN, 0, 0, ""),  # 56
    (HOLD_UP,     NO_TOWN, 0, 0, ""),  # 57
    (HOLD_UP,     NO_TOWN, 0, 0, ""),  # 58
    (RAID,        NO_TOWN, 0, 0, ""),  # 59
    (RAID,        NO_TOWN, 0, 0, ""),  # 60
    (STAGECOACH,  NO_TOWN, 0, 0, ""),  # 61
    (STAGECOACH,  NO_TOWN, 0, 0, ""),  # 62
]

CARDS: Final = 63
KIND: Final[list[int]] = [row[0] for row in DECK]
TOWN: Final[list[int]] = [row[1] for row in DECK]
PAYS_ON: Final[list[int]] = [row[2] for row in DECK]
NUGGETS: Final[list[int]] = [row[3] for row in DECK]

# Poker faces: (rank - 2) * 4 + suit, aces high; -1 for a card that shows none.
RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"


def face_of(text: str) -> int:
    """The number of a face such as `Ts`; -1 for none."""
    return RANKS.index(text[0]) * 4 + SUITS.index(text[1]) if text else -1


def face_name(face: int) -> str:
    """A face as text, such as `Ts`; empty for none."""
    return RANKS[face // 4] + SUITS[face % 4] if face >= 0 else ""


FACE: Final[list[int]] = [face_of(row[4]) for row in DECK]

# The cards by what they do; the deck lists concessions first, then buildings, then actions.
CONCESSIONS: Final = KIND.count(CONCESSION)
GROUNDS: Final = CONCESSIONS + 4  # concessions and buildings: what dynamite can hit
BANK_CARD: Final = KIND.index(BANK)
SALOON_CARD: Final = KIND.index(SALOON)
POST_CARD: Final = KIND.index(POST_OFFICE)
STATION_CARD: Final = KIND.index(STATION)
GOVERNOR_CARD: Final = KIND.index(GOVERNOR)
MUSTANG_CARD: Final = KIND.index(MUSTANG)
TELEGRAPHS: Final[list[int]] = [card for card in range(CARDS) if KIND[card] == TELEGRAPH]
VEINS: Final[list[int]] = [card for card in range(CARDS) if KIND[card] == NEW_VEIN]
# GR-10: actions that want a target and are kept until there is one.
AIMED: Final[list[int]] = [
    card for card in range(CARDS)
    if KIND[card] in (GOVERNOR, JUDGE, BANDIT, NEW_VEIN, DYNAMITE)
]

# The 21 throws of two dice in ascending order, and in how many of the 36 ways each falls.
PAIRS: Final[list[tuple[int, int]]] = [(a, b) for a in range(1, 7) for b in range(a, 7)]
PAIR_WAYS: Final[list[int]] = [1 if a == b else 2 for a, b in PAIRS]
THROWS: Final = 36
# The 36 in the order of these throws: which throw each is.
FALLS: Final[list[int]] = [pair for pair, ways in enumerate(PAIR_WAYS) for _ in range(ways)]


def pays(on: int, a: int, b: int) -> bool:
    """GR-16: whether a concession with this number pays on these dice."""
    if on <= 12:
        return a + b == on
    if on == DOUBLE:
        return a == b
    return (a + b) % 2 == (1 if on == ODD else 0)


# By the dice, six times the first less one and the second less one: the concessions that pay.
PAYING: Final[list[list[int]]] = [
    [card for card in range(CONCESSIONS) if pays(PAYS_ON[card], a, b)]
    for a in range(1, 7) for b in range(1, 7)
]


def _ways(on: int) -> int:
    return sum(ways for (a, b), ways in zip(PAIRS, PAIR_WAYS, strict=True) if pays(on, a, b))


# By number printed on a concession: in how many of the 36 ways it pays.
WAYS: Final[list[int]] = [_ways(on) if on >= 2 else 0 for on in range(DOUBLE + 1)]
# By total: in how many of the 36 ways two dice reach it or more (GR-24).
REACH: Final[list[int]] = [
    sum(ways for (a, b), ways in zip(PAIRS, PAIR_WAYS, strict=True) if a + b >= total)
    for total in range(HIGH + 1)
]

# Steps, in the order of the layout.
FIRST: Final = 0  # + seat
DEAL: Final = 5  # + card
DICE: Final = 68  # + index into PAIRS
BID: Final = 89  # + nuggets, 0 to MOST
PASS: Final = 604
TAKE: Final = 605  # + card
DISCARD: Final = 668  # + card
SEALED: Final = 731  # + nuggets
CARD: Final = 1246
HALF: Final = 1247
BLAST: Final = 1248  # + card
ROB: Final = 1311  # + card
GIVE: Final = 1374  # + card
GET: Final = 1437  # + card
ON_MINE: Final = 1500  # `vein`, + card
GOVERN: Final = 1563  # + town
THREATEN: Final = 1568  # + seat * DEMANDS + (number - LOW)
DEMANDS: Final = 11
RIDE: Final = 1623
STAY: Final = 1624
WIRE: Final = 1625  # + die * 6 + (face - 1)
QUIET: Final = 1637
STORE: Final = 1638  # + nuggets
SIZE: Final = 2153
