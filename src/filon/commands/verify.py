"""`filon verify`: whether the draws of a match were fair, from its proof and its record."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from filon.commands.game_choice import Lang
from filon.commands.replay import opened, text_of
from filon.commands.words import ask_for, texts
from filon.core.errors import Refusal
from filon.core.proof import Draw, Fault, Proof, check, check_rules
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
    told = read_proof(text_of(proof))
    faults = check(told, commitment.strip().lower())
    if record is not None:
        faults += check_rules(told, opened(text_of(record)))
    say = texts().say
    console = Console(highlight=False, soft_wrap=True)
    for fault in faults[:SHOWN]:
        console.print(sentence(fault), markup=False)
    if len(faults) > SHOWN:
        console.print(say("terminal.verify.more", n=len(faults) - SHOWN), markup=False)
    if not any(fault.kind in ("scheme", "seed") for fault in faults):
        key = "noted" if commitment else "told"
        console.print(say("terminal.verify.seed", by=key), markup=False)
    wrong = {fault.n for fault in faults if fault.kind == "draw"}
    right = len(told.draws) - len(wrong)
    console.print(say("terminal.verify.draws", n=right, of=len(told.draws)), markup=False)
    if record is None:
        console.print(say("terminal.verify.alone"), markup=False)
    elif not faults:
        console.print(say("terminal.verify.rules"), markup=False)
    if faults:
        raise typer.Exit(1)


def sentence(fault: Fault) -> str:
    """What is wrong and where, in words."""
    return texts().say(
        f"terminal.verify.fault.{fault.kind}", n=fault.n, told=fault.told, right=fault.right
    )


def read_proof(text: str) -> Proof:
    """The proof a text holds; Refusal if it is none."""
    try:
        told: dict[str, Any] = json.loads(text)
        return Proof(
            scheme=str(told["scheme"]),
            match=str(told["match"]),
            setup=agreed(
                load(str(told["game"])),
                int(told["players"]),
                told.get("options"),
                told.get("starters"),
                str(told["edition"]),
            ),
            commitment=str(told["commitment"]),
            seed=bytes.fromhex(told["seed"]),
            entropy=tuple(bytes.fromhex(part) for part in told["entropy"]),
            draws=tuple(
                Draw(
                    n=int(one["n"]),
                    legal=tuple(map(str, one["legal"])),
                    weights=tuple(map(int, one["weights"])),
                    step=str(one["step"]),
                )
                for one in told["draws"]
            ),
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Refusal("proof") from None
