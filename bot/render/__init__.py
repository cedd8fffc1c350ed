"""What people see: views of the game as messages, and the presses on them as values. Pure: no waiting, no look-ups."""

from bot.render.components.custom_ids import (
    PROOF,
    AnswerPress,
    DraftPress,
    FormPress,
    PagePress,
    PreActionPress,
    TablePress,
    parse,
)
from bot.render.components.layout import Button, Form, Message, Picture, Row, Rule, Text
from bot.render.components.modals import buy_in_modal, cut_modal, parse_amount, raise_modal, top_up_modal
from bot.render.hand.drafts import AllInAsked, Draft, PassAsked, Picked, Toggled
from bot.render.hand.hand_view import hand_message
from bot.render.hand.leaving import cost_of_leaving, leave_question
from bot.render.hand.standing import clock_actions
from bot.render.notices import (
    closed_message,
    error_message,
    house_message,
    leaving_message,
    left_message,
    line,
    notice_message,
    stopped_message,
    too_few_chips_message,
)
from bot.render.pictures import emoji_pictures
from bot.render.records.records_view import (
    chips_history_message,
    chips_message,
    history_message,
    leaderboard_message,
)
from bot.render.records.stats_view import stats_chart, stats_message
from bot.render.records.story_view import file_message, proof_message, shared_message, story_message
from bot.render.rules_view import help_message, rules_message
from bot.render.seal_view import cut_message, seal_message
from bot.render.settings_view import settings_message
from bot.render.table.reveal_view import newest_reveal, reveal_message, reveal_picture
from bot.render.table.showdown_picture import showdown_picture
from bot.render.table.table_view import replaced_message, table_message
from bot.render.text.cards import EMOJI_NAMES, TEXT_CARDS, CardFaces, face
from bot.render.text.errors import error_line
from bot.render.text.names import escape
from bot.render.text.spoken import hand_words
from bot.render.text.translator import LANGUAGES, Speech, catalogue, speech

__all__ = [
    "EMOJI_NAMES",
    "LANGUAGES",
    "PROOF",
    "TEXT_CARDS",
    "AllInAsked",
    "AnswerPress",
    "Button",
    "CardFaces",
    "Draft",
    "DraftPress",
    "Form",
    "FormPress",
    "Message",
    "PagePress",
    "PassAsked",
    "Picked",
    "Picture",
    "PreActionPress",
    "Row",
    "Rule",
    "Speech",
    "TablePress",
    "Text",
    "Toggled",
    "buy_in_modal",
    "catalogue",
    "chips_history_message",
    "chips_message",
    "clock_actions",
    "closed_message",
    "cost_of_leaving",
    "cut_message",
    "cut_modal",
    "emoji_pictures",
    "error_line",
    "error_message",
    "escape",
    "face",
    "file_message",
    "hand_message",
    "hand_words",
    "help_message",
    "history_message",
    "house_message",
    "leaderboard_message",
    "leave_question",
    "leaving_message",
    "left_message",
    "line",
    "newest_reveal",
    "notice_message",
    "parse",
    "parse_amount",
    "proof_message",
    "raise_modal",
    "replaced_message",
    "reveal_message",
    "reveal_picture",
    "rules_message",
    "seal_message",
    "settings_message",
    "shared_message",
    "showdown_picture",
    "speech",
    "stats_chart",
    "stats_message",
    "stopped_message",
    "story_message",
    "table_message",
    "too_few_chips_message",
    "top_up_modal",
]
