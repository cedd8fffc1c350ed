"""The application: tables, seats and hands over the engine and the store, for whoever speaks to people.

`Tables` takes what people do, `Records` tells what has been, `Servers` keeps a server's settings; views are what rendering reads.
"""

from bot.store import HistoryLine, LeaderboardBy, LeaderboardLine, LeaderboardPage, PlayerStats, StillSeated
from bot.tables.clock import Clock, SystemClock, Timer
from bot.tables.dealer import Dealer, SecureDealer
from bot.tables.errors import (
    AlreadyPlayed,
    AlreadySeated,
    BadAmount,
    BadBuyIn,
    ChannelTaken,
    HandRunning,
    NoTable,
    NotAllowed,
    NothingToDo,
    NotSeated,
    NotYourTurn,
    ServerBeingDeleted,
    StalePress,
    TableBroken,
    TableFull,
    TooFewChips,
    TooManyTables,
    TooSoon,
)
from bot.tables.export import Format, HandFile, hand_file
from bot.tables.options import DEALERS_CHOICE, MOST_CHIPS, OPTIONS, Option, named
from bot.tables.play import Answer, DiscardAt, DrawAt
from bot.tables.policy import Policy
from bot.tables.prepare import BET_TICKS, DISCARD_TICKS
from bot.tables.records import Chips, HandLine, Period, Records, Story
from bot.tables.rules import InvalidRules, TableRules
from bot.tables.servers import Servers, ServerSettings
from bot.tables.service import Tables
from bot.tables.views import (
    Change,
    Notice,
    Player,
    Prepared,
    PrivateView,
    RunningHand,
    SeatedPlayer,
    SeatStatus,
    TableState,
    TableView,
    Waiting,
)

__all__ = [
    "BET_TICKS",
    "DEALERS_CHOICE",
    "DISCARD_TICKS",
    "MOST_CHIPS",
    "OPTIONS",
    "AlreadyPlayed",
    "AlreadySeated",
    "Answer",
    "BadAmount",
    "BadBuyIn",
    "Change",
    "ChannelTaken",
    "Chips",
    "Clock",
    "Dealer",
    "DiscardAt",
    "DrawAt",
    "Format",
    "HandFile",
    "HandLine",
    "HandRunning",
    "HistoryLine",
    "InvalidRules",
    "LeaderboardBy",
    "LeaderboardLine",
    "LeaderboardPage",
    "NoTable",
    "NotAllowed",
    "NotSeated",
    "NotYourTurn",
    "NothingToDo",
    "Notice",
    "Option",
    "Period",
    "Player",
    "PlayerStats",
    "Policy",
    "Prepared",
    "PrivateView",
    "Records",
    "RunningHand",
    "SeatStatus",
    "SeatedPlayer",
    "SecureDealer",
    "ServerBeingDeleted",
    "ServerSettings",
    "Servers",
    "StalePress",
    "StillSeated",
    "Story",
    "SystemClock",
    "TableBroken",
    "TableFull",
    "TableRules",
    "TableState",
    "TableView",
    "Tables",
    "Timer",
    "TooFewChips",
    "TooManyTables",
    "TooSoon",
    "Waiting",
    "hand_file",
    "named",
]
