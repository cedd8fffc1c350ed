"""The types of the database's columns."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, DateTime, Dialect, Integer, TypeDecorator

from bot.store.schema.damage import Moment


class Utc(TypeDecorator[datetime]):
    """An aware time: kept in UTC, handed back in UTC. A naive one is a mistake, and refused."""

    impl = DateTime(timezone=True).with_variant(Moment(), "sqlite")  # type: ignore[no-untyped-call]
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        assert value.tzinfo is not None, "times are aware"
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:  # noqa: ARG002
        if not isinstance(value, datetime):
            return value  # None, or `Damaged`
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


Snowflake = BigInteger
Chips = BigInteger
Serial = BigInteger().with_variant(Integer, "sqlite")  # only INTEGER PRIMARY KEY counts by itself there
Fields = JSON(none_as_null=True)
