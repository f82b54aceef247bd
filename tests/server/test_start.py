"""Starting the server: every error is one sentence, and files belong to the owner only."""

import contextlib
import os
import socket
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from filon import cli
from filon.commands.options import SETTINGS
from filon.core.errors import Refusal
from filon.server import data_dir, hosts, launch
from filon.settings import Settings
from filon.store.migrate import migrate_sqlite
from support.games import LONG


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def started(monkeypatch: pytest.MonkeyPatch, capsys: Any, *words: str) -> str:
    """The message of `filon serve` when it refuses to start; it must end with an exit code."""
    monkeypatch.setattr(sys, "argv", ["filon", "serve", "--no-browser", *words])
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    mask = os.umask(0o022)
    try:
        with pytest.raises(SystemExit) as ended:
            cli.main()
    finally:
        os.umask(mask)
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert "Traceback" not in said
    assert said.count("\n") == 1, said
    return str(said)


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch, capsys: Any, tmp_path: Path) -> Any:
    def run(*words: str, data: Path = tmp_path / "data") -> str:
        return started(monkeypatch, capsys, "--data", str(data), *words)

    return run


def test_a_wrong_folder_is_one_sentence(serve: Any, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot be used" in serve(data=tmp_path / "file")
    assert "cannot be used" in serve(data=tmp_path / "file" / "below")


def test_a_file_that_is_no_database_is_one_sentence(serve: Any, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    file = data / "filon.sqlite3"
    file.write_bytes(b"not a database at all" * 100)
    assert "damaged" in serve()
    file.unlink()
    migrate_sqlite(file)
    with sqlite3.connect(file) as base:
        base.execute("UPDATE alembic_version SET version_num = '9999'")
    base.close()
    assert "newer version of Filon" in serve()


def test_a_locked_database_is_one_sentence(
    serve: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "data" / "filon.sqlite3"
    monkeypatch.setattr(launch, "migrate_sqlite", lambda path: migrate_sqlite(path, patience=0.1))
    migrate_sqlite(file)
    lock = sqlite3.connect(file, isolation_level=None)
    lock.execute("BEGIN EXCLUSIVE")
    assert "locked by another program" in serve()
    lock.close()


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("mysql://x/y", "must look like"),
        ("nonsense", "must look like"),
        ("postgresql://filon:hush@127.0.0.1:1/none", "cannot be used"),
    ],
)
def test_a_wrong_database_address_is_one_sentence(serve: Any, url: str, said: str) -> None:
    told = serve("--database", url)
    assert said in told
    assert "hush" not in told


def test_a_wrong_host_or_port_is_one_sentence(serve: Any) -> None:
    assert "cannot listen at 192.0.2.1" in serve("--host", "192.0.2.1")
    assert "cannot listen at no.such.host.invalid" in serve("--host", "no.such.host.invalid")
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert f"Port {port} is taken" in serve("--port", str(port))


def test_wrong_settings_are_one_sentence(serve: Any) -> None:
    assert "not an http" in serve("--public-url", "filon.example")
    assert "not an address or a network" in serve("--proxies", "x")
    assert "no pace" in serve("--pace", "never")


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Settings]:
    """The settings a `filon serve` would serve with."""
    for name in [name for name in os.environ if name.startswith("FILON_")]:
        monkeypatch.delenv(name)

    def run(*words: str) -> Settings:
        served: list[Settings] = []
        monkeypatch.setattr(launch, "serve", served.append)
        cli.app(["serve", *words], standalone_mode=False)
        return served[0]

    return run


def test_without_options_the_settings_are_their_own_defaults(
    chosen: Callable[..., Settings],
) -> None:
    assert chosen() == Settings()


WORDS = {
    "log": "debug",
    "pace": "calm",
    "proxies": "10.0.0.0/8",
    "public_url": "https://filon.example/",
    "push_contact": "mailto:host@example.org",
}


def test_all_settings_but_two_are_options() -> None:
    """`--port` says whether the port is fixed; limits are off only for tests."""
    other = [field.name for field in fields(Settings) if not field.metadata]
    assert other == ["fixed_port", "limits"]


@pytest.mark.parametrize(
    "name", [name for name, setting in SETTINGS.items() if "flag" not in setting.metadata]
)
def test_each_option_and_each_variable_sets_its_setting(
    name: str, chosen: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    default = getattr(Settings(), name)
    word = WORDS.get(name) or ("12" if isinstance(default, int | float) else "other")
    flag = "--" + name.replace("_", "-")
    if isinstance(default, bool):
        words, word = (["--no-" + flag[2:]] if default else [flag]), str(not default)
    else:
        words = [flag, word]
    made = chosen(*words)
    value = getattr(made, name)
    assert str(value).removesuffix(".0") == word
    assert made == replace(Settings(), **{"fixed_port": name == "port", name: value})
    monkeypatch.setenv(f"FILON_{name.upper()}", word)
    assert chosen() == (Settings() if name == "browser" else made)


def test_several_bots_of_ones_own_may_be_given(chosen: Callable[..., Settings]) -> None:
    made = chosen("--bot-class", "a=b:C", "--bot-class", "d=e:F")
    assert made == Settings(bot_classes=("a=b:C", "d=e:F"))
    assert made.guests == {"a": "b:C", "d": "e:F"}


@pytest.mark.parametrize("key", ["", "00", "zz" * 32, "00" * 31])
def test_a_short_key_is_refused(serve: Any, tmp_path: Path, key: str) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / data_dir.KEY).write_text(key)
    assert "damaged or cut short" in serve()
    assert (data / data_dir.KEY).read_text() == key


