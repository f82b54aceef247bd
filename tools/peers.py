"""The environment .venv-peers: the libraries that `make bench` is measured beside."""

import environment
from stage import ROOT, alone, say

PEERS = ROOT / ".venv-peers"

if __name__ == "__main__":
    environment.sync("run")
    with alone("peers"):
        environment.make(PEERS)
        environment.install(PEERS, "peers")
    say("  .venv-peers is ready")
