"""A game's events and steps as TypeScript, from its declarations in Python."""

import json
from collections.abc import Iterable, Iterator

from filon.core.layout import Verb
from filon.games import load

IMPORTS = """import { Notation, type HappeningOf, type HooksOf, type KeysOf } from "$kit";
import type texts from "./messages.en.json";
"""


def game_types(slug: str) -> str:
    """All of `game.gen.ts` but the view: events, steps, text keys, and `Game`, which joins them."""
    spec = load(slug)
    verbs = spec.layout.verbs
    events = [f"  {kind}: {fields((name, 'number') for name in names)};"
              for kind, names in spec.events.items()]  # fmt: skip
    steps = [f"  {one.name}: {fields(zip(one.slots, values(one), strict=True))};" for one in verbs]
    slots = [f"  {one.name}: {json.dumps(list(one.slots))}," for one in verbs]
    return "\n".join(
        [
            "/** The events by kind, each with its numbers. */",
            "export interface Events {", *events, "}",
            "/** The steps by verb, each with its arguments. */",
            "export interface Steps {", *steps, "}",
            "/** A step as it is sent: its notation. */",
            "export type Step =", *(f"  | {template(one)}" for one in verbs),
            "/** Reads the notation of steps. */",
            "export const steps = new Notation<Steps, Step>({", *slots, "});",
            "/** The keys of the texts, without the name of the game. */",
            f'export type Key = KeysOf<typeof texts, "{slug}.">;',
            "/** The game as the types of the desk know it: `Desk<Game>`. */",
            "export interface Game {",
            "  view: View;", "  happening: HappeningOf<Events>;", "  hooks: HooksOf<Events>;",
            "  step: Step;", "  key: Key;",
            "}",
            "declare global {",
            "  interface Games {", f"    {slug}: Game;", "  }",
            "}",
            "",
        ]
    )  # fmt: skip


def fields(typed: Iterable[tuple[str, str]]) -> str:
    """An object type: `{ col: number; row: number }`."""
    inner = "; ".join(f"{name}: {kind}" for name, kind in typed)
    return f"{{ {inner} }}" if inner else "{}"


def values(verb: Verb) -> Iterator[str]:
    """The type of each slot: number, or the words it may hold."""
    for column in zip(*verb.rows, strict=True):
        words = dict.fromkeys(column)
        if all(isinstance(word, int) for word in words):
            yield "number"
        else:
            yield " | ".join(json.dumps(word) for word in words)


def template(verb: Verb) -> str:
    """The notation as a template literal type."""
    return "`" + " ".join([verb.name, *("${" + kind + "}" for kind in values(verb))]) + "`"
