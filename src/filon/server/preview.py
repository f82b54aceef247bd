"""Link previews: what a messenger shows of a link (Open Graph): the game, its box, who invites."""

import contextlib
from html import escape

from starlette.requests import Request
from starlette.responses import Response

from filon.app.tables import MISS
from filon.core.errors import Refusal
from filon.match import seating
from filon.messages import catalogue
from filon.server.page import PAGE
from filon.server.state import ServerState, address, asked_language
from filon.store.contract import Unavailable
from filon.tables.table import Table

PICTURES = "preview"  # folder of the page with a picture of every box, made when it is built
TITLE = b"<title>Filon</title>"


def unfurled(index: bytes, base: str, lang: str, table: Table | None) -> bytes:
    """The page with its preview; of a table nothing but game and host, the host while it waits."""
    head = "".join(
        f'<meta property="og:{name}" content="{escape(text)}" />'
        for name, text in _tags(base, lang, table).items()
    )
    if table is not None:
        head += '<meta name="robots" content="noindex" />'
    return index.replace(TITLE, TITLE + head.encode(), 1)


def _tags(base: str, lang: str, table: Table | None) -> dict[str, str]:
    texts = catalogue(lang)
    tags = {"site_name": "Filon", "type": "website", "locale": lang}
    if table is None:
        return tags | {"title": "Filon", "description": texts.say("shell.hero.text")}
    row, slug = table.row, table.row.game
    game = catalogue(lang, slug)
    title, at = row.spec.title_in(lang), seating.host_seat(row)
    name = row.seats[at].name if at is not None else ""
    if row.phase == "waiting":
        tags["title"] = texts.say("preview.invites", name=name or "-", game=title)
    else:
        tags["title"] = title
    line = game.say(f"{slug}.line") if f"{slug}.line" in game else ""
    tags["description"] = texts.say(
        "preview.facts",
        line=line,
        least=row.spec.seats[0],
        most=row.spec.seats[-1],
        minutes=row.spec.box.minutes,
    )
    if (PAGE / PICTURES / f"{slug}.png").is_file():
        tags |= {"image": f"{base}/{PICTURES}/{slug}.png", "image:alt": title}
    return tags


async def led_to(state: ServerState, request: Request, path: str) -> Table | None:
    """The table an address leads to, `j/CODE` or `t/ID`; None if there is none or too many were
    asked for. Looking takes nothing, and guessing codes is as dear as elsewhere."""
    kind, _, name = path.partition("/")
    who, limits = address(request), state.limits
    with contextlib.suppress(Refusal, Unavailable):
        if kind == "t":
            limits.spend("read", who)
            return await state.manager.table(name)
        limits.spend("preview", who)
        try:
            return await state.manager.by_code(name)
        except Refusal:
            limits.charge("preview", who, MISS)
    return None


async def invited(state: ServerState, request: Request, path: str) -> Response:
    """The page for an address that leads to a table, with its preview."""
    table = await led_to(state, request, path)
    index = (PAGE / "index.html").read_bytes()
    body = unfurled(index, state.base(request), asked_language(request), table)
    headers = {"cache-control": "no-cache", "vary": "accept-encoding, accept-language"}
    return Response(body, media_type="text/html", headers=headers)
