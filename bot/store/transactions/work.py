"""One transaction's connection, as the ledger, the tables, the hands and the players use it."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeAlias

from sqlalchemy import CursorResult, Executable, Row, RowMapping, Select, Table, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError, PendingRollbackError, ProgrammingError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.errors import ConstraintBroken, StoreUnavailable
from bot.store.transactions.cancellation import finished

AnyRow: TypeAlias = Row[*tuple[Any, ...]]
Values = Mapping[str, Any]
_COUNTED = {"preserve_rowcount": True}
Parameters = Values | Sequence[Values] | None


def select_as(kind: type, table: Table) -> "Select[*tuple[Any, ...]]":
    """Select the columns that a row's class has fields for, so that `kind(**row)` is the row."""
    return select(*(table.c[each.name] for each in fields(kind)))


class Work:
    """Runs statements and speaks of failures in the store's own errors.

    After a failure nothing more may be run: SQLite may have ended the transaction by itself, and what came next would be saved alone.
    """

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self._failure: str | None = None

    async def run(
        self, statement: Executable, parameters: Parameters = None, options: Mapping[str, Any] | None = None
    ) -> CursorResult[*tuple[Any, ...]]:
        """Execute one statement, for one row of values or for many. Raises `StoreUnavailable` or `ConstraintBroken`."""
        self.require_whole()
        try:
            return await finished(self._connection.execute(statement, parameters, execution_options=options))
        except IntegrityError as error:
            self._failure = str(error.orig)
            raise ConstraintBroken(cause=self._failure) from error
        except ProgrammingError:
            self._failure = "a mistake in the statement"
            raise
        except (DBAPIError, PendingRollbackError, OSError) as error:
            self._failure = str(getattr(error, "orig", None) or error)
            raise StoreUnavailable(cause=self._failure) from error
        except BaseException as error:
            self._failure = repr(error)
            raise

    async def changed(self, statement: Executable, parameters: Values | None = None) -> bool:
        """Execute one statement for one row, and tell whether it changed any."""
        result = await self.run(statement, parameters, _COUNTED)
        assert result.rowcount >= 0, "drivers count rows"
        return result.rowcount > 0

    async def rows(self, statement: Executable, parameters: Values | None = None) -> Sequence[AnyRow]:
        return (await self.run(statement, parameters)).all()

    async def named(self, statement: Executable, parameters: Values | None = None) -> Sequence[RowMapping]:
        """Return rows by the names of their columns."""
        return (await self.run(statement, parameters)).mappings().all()

    async def row(self, statement: Executable, parameters: Values | None = None) -> AnyRow | None:
        return (await self.run(statement, parameters)).first()

    async def value(self, statement: Executable, parameters: Values | None = None) -> Any:
        return (await self.run(statement, parameters)).scalar()

    def insert(self, table: Table) -> sqlite.Insert | postgresql.Insert:
        """Start an insert that can say ON CONFLICT, which the two dialects spell alike but SQLAlchemy keeps apart."""
        return sqlite.insert(table) if self._connection.dialect.name == "sqlite" else postgresql.insert(table)

    def require_whole(self) -> None:
        """Raise `StoreUnavailable` once a statement has failed, also where the failure was caught on the way."""
        if self._failure is not None:
            raise StoreUnavailable(cause=self._failure)
