"""A database's address: what is understood, how it is shown, and that nothing secret of it is ever written anywhere."""

import re
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.store.errors import DatabaseUnavailable

SETTING = "DATABASE_URL"
"""What an address that is not understood is called: it may hold a password anywhere."""


def url_of(address: str) -> URL:
    """What SQLAlchemy makes of an address, `postgres://` included.

    Raises `DatabaseUnavailable` for one that is not understood, without repeating any part of it.
    """
    if not address.strip():
        raise _refused("it is empty; leave it out for the SQLite file open-draw.db, or name a database")
    if re.search(r"[\x00-\x1f\x7f]", address):
        raise _refused("there is a control character in it")
    try:
        url = make_url(address.strip())
    except (ArgumentError, ValueError):  # from None: their texts quote the address
        raise _refused(
            "it is no address of a database, such as sqlite:///open-draw.db or postgresql://USER:PASSWORD@HOST:5432/NAME;"
            " in the password / is written %2F, @ is %40 and : is %3A"
        ) from None
    kind, _, driver = url.drivername.partition("+")
    match kind:
        case "sqlite":
            if url.host or url.username or url.password or url.port:
                raise _refused(
                    "a file has three slashes before its path: sqlite:///open-draw.db, or four for one that begins with /"
                )
            return url.set(drivername="sqlite+aiosqlite")
        case "postgresql" | "postgres":
            return _unambiguous(url.set(drivername=f"postgresql+{driver}" if driver else "postgresql"))
        case _:
            raise _refused("only sqlite:///… and postgresql://… are supported")


def _unambiguous(url: URL) -> URL:
    """Refuse what no server can have, and a password that is not escaped and so was read as a host or a database's name."""
    if "@" in f"{url.username}{url.host}{url.database}":
        raise _refused("in its user's name and password @ is written %40, and / is %2F")
    try:
        (url.host or "").encode("idna")
    except UnicodeError:
        raise _refused("its host is no name that a server can have") from None
    if url.port is not None and not 0 < url.port < 65_536:
        raise _refused("its port is a number from 1 to 65535")
    return url


def _refused(cause: str) -> DatabaseUnavailable:
    return DatabaseUnavailable(path=SETTING, cause=cause)


def shown(url: URL) -> str:
    """A server's address for a line or a log: host, port and name, never a user, a password or an option."""
    return URL.create("postgresql", host=url.host, port=url.port, database=url.database).render_as_string()


def without_secrets(url: URL, text: str) -> str:
    """`text` without the password and the options of the address, which a driver may quote."""
    options = [*url.query, *(value for given in url.query.values() for value in ((given,) if isinstance(given, str) else given))]
    for secret in sorted(filter(None, [url.password, *options]), key=len, reverse=True):
        text = text.replace(secret, "***")
    return text


def file_of(url: URL) -> Path | None:
    """The absolute path of a SQLite file, None for a server. Raises `DatabaseUnavailable` for a database in memory."""
    if url.get_backend_name() != "sqlite":
        return None
    if not url.database or url.database.startswith((":", "file:")):
        raise _refused("a database in memory would forget the chips; name a file: sqlite:///open-draw.db")
    try:
        return Path(url.database).resolve()  # two paths to one file are one lease
    except OSError as error:  # a relative path in a working directory that is gone, or links in a circle
        raise DatabaseUnavailable(
            path=url.database, cause="the folder in which this program was started is no longer there; start it in another"
        ) from error
