"""The host's tools: backup, restore, doctor, tidy."""

import asyncio
import shutil
import sqlite3
import stat
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest

from filon import cli
from filon.match.settings import TableSettings
from filon.server import data_dir
from filon.server.backup import backup, restore
from filon.settings import Settings
from filon.store.sqlite import SqliteStore
from support.serving import Device, begun, opened, play_out, server


def said(capsys: Any, monkeypatch: pytest.MonkeyPatch, *words: str) -> tuple[int, str]:
    """Exit code and words of a command."""
    monkeypatch.setattr(sys, "argv", ["filon", *words])
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    code = 0
    try:
        cli.main()
    except SystemExit as ended:
        code = int(ended.code or 0)
    told = capsys.readouterr()
    assert "Traceback" not in told.err
    return code, told.out + told.err


@pytest.fixture
def filon(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    return lambda *words: said(capsys, monkeypatch, *map(str, words))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a finished match, a running one and one that waits."""
    data = tmp_path_factory.mktemp("played")

    async def story() -> None:
        async with opened(data) as manager:
            table = await begun(manager, "claim_it", ["me", "me"])
            await play_out(table, [0, 1])
            await begun(manager, "claim_it", ["me", "me"])
            await manager.create("claim_it", {}, table.row.seats, TableSettings(pace="instant"))

    asyncio.run(story())
    data_dir.secret(data)
    return data


@pytest.fixture
def games(played: Path, tmp_path: Path) -> Settings:
    """The same, to be spoilt."""
    told = Settings(data=tmp_path / "data")
    shutil.copytree(played, told.data)
    data_dir.tighten(told.data)
    return told


def marked(file: Path) -> str:
    base = sqlite3.connect(file)
    found = base.execute("SELECT told FROM marks WHERE name = 'restored'").fetchone()
    base.close()
    return str(found[0]) if found else ""


def test_a_back_up_taken_while_playing_keeps_every_seat(tmp_path: Path, filon: Any) -> None:
    data, kept, again = tmp_path / "data", tmp_path / "kept.tgz", tmp_path / "again"
    with server(data) as running:
        me = Device(running)
        table = me.table("claim_it", ["me", "me"])
        me.order(table, "start")
        before = me.turn(table, 0, 1)
        assert filon("backup", kept, "--data", data)[0] == 0
        cookies = me.client.cookies
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    code, told = filon("restore", kept, "--data", again)
    assert (code, "new dice" in told) == (0, True)
    assert marked(again / "filon.sqlite3")
    assert data_dir.secret(again) == data_dir.secret(data)
    with server(again) as running:
        me = Device(running)
        me.client.cookies = cookies
        assert me.view(table, before["seat"])["v"] >= before["v"]


def test_restoring_overwrites_only_when_told_and_keeps_what_was_there(
    games: Settings, tmp_path: Path, filon: Any
) -> None:
    kept = tmp_path / "kept.tgz"
    backup(games, kept)
    assert "there already" in filon("backup", kept, "--data", games.data)[1]
    code, told = filon("restore", kept, "--data", games.data)
    assert (code, "--overwrite" in told) == (2, True)
    assert not marked(games.file)
    assert filon("restore", kept, "--data", games.data, "--overwrite")[0] == 0
    first = marked(games.file)
    assert first
    assert len(list(games.data.glob("filon-replaced-*.sqlite3"))) == 1
    assert data_dir.exposed(games.data) == []
    restore(games, kept, overwrite=True)
    assert marked(games.file) != first


def test_nothing_is_restored_under_a_running_server_or_from_nonsense(
    games: Settings, tmp_path: Path, filon: Any
) -> None:
    kept, nonsense = tmp_path / "kept.tgz", tmp_path / "nonsense"
    backup(games, kept)
    with data_dir.locked(games.data, "here"):
        assert "served already" in filon("restore", kept, "--data", games.data, "--overwrite")[1]
    nonsense.write_bytes(b"nonsense")
    assert "not a back-up" in filon("restore", nonsense, "--data", tmp_path / "new")[1]
    nonsense.write_bytes(kept.read_bytes()[:-200])
    assert filon("restore", nonsense, "--data", tmp_path / "new")[0] == 2
    with tarfile.open(nonsense, "w") as other:
        other.add(kept, "../../evil")
    assert "not a back-up" in filon("restore", nonsense, "--data", tmp_path / "new")[1]
    assert not (tmp_path / "new" / data_dir.KEY).exists()
    assert "no games" in filon("backup", tmp_path / "x", "--data", tmp_path / "nowhere")[1]


def test_the_doctor_finds_what_is_wrong(games: Settings, filon: Any) -> None:
    code, told = filon("doctor", "--data", games.data)
    assert (code, "All is well." in told) == (0, True), told
    assert "Tables: 3. Matches: 2." in told
    games.file.chmod(0o644)
    assert "open to others" in filon("doctor", "--data", games.data)[1]
    data_dir.tighten(games.data)
    base = sqlite3.connect(games.file)
    with base:
        base.execute("UPDATE matches SET seed = ? WHERE players > 0", ("ab" * 32,))
    code, told = filon("doctor", "--data", games.data)
    assert (code, "draws: draw" in told) == (1, True), told
    with base:
        seat = "'butin', 1, 2, 'person', '', '', 'p', 1, '3', 'over'"
        base.execute(f"INSERT INTO results VALUES ('half-1', 0, {seat})")
    assert "half-1: results not whole" in filon("doctor", "--data", games.data)[1]
    with base:
        base.execute("DELETE FROM results")
        base.execute("DELETE FROM entries WHERE v = 2")
    assert "entries missing" in filon("doctor", "--data", games.data)[1]
    with base:
        base.execute("UPDATE entries SET v = v - 1 WHERE v > 2")
    base.close()
    assert "does not replay" in filon("doctor", "--data", games.data)[1]
    (games.data / data_dir.KEY).write_text("00")
    assert "secret.key: key" in filon("doctor", "--data", games.data)[1]


def test_tidy_lists_old_tables_and_removes_them_only_when_told(games: Settings, filon: Any) -> None:
    assert "0 old tables" in filon("tidy", "--data", games.data)[1]
    base = sqlite3.connect(games.file)
    with base:
        base.execute("UPDATE tables SET changed = 0")
    assert "1 old table." in filon("tidy", "--data", games.data)[1]  # the others were played
    with base:
        base.execute('UPDATE entries SET "at" = 1')
    code, told = filon("tidy", "--data", games.data)
    assert (code, "3 old tables" in told) == (0, True)

    def left() -> list[int]:
        names = ("tables", "matches", "entries", "sitting", "words")
        return [base.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names]

    with base:
        table = base.execute("SELECT id FROM tables").fetchone()[0]
        base.execute("INSERT INTO words VALUES (?, 1, 1, 1, 0, 0, '', 'text', 'x', '')", (table,))
        seat = "'butin', 1, 1, 'person', '', '', 'p', 1, '3', 'over'"
        base.execute(f"INSERT INTO results VALUES ('gone-1', 0, {seat})")
    assert all([*left()[:3], left()[4]])
    told = filon("purge", "--data", games.data, "--history-days", "30")[1]
    assert "1 old result in people’s history" in told
    assert "3 tables were removed" in filon("purge", "--data", games.data, "--remove")[1]
    assert left() == [0, 0, 0, 0, 0]
    kept = base.execute("SELECT count(*) FROM results WHERE ended > 1").fetchone()[0]
    assert kept == base.execute("SELECT count(*) FROM results").fetchone()[0] > 0  # not their past
    base.close()


def test_unused_tables_are_those_without_recent_play(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "claim_it", ["me", "me"])
            store = manager.store
            assert isinstance(store, SqliteStore)
            later = table.row.changed + 86_400_000  # a day: the lot is drawn meanwhile
            assert [row.id for row in await store.idle(later)] == [table.row.id]
            assert await store.idle(later, ("waiting",)) == []
            assert await store.idle(table.row.changed) == []

    asyncio.run(story())
