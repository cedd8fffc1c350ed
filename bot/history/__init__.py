"""Finished hands and what became of everybody's chips: leaderboards, statistics, stories of hands, and their files."""

from bot.history.export import Format, HandFile, hand_file
from bot.history.gifts import Gifts, Help
from bot.history.records import HandLine, Period, Records, Story
from bot.history.statistics import Statistics, StatsPeriod
from bot.store import HistoryLine, Holdings, LeaderboardBy, LeaderboardLine, LeaderboardPage, PlayerStats, PlaySums, StillSeated

__all__ = [
    "Format",
    "Gifts",
    "HandFile",
    "HandLine",
    "Help",
    "HistoryLine",
    "Holdings",
    "LeaderboardBy",
    "LeaderboardLine",
    "LeaderboardPage",
    "Period",
    "PlaySums",
    "PlayerStats",
    "Records",
    "Statistics",
    "StatsPeriod",
    "StillSeated",
    "Story",
    "hand_file",
]
