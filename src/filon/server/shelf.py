"""The games as the lobby shows them, from their specs and catalogues."""

from pathlib import Path

import structlog

from filon import bots, games
from filon.core.errors import Refusal
from filon.core.spec import Option, Spec, written
from filon.messages import Catalogue, catalogue
from filon.server.wire import GameInfo, Level, OptionInfo, OptionValue, Shelf
from filon.table import script
from filon.table.pace import PACES

log = structlog.get_logger()

# The five boxes of the house; one that is not on the shelf yet is shown as not built.
BOXES = {
    "claim_it": ("Claim It!", "Claim It!"),
    "gold_river": ("Gold River", "Gold River"),
    "nuggets": ("Nuggets", "Nuggets"),
    "chercheurs_dor": ("Les Chercheurs d’or", "Les Chercheurs d’or"),
    "butin": ("Le Partage du butin", "Le Partage du butin"),
}


def shelf(lang: str) -> Shelf:
    """All games, the house's own order first."""
    known = [*BOXES, *(slug for slug in games.slugs() if slug not in BOXES)]
    texts = catalogue(lang)
    levels = [
        Level(
            level=name,
            name=_said(texts, f"bot.{name}", name),
            help=_said(texts, f"bot.{name}.help", ""),
        )
        for name in bots.LEVELS
    ]
    return Shelf(games=[_info(slug, lang) for slug in known], levels=levels, paces=list(PACES))


def _info(slug: str, lang: str) -> GameInfo:
    try:
        spec = games.load(slug)
    except Refusal:
        return _unbuilt(slug, lang)
    except Exception:
        log.exception("a game cannot be loaded", game=slug)  # no table, no secret
        return _unbuilt(slug, lang)
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
        guided=script.offered(slug),
        options=[_option(spec, option, texts) for option in spec.options],
        events={kind: list(names) for kind, names in spec.events.items()},
    )


def _unbuilt(slug: str, lang: str) -> GameInfo:
    french, english = BOXES.get(slug, (slug, slug))
    return GameInfo(
        slug=slug,
        built=False,
        title=french if lang == "fr" else english,
        line=_said(catalogue(lang, slug), f"{slug}.line", ""),
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
