"""Install the peers of `make bench`: libraries in .venv-peers, a server in build/boardgameio."""

import shutil

import environment
import node
from stage import ROOT, alone, run, say
from stamp import digest, fresh, press

PEERS = ROOT / ".venv-peers"
SERVER = ROOT / "bench" / "boardgameio"
INSTALLED = ROOT / "build" / "boardgameio"


def server() -> None:
    """boardgame.io's server, from its own lock, in a folder of its own."""
    files = [*sorted(SERVER.iterdir()), ROOT / ".npmrc"]
    value, stamp = digest(files), INSTALLED / ".filon"
    if not fresh(stamp, value):
        INSTALLED.mkdir(parents=True, exist_ok=True)
        for file in files:
            shutil.copy(file, INSTALLED)
        command = ["npm", "ci", "--no-fund", "--no-audit", "--ignore-scripts"]
        run(
            "boardgame.io",
            [*command, "--prefix", str(INSTALLED)],
            log="peer",
            env=node.environment(),
        )
        press(stamp, value)


if __name__ == "__main__":
    environment.sync("run")
    with alone("peers"):
        environment.make(PEERS)
        environment.install(PEERS, "peers")
        server()
    say("  .venv-peers and build/boardgameio are ready")
