"""What a table agrees on before cards are dealt: the table of options, and the rules that a choice of them makes."""

from bot.tables.options.options import BY_FIELD, DEALERS_CHOICE, MOST_CHIPS, OPTIONS, Option, named
from bot.tables.options.rules import InvalidRules, TableRules, amended, applying

__all__ = [
    "BY_FIELD",
    "DEALERS_CHOICE",
    "MOST_CHIPS",
    "OPTIONS",
    "InvalidRules",
    "Option",
    "TableRules",
    "amended",
    "applying",
    "named",
]
