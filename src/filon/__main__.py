"""The command `filon`, also as `python -m filon`."""

import sys

from filon.commands.words import refusal_sentence
from filon.extras import MissingExtra, need


def main() -> None:
    """Run the command line; without its libraries say in one sentence how to install them."""
    try:
        need("terminal", "filon")
    except MissingExtra as missing:
        print(refusal_sentence(missing), file=sys.stderr)  # noqa: T201 - Typer is what is missing
        sys.exit(2)
    from filon.cli import main as run

    run()


if __name__ == "__main__":
    main()
