"""Pages of what has been: a press turns the private message on which it is made to another page."""

from dataclasses import replace
from typing import Final, get_args

from bot.history import LeaderboardBy, Period, hand_file
from bot.render import (
    Message,
    PagePress,
    chips_history_message,
    file_message,
    history_message,
    leaderboard_message,
    stats_chart,
    stats_message,
    story_message,
)
from bot.ui.desk import Desk
from bot.ui.errors import UnknownButton
from bot.ui.illustrations import painted
from bot.ui.replies import Reply

ORDERS: Final[tuple[LeaderboardBy, ...]] = get_args(LeaderboardBy)
PERIODS: Final[tuple[Period, ...]] = get_args(Period)


async def turned(desk: Desk, reply: Reply, press: PagePress) -> None:
    """Show the page that was asked for: in place of a private message, or as a new one beside a public post. A file is always a message of its own."""
    page = await _page(desk, reply, press)
    message = reply.interaction.message
    on_private = message is not None and message.flags.ephemeral and press.what != "file"
    await (reply.update(page) if on_private else reply.private(page))


async def _page(desk: Desk, reply: Reply, press: PagePress) -> Message:
    match press.what, press.args:
        case "leaderboard", (str(by), str(period), *_):
            return await leaderboard(desk, reply, by, period, press.page)
        case "chips", _:
            return await chips_history(desk, reply)
        case "history", (str(channel_id),):
            return await history(desk, reply, int(channel_id), press.page)
        case "story", (str(hand_id),):
            return await story(desk, reply, int(hand_id), press.page)
        case "file", (str(hand_id), "own" | "ohh" as form):
            told = await desk.records.story(int(hand_id), reply.interaction.user.id, guild_id=guild_of(reply))
            return file_message(hand_file(told, form), reply.say)
        case _:
            raise UnknownButton


def guild_of(reply: Reply) -> int:
    """The server of the interaction; the desk answers in servers only."""
    assert reply.interaction.guild_id is not None
    return reply.interaction.guild_id


async def leaderboard(desk: Desk, reply: Reply, by: str, period: str, page: int) -> Message:
    """A page of the leaderboard, with the reader's own place."""
    order = next((known for known in ORDERS if known == by), None)
    since = next((known for known in PERIODS if known == period), None)
    if order is None or since is None:
        raise UnknownButton
    asker = reply.interaction.user.id
    found = await desk.records.leaderboard(guild_of(reply), by=order, period=since, page=page, asker=asker)
    return leaderboard_message(found, reply.say, by=order, period=since, asker=asker)


async def chips_history(desk: Desk, reply: Reply) -> Message:
    """What moved the reader's bankroll lately."""
    lines = await desk.records.chips_history(guild_of(reply), reply.interaction.user.id)
    return chips_history_message(lines, reply.say)


async def history(desk: Desk, reply: Reply, channel_id: int, before: int) -> Message:
    """A channel's hands before the one with this id, or (0) the last ones; only of the channel that one is in, since others may be closed."""
    if channel_id != reply.interaction.channel_id:
        raise UnknownButton
    hands = await desk.records.hands(channel_id, before=before or None)
    more = bool(hands) and bool(await desk.records.hands(channel_id, before=hands[-1].hand_id))
    return history_message(hands, reply.say, channel_id=channel_id, more=more)


async def story(desk: Desk, reply: Reply, hand_id: int, page: int) -> Message:
    """A hand that the reader played, told as they saw it."""
    told = await desk.records.story(hand_id, reply.interaction.user.id, guild_id=guild_of(reply))
    return story_message(told, reply.say, desk.faces, page=page)


async def stats(desk: Desk, reply: Reply, user_id: int, name: str) -> Message:
    """A player's figures, with a chart of the net over time; under the name that they have now, and not that of their last hand."""
    found = replace(await desk.records.stats(guild_of(reply), user_id), name=name)
    picture = await painted(lambda figures: stats_chart(figures, reply.say), found)
    return stats_message(found, reply.say, picture=picture)
