"""`filon luck`: the luck of one seat over several games, and whether it means anything."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from filon.commands.options import Lang
from filon.commands.replay import opened, text_of
from filon.commands.words import ask_for, language, texts
from filon.core.errors import Refusal
from filon.core.record import Record
from filon.messages import decimal
from filon.review.chances import tenths
from filon.review.form import ONE, LuckReport, Review
from filon.review.luck_report import draws_of, report


def luck(
    files: Annotated[list[Path], typer.Argument(help="Records of games.")],
    seat: Annotated[
        str, typer.Option(help="The seat: its number from 1, or the name in the records.")
    ] = "1",
    json_too: Annotated[bool, typer.Option("--json", help="Print it for programs.")] = False,
    lang: Lang = None,
) -> None:
    """Say how lucky a seat was over these games, and whether fair draws would do that."""
    ask_for(lang)
    records = [opened(text_of(file)) for file in files]
    pairs = [(record, at) for record in records if (at := _seat(record, seat)) is not None]
    if not pairs:
        raise Refusal("luck_none", given=seat[:40])
    games: list[tuple[Review, int]] = []
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(texts().say("review.working"), total=len(pairs))
        for record, at in pairs:
            games.append((draws_of(record), at))
            bar.advance(task)
    luck_report = report(games)
    if json_too:
        typer.echo(json.dumps(_as_dict(luck_report), indent=1))
    else:
        show(Console(highlight=False), luck_report)


def _seat(record: Record, given: str) -> int | None:
    """The seat in this game by its number or name; None if no seat has that name."""
    if given.isascii() and given.isdigit():
        if not 1 <= int(given) <= record.setup.players:
            raise Refusal("luck_seat", given=given[:40], most=record.setup.players)
        return int(given) - 1
    for seat in range(record.setup.players):
        if record.notes.get(f"seat {seat}", "").casefold() == given.casefold():
            return seat
    return None


def _as_dict(summary: LuckReport) -> dict[str, object]:
    return {**vars(summary), "one": ONE, "kinds": [vars(kind) for kind in summary.kinds]}


def show(console: Console, summary: LuckReport) -> None:
    """The table, the sum, and what it means."""
    say = texts().say
    table = Table(
        say("luck.kind"), say("luck.draws"), say("luck.mean"), say("luck.sum"),
        title=say("luck.title", games=summary.games), title_justify="left",
    )  # fmt: skip
    for column in table.columns[1:]:
        column.justify = "right"
    for kind in summary.kinds:
        name = kind.verb if kind.own else say("luck.others", verb=kind.verb)
        mean = _points(round(kind.luck / kind.draws)) if kind.draws else ""
        table.add_row(
            name, str(kind.draws), mean, f"{_points(kind.luck)} ± {_size(2 * kind.spread)}"
        )
    table.add_row(
        say("luck.all"),
        str(summary.draws),
        "",
        f"{_points(summary.luck)} ± {_size(2 * summary.spread)}",
        style="bold",
    )
    console.print(table)
    console.print(say("luck.wins", won=_games(summary.won), even=_games(summary.even)))
    if summary.verdict != "few":
        console.print(say("luck.z", chance=_size(round(summary.chance * ONE))))
    console.print(say(f"luck.verdict.{summary.verdict}"))


def _comma(text: str) -> str:
    return decimal(text, language())


def _size(value: int) -> str:
    tenth = tenths(value)
    return _comma(f"{tenth // 10}.{tenth % 10}")


def _points(value: int) -> str:
    sign = "+" if value > 0 else "\N{MINUS SIGN}" if value < 0 else ""
    return sign + _size(abs(value))


def _games(value: int) -> str:
    return _comma(f"{value / ONE:.1f}".removesuffix(".0"))
