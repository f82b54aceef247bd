"""Copies of the tree, each with a fault of its own in it; the tree itself is never touched."""

import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import node
from faults import Fault
from stage import ROOT

SHARED = (".venv", "node_modules")  # too large to copy; nothing here writes into them
BUILT = ("src/filon/server/page", "build/stamps/page")
LIMIT = 900  # seconds for one run; a test that hangs is ended by pytest much sooner


class Copy:
    """A copy of the working tree, uncommitted changes included."""

    def __init__(self, root: Path) -> None:
        self.root = root
        names = git(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
        for name in filter(None, names.split("\0")):
            if (ROOT / name).is_file():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, root / name)
        git(root, "init", "-q")
        git(root, "add", "-A")  # some tests ask git what a clone has
        for name in SHARED:
            (root / name).symlink_to(ROOT / name)
        self.lay_page()
        answer = self.run([".venv/bin/python", "-c", "import filon; print(filon.__file__)"])
        if not Path(answer.stdout.strip()).is_relative_to(root):
            sys.exit(f"not the copy's filon: {answer.stdout}{answer.stderr}")

    def lay_page(self) -> None:
        """Copy the page as built here, without a fault."""
        for name in BUILT:
            _remove(self.root / name)
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
            copy(ROOT / name, self.root / name)

    @contextmanager
    def with_fault(self, fault: Fault) -> Iterator[None]:
        """Plant the fault in the copy for the block, and restore the file afterwards."""
        file = self.root / fault.file
        before = file.read_text("utf-8")
        try:
            file.write_text(fault.planted(before), "utf-8")
            _forget(file)
            if fault.page:
                self.build()
            yield
        finally:
            file.write_text(before, "utf-8")
            _forget(file)
            if fault.page:
                self.lay_page()

    def build(self) -> None:
        """Build the page of this copy; it must build, so that the fault shows in a browser."""
        done = self.run([sys.executable, "tools/page.py"])
        if done.returncode:
            raise ValueError(f"the page does not build:\n{done.stdout[-2000:]}")

    def run(self, words: Sequence[str]) -> subprocess.CompletedProcess[str]:
        """Run a command in the copy, on the copy's sources."""
        env = {**node.environment(), "PYTHONPATH": str(self.root / "src"), "NO_COLOR": "1"}
        for name in ("FILON_EXPECT", "FILON_LONG", "FILON_COVER", "PYTEST_ADDOPTS"):
            env.pop(name, None)
        try:
            return subprocess.run(
                words, cwd=self.root, env=env, capture_output=True, text=True, timeout=LIMIT
            )
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(words, 124, "", f"no end within {LIMIT} seconds")


def git(folder: Path, *words: str) -> str:
    """The output of git there; empty if it fails."""
    return subprocess.run(
        ["git", *words], cwd=folder, capture_output=True, text=True, check=False
    ).stdout


def _remove(path: Path) -> None:
    shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)


def _forget(file: Path) -> None:
    """Delete cached bytecode, which Python checks only by a file's second and size."""
    for old in (file.parent / "__pycache__").glob(f"{file.stem}.*.pyc"):
        old.unlink()
