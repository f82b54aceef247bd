"""What must not be in the repository: machine paths, registry hosts, secrets."""

import json
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BINARY = {".bin", ".png", ".woff2", ".ico", ".jpg", ".webp", ".xz"}
FORBIDDEN = {  # this file names them and is not searched
    "a path of one machine": r"(?<![\w.])/(?:home|Users|work|root|opt|tmp|mnt)/[A-Za-z_.]",
    "a file address": r"file:///?[a-z/]",
    "a registry's host": r"registry\.(?:npmjs|yarnpkg)|pypi\.org|pythonhosted|deb\.debian|"
    r"jsdelivr|unpkg\.com|cdnjs|esm\.sh|googleapis|gstatic",
    "a package source": r"--(?:extra-)?index-url|--find-links|^find-links",
    "notes that are not in a clone": r"\.\./shared\b|\bshared/(?:games|look|rulebooks)",
}


def tracked() -> list[Path]:
    """The files a clone has; all files below when this is not a clone."""
    told = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    names = told.stdout.split("\0") if told.returncode == 0 else []
    found = [ROOT / name for name in names if name]
    return [file for file in found if file.is_file() and file.suffix not in BINARY]


FILES = tracked()


def test_there_are_files_to_look_at() -> None:
    assert {"README.md", "Makefile", "package-lock.json"} <= {file.name for file in FILES}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_file_names_a_path_of_one_machine(what: str) -> None:
    pattern = re.compile(FORBIDDEN[what], re.MULTILINE)
    found = [
        f"{file.relative_to(ROOT)}: {match.group()}"
        for file in FILES
        if file != Path(__file__)
        for match in pattern.finditer(file.read_text("utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("a path of one machine", "see /home/someone/x"),
        ("a registry's host", "https://registry.npmjs.org/vite"),
        ("a package source", "pip install --index-url x"),
        ("notes that are not in a clone", "see ../shared/design.md"),
    ],
)
def test_the_patterns_find_what_they_forbid(what: str, text: str) -> None:
    assert re.search(FORBIDDEN[what], text)


def test_locks_hold_names_versions_and_hashes_only() -> None:
    for lock in sorted((ROOT / "requirements").glob("*.lock")):
        pinned = re.findall(r"^([a-z0-9._-]+(?:\[[a-z,]+\])?)==", lock.read_text(), re.MULTILINE)
        assert pinned, lock.name
        for block in re.split(r"^(?=[a-z0-9])", lock.read_text(), flags=re.MULTILINE):
            if "==" in block.partition("\n")[0]:
                assert "--hash=sha256:" in block, f"{lock.name}: {block.splitlines()[0]}"


def test_the_locks_agree() -> None:
    """Tests run on the installed versions: the small locks are parts of the large one."""

    def pins(name: str) -> set[str]:
        text = (ROOT / "requirements" / f"{name}.lock").read_text()
        return set(re.findall(r"^[a-z0-9._-]+==[^ ;\\]+", text, re.MULTILINE))

    assert pins("run") <= pins("dev")
    assert pins("build") <= pins("dev")


def test_the_node_lock_is_whole_and_names_no_host() -> None:
    """`npm ci` refuses a lock that lacks an optional package of another platform."""
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    names = {path.rpartition("node_modules/")[2] for path in packages}
    for path, package in packages.items():
        assert "resolved" not in package, path
        assert not path or package.get("link") or "integrity" in package, path
        for wanted in {
            **package.get("dependencies", {}),
            **package.get("optionalDependencies", {}),
        }:
            assert wanted in names, f"{path} wants {wanted}"
