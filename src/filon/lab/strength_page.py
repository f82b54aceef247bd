"""docs/strength.md, written from the results of `make strength`."""

import json
from math import log10
from pathlib import Path
from typing import Any

from filon.core.levels import BEST
from filon.games import load, slugs
from filon.lab.strength import PACE, Pairing, rows, standing

PARTS = {
    "before": "Against the first release",
    "ladder": "Level against level",
    "time": "The effect of more time",
    "luck": "Against a bot without search",
}
COLUMNS = ("players", "pair", "games", "the upper wins", "rating points", "same seat won both",
           "ms a choice")  # fmt: skip


def page(results: dict[str, Any], bench: Path = Path("bench")) -> str:
    """The whole page, with the results of other measurements in the folder."""
    done = standing(results["rows"])
    hours = sum(result["seconds"] for result in done.values()) / 3600
    text = [HEAD.format(**results["machine"], by=PACE, hours=f"{hours:.1f}")]
    for game in slugs():
        text.append(f"\n## {load(game).title_in('en')} (`{game}`)\n")
        text.append(verdict(game, done))
        missing = 0
        for part, title in PARTS.items():
            wanted = [row for row in rows() if row.game == game and row.part == part]
            there = [row for row in wanted if row.key in done]
            missing += len(wanted) - len(there)
            if there:
                text += [f"**{title}**\n", f"| {' | '.join(COLUMNS)} |"]
                text.append("|---:|---|---:|---:|---:|---:|---:|")
                text += [drawn(row, done[row.key]) for row in there] + [""]
        if missing:
            text.append(f'Not measured yet: {missing} rows (`make strength ARGS="--only {game}"`).')
    text += endings(_read(bench / "regret.json")) + clairvoyant(_read(bench / "clairvoyant.json"))
    return "\n".join(text).rstrip("\n") + "\n"


def _read(file: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return content


def endings(regret: dict[str, Any]) -> list[str]:
    """The regret on endings that are solved exactly, game by game."""
    if not regret:
        return []
    text = [ENDINGS]
    for game in slugs():
        if figures := regret.get(game):
            best, plain = figures[BEST], figures["greedy"]
            cells = [load(game).title_in("en"), figures["positions"], f"{best['regret']:.4f}"]
            cells += [best["mistakes"], f"{best['worst']:.4f}", f"{plain['regret']:.4f}"]
            text.append(f"| {' | '.join(map(str, cells))} |")
    return text


def clairvoyant(result: dict[str, Any]) -> list[str]:
    """What a player who sees all throws ahead wins: a bound on skill."""
    if not result:
        return []
    title = load(result["game"]).title_in("en")
    return [CLAIRVOYANT.format(title=title, won=line(result), **result)]


def drawn(row: Pairing, result: dict[str, Any]) -> str:
    """One line of a table."""
    pair = f"{row.upper} against {'all ' if row.lone else ''}{row.lower}"
    pair += ", full budget" if row.divisor == 1 and row.costly else ""
    pair += f", budgets / {row.divisor}" if row.divisor > 1 else ""
    games = f"{result['games']}{'*' * (result['games'] < row.games)}"
    same = "" if result["same_seat"] is None else f"{100 * result['same_seat']:.0f} %"
    spent = f"{result['milliseconds'][row.upper]:.1f}"
    share, rating = won(row, result), points(row, result)
    return f"| {row.players} | {pair} | {games} | {share} | {rating} | {same} | {spent} |"


def won(row: Pairing, result: dict[str, Any]) -> str:
    """The share with its interval; for one against several also as a multiple of the even share."""
    share = result["share"]
    times = f", {share['mean'] / row.even:.2f} times an equal's" if row.lone else ""
    return f"{line(result).partition(' of ')[0]}{times}"


def points(row: Pairing, result: dict[str, Any]) -> str:
    """The share as a difference of ratings; empty for one against several."""
    share = result["share"]["mean"]
    if row.lone or row.players != 2 or not 0.0 < share < 1.0:
        return ""
    return f"{400 * log10(share / (1 - share)):+.0f}"


def line(result: dict[str, Any]) -> str:
    """A share with its interval."""
    share = result["share"]
    return (f"{100 * share['mean']:.1f} % ({100 * share['low']:.1f} to "
            f"{100 * share['high']:.1f}) of {result['games']} games")  # fmt: skip


def verdict(game: str, done: dict[str, Any]) -> str:
    """A sentence on skill and luck, read off the row against the bot that does not look ahead."""
    result = done.get(Pairing(game, 2, BEST, "greedy", PACE).key)
    if result is None:
        return "Whether skill shows is not measured yet.\n"
    share, same = result["share"], 100 * (result["same_seat"] or 0.0)
    if share["low"] > 0.5:
        said = "Skill shows: the best level is ahead of greedy."
    elif share["high"] < 0.5:
        said = "At this pace the best level is behind greedy."
    else:
        said = "No skill shows between the best level and greedy at this pace."
    return f"{said} In {same:.0f} % of the sets the dice gave both games to the same seat.\n"


ENDINGS = """
## Endings solved exactly

Regret is the share of a victory that a choice loses, on average over small endings in which
the choice matters (`bench/regret.py`).

| game | positions | the best level | its mistakes | its worst | greedy |
|---|---:|---:|---:|---:|---:|"""

CLAIRVOYANT = """
## What a clairvoyant player wins

{title}: a player who sees every throw ahead wins {won} against the best level (budgets / {pace},
`bench/clairvoyant.py`). Where choices change no throw, no player can expect more."""

HEAD = """# How strong the levels are

For players who choose a level and for authors of bots. `make strength` writes this page and goes
on where it was interrupted. Every row is an arena: the two bots play sets of games over the same
dice, each holding every seat once, and share a victory when they tie. The share is of all
victories, 50 % is even, the brackets are the 95 % interval over sets, and rating points express
the share (64 % is 100 points, 70 % is 150). A row has 400 games against the first release and 60
at full budget. Other rows have 200, or 400 where 200 do not show which is better. A star marks a
first run with fewer games, which the next run replaces.

- *Against the first release*: `sourdough@0.1` is the best level as release 0.1 played it
  (`make frozen`). With four players one plays against three of it; even is 25 %.
- *Level against level*: every level against the one below. Levels without search have no budget.
- *The effect of more time*: the best level with four times the budget, the budget of a table, a
  quarter and a sixteenth of it, each against the next.
- *Against a bot without search*: `greedy` takes the best step by the game's hints. "Same seat won
  both" measures luck: with two players, how often one seat won both games of a set. Near 100 % the
  dice decide; 0 % would be pure skill.

The last column is the upper bot's time for a choice; on a busy machine it is too high. To play one
row by itself: `filon arena GAME --bots UPPER,LOWER --games N --divisor D`,
with D = {by} where it says so (and `--players 4 --bots UPPER,LOWER,LOWER,LOWER` for one against
three). All rows together took {hours} hours of thinking. [Training learned values](training.md) has
the results of the learned values against the first release when they were made.

{date}, {cpu}, {cores} cores, {memory}, {os}, Python {python}, {build}.
"""
