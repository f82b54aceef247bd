"""`filon verify`: whether the draws of a match were fair, from its proof and its record."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from filon.commands.options import Lang
from filon.commands.replay import opened, text_of
from filon.commands.words import ask_for, texts
from filon.core.errors import Refusal
from filon.core.fair import SCHEME
from filon.core.proof import (
    Draw,
    Fault,
    Part,
    Proof,
    Receipt,
    check,
    check_draws,
    check_receipts,
    check_rules,
    in_hex,
)
from filon.core.setup import agreed
from filon.games import load

SHOWN = 12  # faults told one by one; a wrong seed makes every draw wrong


def verify(
    proof: Annotated[Path, typer.Argument(help="The proof, saved from the end of a game.")],
    record: Annotated[
        Path | None,
        typer.Argument(help="The record of the same game: the rules are then checked too."),
    ] = None,
    commitment: Annotated[
        str, typer.Option(help="The fingerprint you noted before the first step.")
    ] = "",
    lang: Lang = None,
) -> None:
    """Check every draw of a match that has ended; exit code 1 if anything is wrong."""
    ask_for(lang)
    text = text_of(proof)
    contents, receipts = read_proof(text), read_receipts(text)
    faults = check(contents, commitment.strip().lower()) + check_receipts(contents, receipts)
    if record is not None:
        faults += check_rules(contents, opened(text_of(record)))
    console = Console(highlight=False, soft_wrap=True)
    lines = [sentence(fault) for fault in faults[:SHOWN]]
    if len(faults) > SHOWN:
        lines.append(texts().say("terminal.verify.more", n=len(faults) - SHOWN))
    kinds = {fault.kind for fault in faults}
    lines += checked(contents, kinds, "noted" if commitment else "told", record is not None)
    lines += unchecked(contents, bool(receipts), record is not None)
    for line in lines:
        console.print(line, markup=False)
    if faults:
        raise typer.Exit(1)


def checked(proof: Proof, kinds: set[str], by: str, rules: bool) -> list[str]:
    """What was found right, one sentence each."""
    say = texts().say
    lines = []
    if not kinds & {"scheme", "seed", "promise", "listed"}:
        lines.append(say("terminal.verify.seed", by=by))
    if not kinds & {"scheme", "promise", "listed", "opening"}:
        for part in proof.parts:
            n, of = len(part.opened()), part.seats.count("person")
            if part.scheme == SCHEME and n:
                lines.append(say("terminal.verify.promises", n=n, of=of))
    if any(part.restarts for part in proof.parts):
        number = sum(part.restarts for part in proof.parts)
        lines.append(say("terminal.verify.restarts", n=number))
    if len(proof.parts) > 1:
        lines.append(say("terminal.verify.parts", n=len(proof.parts), step=proof.parts[-1].since))
    wrong = {fault.n for fault in check_draws(proof) if fault.kind == "draw"}
    right = len(proof.draws) - len(wrong)
    lines.append(say("terminal.verify.draws", n=right, of=len(proof.draws)))
    if rules and not kinds:
        lines.append(say("terminal.verify.rules"))
    return lines


def unchecked(proof: Proof, receipts: bool, rules: bool) -> list[str]:
    """What was not, and could not be, checked: in plain words."""
    say = texts().say
    lines = [] if rules else [say("terminal.verify.alone")]
    if proof.inherited:
        lines.append(say("terminal.verify.fork", n=proof.inherited))
    if not all(part.opened() for part in proof.parts):
        lines.append(say("terminal.verify.nobody"))
    elif not receipts:
        lines.append(say("terminal.verify.unkept"))
    return [*lines, say("terminal.verify.never")]


def sentence(fault: Fault) -> str:
    """What is wrong and where, in words."""
    return texts().say(
        f"terminal.verify.fault.{fault.kind}", n=fault.n, given=fault.given, right=fault.right
    )


def read_proof(text: str) -> Proof:
    """The proof a text holds; Refusal if it is none."""
    try:
        fields: dict[str, Any] = json.loads(text)
        setup = agreed(
            load(str(fields["game"])),
            int(fields["players"]),
            fields.get("options"),
            fields.get("starters"),
            str(fields["edition"]),
        )
        draws = [
            Draw(
                n=int(draw["n"]),
                legal=tuple(map(str, draw["legal"])),
                weights=tuple(map(int, draw["weights"])),
                step=str(draw["step"]),
            )
            for draw in fields["draws"]
        ]
        parts = [*map(Part.read, fields.get("earlier", [])), Part.read(fields)]
        return Proof.of(str(fields["match"]), setup, parts, draws)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Refusal("proof") from None


def read_receipts(text: str) -> list[Receipt]:
    """What the page that saved a proof had kept of the start; nothing if another saved it."""
    try:
        return [
            Receipt(
                listed=tuple(map(str, part["listed"])),
                own={int(seat): in_hex(number) for seat, number in part["own"].items()},
                restarts=int(part["restarts"]),
                since=int(part["since"]),
            )
            for part in json.loads(text).get("kept", [])
        ]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Refusal("proof") from None
