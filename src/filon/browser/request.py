"""One request of the page to its own device."""

from collections.abc import Mapping

from filon.core.errors import Refusal


class Asked:
    """One request of the page."""

    def __init__(self, method: str, path: list[str], query: Mapping[str, str], lang: str) -> None:
        self.method = method
        self.path = path
        self.query = query
        self.lang = lang
        self.body: object = None
        self.game = ""

    def number(self, name: str) -> int | None:
        """A number of the address; Refusal `message` if it is none."""
        given = self.query.get(name, "")
        if given and not (given.isascii() and given.isdigit()):
            raise Refusal("message")
        return int(given) if given else None
