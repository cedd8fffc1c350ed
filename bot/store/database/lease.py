"""One process owns a database's file: by a lock beside it, by one on the file itself, and by looking whether it is still that file."""

import errno
import os
import sqlite3
import struct
import sys
from pathlib import Path
from typing import Self

LOCKED_BYTE = 2**62
"""Far beyond the bytes that SQLite itself locks, and the end of any file: no reader or writer ever meets it."""


class FileLease:
    """The exclusive right to play from a file, till `release` or the death of the process."""

    def __init__(self, path: Path, beside: sqlite3.Connection, descriptor: int) -> None:
        self._path = path
        self._beside = beside
        self._descriptor = descriptor

    @classmethod
    def take(cls, path: Path) -> Self | None:
        """Take the lease of a file, which is made if there is none; None where another process has it. Raises `OSError` or `sqlite3.OperationalError`."""
        beside = _lock_beside(path.with_name(path.name + ".lease"))
        if beside is None:
            return None
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError:
            beside.close()
            raise
        if not _lock_itself(descriptor):
            # Not closed before the process ends: closing any descriptor drops what SQLite has locked of this file for the whole process.
            beside.close()
            return None
        return cls(path, beside, descriptor)

    @property
    def holds(self) -> bool:
        """Whether the file at the path is the one that was leased; another may have been put in its place, or it moved away."""
        try:
            return os.path.samestat(self._path.stat(), os.fstat(self._descriptor))
        except FileNotFoundError:
            return False

    def release(self) -> None:
        """Give it back, once no connection of this process is open any more."""
        os.close(self._descriptor)
        self._beside.close()


def _lock_beside(path: Path) -> sqlite3.Connection | None:
    """Lock through SQLite, which knows how on every system, and whose lock the system drops when the process dies."""
    lease = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        lease.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        lease.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            return None
        raise
    return lease


def _lock_itself(descriptor: int) -> bool:
    """Lock the file under whatever name it has. False where another process has done so; True also where the system knows no such locks.

    The lock is the open descriptor's, unlike POSIX's own, which SQLite's would take along.
    """
    if sys.platform != "linux":
        return True
    import fcntl  # noqa: PLC0415  (Windows has none)

    try:
        fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, LOCKED_BYTE, 1, 0))
    except OSError as error:
        return error.errno not in (errno.EAGAIN, errno.EACCES)
    return True
