"""Finished hands and what became of everybody's chips: leaderboards, statistics, stories of hands, and their files."""

from bot.history.export import Format, HandFile, hand_file
from bot.history.records import Chips, HandLine, Period, Records, Story
from bot.store import HistoryLine, LeaderboardBy, LeaderboardLine, LeaderboardPage, PlayerStats, StillSeated

__all__ = [
    "Chips",
    "Format",
    "HandFile",
    "HandLine",
    "HistoryLine",
    "LeaderboardBy",
    "LeaderboardLine",
    "LeaderboardPage",
    "Period",
    "PlayerStats",
    "Records",
    "StillSeated",
    "Story",
    "hand_file",
]
