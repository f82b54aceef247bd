"""The games as the lobby shows them, from their specs and catalogues."""

from pathlib import Path

import structlog

from filon import bots, games
from filon.core.errors import Refusal
from filon.core.spec import Option, Spec, written
from filon.messages import Catalogue, catalogue
from filon.server.wire import GameInfo, Level, OptionInfo, OptionValue, Shelf
from filon.table.match import script
from filon.table.match.pace import PACES

log = structlog.get_logger()


def shelf(lang: str) -> Shelf:
    """All games, each in the place its card names; one that cannot be loaded stands last."""
    texts = catalogue(lang)
    levels = [
        Level(
            level=name,
            name=_said(texts, f"bot.{name}", name),
            help=_said(texts, f"bot.{name}.help", ""),
        )
        for name in bots.LEVELS
    ]
    cards = {slug: _card(slug) for slug in games.slugs()}
    specs = sorted((spec for spec in cards.values() if spec), key=lambda spec: spec.place)
    known = [_info(spec, lang) for spec in specs]
    known += [_unbuilt(slug, lang) for slug, spec in cards.items() if spec is None]
    return Shelf(games=known, levels=levels, paces=list(PACES))


def _card(slug: str) -> Spec | None:
    try:
        return games.load(slug)
    except Exception:
        log.exception("a game cannot be loaded", game=slug)  # no table, no secret
        return None


def _info(spec: Spec, lang: str) -> GameInfo:
    slug = spec.slug
    texts = catalogue(lang, slug)
    return GameInfo(
        slug=slug,
        built=True,
        title=spec.title[lang],
        subtitle=spec.subtitle[lang],
        line=_said(texts, f"{slug}.line", ""),
        edition=spec.edition,
        prefix=spec.prefix,
        seats=list(spec.seats),
        minutes=spec.minutes,
        hidden=spec.hidden,
        throws=spec.throws,
        guided=script.offered(slug),
        options=[_option(spec, option, texts) for option in spec.options],
        events={kind: list(names) for kind, names in spec.events.items()},
        seat_slots=sorted(spec.seat_slots),
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
    """The rules of a game in a language, as Markdown; Refusal `game` if there are none."""
    games.load(slug)
    path = Path(games.__file__).parent / slug / f"RULES.{lang}.md"
    if not path.exists():
        raise Refusal("no_page")
    return path.read_text("utf-8")
