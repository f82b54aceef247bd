"""Reports of arenas and studies: one HTML file without external resources."""

from collections.abc import Sequence
from pathlib import PurePath
from typing import Any

from filon.core.spec import Spec
from filon.extras import need
from filon.games import load
from filon.lab import plots
from filon.lab.arena import Standings
from filon.lab.study import Study, grids
from filon.messages import catalogue, step_words

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ title }}</title>
<style>
:root { color-scheme: light; }
body { margin: 0 auto; max-width: 58rem; padding: 1.5rem; background: #fbf5e8; color: #3b2f24;
       font: 16px/1.5 Georgia, "Times New Roman", serif; }
h1 { margin: 0; font-size: 1.9rem; } .sub { margin: .2rem 0 1.5rem; color: #75624d; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(24rem, 1fr)); gap: 1rem; }
section { background: #fffdf7; border: 1px solid #e2d3b4; border-radius: 10px; padding: 1rem; }
h2 { margin: 0 0 .3rem; font-size: 1.1rem; } p { margin: .2rem 0 .6rem; }
svg { width: 100%; height: auto; } table { border-collapse: collapse; width: 100%; }
.wide { grid-column: 1 / -1; overflow-x: auto; }
th, td { text-align: right; padding: .25rem .6rem; border-bottom: 1px solid #e9dfc8; }
th:first-child, td:first-child { text-align: left; } .big { font-size: 1.6rem; }
@media (max-width: 30rem) { .cards { grid-template-columns: 1fr; } body { padding: .8rem; } }
</style></head><body>
<h1>{{ title }}</h1><p class="sub">{{ sub }}</p>
<div class="cards">
{% for card in cards %}<section{% if card.wide %} class="wide"{% endif %}>
<h2>{{ card.title }}</h2>{% if card.text %}<p>{{ card.text }}</p>{% endif %}
{% if card.rows %}<table><thead><tr>{% for cell in card.heads %}<th>{{ cell }}</th>{% endfor %}</tr>
</thead><tbody>{% for row in card.rows %}<tr>{% for cell in row %}<td>{{ cell }}</td>{% endfor %}
</tr>{% endfor %}</tbody></table>{% endif %}
{% if card.svg %}{{ card.svg | safe }}{% endif %}</section>
{% endfor %}</div></body></html>
"""


def page(title: str, sub: str, cards: Sequence[dict[str, Any]]) -> str:
    """One self-contained HTML page."""
    need("lab", "filon.lab")
    from jinja2 import Environment

    made = Environment(autoescape=True).from_string(PAGE)
    return made.render(title=title, sub=sub, cards=cards)


def percent(value: float, low: float, high: float) -> str:
    """A share with its interval: 61.5 % (58.0 to 65.1)."""
    return f"{100 * value:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def shown_name(bot: str) -> str:
    """A bot as tables and pictures name it: a program by its last word, a class by its own name."""
    if bot.startswith("cmd:"):
        return PurePath(bot.split()[-1].removeprefix("cmd:")).name
    return bot.rpartition(":")[2]


def meetings(standings: Standings) -> tuple[list[str], list[list[str]]]:
    """Heads and rows of the table in which every bot meets every other."""
    names = [row.bot for row in standings.rows]
    met = {(pair.bot, pair.other): pair for pair in standings.versus}
    rows = []
    for bot in names:
        cells = [met.get((bot, other)) for other in names]
        rows.append([shown_name(bot)] + [
            f"{100 * pair.share.mean:.1f}" if pair and pair.meetings else "-" for pair in cells
        ])  # fmt: skip
    return ["against", *map(shown_name, names)], rows


def arena_page(standings: Standings) -> str:
    """The report of an arena."""
    request = standings.request
    names = [shown_name(row.bot) for row in standings.rows]
    even = 1 / len(names)
    heads = ["bot", "share of wins", "rating", "mean place", "ms per choice", "faults"]
    rows = [
        [shown_name(row.bot), percent(row.share.mean, row.share.low, row.share.high),
         f"{row.rating.mean:.0f} ({row.rating.low:.0f} to {row.rating.high:.0f})",
         f"{row.place.mean:.2f}", f"{row.milliseconds:.1f}", str(row.illegal)]
        for row in standings.rows
    ]  # fmt: skip
    against, met = meetings(standings)
    cards: list[dict[str, Any]] = [
        {"title": "The table", "wide": True, "heads": heads, "rows": rows},
        {"title": "Head to head", "wide": True, "heads": against, "rows": met,
         "text": "How often the bot of a row came before the one of a column, in %; a tie counts "
                 "half."},
        {"title": "Who wins", "svg": plots.shares(names, [r.share for r in standings.rows], even)},
        {"title": "Ratings",
         "svg": plots.ratings(names, [(r.rating.mean, r.rating.low, r.rating.high)
                                      for r in standings.rows])},
    ]  # fmt: skip
    part = "" if standings.whole else f" of the {request.total} asked for"
    sub = (f"{standings.games} games{part} of {request.setup.players} players; within a "
           "set every bot holds every seat over the same dice. "
           f"Pace {request.divisor}, seed {request.seed}, {standings.build}.")  # fmt: skip
    return page(f"Arena: {request.setup.spec.title_in('en')}", sub, cards)


def study_page(study: Study) -> str:
    """The report of a study."""
    mean = sum(study.changes) / len(study.changes)
    late = sum(study.settled) / len(study.settled)
    cards: list[dict[str, Any]] = [
        *_order_card(study),
        {"title": "Seats", "svg": plots.shares(
            [f"seat {seat + 1}" for seat in range(len(study.by_seat))], study.by_seat, study.par)},
        {"title": "How long it lasts",
         "text": f"{sum(study.lengths) / study.games:.0f} steps on the average, chance included.",
         "svg": plots.histogram(study.lengths, "steps of a game")},
        {"title": "Scores", "text": f"Shared victories: {100 * study.tied:.1f} % of the games.",
         "svg": plots.histogram(study.scores, "points", study.winning)},
        {"title": "How close it is", "svg": plots.histogram(study.margins, "points ahead")},
        {"title": "Changes of the lead",
         "text": f"{mean:.1f} a game. A winner is ahead for good after {100 * late:.0f} % of it.",
         "svg": plots.histogram(study.changes, "changes of the lead")},
    ]  # fmt: skip
    for verb, places in grids(load(study.game), study.steps).items():
        if len(places) > 3:
            cards.append({"title": f"Where `{verb}` wins",
                          "svg": plots.heat(places, study.par, "row by column")})  # fmt: skip
    for verb in dict.fromkeys(figure.verb for figure in study.steps):
        cards += _step_card(study, verb)
    who = shown_name(study.bot)
    sub = (f"{study.games} games of {study.players} players, every seat played by {who}. "
           "What goes with winning is not always what causes it.")  # fmt: skip
    return page(f"Study: {study.title}", sub, cards)


def step_name(spec: Spec, steps: str) -> str:
    """Steps in words where the game's catalogue has them, things by their names."""
    texts = catalogue("en", spec.slug)
    words = [step_words(texts, spec.slug, spec.layout.words(spec.layout.number(step)))
             for step in steps.split(", ")]  # fmt: skip
    return ", ".join(word or step for word, step in zip(words, steps.split(", "), strict=True))


def _order_card(study: Study) -> list[dict[str, Any]]:
    """Whether it matters who begins; empty if the game does not say who does."""
    if not study.by_order:
        return []
    places = ["starter", "second", "third", "fourth", "fifth", "sixth", "seventh"]
    best, last = study.by_order[0], study.by_order[-1]
    text = (f"The starter wins {percent(best.mean, best.low, best.high)}, the last to begin "
            f"{percent(last.mean, last.low, last.high)}; even would be "
            f"{100 * study.par:.1f} %.")  # fmt: skip
    names = places[: len(study.by_order)]
    return [{"title": "Does it matter who begins?", "text": text,
             "svg": plots.shares(names, study.by_order, study.par)}]  # fmt: skip


def _step_card(study: Study, verb: str) -> list[dict[str, Any]]:
    steps = [figure for figure in study.steps if figure.verb == verb]
    if len(steps) < 2:
        return []
    shown = steps if len(steps) <= 12 else steps[:6] + steps[-6:]
    spec = load(study.game)
    rows = [[step_name(spec, figure.step), str(figure.games),
             percent(figure.share.mean, figure.share.low, figure.share.high)]
            for figure in shown]  # fmt: skip
    text = "" if len(steps) <= 12 else f"The six best and the six worst of {len(steps)}."
    return [{"title": f"Seats that took `{verb}`", "text": text,
             "heads": ["step", "seats", "share of wins"], "rows": rows}]  # fmt: skip
