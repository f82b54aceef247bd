"""The built page: its files, and what it may load."""

from mimetypes import guess_type
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response

from filon.server.packing import accepted

PAGE = Path(__file__).parent / "page"
PACKED = {"br": ".br", "gzip": ".gz"}  # made when the page was built (web/packed.ts)
PLACES = ("t", "rules", "parts")  # addresses the page itself understands, besides its front door
NOT_BUILT = (
    "The page has not been built yet: run `make play` (or `npm ci && npm run build`).\n"
    "La page n’est pas encore construite : lancez « make play ».\n"
)


def policy(host: str) -> str:
    """What the page may load: its own origin and nothing else, sockets included."""
    sockets = (
        f" ws://{host} wss://{host}"
        if host and host.isascii() and all(sign.isalnum() or sign in ".-:[]" for sign in host)
        else ""
    )
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        f"font-src 'self'; connect-src 'self'{sockets}; manifest-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def file_of(folder: Path, path: str) -> Path | None:
    """The file of the page at a path; None for what is none, whatever was asked."""
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
    if not index.is_file():
        return PlainTextResponse(NOT_BUILT, 503)
    path = request.scope["path"].strip("/")
    takes = accepted(request.headers.get("accept-encoding", ""))
    wanted = file_of(folder, path)
    if wanted is not None:
        forever = path.startswith("assets/")
        kept = "public, max-age=31536000, immutable" if forever else "no-cache"
        return _sent(wanted, takes, kept)
    if path.startswith("assets/"):
        return PlainTextResponse("404\n", 404)
    known = not path or path.split("/")[0] in PLACES
    return _sent(index, takes, "no-cache", 200 if known else 404)


def _sent(file: Path, takes: list[str], kept: str, code: int = 200) -> Response:
    """A file, in the smallest of the forms it was built in that the browser takes."""
    told = {"cache-control": kept, "vary": "accept-encoding"}
    kind = guess_type(file.name)[0]
    for name, ending in PACKED.items():
        small = file.with_name(file.name + ending)
        if name in takes and small.is_file():
            told["content-encoding"] = name
            return FileResponse(small, code, headers=told, media_type=kind)
    return FileResponse(file, code, headers=told, media_type=kind)
