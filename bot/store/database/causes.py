"""Why a database cannot be opened or copied, and what an operator can do about it: in one line, from what the system tells."""

import errno
import os
import sqlite3
from contextlib import suppress
from pathlib import Path

try:
    import pwd
except ImportError:  # Windows has none
    pwd = None  # type: ignore[assignment]

ROOM = "the disk is full: make room and try again"
DRIVER = "its driver is missing: install with '.[postgresql]'"


def cause_of(error: BaseException, *files: Path) -> str:
    """The cause of `error`, one line; `files` are those that were to be opened, the first one that cannot be is what is said."""
    original = getattr(error, "orig", None) or error
    if isinstance(original, ImportError):
        return DRIVER
    if _is_full(original):
        return ROOM
    if isinstance(original, OSError) or (
        isinstance(original, sqlite3.Error) and getattr(original, "sqlite_errorcode", 0) & 0xFF in _ABOUT_FILES
    ):
        for file in files:
            if hindrance := _hindrance(file):
                return hindrance
    return " ".join(str(original).split()) or type(original).__name__


_ABOUT_FILES = frozenset(
    {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_AUTH}
)


def _is_full(error: BaseException) -> bool:
    if isinstance(error, OSError):
        return error.errno in (errno.ENOSPC, errno.EDQUOT)
    return isinstance(error, sqlite3.Error) and getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL


def _hindrance(file: Path) -> str | None:
    """What is in the way of reading and writing this file, None where nothing is."""
    folder, hindrance = file.parent, None
    try:
        if not folder.exists():
            hindrance = f"there is no folder {folder}: make it, or name another place"
        elif not folder.is_dir():
            hindrance = f"{folder} is a file and no folder: name another place"
        elif file.is_dir():
            hindrance = f"{file} is a folder: name a file"
        elif file.exists() and not os.access(file, os.R_OK | os.W_OK):
            hindrance = f"{_owned(file)}: give it to that user, or start this program as its owner"
        elif not os.access(folder, os.W_OK | os.X_OK):
            hindrance = f"no file can be made there, since {_owned(folder)}: give the folder to that user, or start this program as its owner"
    except OSError as error:  # a folder above may not be looked into
        hindrance = f"{error.strerror}: {folder}"
    return hindrance


def _owned(path: Path) -> str:
    """Whose it is, and who this program is, by the system's names where it has any."""
    status = path.stat()
    return (
        f"{path} belongs to {_user(status.st_uid)} (mode {status.st_mode & 0o777:o}) and this program runs as {_user(_own_id())}"
    )


def _own_id() -> int:
    return os.geteuid() if hasattr(os, "geteuid") else 0


def _user(number: int) -> str:
    with suppress(KeyError):
        if pwd is not None:
            return pwd.getpwuid(number).pw_name
    return f"user {number}"
