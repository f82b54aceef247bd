"""Counts of long tests, for docs/reliability.md and docs/proofs.md."""

import json
import os
from pathlib import Path

# `make proofs` and `make reliability` each say a folder of their own.
KEPT = Path(os.environ.get("FILON_COUNTS") or Path(__file__).parents[2] / "build" / "counts")


def count(proof: str, **numbers: int) -> None:
    """So much more was tried; one file a process, since several may count at once."""
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / f"{os.getpid()}.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps({"proof": proof, **numbers}) + "\n")
