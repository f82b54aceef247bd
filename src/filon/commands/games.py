"""`filon games`: what is on the shelf."""

from rich.console import Console
from rich.table import Table

from filon.commands.options import Lang
from filon.commands.words import ask_for, language, texts
from filon.core.spec import written
from filon.games import load, slugs


def games(lang: Lang = None) -> None:
    """List the games with their player counts, length and options."""
    ask_for(lang)
    say = texts().say
    shelf = Table(box=None, pad_edge=False, header_style="bold")
    for head in ("name", "title", "players", "minutes"):
        shelf.add_column(say(f"terminal.games.{head}"))
    for slug in slugs():
        spec = load(slug)
        seats = f"{spec.seats[0]}-{spec.seats[-1]}"
        shelf.add_row(slug, spec.title_in(language()), seats, str(spec.box.minutes))
    console = Console(highlight=False)
    console.print(shelf)
    console.print("\n" + say("terminal.games.options"))
    for slug in slugs():
        for option in load(slug).options:
            values = "|".join(map(written, option.values))
            console.print(f"  {slug} --option {option.key}={values}", soft_wrap=True)
