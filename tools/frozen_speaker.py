# mypy: ignore-errors
"""A level of an earlier release, speaking filon-lines-1; run by that release's own Python.

    build/frozen/0.1/venv/bin/python -I build/frozen/0.1/speak.py sourdough 20

The level and its pace are its words. `filon` is the package of its time
(hence no types are checked here), never the present one.
"""

import json
import sys

from filon.bots import Peephole, named
from filon.core.record import Record
from filon.core.rng import Rng
from filon.games import load
from filon.table.guess import guess


def main() -> None:
    """Answer each line of standard input until it closes."""
    level = named(sys.argv[1], int(sys.argv[2]))
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["protocol"] != "filon-lines-1":
            sys.exit("this bot speaks filon-lines-1")
        spec, rng = load(asked["game"]), Rng(asked["seed"])
        record = Record(spec.slug, spec.edition, asked["players"], asked["options"],
                        asked["record"])  # fmt: skip
        state = guess(spec, record, asked["seat"], rng)
        step = level.choose(Peephole(spec, state, asked["seat"]), rng)
        told = {"id": asked["id"], "step": spec.layout.text(step), "stay": True}
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
