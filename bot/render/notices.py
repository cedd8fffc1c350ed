"""Lines: one-line private answers, errors, and what the channel is told besides the table's message."""

from discord.utils import format_dt

from bot.errors import PokerError
from bot.history import Help
from bot.render.components.custom_ids import TablePress
from bot.render.components.layout import ASLEEP, Button, Message, Row, Text
from bot.render.rules_view import agreement_lines, changed_terms
from bot.render.table.session_view import own_session_line, session_text
from bot.render.text.errors import error_line
from bot.render.text.translator import Speech
from bot.tables import Notice, Session, SessionLine, TableRules, TableView, TooFewChips


def line(say: Speech, key: str, **values: object) -> Message:
    """A one-line answer, without a frame."""
    return Message((Text(say(key, **values)),), framed=False, accent=None)


def stopped_message(table: TableView, say: Speech) -> Message:
    """That the table is closed, or closes after the running hand; and what becomes of the chips."""
    if table.state != "closed":
        return line(say, "done.stopping")
    return line(say, "table.closed-practice" if table.practice else "table.closed")


def house_message(table: TableView, wanted: int, say: Speech) -> Message:
    """Who plays for the house now, or how many will once the running hand is over."""
    names = [seated.player.name for seated in table.seats if seated.player.house]
    if len(names) != wanted:
        return line(say, "done.house-after", count=wanted) if wanted else line(say, "done.no-house-after")
    return line(say, "done.house", names=names, count=wanted) if wanted else line(say, "done.no-house")


def left_message(say: Speech, *, practice: bool, own: SessionLine | None = None) -> Message:
    """That one has no seat any more, where the chips are, and what one's session brought."""
    return _with_session(say("done.left-practice" if practice else "done.left"), own, say)


def closed_message(say: Speech, own: SessionLine | None = None) -> Message:
    """That the table of a private message is closed, and what one's session there brought."""
    return _with_session(say("done.closed"), own, say)


def _with_session(text: str, own: SessionLine | None, say: Speech) -> Message:
    lines = [text, *([own_session_line(own, say)] if own is not None and own.hands else [])]
    return Message((Text("\n".join(lines)),), framed=False, accent=None)


def leaving_message(say: Speech, *, practice: bool) -> Message:
    """That one's seat is given up when the hand is over."""
    return line(say, "done.leaving-practice" if practice else "done.leaving")


def error_message(say: Speech, error: PokerError) -> Message:
    """The one line that says why something could not be done, and what can."""
    return Message((Text(error_line(say, error)),), framed=False, accent=None)


def too_few_chips_message(say: Speech, error: TooFewChips, help_: Help) -> Message:
    """Why the chips do not reach and, to who is as good as broke, what helps."""
    bankroll = error.values["bankroll"]
    assert isinstance(bankroll, int), "chips are whole numbers"
    broke = not bankroll or bankroll < help_.refill_chips
    lines = [error_line(say, error), *(help_lines(help_, say) if broke else [])]
    return Message((Text("\n".join(lines)),), framed=False, accent=None)


def help_lines(help_: Help, say: Speech) -> list[str]:
    """What somebody can do who has too few chips."""
    lines = []
    if help_.refill_chips and help_.refill_at is None:
        lines.append(say("help.refill", chips=help_.refill_chips))
    elif help_.refill_at is not None:
        lines.append(say("help.refill-later", chips=help_.refill_chips, countdown=format_dt(help_.refill_at, "R")))
    if help_.daily_chips:
        lines.append(say("help.daily", chips=help_.daily_chips))
    return [*lines, say("help.rebuy")]


def notice_message(notice: Notice, say: Speech, *, table_id: int) -> Message:
    """A line for the channel. Where it is for one person it begins by mentioning them, may ping them alone, and has [My hand]."""
    before = notice.values.get("before")
    spoken = {field: value for field, value in notice.values.items() if field != "before"}
    if isinstance(before, TableRules) and isinstance(rules := spoken.get("rules"), TableRules):
        spoken["rules"] = " · ".join(changed_terms(before, rules, say))
    text = say(notice.key, **{field: _in_words(field, value, say) for field, value in spoken.items()})
    if notice.mention is None:
        return Message((Text(text),), accent=ASLEEP)
    mine = Row((Button(say("button.my-hand"), str(TablePress(table_id, "hand")), "main"),))
    return Message((Text(f"<@{notice.mention}> {text}"), mine), framed=False, accent=None, mentions=frozenset({notice.mention}))


def _in_words(field: str, value: object, say: Speech) -> object:
    """Rules as all that is agreed, a session as its ledger, a hand's number as the table's message has it, everything else as it is."""
    if isinstance(value, Session):
        return session_text(value, say)
    if isinstance(value, TableRules):
        return "\n".join([say(f"variant.{value.variant}"), *agreement_lines(value, say)])
    return str(value) if field == "number" else value
