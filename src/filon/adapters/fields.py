"""The fields of an observation: as slices for programs, as a table for people."""

from filon.core.observe import Observer
from filon.core.spec import Spec


def slices(observer: Observer) -> dict[str, slice]:
    """Where each field stands in an observation, by its name."""
    spaces, at = {}, 0
    for field in observer.fields:
        spaces[field.name] = slice(at, at + field.size)
        at += field.size
    return spaces


def page(spec: Spec) -> str:
    """What every number of a game's observation means, in Markdown."""
    where = slices(spec.observer)
    lines = [
        f"# {spec.title_in('en')}: what a learner sees",
        "",
        f"{spec.observer.width} whole numbers, for every number of players and every option.",
        "Seats are counted from the one that looks: 1 is you, 2 your left neighbour and so on, 0",
        "nobody; of seats that do not play all is 0. `tools/observations.py` writes this page from",
        "`observe.py`.",
        "",
        "| at | field | numbers | from | to | |",
        "|---:|---|---:|---:|---:|---|",
    ]
    for field in spec.observer.fields:
        at = where[field.name].start
        lines.append(
            f"| {at} | `{field.name}` | {field.size} | {field.low} | {field.high} | {field.text} |"
        )
    for name, what in spec.observer.untold.items():
        lines += ["", f"Of the view's `{name}` it does not tell {what}."]
    return "\n".join(lines) + "\n"
