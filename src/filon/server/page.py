"""The built page: its files, and what it may load."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response

PAGE = Path(__file__).parent / "page"
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
    wanted = file_of(folder, path)
    if wanted is not None:
        forever = path.startswith("assets/")
        return FileResponse(
            wanted,
            headers={
                "cache-control": "public, max-age=31536000, immutable" if forever else "no-cache"
            },
        )
    if path.startswith("assets/"):
        return PlainTextResponse("404\n", 404)
    known = not path or path.split("/")[0] in PLACES
    return FileResponse(index, 200 if known else 404, headers={"cache-control": "no-cache"})
