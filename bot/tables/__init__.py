"""The application: tables, seats and hands over the engine and the store, for whoever speaks to people.

`Tables` takes what people do, `Servers` keeps a server's settings, and views are what rendering reads. Inside, `service` is the front:
it opens a transaction at a table (`registry`, `transaction`), and a room says what happens in it: `lifecycle`, `seats`, `hands`.
`options` is what a table agrees on, `storage` what the store keeps of it.
"""

from bot.store import SessionLine, TableState
from bot.tables.clock import Clock, SystemClock, Timer
from bot.tables.dealer import Dealer, SecureDealer
from bot.tables.errors import (
    AlreadyPlayed,
    AlreadySeated,
    BadAmount,
    BadBuyIn,
    BadWords,
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
from bot.tables.hands.play import Answer, DiscardAt, DrawAt
from bot.tables.options import DEALERS_CHOICE, MOST_CHIPS, OPTIONS, InvalidRules, Option, TableRules, named
from bot.tables.policy import Policy
from bot.tables.seals import MOST_WORDS
from bot.tables.servers import Servers, ServerSettings
from bot.tables.service import Tables
from bot.tables.views import (
    Change,
    DealtFrom,
    Notice,
    Player,
    PreAction,
    PrivateView,
    RunningHand,
    SealView,
    SeatedPlayer,
    SeatStatus,
    Session,
    TableView,
    Waiting,
)

__all__ = [
    "DEALERS_CHOICE",
    "MOST_CHIPS",
    "MOST_WORDS",
    "OPTIONS",
    "AlreadyPlayed",
    "AlreadySeated",
    "Answer",
    "BadAmount",
    "BadBuyIn",
    "BadWords",
    "Change",
    "ChannelTaken",
    "Clock",
    "Dealer",
    "DealtFrom",
    "DiscardAt",
    "DrawAt",
    "HandRunning",
    "InvalidRules",
    "NoTable",
    "NotAllowed",
    "NotSeated",
    "NotYourTurn",
    "NothingToDo",
    "Notice",
    "Option",
    "Player",
    "Policy",
    "PreAction",
    "PrivateView",
    "RunningHand",
    "SealView",
    "SeatStatus",
    "SeatedPlayer",
    "SecureDealer",
    "ServerBeingDeleted",
    "ServerSettings",
    "Servers",
    "Session",
    "SessionLine",
    "StalePress",
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
    "named",
]
