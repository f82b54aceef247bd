"""The package's extras: the libraries each brings, and the sentence for one that is missing."""

from importlib.util import find_spec

from filon.core.errors import Refusal

# By the names they are imported by; tests/repo/test_install.py compares them with pyproject.toml.
EXTRAS = {
    "terminal": ("platformdirs", "rich", "typer"),
    "server": (
        *("alembic", "argon2", "cryptography", "fastapi", "httptools", "itsdangerous", "orjson"),
        *("prometheus_client", "pydantic", "segno", "sqlalchemy", "starlette", "structlog"),
        *("uvicorn", "websockets"),
    ),
    "lab": ("jinja2", "matplotlib", "openskill"),
    "research": ("gymnasium", "numpy", "pettingzoo"),
    "postgres": ("asyncpg",),
    "ray": ("ray",),
}


class MissingExtra(Refusal, ImportError):
    """An extra that is not installed; its text says how to install it."""

    def __init__(self, part: str, extra: str) -> None:
        super().__init__("extra", given=part, valid=f'pip install "filon[{extra}]"')

    def __str__(self) -> str:
        return f"{self.facts['given']} needs more packages: {self.facts['valid']}"


def need(extra: str, part: str) -> None:
    """Raise MissingExtra unless all libraries of the extra are installed; `part` needs them."""
    if not all(find_spec(module) for module in EXTRAS[extra]):
        raise MissingExtra(part, extra)
