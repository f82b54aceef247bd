"""The parts of `make proofs`: which tests and commands each has. One ends within an hour."""

from dataclasses import dataclass
from fnmatch import fnmatchcase

from stage import ROOT

SPREAD = "-n 2 --dist loadgroup"
LAYOUT = "tests/browser/test_layout.py"  # each game's tests of it are in that game's part


@dataclass(frozen=True)
class Part:
    """Tests in their long form on the compiled wheel, and commands before and after them.

    In commands {make}, {python} (the Python with the sources), {wheel} (the Python with the wheel)
    and {results} (the part's folder) are filled in.
    """

    name: str
    shows: str
    files: tuple[str, ...] = ()  # patterns; a file belongs to the first part that names it
    only: str = ""  # which tests of these files, as pytest's -k reads it
    workers: int = 2
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


def named(*stems: str) -> tuple[str, ...]:
    """Files of tests/ by the middle of their names, in any folder; a star stands for anything."""
    folders = [folder for folder in sorted((ROOT / "tests").iterdir()) if folder.name != "browser"]
    return tuple(
        f"tests/{folder.name}/test_{stem}.py"
        for stem in stems
        for folder in folders
        if any(folder.glob(f"test_{stem}.py"))
    )


def pages(*stems: str) -> tuple[str, ...]:
    """The same for tests of the page."""
    return tuple(f"tests/browser/test_{stem}.py" for stem in stems)


def games() -> list[str]:
    """The games by the names of their folders."""
    return sorted(file.parent.name for file in (ROOT / "src/filon/games").glob("*/spec.py"))


def engine() -> list[Part]:
    """Rules, secrets and opponents."""
    return [
        Part(
            "rules",
            "clauses, golden games, records, worked examples, the rules' second implementation",
            (*named("clauses", "golden", "replay", "examples", "reference", "luck"),
             "src/filon/games/*/tests/test_*.py"),
        ),
        Part(
            "positions",
            "the contract of the engine in 40 times as many games: steps, copies, odds, ends",
            named("conformance", "clone", "value", "bits"),
        ),
        Part(
            "redeals",
            "positions that a seat cannot tell apart give it, its bots and learners the same",
            named("redeal", "bots_fair", "observe"),
        ),
        Part(
            "secrets",
            "every message to a seat has the same bytes in both worlds",
            named("leaks*", "reveal", "for_another", "two_processes"),
        ),
        Part(
            "builds",
            "both builds choose and evaluate alike in 1,000 positions a game",
            named("both_builds", "learned_builds", "review_builds"),
            # What was pinned on the compiled build is repeated on the sources.
            after=("env FILON_LONG=1 {python} -m pytest -q --timeout=0"
                   " tests/engine/test_learned_builds.py tests/engine/test_review_builds.py"
                   " --junitxml={results}/sources.xml",),
        ),
        Part(
            "sources",
            "tests that need the sources: planted faults in games, golden games",
            after=(f"env FILON_LONG=1 {{python}} tools/tests.py pure {SPREAD} "
                   "--junitxml={results}/tests.xml",),
        ),
        Part(
            "mutants",
            "planted faults are detected: in the games, and one by one in the whole product",
            named("mutants"),
            after=("{make} mutants",),
        ),
        Part(
            "coverage",
            "the tests of both builds cover at least 80 % of the lines",
            after=("{make} coverage",),
        ),
        Part(
            "bots",
            "bots, search, learned values, reviews and hints",
            named("bots_*", "search", "learned", "hints", "review*", "puzzles", "lines"),
        ),
        Part(
            "environments",
            "4,000 resets a game and number of seats; Gymnasium, PettingZoo, OpenSpiel",
            named("adapters", "vector", "step_cost", "openspiel", "outside*"),
        ),
        Part(
            "laboratory",
            "arena, levels, training from nothing in ten minutes, Ray and PPO",
            named("lab", "levels", "training", "ppo", "earlier_releases"),
            before=("{python} -m uv pip install -q --python {wheel} ray>=2.40 sb3-contrib>=2.4",),
        ),
    ]  # fmt: skip


