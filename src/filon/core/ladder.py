"""The levels a game offers, from friendly to the best: what each is given, and how it errs."""

from dataclasses import dataclass

# From friendly to the best. A game takes those for which it has room; the best is always the last.
NAMES = ("greenhorn", "tenderfoot", "panner", "digger", "prospector", "sourdough")
BEST = NAMES[-1]
# Ways of playing for games in which luck leaves no room for levels.
CHARACTERS = ("cautious", "bold", "superstitious")


@dataclass(frozen=True)
class Rung:
    """One level of one game, as measured: a person's mistakes, never a move without a reason."""

    name: str
    share: int = 1000  # thousandths of the plan's budget; 0: what the hints like, without search
    blur: int = 0  # how far it misjudges a step: thousandths of a victory, or of what it likes best
    blind: int = 0  # percent of the steps that it overlooks
    luck: bool = False  # whether it weighs the draws of a turn one by one where the plan does
    taught: bool = False  # whether it has the learned value although it is not the best

    @property
    def errs(self) -> bool:
        """Whether it misjudges or overlooks anything."""
        return self.blur > 0 or self.blind > 0

    @property
    def learned(self) -> bool:
        """Whether it judges by what was learned: who has the whole budget and no faults does."""
        return self.taught or (self.share >= 1000 and not self.errs)


# What a game has that says nothing about its levels.
STANDARD = (
    Rung("tenderfoot", share=0, blur=500, blind=15),
    Rung("panner", share=40),
    Rung("prospector", share=200),
    Rung("sourdough", share=1000, luck=True),
)


def nearest(ladder: tuple[Rung, ...], name: str) -> Rung:
    """The rung of that name; where there is none the next below, else the lowest."""
    for rung in ladder:
        if rung.name == name:
            return rung
    graded = [rung for rung in ladder if rung.name in NAMES]
    if name not in NAMES:
        return graded[-1]
    below = [rung for rung in graded if NAMES.index(rung.name) < NAMES.index(name)]
    return (below or graded[:1])[-1]
