"""The levels a game offers, from friendly to the best: their budgets and their mistakes."""

from dataclasses import dataclass

# From friendly to the best. A game takes those for which it has room; the best is always the last.
NAMES = ("greenhorn", "tenderfoot", "panner", "digger", "prospector", "sourdough")
BEST = NAMES[-1]
# Ways of playing for games in which luck leaves no room for levels.
CHARACTERS = ("cautious", "bold", "superstitious")


@dataclass(frozen=True)
class LevelSpec:
    """How one level of one game plays, as measured. Its mistakes are those of a person."""

    name: str
    share: int = 1000  # thousandths of `Plan.budget`; 0: no search, the step the hints prefer
    blur: int = 0  # noise on the worth of a step: thousandths of a victory, or of the best weight
    blind: int = 0  # percent of the steps that it overlooks
    expectimax: bool = False  # whether it uses `Plan.expectimax_draws`
    taught: bool = False  # whether it has the learned value although it is not the best

    @property
    def errs(self) -> bool:
        """Whether it misjudges or overlooks anything."""
        return self.blur > 0 or self.blind > 0

    @property
    def learned(self) -> bool:
        """Whether it searches with the learned value: the best level does, and taught levels."""
        return self.taught or (self.share >= 1000 and not self.errs)


# The levels of a game that names none.
STANDARD = (
    LevelSpec("tenderfoot", share=0, blur=500, blind=15),
    LevelSpec("panner", share=40),
    LevelSpec("prospector", share=200),
    LevelSpec("sourdough", share=1000, expectimax=True),
)


def nearest(levels: tuple[LevelSpec, ...], name: str) -> LevelSpec:
    """The level of that name; where there is none the next below, else the lowest."""
    for level in levels:
        if level.name == name:
            return level
    graded = [level for level in levels if level.name in NAMES]
    if name not in NAMES:
        return graded[-1]
    below = [level for level in graded if NAMES.index(level.name) < NAMES.index(name)]
    return (below or graded[:1])[-1]
