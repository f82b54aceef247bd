"""The games as the lobby shows them, from their specs and catalogues."""

from math import inf
from operator import itemgetter
from typing import Annotated

from filon import bots, games
from filon.app.context import Context
from filon.core.compiled import rules_compiled
from filon.core.errors import Refusal
from filon.core.levels import NAMES
from filon.core.spec import Option, Spec, written
from filon.log import get_logger
from filon.match import script
from filon.match.pace import PACES
from filon.messages import Catalogue, catalogue
from filon.protocol.fields import Field
from filon.protocol.shelf import GameInfo, Level, OptionInfo, OptionValue, Shelf
from filon.puzzles.puzzle import shipped

log = get_logger()
Slug = Annotated[str, Field(max_length=40)]
PLACE = "games"  # /games/SLUG/board.js and whatever lies beside it
BOARD = "board.js"
FOLDER = "page"  # of a game of another package: built already, nothing is made from it here


def shelf(lang: str) -> Shelf:
    """All games, each in the place its card names; one that cannot be loaded stands last."""
    texts = catalogue(lang)
    levels = [_level(name, texts) for name in bots.on_shelf()]
    known = sorted((_placed(slug, lang) for slug in games.slugs()), key=itemgetter(0))
    return Shelf(
        games=[game for _, game in known],
        levels=levels,
        paces=list(PACES),
        slower=not rules_compiled(),
    )


def board_of(slug: str) -> str:
    """The address of the game's own board; empty for our games and for those without one."""
    if slug not in games.outside() or not (games.folder(slug) / FOLDER / BOARD).is_file():
        return ""
    return f"/{PLACE}/{slug}/{BOARD}"


def _placed(slug: str, lang: str) -> tuple[float, GameInfo]:
    """A game and its place on the shelf."""
    try:
        spec = games.load(slug)
        return spec.box.place, _info(spec, lang)
    except Exception:
        log.exception("a game cannot be loaded", game=slug)  # no table, no secret
        return inf, _unbuilt(slug, lang)


def _level(name: str, texts: Catalogue, slug: str = "", grade: int = 0) -> Level:
    """A level in words; a game may have words of its own for it."""
    key = f"{slug}.bot.{name}" if f"{slug}.bot.{name}" in texts else f"bot.{name}"
    return Level(
        level=name,
        name=_said(texts, key, name),
        help=_said(texts, f"{key}.help", ""),
        guest=name in bots.GUESTS,
        grade=grade,
    )


def _levels(spec: Spec, texts: Catalogue) -> list[Level]:
    """Those of the game from friendly to the best, its characters, and guests of the house."""
    graded = [level.name for level in spec.minds.levels if level.name in NAMES]
    names = [level.name for level in spec.minds.levels]
    levels = []
    for name in [*names, *bots.GUESTS]:
        counts = name in graded and len(graded) > 1  # one alone is no scale
        levels.append(_level(name, texts, spec.slug, graded.index(name) + 1 if counts else 0))
    return levels


def _info(spec: Spec, lang: str) -> GameInfo:
    slug = spec.slug
    texts = catalogue(lang, slug)
    return GameInfo(
        slug=slug,
        built=True,
        title=spec.title_in(lang),
        subtitle=spec.subtitle_in(lang),
        line=_said(texts, f"{slug}.line", ""),
        edition=spec.edition,
        prefix=spec.prefix,
        seats=list(spec.seats),
        minutes=spec.box.minutes,
        hidden=spec.hidden,
        throws=spec.throws,
        guided=script.offered(slug),
        options=[_option(spec, option, texts) for option in spec.options],
        events={kind: list(names) for kind, names in spec.events.items()},
        seat_slots=sorted(spec.seat_slots),
        verbs={verb.name: list(verb.slots) for verb in spec.layout.verbs},
        levels=_levels(spec, texts),
        puzzles=len(shipped(slug)),
        board=board_of(slug),
    )


def _unbuilt(slug: str, lang: str) -> GameInfo:
    texts = catalogue(lang, slug)
    return GameInfo(
        slug=slug,
        built=False,
        title=_said(texts, f"{slug}.title", slug),
        line=_said(texts, f"{slug}.line", ""),
    )


def _option(spec: Spec, option: Option, texts: Catalogue) -> OptionInfo:
    key = f"{spec.slug}.option.{option.key}"
    values = [
        OptionValue(value=value, name=_said(texts, f"{key}.{written(value)}", written(value)))
        for value in option.values
    ]
    return OptionInfo(
        key=option.key,
        clause=option.clause,
        name=_said(texts, key, option.key),
        help=_said(texts, f"{key}.help", ""),
        default=option.default,
        values=values,
    )


def _said(texts: Catalogue, key: str, otherwise: str) -> str:
    return texts.say(key) if key in texts else otherwise


def rules(slug: str, lang: str) -> str:
    """The rules of a game in a language, else in another, as Markdown; Refusal `no_page`."""
    games.load(slug)
    path = games.file_in(slug, "RULES.{lang}.md", lang)
    if path is None:
        raise Refusal("no_page")
    return path.read_text("utf-8")


async def show_games(context: Context) -> Shelf:
    """The games, bot levels and paces in the caller's language."""
    return shelf(context.caller.lang)


async def read_rules(context: Context, slug: Slug) -> str:
    """A game's rules as Markdown."""
    return rules(slug, context.caller.lang)
