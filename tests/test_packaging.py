"""The wheel, in an environment of its own and started from another folder: page, catalogues, rulebook and migrations travel with it."""

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.sandbox.harness import HUNG_SECONDS

ROOT = Path(__file__).parent.parent


def run(*command: str | Path, folder: Path, **environment: str) -> str:
    """What a command prints, both ways; it must end with status 0."""
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "DISCORD_TOKEN", "DATABASE_URL")}
    done = subprocess.run(
        list(map(str, command)),
        cwd=folder,
        env=clean | environment,
        capture_output=True,
        text=True,
        timeout=HUNG_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel in it; its dependencies are those of the tests."""
    folder = tmp_path_factory.mktemp("fresh")
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    run(*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder / "wheel", ROOT, folder=folder)
    venv.create(folder / "env", with_pip=False)
    python = folder / "env" / "bin" / "python"
    (wheel,) = (folder / "wheel").iterdir()
    run(*pip, "--python", python, "install", "--no-deps", wheel, folder=folder)
    (site,) = (folder / "env").glob("lib/python*/site-packages")
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder


def test_the_wheel_migrates_and_audits_from_another_folder(fresh: Path) -> None:
    command = fresh / "env" / "bin" / "open-draw"
    assert "up to date" in run(command, "migrate", folder=fresh)
    assert "0 faults" in run(command, "audit", folder=fresh)
    assert (fresh / "open-draw.db").is_file()


def test_the_wheel_holds_what_is_read_at_run_time(fresh: Path) -> None:
    script = """
from importlib.resources import files
import bot
print(bot.__file__)
for part in ("engine/RULES.md", "migrations/env.py", "sandbox/page/static/index.html", "render/catalogues/de.po", "cogs/catalogues/fr.po"):
    assert files("bot").joinpath(part).is_file(), part
"""
    printed = run(fresh / "env" / "bin" / "python", "-c", script, folder=fresh)
    assert str(fresh) in printed


def test_without_a_token_it_says_what_to_do(fresh: Path) -> None:
    done = subprocess.run(
        [fresh / "env" / "bin" / "open-draw", "run"],
        cwd=fresh,
        env={name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"},
        capture_output=True,
        text=True,
        timeout=HUNG_SECONDS,
        check=False,
    )
    assert done.returncode == 2
    assert "DISCORD_TOKEN" in done.stderr
    assert "sandbox" in done.stderr
    assert "Traceback" not in done.stderr
