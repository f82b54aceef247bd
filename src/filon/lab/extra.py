"""The libraries of the extra `lab`, asked for before anything is played."""

from importlib.util import find_spec

from filon.core.errors import Refusal

PAGES = ("jinja2", "matplotlib")  # what a report needs


def need(*modules: str) -> None:
    """Refusal `extra` if one of them is not installed."""
    if any(find_spec(module) is None for module in modules):
        raise Refusal("extra", given="lab", valid="pip install '.[lab]'")
