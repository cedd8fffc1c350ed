"""Copies of a SQLite file: made while games run, and put back in its place."""

import os
import shutil
import sqlite3
import uuid
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from bot.store.database.causes import cause_of
from bot.store.errors import BackupRefused, RestoreRefused

BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a file, by the ending of its name; of another state of the file it is poison."""


def uri(file: Path) -> str:
    """How SQLite opens a file that is only read, also for who may write neither it nor its folder.

    Who may write tidies the log up behind itself. Who may not wants the log and its index as the writer keeps them; where there is no log
    nobody is writing, and the file is read as it is.
    """
    if os.access(file, os.W_OK) and os.access(file.parent, os.W_OK):
        mode = "mode=rw"
    elif file.with_name(file.name + "-wal").exists():
        mode = "mode=ro"
    else:
        mode = "mode=ro&immutable=1"
    return f"{file.as_uri()}?{mode}"


def copy_file(source: Path, target: Path) -> None:
    """Write a consistent copy, complete or not at all. Raises `BackupRefused` where there is such a file, or it cannot be written."""
    if target.exists():
        raise BackupRefused("backup.exists", path=str(target))
    part = _part(target)
    try:
        _write(source, part)
        _publish(part, target)
    except FileExistsError as error:
        raise BackupRefused("backup.exists", path=str(target)) from error
    except (sqlite3.Error, OSError) as error:
        raise BackupRefused("backup.failed", path=str(target), cause=cause_of(error, target)) from error
    finally:
        _remove(part)


def restore_file(copy: Path, file: Path, now: datetime) -> Path | None:
    """Put a sound copy in a file's place. Return where the file that was there is kept now, with its log; None where there was none.

    Nobody may have the file open. Raises `RestoreRefused`; the file is there at every moment, the old one or the new one.
    """
    part = _part(file)
    try:
        _write(copy, part)
        kept = (
            _keep(file, file.with_name(f"{file.name}.{now:%Y%m%dT%H%M%S%f}.bak"))
            if file.exists() and file.stat().st_size
            else None
        )
        if kept is not None:
            _same_owner(kept, part)
        for ending in BESIDE:
            file.with_name(file.name + ending).unlink(missing_ok=True)
        part.replace(file)
    except (sqlite3.Error, OSError) as error:
        raise RestoreRefused(path=str(file), cause=cause_of(error, file)) from error
    finally:
        _remove(part)
    return kept


def _part(target: Path) -> Path:
    """A name that no other copy has: two may be made for one file at once."""
    return target.with_name(f"{target.name}.{uuid.uuid4().hex[:8]}.part")


def _write(source: Path, part: Path) -> None:
    with closing(sqlite3.connect(uri(source), uri=True)) as old, closing(sqlite3.connect(part)) as new:
        old.backup(new)
    with part.open("rb+") as written:
        os.fsync(written.fileno())


def _publish(part: Path, target: Path) -> None:
    """Give it its name unless somebody else has by now. Raises FileExistsError."""
    try:
        target.hardlink_to(part)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        part.rename(target)


def _keep(file: Path, kept: Path) -> Path:
    try:
        kept.hardlink_to(file)
    except OSError:  # a file system without links
        shutil.copy2(file, kept)
    log = file.with_name(file.name + "-wal")
    if log.exists():
        log.replace(kept.with_name(kept.name + "-wal"))
    return kept


def _same_owner(old: Path, new: Path) -> None:
    status = old.stat()
    new.chmod(status.st_mode & 0o777)
    with suppress(PermissionError, AttributeError):  # only root gives files away, and Windows has no such owners
        os.chown(new, status.st_uid, status.st_gid)


def _remove(part: Path) -> None:
    for ending in ("", *BESIDE):
        part.with_name(part.name + ending).unlink(missing_ok=True)