def test_a_second_server_on_the_same_folder_is_told_of_the_first(
    serve: Any, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    data_dir.prepare(data)
    with data_dir.locked(data, "http://127.0.0.1:8000/"):
        assert "served already, at http://127.0.0.1:8000/" in serve()
    with data_dir.locked(data, "again"):
        pass


def test_another_process_holds_a_folder_until_it_dies(tmp_path: Path) -> None:
    program = (
        "import sys, pathlib; from filon.server import data_dir\n"
        "with data_dir.locked(pathlib.Path(sys.argv[1]), 'there'):\n"
        "    print('held', flush=True); sys.stdin.read()"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert other.stdout
    assert other.stdout.readline() == b"held\n"
    with pytest.raises(Refusal, match="data_busy"), data_dir.locked(tmp_path):
        pass
    other.kill()
    other.communicate()
    with data_dir.locked(tmp_path):
        pass


# ---- whose files they are ----------------------------------------------------------------------


def test_only_the_owner_can_read_stored_files(tmp_path: Path) -> None:
    told = Settings(data=tmp_path / "deep" / "data", browser=False)
    mask = os.umask(0o022)
    try:
        with launch.prepared(told, 8000):
            base = sqlite3.connect(told.file)
            base.execute("PRAGMA journal_mode = WAL")
            base.execute("INSERT INTO marks VALUES ('a', 'b')")
            base.commit()
            names = sorted(path.name for path in told.data.iterdir())
            assert [name for name in names if name.endswith(("-wal", "-shm"))]
            assert {name: oct(mode(told.data / name)) for name in names} == dict.fromkeys(
                names, "0o600"
            )
            assert mode(told.data) == 0o700
            base.close()
    finally:
        os.umask(mask)


def test_the_start_tightens_loose_file_permissions(tmp_path: Path) -> None:
    told = Settings(data=tmp_path / "data", browser=False)
    with launch.prepared(told, 8000):
        pass
    for path in (told.file, told.data / data_dir.KEY):
        path.chmod(0o644)
    told.data.chmod(0o755)
    assert len(data_dir.exposed(told.data)) == 3
    with launch.prepared(told, 8000):
        assert data_dir.exposed(told.data) == []
        assert mode(told.data) == 0o700
    shared = tmp_path / "shared"
    shared.mkdir(mode=0o755)
    (shared / "holiday.jpg").write_text("")
    with launch.prepared(Settings(data=shared, browser=False), 8000):
        assert mode(shared) == 0o755  # others' things lie there too: not ours to close
        assert mode(shared / "filon.sqlite3") == 0o600


def test_the_key_file_is_written_atomically(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another start falls into the middle of the first one's writing."""
    keys: list[bytes] = []
    real = os.fsync

    def midway(handle: int) -> None:
        monkeypatch.setattr(os, "fsync", real)
        keys.append(data_dir.secret(tmp_path))
        real(handle)

    monkeypatch.setattr(os, "fsync", midway)
    keys.append(data_dir.secret(tmp_path))
    assert len(keys) == 2
    assert len(set(keys)) == 1
    assert len(keys[0]) == 32
    assert [path.name for path in tmp_path.iterdir()] == [data_dir.KEY]


def test_simultaneous_first_starts_agree_on_one_key(tmp_path: Path) -> None:
    for start in range(400 if LONG else 5):
        data = tmp_path / str(start)
        keys: list[bytes] = []
        gate = threading.Barrier(8)

        def begin(data: Path = data, keys: list[bytes] = keys, gate: Any = gate) -> None:
            gate.wait()
            keys.append(data_dir.secret(data))

        threads = [threading.Thread(target=begin) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(keys) == 8
        assert len(set(keys)) == 1


def test_a_copy_is_made_before_the_schema_changes(tmp_path: Path) -> None:
    file = tmp_path / "filon.sqlite3"
    migrate_sqlite(file, "0001")
    migrate_sqlite(file)
    copies = list(tmp_path.glob("filon-before-*.sqlite3"))
    assert len(copies) == 1
    assert mode(copies[0]) == 0o600
    base = sqlite3.connect(copies[0])
    assert base.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)
    base.close()
    migrate_sqlite(file)
    assert list(tmp_path.glob("filon-before-*.sqlite3")) == copies


@pytest.mark.parametrize("works", [True, False])
def test_the_address_is_told_once_the_server_answers(works: bool, tmp_path: Path) -> None:
    """Not before the tables are open, and never if they fail to open."""
    order: list[str] = []

    @contextlib.asynccontextmanager
    async def opening(app: FastAPI) -> AsyncIterator[None]:
        order.append("open")
        if not works:
            raise OSError("no manager")
        yield

    app = FastAPI(lifespan=opening)
    settings = Settings(data=tmp_path, limits=False, log="critical")
    config = launch.configured(settings, app)
    with hosts.listening("127.0.0.1", 0) as ear:

        def told() -> None:
            order.append("told")
            server.should_exit = True

        server = launch.Server(config, told)
        with contextlib.suppress(SystemExit):
            server.run(sockets=[ear])
    assert order == (["open", "told"] if works else ["open"])
