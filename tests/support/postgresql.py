"""A PostgreSQL server of the tests' own: unprivileged, in a temporary folder, on a socket there.

It has no port: another program could take one between looking for it and listening at it.
"""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

INSTALL = "PostgreSQL is not installed: on Debian or Ubuntu, apt-get install postgresql"


def folder_of_binaries() -> Path:
    """Where initdb and postgres are; Debian keeps them outside PATH."""
    found = [Path(path).resolve().parent for path in [shutil.which("initdb")] if path]
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found += sorted(Path("/usr/pgsql").parent.glob("pgsql-*/bin"), reverse=True)
    for folder in found:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    if os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(
            ["apt-get", "install", "-y", "-q", "postgresql"], check=False, capture_output=True
        )
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
        if found:
            return found[0]
    raise AssertionError(INSTALL)


def other_user() -> list[str]:
    """The words before a command that run it without root's rights; none if we are not root."""
    if os.geteuid() != 0:
        return []
    name = "postgres" if any(one.pw_name == "postgres" for one in pwd.getpwall()) else "nobody"
    if shutil.which("setpriv"):
        who = pwd.getpwnam(name)
        return ["setpriv", f"--reuid={who.pw_uid}", f"--regid={who.pw_gid}", "--clear-groups"]
    return ["runuser", "-u", name, "--"]


@contextmanager
def postgresql(where: Path | None = None) -> Iterator[str]:
    """The address of a running server with an empty database; its files lie in `where`."""
    binaries, user = folder_of_binaries(), other_user()
    home = Path(tempfile.mkdtemp(prefix="filon-pg-", dir=where))
    if user:
        name = "postgres" if any(one.pw_name == "postgres" for one in pwd.getpwall()) else "nobody"
        shutil.chown(home, name)
    data = home / "data"
    subprocess.run(
        [
            *user,
            str(binaries / "initdb"),
            "-D",
            str(data),
            "-U",
            "filon",
            "-A",
            "trust",
            "--no-sync",
            "-E",
            "UTF8",
            "--locale=C",
        ],
        check=True,
        capture_output=True,
        cwd=home,
    )
    server = subprocess.Popen(
        [
            *user,
            str(binaries / "postgres"),
            "-D",
            str(data),
            "-k",
            str(home),
            "-c",
            "listen_addresses=",
            "-c",
            "fsync=off",
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=home,
    )
    ready = [str(binaries / "pg_isready"), "-h", str(home), "-U", "filon", "-q"]
    try:
        end = time.monotonic() + 120
        while subprocess.run(ready, check=False).returncode:
            assert server.poll() is None, "PostgreSQL ended by itself"
            assert time.monotonic() < end, "PostgreSQL does not answer"
            time.sleep(0.05)
        yield f"postgresql://filon@/postgres?host={home}"
    finally:
        server.send_signal(signal.SIGINT)  # without waiting for open connections
        server.wait(120)
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    print(folder_of_binaries())  # noqa: T201 - make test installs it while other things go on
