"""Whether a build is up to date: a hash of its inputs is stored beside it."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from stage import ROOT


def digest(files: Iterable[Path], *words: str) -> str:
    """A hash of the files' names and contents and of the words; order does not matter."""
    total = hashlib.sha256("\n".join(words).encode())
    for file in sorted(set(files)):
        content = hashlib.sha256(file.read_bytes()).hexdigest()
        total.update(f"\n{file.relative_to(ROOT)} {content}".encode())
    return total.hexdigest()


def tree(*folders: Path, skip: Iterable[str] = ()) -> list[Path]:
    """Every file below the folders, without caches and without folders of these names."""
    out = {"__pycache__", "node_modules", *skip}
    return [
        file
        for folder in folders
        for file in folder.rglob("*")
        if file.is_file() and not out & set(file.relative_to(ROOT).parts)
    ]


def fresh(stamp: Path, value: str) -> bool:
    """Whether the stamp has this value."""
    return stamp.is_file() and stamp.read_text() == value


def press(stamp: Path, value: str) -> None:
    """Write the stamp, after the build is in place."""
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(value)
