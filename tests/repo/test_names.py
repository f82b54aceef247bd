"""The check of names finds a name that is taken twice or says nothing, and allows what it must."""

from pathlib import Path
from typing import Any

import pytest

from support.scripts import tool

names: Any = tool("names")


def tree(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        file = folder / name.replace("__", "/")
        file = file.with_name(f"{file.name}.py")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


def test_a_class_or_module_of_two_folders_is_named(tmp_path: Path) -> None:
    source = tree(tmp_path, bots__line="class Row: pass", lab__line="class Row: pass")
    assert names.faults(source, ()) == [
        "module line in bots/line.py, lab/line.py",
        "class Row in bots/line.py, lab/line.py",
    ]
    assert names.faults(source, ("lab",)) == []


def test_games_and_commands_share_names_of_files(tmp_path: Path) -> None:
    source = tree(
        tmp_path, games__a__view="class View: pass", games__b__view="class View: pass",
        lab__arena="x = 1", commands__arena="x = 1",
    )  # fmt: skip
    assert names.faults(source, ()) == []


@pytest.mark.parametrize(
    "text",
    ["told = 1", "for one in (): pass", "def found(): pass", "def f(asked): pass", "x.kept = 1",
     "f = lambda told: 1", "async def _told(): pass"],
)  # fmt: skip
def test_a_value_with_a_vague_name_is_named(tmp_path: Path, text: str) -> None:
    (line,) = names.faults(tree(tmp_path, bots__bot=text), ())
    assert line.startswith("bots/bot.py:1: `")


def test_reading_such_a_name_and_keys_of_dictionaries_are_free(tmp_path: Path) -> None:
    source = tree(tmp_path, bots__bot='x = {"told": y.one, "kept": f(found=1)}')
    assert names.faults(source, ()) == []
