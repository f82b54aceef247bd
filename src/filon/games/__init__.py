"""The shelf: a game is a subfolder that has a spec, or an entry point of another package."""

import re
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from filon.core.errors import Refusal
from filon.core.spec import Spec

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "filon.games"  # entry points SLUG = "package.spec:SPEC"
HERE = Path(__file__).parent


def slugs() -> list[str]:
    """The games on the shelf, in alphabetical order; Refusal if two have one name."""
    return sorted([*_ours(), *outside()])


@cache
def load(slug: str) -> Spec:
    """The card of a game's newest edition; Refusal `game` lists the shelf if there is none.

    Refusal `game_title`, `game_editions`: it has no title in any language, or an edition twice.
    """
    if slug not in slugs():
        raise Refusal("game", given=slug[:40], valid=", ".join(slugs()))
    entry = outside().get(slug)
    spec = import_module(f"filon.games.{slug}.spec").SPEC if entry is None else entry.load()
    if not isinstance(spec, Spec) or spec.slug != slug:
        raise Refusal("game_entry", given=slug, where=entry.value if entry else "")
    if not any(spec.box.title.values()):
        raise Refusal("game_title", given=slug)
    cards, editions = [spec, *spec.earlier], spec.editions
    if len(set(editions)) < len(editions) or any(card.slug != slug for card in cards):
        raise Refusal("game_editions", given=slug, editions=", ".join(editions))
    return spec


def folder(slug: str) -> Path:
    """Where a game's rules, texts and page lie: beside its spec."""
    entry = outside().get(slug)
    if entry is None:
        return HERE / slug
    there = find_spec(entry.module)
    return Path(there.origin).parent if there and there.origin else HERE / slug


def file_in(slug: str, name: str, lang: str) -> Path | None:
    """A game's file in a language, else in English, else in any; `name` holds `{lang}`."""
    home = folder(slug)
    files = [home / name.format(lang=code) for code in (lang, "en")]
    files += sorted(home.glob(name.format(lang="??")))
    return next((file for file in files if file.is_file()), None)


@cache
def outside() -> "dict[str, EntryPoint]":
    """The games other packages bring, by slug; looked for once in a process."""
    try:
        from importlib.metadata import entry_points  # importing the library alone costs it not
    except ImportError:  # where there are no sockets, not even their module, nothing is installed
        return {}
    entries: dict[str, EntryPoint] = {}
    for entry in entry_points(group=GROUP):
        other = entries.get(entry.name)
        if other and other.value == entry.value:  # one installation, seen twice on the path
            continue
        if entry.name in _ours() or other is not None:
            where = other.value if other else f"filon.games.{entry.name}.spec"
            raise Refusal("game_clash", given=entry.name, one=where, other=entry.value)
        if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", entry.name):
            raise Refusal("game_entry", given=entry.name[:40], where=entry.value)
        entries[entry.name] = entry
    return entries


def _ours() -> list[str]:
    return [path.parent.name for path in HERE.glob("*/spec.py")]
