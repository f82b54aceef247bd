"""docs/strength.md, written from the results of `make strength`."""

import json
from math import log10
from pathlib import Path
from typing import Any

from filon.core.levels import BEST
from filon.games import load, slugs
from filon.lab.strength import PACE, Row, rows, standing

PARTS = {
    "before": "Against the first release",
    "ladder": "The ladder",
    "time": "What more time buys",
    "luck": "Against one look ahead",
}
COLUMNS = ("players", "pair", "games", "the upper wins", "rating points", "same seat won both",
           "ms a choice")  # fmt: skip


def page(kept: dict[str, Any], bench: Path = Path("bench")) -> str:
    """The whole page; what other measurements keep in the folder is told with it."""
    done = standing(kept["rows"])
    hours = sum(told["seconds"] for told in done.values()) / 3600
    text = [HEAD.format(**kept["machine"], pace=PACE, hours=f"{hours:.1f}")]
    for game in slugs():
        text.append(f"\n## {load(game).title['en']} (`{game}`)\n")
        text.append(verdict(game, done))
        missing = 0
        for part, title in PARTS.items():
            asked = [row for row in rows() if row.game == game and row.part == part]
            there = [row for row in asked if row.key in done]
            missing += len(asked) - len(there)
            if there:
                text += [f"**{title}**\n", f"| {' | '.join(COLUMNS)} |"]
                text.append("|---:|---|---:|---:|---:|---:|---:|")
                text += [drawn(row, done[row.key]) for row in there] + [""]
        if missing:
            text.append(f'Not measured yet: {missing} rows (`make strength ARGS="--only {game}"`).')
    text += endings(_read(bench / "regret.json")) + clairvoyant(_read(bench / "clairvoyant.json"))
    return "\n".join(text).rstrip("\n") + "\n"


def _read(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return found


def endings(regret: dict[str, Any]) -> list[str]:
    """What is given away on endings that are solved exactly, game by game."""
    if not regret:
        return []
    text = [ENDINGS]
    for game in slugs():
        if told := regret.get(game):
            best, plain = told[BEST], told["greedy"]
            cells = [load(game).title["en"], told["positions"], f"{best['regret']:.4f}"]
            cells += [best["mistakes"], f"{best['worst']:.4f}", f"{plain['regret']:.4f}"]
            text.append(f"| {' | '.join(map(str, cells))} |")
    return text


def clairvoyant(told: dict[str, Any]) -> list[str]:
    """What somebody wins who sees all throws ahead: a bound on skill."""
    if not told:
        return []
    return [CLAIRVOYANT.format(title=load(told["game"]).title["en"], won=line(told), **told)]


def drawn(row: Row, told: dict[str, Any]) -> str:
    """One line of a table."""
    pair = f"{row.upper} against {'all ' if row.lone else ''}{row.lower}"
    pair += ", full budget" if row.pace == 1 and row.costly else ""
    pair += f", budgets / {row.pace}" if row.pace > 1 else ""
    games = f"{told['games']}{'*' * (told['games'] < row.games)}"
    same = "" if told["same_seat"] is None else f"{100 * told['same_seat']:.0f} %"
    spent = f"{told['milliseconds'][row.upper]:.1f}"
    return (f"| {row.players} | {pair} | {games} | {won(row, told)} | {points(row, told)} | {same} "
            f"| {spent} |")  # fmt: skip


def won(row: Row, told: dict[str, Any]) -> str:
    """The share with its interval; of one against several also how many times an equal's."""
    share = told["share"]
    times = f", {share['mean'] / row.even:.2f} times an equal's" if row.lone else ""
    return f"{line(told).partition(' of ')[0]}{times}"


def points(row: Row, told: dict[str, Any]) -> str:
    """The share as a difference of ratings; none for one against several."""
    share = told["share"]["mean"]
    if row.lone or row.players != 2 or not 0.0 < share < 1.0:
        return ""
    return f"{400 * log10(share / (1 - share)):+.0f}"


def line(told: dict[str, Any]) -> str:
    """A share with its interval."""
    share = told["share"]
    return (f"{100 * share['mean']:.1f} % ({100 * share['low']:.1f} to "
            f"{100 * share['high']:.1f}) of {told['games']} games")  # fmt: skip


def verdict(game: str, done: dict[str, Any]) -> str:
    """A sentence on skill and luck, read off the row against the bot that does not look ahead."""
    told = done.get(Row(game, 2, BEST, "greedy", PACE).key)
    if told is None:
        return "Whether skill shows is not measured yet.\n"
    share, same = told["share"], 100 * (told["same_seat"] or 0.0)
    if share["low"] > 0.5:
        said = "Skill shows: the best level is ahead of greedy."
    elif share["high"] < 0.5:
        said = "At this pace the best level is behind greedy."
    else:
        said = "No skill shows between the best level and greedy at this pace."
    return f"{said} In {same:.0f} % of the sets the dice gave both games to the same seat.\n"


ENDINGS = """
## Endings solved exactly

Regret is the part of a victory that a choice gives away, on the average over small endings in which
it matters (`bench/regret.py`).

| game | positions | the best level | its mistakes | its worst | greedy |
|---|---:|---:|---:|---:|---:|"""

CLAIRVOYANT = """
## What a clairvoyant wins

{title}: a player who sees every throw ahead wins {won} against the best level (budgets / {pace},
`bench/clairvoyant.py`). Where choices change no throw, nobody can expect more."""

HEAD = """# How strong the levels are

This page is written by `make strength`, which goes on where it was interrupted. Every row is an
arena: the two bots play sets of games over the same dice, each holding every seat once, and share
a victory when they tie. The share is of all victories, 50 % is even, the brackets are the 95 %
interval over sets, and rating points are the share in the usual measure (64 % is 100 points, 70 %
is 150). 400 games a row against the first release, 200 elsewhere (400 where 200 leave it open who
is better), 60 at full budget; a star marks a first look with fewer, which the next run replaces.

- *Against the first release*: `sourdough@0.1` is the best level as release 0.1 played it
  (`make frozen`). With four players one sits against three of it, and an equal would win 25 %.
- *The ladder*: every level against the one below. Levels that do not search have no budget.
- *What more time buys*: the best level with four times the budget, the budget of a table, a
  quarter and a sixteenth of it, each against the next.
- *Against one look ahead*: `greedy` takes what the game's hints like best. "Same seat won both" is
  luck: with two players, how often one seat won both games of a set, whoever sat there. Where it is
  near 100 % the dice decide; 0 % would be pure skill.

The last column is what the upper one spends on a choice; where the machine was busy with other
things it is too high. One row by itself: `filon arena GAME --bots UPPER,LOWER --games N --pace P`,
with P = {pace} where it says so (and `--players 4 --bots UPPER,LOWER,LOWER,LOWER` for one against
three). All rows together took {hours} hours of thinking. What the learned value of the best level
reached against the first release when it was made is in [training.md](training.md).

{date}, {cpu}, {cores} cores, {memory}, {os}, Python {python}, {build}.
"""
