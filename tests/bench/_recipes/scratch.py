"""A copy of the project's tracked files, to be changed as the README says, with its tests run there."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[3]
RENDER, COGS = "bot/render/catalogues", "bot/cogs/catalogues"


LEFT_OUT = {"DATABASE_URL", "PYTEST_ADDOPTS", "PYTHONDONTWRITEBYTECODE"}
"""What the environment may have, and a copy that is run several times shall not."""


class Untrue(Exception):
    """What the README promises did not happen; says what, with the end of the output."""


class Scratch:
    """The copy in an empty folder. `touched` are the files that were changed, made or written since."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._before: dict[str, bytes] = {}
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
        for name in filter(None, listed.decode().split("\0")):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
            self._before[name] = (folder / name).read_bytes()

    def touched(self) -> list[str]:
        files = (
            path for path in self.folder.rglob("*") if path.is_file() and not {"__pycache__", ".hypothesis"} & set(path.parts)
        )
        names = {path.relative_to(self.folder).as_posix(): path for path in files}
        return sorted(name for name, path in names.items() if self._before.get(name) != path.read_bytes())

    def read(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8")

    def append(self, name: str, text: str) -> None:
        self.write(name, f"{self.read(name).rstrip()}\n\n{text}")

    def replace(self, name: str, *changes: tuple[str, str]) -> None:
        """Change text for text. Raises `Untrue` for one that does not stand there once."""
        text = self.read(name)
        for old, new in changes:
            if text.count(old) != 1:
                raise Untrue(f"{name} has {text.count(old)} times: {old}")
            text = text.replace(old, new)
        self.write(name, text)

    def add_texts(self, catalogues: str, language: str, texts: Mapping[str, str]) -> None:
        """Add texts by key to one language's catalogue."""
        quoted = {key: json.dumps(text, ensure_ascii=False) for key, text in texts.items()}
        entries = "\n".join(f'msgid "{key}"\nmsgstr {text}\n' for key, text in quoted.items())
        self.append(f"{catalogues}/{language}.po", entries)

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Python in the copy, whose modules come before those of the checkout; no address of a database is at hand."""
        environment = {name: value for name, value in os.environ.items() if name not in LEFT_OUT}
        return subprocess.run(
            [sys.executable, *arguments], cwd=self.folder, env=environment, capture_output=True, text=True, check=False
        )

    def do(self, *arguments: str) -> str:
        """What a command says. Raises `Untrue` where it fails."""
        done = self.run(*arguments)
        if done.returncode:
            raise Untrue(f"python {' '.join(arguments)}: exit {done.returncode}\n{end_of(done)}")
        return done.stdout

    def passes(self, *tests: str) -> None:
        """The tests pass. Raises `Untrue` for one that does not."""
        self.do("-m", "pytest", "-n", "0", "-p", "no:cacheprovider", *tests)

    def tells(self, words: Iterable[str], *tests: str) -> None:
        """The tests fail, and what they say has each of these words, a pattern. Raises `Untrue` where one is not said."""
        done = self.run("-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "--tb=line", *tests)
        silent = [word for word in words if not re.search(word, done.stdout)]
        if done.returncode != 1 or silent:
            raise Untrue(f"a step was forgotten, and no test said {silent} (exit {done.returncode})\n{end_of(done)}")


def end_of(done: subprocess.CompletedProcess[str]) -> str:
    return "\n".join((done.stdout + done.stderr).splitlines()[-60:])
