"""What has been: leaderboards, chips, and the list of a channel's hands."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Final, get_args

from discord.utils import format_dt

from bot.history import HandLine, HistoryLine, Holdings, LeaderboardBy, LeaderboardLine, LeaderboardPage, Period
from bot.render.components.custom_ids import LeaderboardPart, PagePress
from bot.render.components.layout import Button, Message, Row, Text, rows
from bot.render.table.result_view import carried_words
from bot.render.text.names import NAME_COLUMNS, cell, cut, escape
from bot.render.text.translator import Speech

LEADERBOARD_NAME_COLUMNS: Final = 16
NOTE_COLUMNS: Final = 80
REASONS: Final = frozenset({"grant", "first-chips", "buy-in", "cash-out", "hand", "carried-pot", "daily", "refill", "forgotten"})


def leaderboard_message(
    page: LeaderboardPage, say: Speech, *, by: LeaderboardBy, period: Period, asker: int | None = None
) -> Message:
    """A page of the server's leaderboard, the asker's own place below where it is on another page, and the buttons that turn it."""
    title = f"### {say(f'leaderboard.{by}')}"
    if by != "chips":
        title += f" · {say(f'period.{period}')}"
    written = say.signed if by == "net" else say.number
    lines = _places(page.lines, say, written, asker) if page.lines else say("leaderboard.empty")
    parts = [Text(title), Text(lines)]
    if page.own is not None and page.own not in page.lines:
        parts.append(Text(_places([page.own], say, written, asker)))
    if page.pages > 1:
        parts.append(Text(f"-# {say('page.of', page=page.page + 1, pages=page.pages)}"))
    return Message((*parts, *_leaderboard_buttons(page, say, by, period)))


def _places(lines: Sequence[LeaderboardLine], say: Speech, written: Callable[[int], str], asker: int | None) -> str:
    places = max(len(str(line.place)) for line in lines)
    width = max(len(written(line.value)) for line in lines)
    return "\n".join(_place(line, say, places, written(line.value).rjust(width), own=line.user_id == asker) for line in lines)


def _place(line: LeaderboardLine, say: Speech, places: int, value: str, *, own: bool) -> str:
    name = cell(line.name, LEADERBOARD_NAME_COLUMNS)
    text = f"`{line.place:>{places}}  {name} {value}` {_beside(line, say)}"
    return f"{text} ← {say('leaderboard.you')}" if own else text


def _beside(line: LeaderboardLine, say: Speech) -> str:
    """How the week went, for who has played in it, and how many hands that is in all."""
    hands = say("leaderboard.hands", count=line.hands)
    if not line.week:
        return hands
    return f"{'▲' if line.week > 0 else '▼'} {say('leaderboard.week', amount=abs(line.week))} · {hands}"


def _leaderboard_buttons(page: LeaderboardPage, say: Speech, by: LeaderboardBy, period: Period) -> list[Row]:
    def button(label: str, to: tuple[int, str, str], where: LeaderboardPart, *, here: bool) -> Button:
        number, order, span = to
        custom_id = str(PagePress("leaderboard", number, (order, span, where)))
        return Button(label, custom_id, "main" if here and where in {"order", "span"} else "plain", disabled=here)

    turns = [
        button("◀", (max(0, page.page - 1), by, period), "back", here=page.page == 0),
        button("▶", (page.page + 1, by, period), "on", here=page.page + 1 >= page.pages),
    ]
    orders = [button(say(f"order.{order}"), (0, order, period), "order", here=order == by) for order in get_args(LeaderboardBy)]
    spans = [button(say(f"period.{span}"), (0, by, span), "span", here=span == period) for span in get_args(Period)]
    return [*([Row(tuple(turns))] if page.pages > 1 else []), Row(tuple(orders)), *([Row(tuple(spans))] if by != "chips" else [])]


def chips_message(
    chips: Holdings, say: Speech, *, channels: Mapping[int, int] | None = None, whose: str | None = None
) -> Message:
    """What one has: in all, away from tables, and at each table (`channels`: table id -> channel id).

    `whose` is somebody else's name; the button, which leads to the reader's own history, is then left out.
    """
    if whose is None:
        lines = [f"### {say('chips.all', amount=chips.total)}", say("chips.bankroll", amount=chips.bankroll)]
    else:
        lines = [
            f"### {say('chips.all-of', name=whose, amount=chips.total)}",
            say("chips.bankroll-of", amount=chips.bankroll),
        ]
    for table_id, amount in chips.seats.items():
        channel = (channels or {}).get(table_id)
        lines.append(say("chips.seat", amount=amount, table=f"<#{channel}>" if channel else str(table_id)))
    if whose is not None:
        return Message((Text("\n".join(lines)),))
    history = Button(say("button.chips-history"), str(PagePress("chips")))
    return Message((Text("\n".join(lines)), Row((history,))))


def chips_history_message(lines: Sequence[HistoryLine], say: Speech) -> Message:
    """What moved a bankroll lately, newest first."""
    shown = "\n".join(_transfer_line(line, say) for line in lines) or say("chips.no-history")
    return Message((Text(f"### {say('chips.history')}\n{shown}"),))


def _transfer_line(line: HistoryLine, say: Speech) -> str:
    reason = say(_reason_key(line))
    note = f" ({escape(cut(line.note, NOTE_COLUMNS))})" if line.note else ""
    when = f" · {format_dt(line.at, 'R')}" if isinstance(line.at, datetime) else ""  # it may be damaged in the file
    return f"`{say.signed(line.amount):>9}` {reason}{note}{when}"


def _reason_key(line: HistoryLine) -> str:
    if line.reason == "grant" and line.amount < 0:
        return "reason.taken"
    return f"reason.{line.reason}" if line.reason in REASONS else "reason.other"


def history_message(hands: Sequence[HandLine], say: Speech, *, channel_id: int, more: bool = False) -> Message:
    """A channel's finished hands, newest first, a button for each one's story; `more` where older ones can be turned to."""
    if not hands:
        return Message((Text(f"### {say('history.title')}\n{say('history.empty')}"),))
    lines = [_hand_line(hand, say) for hand in hands]
    stories = [
        Button(hand.label, str(PagePress("story", 0, (str(hand.hand_id),)))) for hand in hands if hand.readable and not hand.void
    ]
    older = Button(say("button.older"), str(PagePress("history", hands[-1].hand_id, (str(channel_id),))))
    told = [f"-# {say('history.told')}"] if stories else []
    text = Text("\n".join([f"### {say('history.title')}", *lines, *told]))
    return Message((text, *rows(stories), *([Row((older,))] if more else [])))


def _hand_line(hand: HandLine, say: Speech) -> str:
    if not hand.readable:
        return f"**{hand.label}** · {say('history.unreadable')}"
    if hand.void:
        ending = say("history.void")
    elif hand.winners:
        ending = say.listed(
            say("result.wins", who=cut(name, NAME_COLUMNS), amount=amount) for name, amount in hand.winners.items()
        )
    else:
        ending = carried_words(hand.carried, say)
    practice = [say("table.practice")] if hand.practice else []
    parts = [f"**{hand.label}**", say(f"variant.{hand.variant}"), *practice, ending, format_dt(hand.ended_at, "R")]
    return " · ".join(parts)
