"""The worked example of docs/writing-a-game.md, taken out of the page."""

import re
import sys
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import cast

from filon.core.spec import Spec
from reference.asking import Game
from support.games import Box, boxes

PAGE = Path(__file__).parents[2] / "docs" / "writing-a-game.md"
GAME = "## A worked example with secrets: Powder"
PLAIN = "## The second implementation of the rules"


@cache
def module(heading: str, name: str) -> ModuleType:
    """The Python blocks under a heading, as one module."""
    _, _, rest = PAGE.read_text("utf-8").partition(heading + "\n")
    section = rest.partition("\n## ")[0]
    blocks = re.findall(r"^```python\n(.*?)^```$", section, re.M | re.S)
    assert blocks, f"no example under {heading}"
    # Where a block goes on inside a class, the one before ends with it.
    code = "\n".join(blocks)
    made = ModuleType(name)
    sys.modules[name] = made  # specs are copied by the name of their module
    exec(compile(code, f"{PAGE.name}, {heading}", "exec"), made.__dict__)
    return made


def card() -> Spec:
    """The card of the worked example."""
    return cast(Spec, module(GAME, "guide_powder").SPEC)


def plain() -> Callable[..., Game]:
    """Its second statement."""
    return cast(Callable[..., Game], module(PLAIN, "guide_plain").powder)


def guide_boxes() -> list[Box]:
    """Every way to open the worked example."""
    spec = card()
    keys = [option.key for option in spec.options]
    return [
        Box(spec.slug, players, tuple(zip(keys, values, strict=True)), spec)
        for players in spec.seats
        for values in product(*(option.values for option in spec.options))
    ]


def proven() -> list[Box]:
    """All games that the proofs run over: the shelf's and the guide's."""
    return [*boxes(), *guide_boxes()]
