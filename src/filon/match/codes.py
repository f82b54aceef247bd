"""Names of tables: an unguessable id for addresses, a word and a number to say aloud."""

import secrets

LETTERS = "abcdefghjkmnpqrstvwxyz23456789"  # none that are mistaken for another
WORDS = (
    "bandit", "bison", "bivouac", "bonanza", "cactus", "canyon", "cascade", "condor", "coyote",
    "diligence", "dynamite", "filon", "geyser", "granite", "lagune", "lasso", "lingot", "mesa",
    "mustang", "or", "pampa", "pioche", "pirogue", "pony", "prairie", "puma", "quartz", "ranch",
    "rodeo", "rubis", "saloon", "sierra", "silex", "tamis", "tipi", "topaze", "torrent",
    "trappeur", "wagon", "whisky",
)  # fmt: skip


def new_id() -> str:
    """Ten letters, about 49 bits."""
    return "".join(secrets.choice(LETTERS) for _ in range(10))


def is_id(text: str) -> bool:
    """Whether a table could be named so."""
    return 0 < len(text) <= 40 and all(sign in LETTERS for sign in text)


def new_code(attempt: int = 0) -> str:
    """A code such as `saloon-417`; longer ones when short ones were taken too often."""
    most = 990 * 10 ** (attempt // 4)
    return f"{secrets.choice(WORDS)}-{10 + secrets.randbelow(most)}"


def read_code(said: str) -> str:
    """A code as people type it: capitals, blanks and missing dashes are forgiven."""
    said = said.strip().lower().replace(" ", "").replace("-", "").replace("–", "")
    word = said.rstrip("0123456789")
    return f"{word}-{said[len(word) :]}"