def server() -> list[Part]:
    """Tables, databases and attacks on them."""
    return [
        Part(
            "kills",
            "the server is killed 1,000 times in the middle of a step: none lost, none doubled",
            named("kill", "two_writers"),
        ),
        Part(
            "server",
            "wrong, forged, repeated, oversized and slow requests change nothing",
            named("api", "front_door", "seats", "socket*", "health", "thinking"),
        ),
        Part(
            "databases",
            "SQLite and PostgreSQL store everything, lose nothing, and come back",
            named("store*", "host_tools*", "leases"),
        ),
        Part(
            "fuzz",
            "random requests are answered as the API is described",
            named("server_fuzz"),
            workers=1,
        ),
        Part(
            "texts",
            "grammar and setting of both languages, documents and their commands",
            named("prose", "typesetting", "messages", "docs*"),
        ),
        Part(
            "tables",
            "tables, clocks, people, fair draws, the terminal: every test of no other part",
            named("*"),
        ),
        Part(
            "load",
            "what a step costs the server under load, on both databases",
            after=("{make} load",),
        ),
        Part(
            "thoughts",
            "a server full of thinking bots loses no answer",
            after=("{wheel} bench/thinking.py --write",),
        ),
    ]


def device() -> list[Part]:
    """Play without a server, and installation."""
    return [
        Part(
            "device",
            "the server's answers from Python in the browser, and the same 500 games as in CPython",
            named("device*", "pyodide"),
        ),
        Part(
            "offline",
            "whole games without a server, updates, two tabs, full storage",
            pages("anywhere", "kept", "along"),
        ),
        Part(
            "packaging",
            "wheel and sdist build in an empty environment, and a new game from the template",
            named("install", "packaging", "template"),
        ),
    ]


def page() -> list[Part]:
    """The page in Chromium: a part for each game, and the rest."""
    slugs = games()
    parts = [
        Part(f"page-{slug}", f"{slug} in the browser, to its end and at nine sizes",
             (*pages(f"{slug}*"), LAYOUT), only=slug, workers=3)
        for slug in slugs
    ]  # fmt: skip
    return [
        *parts,
        Part("sizes", "shelf, rules and waiting room at nine sizes", (LAYOUT,),
             only=f"not ({' or '.join(slugs)})", workers=3),
        Part("page", "the page: every test of no other part", pages("*"), workers=3),
        Part("look", "pictures of the page equal the accepted ones", named("look"),
             after=("{make} look",)),
    ]  # fmt: skip


def summary() -> list[Part]:
    """The page written from the other parts' results."""
    return [
        Part(
            "reliability",
            "docs/reliability.md, from the counts of kills, secrets, server, fuzz and load",
            after=("{wheel} -m bench.reliability",),
        ),
    ]


def parts() -> list[Part]:
    """All parts in the order in which they run."""
    return [*engine(), *server(), *device(), *page(), *summary()]


def test_files() -> list[str]:
    """Every file of tests, by its path."""
    patterns = ("tests/**/test_*.py", "src/filon/games/*/tests/test_*.py")
    files = {file for pattern in patterns for file in ROOT.glob(pattern)}
    return sorted(file.relative_to(ROOT).as_posix() for file in files)


def shared_out(all_parts: list[Part]) -> dict[str, list[str]]:
    """The files of each part. A name goes before a star; else the first part that fits has it."""
    files_of: dict[str, list[str]] = {part.name: [] for part in all_parts}
    for file in test_files():
        fits = [
            (pattern, part)
            for part in all_parts
            for pattern in part.files
            if fnmatchcase(file, pattern)
        ]
        if not fits:
            raise LookupError(f"no part of tools/proof_parts.py has {file}")
        best = max((exactness(pattern) for pattern, _ in fits))
        owners = [part for pattern, part in fits if exactness(pattern) == best]
        # Several parts share a file when each runs only some of its tests.
        chosen = owners if all(part.only for part in owners) else owners[:1]
        for part in chosen:
            files_of[part.name].append(file)
    return files_of


def exactness(pattern: str) -> tuple[bool, int]:
    """How closely a pattern names a file: without a star most, then by its length."""
    return "*" not in pattern, len(pattern)
