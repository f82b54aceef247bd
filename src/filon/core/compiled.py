"""Whether the rules that are loaded are compiled ones."""

from filon.core import game


def rules_compiled() -> bool:
    """Read off the loaded rules, not off what was built."""
    return not str(game.__file__).endswith(".py")
