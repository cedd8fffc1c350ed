"""What only the operator can mend is told in one line, with its cause, and holds no secret."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.settings import sqlite_url
from bot.store import BackupRefused, DatabaseUnavailable, Store
from bot.store.database.causes import cause_of

MARKER = "mArKeR77"
NOBODY = 65534


def open_draw(folder: Path, *words: str, shell: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command as a person does, in a process of its own; `shell` is what follows it on the line."""
    return _run(["sh", "-c", f"cd '{folder}' && exec {sys.executable} -m bot {' '.join(words)} {shell}"], **environment)


def as_a_reader(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command as somebody who may only read what is in the folder: root becomes nobody once all is imported, which nobody may not read."""
    drop = f"os.setgid({NOBODY}); os.setuid({NOBODY})" if os.geteuid() == 0 else ""
    script = f"import concurrent.futures.thread, os, sys; from bot.__main__ import main; from bot.render import speech; speech('en')('error.other'); os.chdir({str(folder)!r}); {drop}"
    return _run([sys.executable, "-c", f"{script}; sys.exit(main({list(words)!r}))"])


def _run(command: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if name not in ("DISCORD_TOKEN", "DATABASE_URL")}
    root = str(Path(__file__).parent.parent)
    return subprocess.run(command, env=clean | {"PYTHONPATH": root} | environment, capture_output=True, text=True, check=False)


def one_line(done: subprocess.CompletedProcess[str], *parts: str, status: int = 2) -> str:
    assert done.returncode == status, done.stderr
    (line,) = done.stderr.splitlines()
    assert all(part in line for part in parts), line
    return line


@pytest.fixture
def played(tmp_path: Path, empty: Path) -> Path:
    """A folder with a database in it."""
    shutil.copyfile(empty, tmp_path / "open-draw.db")
    return tmp_path


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "latin-1"])
def test_a_file_of_settings_that_is_not_in_utf_8(tmp_path: Path, encoding: str) -> None:
    (tmp_path / ".env").write_bytes(f"DISCORD_TOKEN=ä{MARKER}\n".encode(encoding))
    line = one_line(open_draw(tmp_path, "run"), ".env", "UTF-8")
    assert MARKER not in line


def test_a_file_of_settings_with_a_mark_of_its_order_is_read(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes("STARTING_CHIPS=none\n".encode("utf-8-sig"))
    one_line(open_draw(tmp_path, "run"), "STARTING_CHIPS")


def test_a_file_of_settings_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / ".env").mkdir()  # as unreadable for root as for anybody
    one_line(open_draw(tmp_path, "run"), ".env cannot be read")


@pytest.mark.parametrize("bad", ["\n", "\x01", " ", "é", "\x7f"])
def test_a_token_that_can_be_none_is_not_repeated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, bad: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", f"{MARKER}{bad}{MARKER}")
    assert main(["run"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("DISCORD_TOKEN: ")
    assert MARKER not in line


@pytest.mark.parametrize("name", ["BETWEEN_HANDS_SECONDS", "FIRST_DEAL_SECONDS", "IDLE_MINUTES", "DEVELOPMENT_SERVER"])
@pytest.mark.parametrize("value", ["inf", "nan", "1e300", "-1", "9" * 5_000])
def test_a_setting_beyond_all_measure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, value: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(name, value)
    assert main(["migrate"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"{name}: ")


@pytest.mark.parametrize("words", [("migrate",), ("audit",), ("sandbox", "--no-browser", "--database", "x.db")])
def test_a_working_directory_that_is_gone(tmp_path: Path, words: tuple[str, ...]) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    one_line(_in_a_folder_that_goes(gone, *words), "no longer there")


def _in_a_folder_that_goes(gone: Path, *words: str) -> subprocess.CompletedProcess[str]:
    script = f"cd '{gone}' && rmdir '{gone}' && exec {sys.executable} -m bot {' '.join(words)}"
    return _run(["sh", "-c", script], DATABASE_URL="sqlite:///x.db")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
def test_an_audit_whose_lines_find_no_room(played: Path) -> None:
    one_line(open_draw(played, "audit", shell="> /dev/full"), "No space left")


def test_an_audit_to_which_nobody_listens(played: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    root = str(Path(__file__).parent.parent)
    done = subprocess.run(
        [sys.executable, "-m", "bot", "audit"], cwd=played, env=os.environ | {"PYTHONPATH": root}, stdout=writer, stderr=subprocess.PIPE, text=True, check=False
    )  # fmt: skip
    os.close(writer)
    one_line(done, "Broken pipe")


def test_a_path_that_the_terminal_cannot_show(played: Path) -> None:
    done = open_draw(played, "backup", "cöpy.db", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert (played / "cöpy.db").is_file()
    assert "c\\xf6py.db" in done.stdout


ADDRESSES = [
    f"postgres://u:{MARKER}@127.0.0.1:1/db",
    f"postgresql://u:{MARKER}@127.0.0.1:1/db",
    f"postgresql://{MARKER}@127.0.0.1:1/db",
    f"postgresql://127.0.0.1:1/db?password={MARKER}",
    f"postgresql://127.0.0.1:1/db?{MARKER}={MARKER}x",
    f"postgresql+asyncpg://u:{MARKER}@127.0.0.1:1/db",
    f"postgresql+nothing://u:{MARKER}@127.0.0.1:1/db",
    f"postgresql://u:{MARKER}@127.0.0.1:port/db",
    f"postgresql://u:{MARKER}@127.0.0.1:99999/db",
    f"postgresql://u:{MARKER}/x@127.0.0.1:1/db",
    f"postgresql://u:1/{MARKER}@127.0.0.1/db",
    f"postgresql://u:x@{MARKER}@127.0.0.1:1/db",
    f"postgresql://u:{MARKER}@a..b:1/db",
    f"mysql://u:{MARKER}@127.0.0.1/db",
    f"u:{MARKER}@127.0.0.1/db",
    f"postgresql:u:{MARKER}@127.0.0.1/db",
    f"sqlite://u:{MARKER}@127.0.0.1/db",
    f"sqlite:///db?timeout={MARKER}",
    f"postgresql://u:{MARKER}\n@127.0.0.1:1/db",
]


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("words", [("run",), ("audit",), ("backup", "copy.db"), ("restore", "copy.db")])
def test_no_address_gives_a_password_away(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path, caplog: pytest.LogCaptureFixture,
    address: str, words: tuple[str, ...],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", address)
    monkeypatch.setenv("DISCORD_TOKEN", "no.real.one")
    monkeypatch.setattr("bot.__main__._set_up_logging", lambda _settings: None)  # it would take the log from the test
    caplog.set_level("DEBUG")
    assert main(list(words)) in (1, 2)
    written = capfd.readouterr()
    (line,) = written.err.splitlines()
    assert "DATABASE_URL" in line or "127.0.0.1" in line or str(tmp_path) in line or "copy.db" in line
    assert MARKER not in written.out + written.err + caplog.text
    assert not any(MARKER in str(entry) for entry in tmp_path.rglob("*"))


def told(address: str) -> str:
    from bot.store.database.connections import Database

    with pytest.raises(DatabaseUnavailable) as refused:
        Database(address, read_only=False, busy_milliseconds=1)
    return str(refused.value.values["cause"])


def test_what_an_address_lacks_is_said() -> None:
    assert "empty" in told("")
    assert "sqlite:///" in told("mysql://h/db")
    assert "postgresql://USER" in told("nonsense")
    assert ".[postgresql]" in told("postgresql+asyncpg://h/db")


@pytest.mark.parametrize("name", ["a?b.db", "p%41.db", "file:x.db", ":memory:", "a#b;c.db", "ü 1.db"])
async def test_a_path_is_no_url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    await (await Store.open(sqlite_url(Path(name)))).close()
    assert sorted(file.name for file in tmp_path.iterdir()) == [name, f"{name}.lease"]  # noqa: ASYNC240


@pytest.mark.parametrize("place", ["no/such/poker.db", "file/poker.db", "folder", "leased.db"])
async def test_what_is_in_the_way_of_a_file_is_said(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "folder").mkdir()
    (tmp_path / "leased.db.lease").mkdir()
    with pytest.raises(DatabaseUnavailable) as refused:
        await Store.open(f"sqlite:///{tmp_path / place}")
    said = {
        "no/such/poker.db": "make it",
        "file/poker.db": "no folder",
        "folder": "is a folder",
        "leased.db": ".lease is a folder",
    }
    assert said[place] in str(refused.value.values["cause"])


def test_a_full_disk_is_called_one() -> None:
    assert "full" in cause_of(OSError(28, "No space left on device"))


async def test_a_copy_that_cannot_be_written_says_why(played: Path) -> None:
    store = await Store.open(f"sqlite:///{played / 'open-draw.db'}")
    with pytest.raises(BackupRefused) as refused:
        await store.backup(played / "no" / "copy.db")
    assert "make it" in str(refused.value.values["cause"])
    await store.close()


@pytest.fixture
def of_another(played: Path) -> Iterator[Path]:
    """A folder whose files one may read and not write: root's, for nobody, or (no root) without the right to write."""
    (played / "open-draw.db").chmod(0o444)
    played.chmod(0o555)
    opened = [(folder, folder.stat().st_mode) for folder in played.parents if folder.stat().st_mode & 0o005 != 0o005]
    for folder, mode in opened:
        folder.chmod(mode | 0o055)
    yield played
    for folder, mode in opened:
        folder.chmod(mode)
    played.chmod(0o755)


def test_who_may_only_read_audits_and_backs_up(of_another: Path) -> None:
    before = sorted(of_another.iterdir())
    done = as_a_reader(of_another, "audit")
    assert (done.returncode, done.stderr) == (0, "")
    assert "0 faults" in done.stdout
    target = Path(tempfile.gettempdir()) / f"{of_another.parent.parent.name}-{os.getpid()}.db"  # where anybody may write
    try:
        done = as_a_reader(of_another, "backup", str(target))
        assert (done.returncode, done.stderr) == (0, "")
    finally:
        target.unlink(missing_ok=True)
    assert sorted(of_another.iterdir()) == before
    line = one_line(as_a_reader(of_another, "migrate"), "runs as")
    assert "belongs to" in line
