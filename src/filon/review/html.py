"""A review as one HTML page without external resources or scripts."""

from html import escape

from filon.core.spec import Spec
from filon.review.curve import COLOURS, Curve
from filon.review.form import Review
from filon.review.telling import Teller

STYLE = """
:root{color-scheme:light}
body{margin:0;background:#e7d6b4;color:#2b2118;font:17px/1.45 "Alegreya Sans","Gill Sans",
"Segoe UI",sans-serif}
main{max-width:70rem;margin:0 auto;padding:1.2rem}
h1,h2{font-family:Alegreya,"Iowan Old Style",Georgia,serif;line-height:1.15;margin:.2rem 0 .7rem}
h1{font-size:2.1rem}h2{font-size:1.35rem}
section{background:#f4ead5;border:2px solid #2b2118;border-radius:.6rem;padding:1rem 1.2rem;
margin:0 0 1.2rem}
svg{display:block;width:100%;height:auto}
.field{fill:#fffcf3}.rule{stroke:#c9b48a;stroke-opacity:.5}
.axis{font-size:13px;text-anchor:end;fill:#5e4f3d}
.even{stroke:#2b2118;stroke-dasharray:2 5;stroke-width:1.5}
.turn{stroke:#2b2118;stroke-width:1}
.halo{fill:none;stroke:#fffcf3;stroke-width:6}.line{fill:none;stroke-width:3.2}
.disc{stroke:#2b2118;stroke-width:1.5}.number{font-size:13px;font-weight:800;fill:#fff6df;
text-anchor:middle}
.mark{stroke:#2b2118;stroke-width:1.5;fill:#fff6df}.mark.good{fill:#cfdcc0}.mark.bad{fill:#f0c9b8}
.sign{font-size:12px;font-weight:800;text-anchor:middle;fill:#2b2118}
.drop{stroke:#2b2118;stroke-dasharray:3 3}.badge{fill:#e9be5a;stroke:#2b2118;stroke-width:1.8}
.badge-n{font-size:13px;font-weight:800;text-anchor:middle;fill:#2b2118}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%}
th,td{padding:.35rem .6rem;text-align:right;border-bottom:1px solid #c9b48a;
font-variant-numeric:tabular-nums}
th:first-child,td:first-child,.words td,.words th{text-align:left}
td:first-child{white-space:nowrap}
small{color:#5e4f3d}td small{white-space:nowrap}
.scroll svg{min-width:40rem}
.up{color:#37532f}.down{color:#9a3a24}
.seat{display:inline-block;min-width:1.4em;border-radius:1em;text-align:center;color:#fff6df;
font-weight:800;margin-right:.4em}
ol{padding-left:1.6rem}li{margin:.3rem 0}
:target{background:#fbe3a6}footer{color:#5e4f3d;font-size:.9rem}
a{color:inherit}
"""


def page(review: Review, spec: Spec, lang: str) -> str:
    """The whole document."""
    teller = Teller(review, spec, lang)
    return "\n".join([
        "<!doctype html>",
        f'<html lang="{lang}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        f"<title>{escape(teller.title())}</title>",
        f"<style>{STYLE}{_colours()}</style></head><body><main>",
        f"<h1>{escape(teller.title())}</h1>",
        _section(teller, "curve", _curve(teller)),
        _section(teller, "account", _account(teller)),
        _section(teller, "moments", _moments(teller)),
        _section(teller, "marks", _marks(teller)),
        f"<footer><p>{escape(teller.say('review.known'))} {escape(teller.foot())}</p></footer>",
        "</main></body></html>",
        "",
    ])  # fmt: skip


def _colours() -> str:
    return "".join(f".c{at}{{background:{colour}}}" for at, colour in enumerate(COLOURS))


def _section(teller: Teller, name: str, inside: str) -> str:
    head = escape(teller.say(f"review.{name}"))
    return f"<section><h2>{head}</h2>{inside}</section>"


def _seat(teller: Teller, seat: int) -> str:
    name = escape(teller.names[seat])
    return f'<span class="seat c{seat % len(COLOURS)}">{seat + 1}</span>{name}'


def _curve(teller: Teller) -> str:
    seats = " &nbsp; ".join(_seat(teller, seat) for seat in teller.review.ranked)
    legend = f"<p>{seats}</p><p><small>{escape(teller.thresholds())}</small></p>"
    return f'<div class="scroll">{Curve(teller).svg()}</div>{legend}'


def _account(teller: Teller) -> str:
    heads = "".join(f"<th>{escape(head)}</th>" for head in teller.heads())
    rows = []
    for row in teller.review.account:
        cells = "".join(_cell(value, error) for value, error in teller.cells(row))
        rows.append(f"<tr><td>{_seat(teller, row.seat)}</td>{cells}</tr>")
    table = f'<div class="scroll"><table><tr>{heads}</tr>{"".join(rows)}</table></div>'
    summary = escape(teller.summary())
    return f"{table}<p>{summary}</p><p><small>{escape(teller.say('review.adds'))}</small></p>"


def _cell(value: str, error: str) -> str:
    colour = "up" if value.startswith("+") else "down" if value.startswith("\u2212") else ""
    doubt = f"<small>± {escape(error)}</small> " if error else ""
    return f'<td>{doubt}<span class="{colour}">{escape(value)}</span></td>'


def _moments(teller: Teller) -> str:
    if not teller.review.moments:
        return f"<p>{escape(teller.say('review.moments.none'))}</p>"
    said = [
        teller.say("review.at", step=moment.step + 1, text=teller.moment(moment))
        for moment in teller.review.moments
    ]
    items = "".join(f"<li>{escape(sentence)}</li>" for sentence in said)
    return f"<ol>{items}</ol>"


def _marks(teller: Teller) -> str:
    marks = teller.marks()
    if not marks:
        return f"<p>{escape(teller.say('review.marks.none'))}</p>"
    names = ("step", "seat", "marks", "played", "best", "lost")
    keys = [teller.say(f"review.{name}") for name in names]
    keys[2] = ""
    heads = "".join(f"<th>{escape(key)}</th>" for key in keys)
    rows = "".join(
        f'<tr id="s{mark.step}"><td>{mark.step + 1}</td><td>{_seat(teller, mark.seat)}</td>'
        f"<td>{escape(mark.sign)} {escape(mark.name)}</td><td>{escape(mark.text)}</td>"
        f"<td>{escape(mark.best)}</td><td>{escape(mark.points)}</td></tr>"
        for mark in marks
    )
    return f'<div class="scroll"><table class="words"><tr>{heads}</tr>{rows}</table></div>'
