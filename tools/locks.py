"""requirements/*.lock: names, versions and hashes, for every platform; no index and no host."""

import subprocess
import sys

from environment import VENV, python_of
from stage import ROOT

SOURCES = {  # lock: its inputs and the locks it must agree with
    "run": ["pyproject.toml", "--extra", "server"],
    "build": ["requirements/build.in", "-c", "requirements/run.lock"],
    "node": ["requirements/node.in"],
    "peers": ["requirements/peers.in"],
    "dev": ["pyproject.toml", "requirements/dev.in", "--extra", "all",
            "-c", "requirements/run.lock", "-c", "requirements/build.lock"],
}  # fmt: skip


def main(upgrade: list[str]) -> None:
    """Write all locks; `--upgrade` takes the newest versions, otherwise locked versions stay."""
    for name, inputs in SOURCES.items():
        command = [str(python_of(VENV)), "-m", "uv", "pip", "compile", *inputs, *upgrade,
                   "--universal", "--generate-hashes", "--no-header", "--quiet",
                   "--python-version", "3.11", "-o", f"requirements/{name}.lock"]  # fmt: skip
        subprocess.run(command, check=True, cwd=ROOT)


if __name__ == "__main__":
    main(sys.argv[1:])
