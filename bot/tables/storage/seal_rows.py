"""A table's seals to the store's rows and back, and how a saved hand was dealt from one."""

from collections.abc import Mapping
from datetime import datetime

from bot.store import HandRow, SealRow
from bot.tables.seals import SealedDeal, TableSeal


def seal_row(seal: TableSeal, guild_id: int) -> SealRow:
    """The row of a new seal."""
    return SealRow(
        seal.table_id,
        seal.number,
        guild_id,
        seal.key.hex(),
        seal.hash.hex(),
        seal.pairs,
        seal.first_hand,
        seal.sealed_at,
        seal.posted_at,
    )


def seal_of(row: SealRow) -> TableSeal:
    """The seal that a row describes. Raises ValueError where the row is damaged."""
    moments = (row.sealed_at, row.posted_at or row.sealed_at)
    if not all(isinstance(moment, datetime) for moment in moments):
        raise ValueError("a moment is damaged")
    return TableSeal(
        row.table_id,
        row.number,
        bytes.fromhex(row.key),
        bytes.fromhex(row.hash),
        row.pairs,
        row.first_hand,
        row.sealed_at,
        row.posted_at,
    )


def sealed_deal_of(row: HandRow, seals: Mapping[int, TableSeal]) -> SealedDeal | None:
    """How a saved hand was dealt from one of its table's seals, by number; None where it was dealt from none."""
    if row.sealed is None:
        return None
    return SealedDeal.from_saved(seals[row.sealed["seal"]], row.sealed)
