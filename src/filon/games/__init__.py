"""The shelf is the folder: a game is a subfolder that has a spec."""

from functools import cache
from importlib import import_module
from pathlib import Path

from filon.core.errors import Refusal
from filon.core.spec import Spec


def slugs() -> list[str]:
    """The games on the shelf, in alphabetical order."""
    here = Path(__file__).parent
    return sorted(path.parent.name for path in here.glob("*/spec.py"))


@cache
def load(slug: str) -> Spec:
    """The spec of a game; Refusal `game` lists the shelf if there is none of that name."""
    if slug not in slugs():
        raise Refusal("game", given=slug[:40], valid=", ".join(slugs()))
    spec = import_module(f"filon.games.{slug}.spec").SPEC
    assert isinstance(spec, Spec)
    return spec
