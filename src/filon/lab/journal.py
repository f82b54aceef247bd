"""Finished batches on disk, one JSON line each, so that an interruption loses none of them."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from filon.core.errors import Refusal
from filon.lab.bout import Outcome
from filon.lab.executor import Batch, Executor

KIND = "filon-batches-1"


class Journal:
    """A file that belongs to one request; another request's file is refused, not mixed in."""

    def __init__(self, path: Path | None, request: dict[str, Any], resume: bool) -> None:
        self.path = path
        self.done: dict[int, list[Outcome]] = {}
        if path is None:
            return
        head = {"kind": KIND, **request}
        if path.exists() and resume:
            self._read(path, head)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(head) + "\n", encoding="utf-8")

    def _read(self, path: Path, head: dict[str, Any]) -> None:
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        if not lines or json.loads(lines[0]) != json.loads(json.dumps(head)):
            raise Refusal("resume", file=path.name)
        whole = [lines[0]]
        for line in lines[1:]:
            if not line.endswith("\n"):
                break  # cut off in the middle of writing: that batch is played again
            entry = json.loads(line)
            self.done[int(entry["batch"])] = [Outcome(**fields) for fields in entry["outcomes"]]
            whole.append(line)
        path.write_text("".join(whole), encoding="utf-8")

    def keep(self, number: int, outcomes: list[Outcome]) -> None:
        """Write a finished batch, before progress is reported."""
        self.done[number] = outcomes
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                fields = [asdict(outcome) for outcome in outcomes]
                file.write(json.dumps({"batch": number, "outcomes": fields}) + "\n")


def played(batches: Sequence[Batch], journal: Journal, on: Executor) -> Iterator[int]:
    """Play what the journal lacks; yields the number of bouts finished after each batch."""
    finished = sum(len(outcomes) for outcomes in journal.done.values())
    yield finished
    missing = [(number, batch) for number, batch in enumerate(batches)
               if number not in journal.done]  # fmt: skip
    if not missing:
        return
    for number, outcomes in on.run(missing):
        journal.keep(number, outcomes)
        finished += len(outcomes)
        yield finished


def in_order(journal: Journal) -> list[Outcome]:
    """All outcomes in the order of the request."""
    return [outcome for number in sorted(journal.done) for outcome in journal.done[number]]
