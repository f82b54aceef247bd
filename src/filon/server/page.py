"""The built page: its files, what it may load, and boards of games from other packages."""

from html import escape
from mimetypes import guess_type
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response

from filon import games
from filon.app.games import FOLDER, PLACE
from filon.build_info import this_build
from filon.messages import LANGUAGES, catalogue

PAGE = Path(__file__).parent / "page"
PACKED = {"br": ".br", "gzip": ".gz"}  # made when the page was built (web/precompress.ts)
# addresses the page itself understands, besides its front door
PLACES = ("t", "j", "r", "p", "me", "rules", "parts")
# What a worker may do is what its own file allows: the page's asks this server, and the one that
# plays without a server (web/src/device) also begins Python.
KEEPER, PLAYER = "sw.js", "assets/worker-"
ASKING = "default-src 'none'; connect-src 'self'"
PYTHON = f"{ASKING}; script-src 'self' 'wasm-unsafe-eval'"
INSTALL = "FILON_PAGE=1 pip install ."


def accepted(header: str) -> list[str]:
    """The encodings an Accept-Encoding header accepts, without those of weight 0."""
    encodings = []
    for part in header.lower().split(","):
        name, _, weight = part.strip().partition(";")
        if weight.strip().replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000"):
            encodings.append(name.strip())
    return encodings


def is_built(folder: Path = PAGE) -> bool:
    """Whether there is a page to serve."""
    return (folder / "index.html").is_file()


def missing(lang: str) -> str:
    """What to do where there is no page."""
    texts, build = catalogue(lang), this_build()
    if build.why == "source":
        return texts.say("serve.no_page.source")
    key = f"serve.no_page.why.{build.page}"
    why = texts.say(key) if key in texts else build.page or "-"
    return texts.say("serve.no_page.wheel", why=why, command=INSTALL)


def placard() -> str:
    """A plain page that says what is missing, in both languages; its policy allows no style."""
    said = "".join(
        f'<section lang="{lang}"><h1>Filon</h1><p>{escape(missing(lang))}</p></section>\n'
        for lang in LANGUAGES
    )
    head = '<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>Filon</title></head>'
    return f"{head}<body>\n{said}</body></html>\n"


def policy(host: str) -> str:
    """What the page may load: its own origin and nothing else, sockets included."""
    sockets = (
        f" ws://{host} wss://{host}"
        if host and host.isascii() and all(sign.isalnum() or sign in ".-:[]" for sign in host)
        else ""
    )
    return (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
        "img-src 'self' data:; font-src 'self'; "
        f"connect-src 'self'{sockets}; manifest-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def file_of(folder: Path, path: str) -> Path | None:
    """The file of a folder at a path; None if there is none, or the path leaves the folder."""
    try:
        wanted = (folder / path).resolve()
        if path and wanted.is_relative_to(folder.resolve()) and wanted.is_file():
            return wanted
    except (OSError, ValueError):  # a name no file can have: too long, or with a NUL
        pass
    return None


def serve_page(request: Request, folder: Path = PAGE) -> Response:
    """A file of the page; its own addresses get the page, others get it with a 404."""
    index = folder / "index.html"
    path = request.scope["path"].strip("/")
    known = not path or path.split("/")[0] in PLACES
    if not is_built(folder):
        return HTMLResponse(placard(), 200 if known else 404)
    takes = accepted(request.headers.get("accept-encoding", ""))
    wanted = file_of(folder, path)
    if wanted is not None:
        forever = path.startswith("assets/")
        caching = "public, max-age=31536000, immutable" if forever else "no-cache"
        return _sent(wanted, takes, caching, policy=_allowed(path))
    if path.startswith("assets/"):
        return PlainTextResponse("404\n", 404)
    return _sent(index, takes, "no-cache", 200 if known else 404)


def _allowed(path: str) -> str:
    """The policy of a worker's file; empty for all others."""
    return ASKING if path == KEEPER else PYTHON if path.startswith(PLAYER) else ""


def _sent(
    file: Path, takes: list[str], caching: str, code: int = 200, policy: str = ""
) -> Response:
    """A file, in the smallest of the forms it was built in that the browser takes."""
    headers = {"cache-control": caching, "vary": "accept-encoding"}
    if policy:
        headers["content-security-policy"] = policy
    kind = guess_type(file.name)[0]
    for name, ending in PACKED.items():
        small = file.with_name(file.name + ending)
        if name in takes and small.is_file():
            headers["content-encoding"] = name
            return FileResponse(small, code, headers=headers, media_type=kind)
    return FileResponse(file, code, headers=headers, media_type=kind)


def game_file(path: str) -> Path | None:
    """The file at an address below /games/; None unless a game of another package has it."""
    place, _, rest = path.partition("/")
    slug, _, name = rest.partition("/")
    if place != PLACE or slug not in games.outside():
        return None
    for lang in LANGUAGES:
        if name == f"messages.{lang}.json":
            return games.file_in(slug, "web/messages.{lang}.json", lang)
    return file_of(games.folder(slug) / FOLDER, name)


def serve_game_file(path: str) -> Response | None:
    """The answer to an address below /games/; None for any other."""
    if path.partition("/")[0] != PLACE:
        return None
    file = game_file(path)
    if file is None:
        return PlainTextResponse("404\n", 404)
    return FileResponse(file, headers={"cache-control": "no-cache"})
