"""`python -m filon` is `filon`."""

from filon.cli import main

main()
