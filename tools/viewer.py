"""The viewer of `make look`: one self-contained page with every picture that differs."""

import base64
import json
from pathlib import Path

from areas import Picture, marked
from baseline import Difference, stored

TEMPLATE = Path(__file__).with_name("viewer.html")


def write(file: Path, differences: list[Difference]) -> None:
    """Write the page over an older one."""
    file.parent.mkdir(parents=True, exist_ok=True)
    pages = [
        {
            "name": difference.name,
            "what": difference.what,
            "before": _address(difference.before),
            "after": _address(difference.after),
            "marked": _address(None if difference.after is None or not difference.areas
                               else marked(difference.after, difference.areas)),
        }
        for difference in differences
    ]  # fmt: skip
    # Inside a script element, "<" could end it.
    data = json.dumps(pages).replace("<", "\\u003c")
    file.write_text(TEMPLATE.read_text("utf-8").replace("{pages}", data), "utf-8")


def _address(picture: Picture | None) -> str:
    """The picture as a data URL; empty for none."""
    if picture is None:
        return ""
    return "data:image/webp;base64," + base64.b64encode(stored(picture, quick=True)).decode()
