"""Pages of what has been: a press turns the private message on which it is made to another page."""

from dataclasses import replace
from typing import Final, get_args

import discord

from bot.history import LeaderboardBy, Period, StatsPeriod, Story, hand_file
from bot.render import (
    PROOF,
    Message,
    PagePress,
    chips_history_message,
    file_message,
    history_message,
    leaderboard_message,
    line,
    proof_message,
    shared_message,
    stats_chart,
    stats_message,
    story_message,
)
from bot.tables import NotAllowed, NothingToDo
from bot.ui.errors import UnknownButton
from bot.ui.illustrations import painted
from bot.ui.interactions.response import Response

ORDERS: Final[tuple[LeaderboardBy, ...]] = get_args(LeaderboardBy)
PERIODS: Final[tuple[Period, ...]] = get_args(Period)
STATS_PERIODS: Final[tuple[StatsPeriod, ...]] = get_args(StatsPeriod)


async def turn_page(response: Response, press: PagePress) -> None:
    """Show the page that was asked for: in place of a private message, or as a new one beside a public post. A file is always a message of its own."""
    if press.what == "share":
        hand_id, how = press.args
        await share(response, int(hand_id), own_cards=how == "own")
        return
    page = await _page(response, press)
    in_place = response.pressed_on == "private message" and press.what != "file"
    await (response.update_pressed(page) if in_place else response.send_private(page))


async def _page(response: Response, press: PagePress) -> Message:  # noqa: PLR0911 - one line a page
    match press.what, press.args:
        case "leaderboard", (str(by), str(period), *_):
            return await leaderboard(response, by, period, press.page)
        case "chips", _:
            return await chips_history(response)
        case "history", (str(channel_id),):
            return await history(response, int(channel_id), press.page)
        case "story", (str(hand_id),):
            return await story(response, int(hand_id), press.page)
        case "stats", (str(user_id), str(period)):
            own = int(user_id) == response.user_id
            return await stats(response, int(user_id), response.player.name if own else "", period)
        case "file", (str(hand_id), form) if form == PROOF:
            label, text = await response.records.proof(int(hand_id), response.user_id, guild_id=response.guild_id)
            return proof_message(label, text, response.say)
        case "file", (str(hand_id), "own" | "ohh" as form):
            told = await _story(response, int(hand_id))
            if told.view.seat is None:
                raise NotAllowed("history.players-only")
            return file_message(hand_file(told, form), response.say)
        case _:
            raise UnknownButton


async def leaderboard(response: Response, by: str, period: str, page: int) -> Message:
    """A page of the leaderboard, with the reader's own place."""
    order = next((known for known in ORDERS if known == by), None)
    since = next((known for known in PERIODS if known == period), None)
    if order is None or since is None:
        raise UnknownButton
    asker = response.user_id
    found = await response.records.leaderboard(response.guild_id, by=order, period=since, page=page, asker=asker)
    return leaderboard_message(found, response.say, by=order, period=since, asker=asker)


async def chips_history(response: Response) -> Message:
    """What moved the reader's bankroll lately."""
    lines = await response.records.chips_history(response.guild_id, response.user_id)
    return chips_history_message(lines, response.say)


async def history(response: Response, channel_id: int, before: int) -> Message:
    """A channel's hands before the one with this id, or (0) the last ones; only of the channel that one is in, since others may be closed."""
    if channel_id != response.channel_id:
        raise UnknownButton
    hands = await response.records.hands(channel_id, before=before or None)
    more = bool(hands) and bool(await response.records.hands(channel_id, before=hands[-1].hand_id))
    return history_message(hands, response.say, channel_id=channel_id, more=more)


async def story(response: Response, hand_id: int, page: int) -> Message:
    """A hand of this channel, or one that the reader played, told as they saw it."""
    told = await _story(response, hand_id)
    return story_message(told, response.say, response.services.card_emojis.current(), page=page)


async def share(response: Response, hand_id: int, *, own_cards: bool) -> None:
    """Tell a hand that one has played to the channel where it was played, once: what everybody saw, and one's own cards if one wants."""
    mine = await _story(response, hand_id)
    if mine.view.seat is None:
        raise NotAllowed("history.players-only")
    if not may_write(response.interaction):
        raise NotAllowed("share.may-not-write")
    told = mine if own_cards else await _story(response, hand_id, public=True)
    if not response.services.shared_hands.add(hand_id, response.user_id):
        raise NothingToDo("history.shared-already")
    faces = response.services.card_emojis.current()
    shown = story_message(mine, response.say, faces, shared=True)
    private = response.pressed_on == "private message"  # a forged press on a public message must not be answered there
    await (response.update_pressed(shown) if private else response.send_private(shown))
    post = shared_message(told, response.say_publicly, faces, by=response.player.name)
    if await response.add_public(post) is None:
        response.services.shared_hands.drop(hand_id, response.user_id)
        await response.add_private(line(response.say, "share.lost"))


def may_write(interaction: discord.Interaction) -> bool:
    """Whether this person may post in the channel themselves, as Discord says with this very press: the bot posts for nobody who may not."""
    allowed = interaction.permissions
    return allowed.send_messages_in_threads if isinstance(interaction.channel, discord.Thread) else allowed.send_messages


async def _story(response: Response, hand_id: int, *, public: bool = False) -> Story:
    ids = {"guild_id": response.guild_id, "channel_id": response.channel_id}
    return await response.records.story(hand_id, response.user_id, **ids, public=public)


async def stats(response: Response, user_id: int, name: str, period: str) -> Message:
    """A player's figures, with a chart of the net over time; under `name`, which is theirs now, or else that of their last hand."""
    since = next((known for known in STATS_PERIODS if known == period), None)
    if since is None:
        raise UnknownButton
    found = await response.records.statistics.of(response.guild_id, user_id, since)
    found = replace(found, name=name or found.name)
    picture = await painted(lambda figures: stats_chart(figures, response.say), found)
    return stats_message(found, response.say, period=since, user_id=user_id, picture=picture)
