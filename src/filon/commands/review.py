"""`filon review`: a post-game review, in the terminal, as a page and as JSON."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from filon.commands.options import Lang
from filon.commands.output import writable
from filon.commands.replay import opened, text_of
from filon.commands.words import ask_for, language, texts
from filon.core.record import Record
from filon.review import review as reviewing
from filon.review.form import Review
from filon.review.html import page
from filon.review.telling import Teller

HEADS = ("step", "seat", "marks", "played", "best", "lost")


def review(
    file: Annotated[
        Path, typer.Argument(help="A record, or a game that `filon transcript` wrote.")
    ],
    html: Annotated[Path | None, typer.Option(help="Write one page, nothing fetched.")] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write it for programs.")] = None,
    depth: Annotated[int, typer.Option(help="1 to 8: the higher, the finer and slower.")] = 1,
    lang: Lang = None,
) -> None:
    """Say where a game turned, what would have been better, and how much was luck."""
    ask_for(lang)
    writable(html, json_file)
    record = opened(text_of(file))
    result = _with_bar(record, depth)
    console = Console(highlight=False)
    show(console, Teller(result, record.setup.spec, language()))
    if html is not None:
        html.write_text(page(result, record.setup.spec, language()), "utf-8")
        console.print(texts().say("review.written", path=html), soft_wrap=True)
    if json_file is not None:
        text = json.dumps(result.plain(), ensure_ascii=False, indent=1)
        json_file.write_text(text + "\n", "utf-8")
        console.print(texts().say("review.written", path=json_file), soft_wrap=True)


def _with_bar(record: Record, depth: int) -> Review:
    """The review, with a bar on the terminal while it is made."""
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"),
        TimeElapsedColumn(), console=Console(stderr=True), transient=True,
    )  # fmt: skip
    with bar:
        task = bar.add_task(texts().say("review.working"), total=len(record.steps) or 1)
        return reviewing.review(record, depth, lambda done, _: bar.update(task, completed=done))


def show(console: Console, teller: Teller) -> None:
    """The account, the moments and the marks."""
    console.print(teller.title(), style="bold")
    console.print()
    heads = teller.heads()
    table = Table(*heads, title=teller.say("review.account"), title_justify="left")
    for column, head in zip(table.columns, heads, strict=True):
        column.min_width = max(len(word) for word in head.split())  # no word of a head is cut
        column.justify = "left" if head is heads[0] else "right"
    for row in teller.review.account:
        cells = [f"{value}\n±{error}" if error else value for value, error in teller.cells(row)]
        table.add_row(teller.names[row.seat], *cells)
    console.print(table)
    console.print(teller.summary())
    console.print()
    console.print(teller.say("review.moments"), style="bold")
    for at, moment in enumerate(teller.review.moments, start=1):
        line = teller.say("review.at", step=moment.step + 1, text=teller.moment(moment))
        console.print(f"{at}. {line}")
    if not teller.review.moments:
        console.print(teller.say("review.moments.none"))
    console.print()
    show_marks(console, teller)
    console.print(teller.thresholds(), style="dim")
    console.print(f"{teller.say('review.known')} {teller.foot()}", style="dim")


def show_marks(console: Console, teller: Teller) -> None:
    """The list of marks."""
    console.print(teller.say("review.marks"), style="bold")
    marks = teller.marks()
    if not marks:
        console.print(teller.say("review.marks.none"))
        return
    heads = [teller.say(f"review.{name}") for name in HEADS]
    heads[2] = ""
    table = Table(*heads)
    for mark in marks:
        sign = f"{mark.sign} {mark.name}"
        name = teller.names[mark.seat]
        table.add_row(str(mark.step + 1), name, sign, mark.text, mark.best, mark.points)
    console.print(table)
