"""Files a command will write, looked at before it begins its work."""

import os
from pathlib import Path

from filon.commands.words import texts
from filon.core.errors import Refusal


def writable(*files: Path | None) -> None:
    """Refusal `unwritable` for the first file that could not be written; nothing is touched."""
    for file in files:
        if file is None:
            continue
        why = _hindrance(file)
        if why:
            raise Refusal("unwritable", path=str(file), why=texts().say(f"why.{why}"))


def _hindrance(file: Path) -> str:
    if file.is_dir():
        return "is_folder"
    if not file.parent.is_dir():
        return "folder"
    return "" if os.access(file if file.exists() else file.parent, os.W_OK) else "denied"
