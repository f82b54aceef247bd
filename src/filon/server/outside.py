"""What games of other packages bring for the page: files beside their spec, served as they are."""

from pathlib import Path

from starlette.responses import FileResponse, PlainTextResponse, Response

from filon import games
from filon.app.games import FOLDER, PLACE
from filon.messages import LANGUAGES
from filon.server.page import file_of


def outside_file(path: str) -> Path | None:
    """The file at an address below /games/; None for what is none, and for our own games."""
    place, _, rest = path.partition("/")
    slug, _, name = rest.partition("/")
    if place != PLACE or slug not in games.outside():
        return None
    if name in [f"messages.{lang}.json" for lang in LANGUAGES]:
        return file_of(games.folder(slug) / "web", name)
    return file_of(games.folder(slug) / FOLDER, name)


def outside_answer(path: str) -> Response | None:
    """The answer to an address below /games/; None for any other."""
    if path.partition("/")[0] != PLACE:
        return None
    found = outside_file(path)
    if found is None:
        return PlainTextResponse("404\n", 404)
    return FileResponse(found, headers={"cache-control": "no-cache"})
