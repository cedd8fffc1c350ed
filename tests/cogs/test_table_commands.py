"""`/table`: what it does, and what it answers where that cannot be."""

import logging
import re

import pytest

from bot.cogs.permissions import NAMES, NEEDED
from bot.render import LANGUAGES, speech


def one_line(answer):
    assert answer.attempts == answer.answers == 1
    assert answer.ephemeral
    assert len(answer.text.splitlines()) == 1
    return answer.text


async def test_bare_start_opens_a_sequential_table_with_blinds_of_5_and_10(evening):
    here = await evening("one")
    answer = await here.slash("one", "table start")
    assert answer.ephemeral
    rules = here.view().rules
    assert (rules.variant, rules.small_blind, rules.big_blind, rules.buy_in) == ("sequential", 5, 10, 1_000)
    assert here.view().seat_of(here.people["one"].id).stack == 1_000
    assert "5 / 10" in here.table().text


async def test_options_of_a_start(evening):
    here = await evening("one")
    await here.slash(
        "one",
        "table start",
        variant="simple",
        small_blind=10,
        seats=4,
        clock=30,
        betting="pot-limit",
        discard_limit="3",
        discard_clock=20,
        time_bank=90,
    )
    rules = here.view().rules
    assert (rules.variant, rules.small_blind, rules.big_blind, rules.seats) == ("simple", 10, 20, 4)
    assert (rules.clock_seconds, rules.discard_clock_seconds, rules.time_bank_seconds) == (30, 20, 90)
    assert (rules.betting, rules.discard_limit) == ("pot-limit", 3)


@pytest.mark.parametrize(
    "options",
    [
        {"small_blind": 20, "big_blind": 10},
        {"small_blind": 0, "big_blind": 0},
        {"buy_in": 10},
        {"buy_in": 200, "big_blind": 1_000},
        {"big_blind": 1_000},
    ],
)
async def test_a_table_that_cannot_be(evening, options):
    here = await evening("one")
    one_line(await here.slash("one", "table start", **options))
    assert here.bot.tables.views() == []


async def test_one_table_a_channel(evening):
    here = await evening("one", "two")
    await here.slash("one", "table start")
    one_line(await here.slash("two", "table start"))
    assert len(here.bot.tables.views()) == 1


async def test_joining_twice_and_joining_a_full_table(evening):
    here = await evening("one", "two", "three")
    await here.slash("one", "table start", seats=2)
    one_line(await here.slash("one", "table join"))
    one_line(await here.slash("two", "table join", buy_in=100_000))
    one_line(await here.slash("two", "table join", buy_in=1))
    joined = await here.slash("two", "table join", buy_in=500)
    assert "500" in joined.text
    one_line(await here.slash("three", "table join"))
    one_line(await here.press("three", "Join", here.table()))
    assert len(here.view().seats) == 2


async def test_missing_permissions_are_named_before_anything_starts(evening):
    here = await evening("one")
    here.stage.world.set_permissions(here.channel, here.stage.world.application.user, deny=("send_messages", "attach_files"))
    await here.quiet()
    text = one_line(await here.slash("one", "table start"))
    assert "Send" in text
    assert "Attach" in text
    assert here.bot.tables.views() == []


async def test_a_channel_that_the_bot_cannot_see_is_named_too(evening):
    here = await evening("one")
    here.stage.world.set_permissions(here.channel, here.stage.world.application.user, deny=("view_channel",))
    await here.quiet()
    assert "View" in one_line(await here.slash("one", "table start"))
    assert here.bot.tables.views() == []


def test_every_permission_of_the_invite_has_a_name_in_every_language():
    for language in LANGUAGES:
        assert all(speech(language).knows(f"permission.{name}") for name in NAMES)
    assert dict(NEEDED)["read_messages"], "which is what discord.py calls view_channel when it lists permissions"


async def test_where_there_is_no_table(evening):
    here = await evening("one")
    for words in ("table join", "table leave", "table show"):
        one_line(await here.slash("one", words))
    one_line(await here.slash("one", "hand"))


async def test_leaving_pays_out_and_closes_an_empty_table(evening):
    here = await evening("one", "two")
    await here.slash("one", "table start")
    await here.slash("two", "table join")
    one_line(await here.slash("two", "table leave"))
    one_line(await here.slash("one", "table leave"))
    assert here.bot.tables.views() == []
    await here.wait(2)
    assert not here.table().buttons
    assert "5,000" in (await here.slash("one", "chips show")).text


async def test_stopping_is_for_the_host_and_for_managers(evening):
    here = await evening("one", "two", "boss")
    here.stage.world.give_role(here.server, here.people["boss"].user, "manage_guild")
    await here.slash("one", "table start")
    await here.slash("two", "table join")
    one_line(await here.slash("two", "table stop"))
    assert here.view().state == "open"
    await here.wait(1)
    await here.press("one", "Deal", here.table())
    one_line(await here.slash("two", "table stop", now=True))
    one_line(await here.slash("one", "table stop", now=True))
    assert not here.view().hand.view.over
    one_line(await here.slash("boss", "table stop", now=True))
    assert here.bot.tables.views() == []
    await here.wait(2)
    assert any("boss" in seen.text for seen in here.rail.messages(here.channel)), "voiding a hand is posted with a name"


async def test_the_table_is_posted_anew(evening):
    here = await evening("one", "two")
    await here.slash("one", "table start")
    first = here.table()
    here.people["two"].say(here.channel, "hello")
    one_line(await here.slash("two", "table show"))
    await here.wait(2)
    assert here.table().id != first.id
    assert here.table().has("Join")
    assert not first.buttons


async def test_the_house_plays_with_one_person(evening):
    here = await evening("one")
    await here.slash("one", "table start")
    one_line(await here.slash("one", "table house", players=2))
    assert here.view().practice
    assert len(here.view().seats) == 3
    await here.wait(21)
    assert here.view().hand is not None


async def test_practice_chips_are_nobody_s_own(evening):
    here = await evening("one")
    await here.slash("one", "table start")
    assert "Ada and Bruno play for the house." in (await here.slash("one", "table house", players=2)).text
    await here.slash("one", "table deal")
    assert "After this hand, 3 house players are at the table." in one_line(await here.slash("one", "table house", players=3))
    assert one_line(await here.slash("one", "table leave")).startswith("Leave now? You fold this hand")
    leaving = (await here.press("one", "Leave now", here.private("one"))).text
    assert "after this hand" in leaving
    while not here.view().hand.view.over:
        await here.wait(5)
        if not here.bot.tables.views():
            break
    await here.wait(5)
    await here.slash("one", "table start")
    await here.slash("one", "table house", players=2)
    left = one_line(await here.slash("one", "table leave"))
    await here.wait(5)
    await here.slash("one", "table start")
    await here.slash("one", "table house", players=2)
    closed = one_line(await here.slash("one", "table stop"))
    for text in (leaving, left, closed):
        assert "practice" in text
        assert "your chips" not in text.casefold()
        assert "their chips" not in text


async def test_who_comes_back_without_chips_is_told_so(evening):
    here = await evening("one", "two", cards="2c As 7d Ah 9h Ac Jd Ad 4s Ks")
    await here.seated(clock=15, discard_clock=15, time_bank=0)
    shover = here.asked()
    await here.press(shover, re.compile("^All-in"), here.table())
    await here.press(shover, re.compile("^All-in"), here.private(shover))
    await here.wait(2)
    await here.press(here.asked(), re.compile("^Call"), here.table())
    while not here.view().hand.view.over:
        await here.wait(5)
    (broke,) = [seated.player.name for seated in here.view().seats if not seated.stack]
    one_line(await here.slash(broke, "table away"))
    assert "out of chips" in one_line(await here.slash(broke, "table back"))


async def test_pausing_changing_and_kicking_are_the_host_s(evening):
    here = await evening("one", "two")
    await here.slash("one", "table start")
    await here.slash("two", "table join")
    one_line(await here.slash("two", "table pause"))
    one_line(await here.slash("one", "table pause"))
    assert here.view().state == "paused"
    one_line(await here.slash("one", "table resume"))
    await here.wait(6)
    one_line(await here.slash("two", "table set", big_blind=20))
    one_line(await here.slash("one", "table set", small_blind=10, big_blind=20))
    one_line(await here.slash("two", "table kick", player=here.people["one"]))
    await here.wait(6)
    one_line(await here.slash("one", "table kick", player=here.people["two"]))
    assert here.view().seat_of(here.people["two"].id) is None


async def test_away_back_and_top_up(evening):
    here = await evening("one", "two")
    await here.slash("one", "table start", buy_in=1_000)
    await here.slash("two", "table join", buy_in=300)
    one_line(await here.slash("two", "table away"))
    assert here.view().seat_of(here.people["two"].id).status == "away"
    one_line(await here.slash("two", "table back"))
    assert (await here.slash("two", "table top-up", amount=100)).text.startswith("Your stack is now 400.")
    assert here.view().seat_of(here.people["two"].id).stack == 400
    one_line(await here.slash("two", "table top-up", amount=5_000))


async def test_commands_work_in_threads_and_voice_chats(evening):
    here = await evening("one")
    for kind in ("voice", "thread"):
        place = here.stage.world.add_channel(here.server, kind, kind, here.channel if kind == "thread" else None)
        await here.quiet()
        answer = await here.people["one"].slash(place, "table start")
        await here.quiet()
        assert here.bot.tables.in_channel(place.id), answer.text


async def test_new_blinds_bring_what_usually_follows(evening):
    here = await evening("one", "two")
    await here.seated(deal=False)
    await here.slash("one", "table set", big_blind=100)
    told = next(seen.text for seen in here.rail.messages(here.channel) if "next hand" in seen.text)
    assert "50 / 100" in told
    assert "10,000" in told


async def test_who_does_not_sit_here_cannot_be_asked_to_leave(evening):
    here = await evening("one", "two")
    await here.slash("one", "table start")
    assert "That person has no seat" in (await here.slash("one", "table kick", player=here.people["two"])).text


async def test_dealing_where_the_button_chooses_says_so(evening):
    here = await evening("one", "two")
    await here.slash("one", "table start", variant="dealers-choice")
    await here.slash("two", "table join")
    for _ in range(2):
        assert "picks the game" in (await here.slash("one", "table deal")).text
    assert here.view().hand is None
    assert here.view().waiting == "choice"
    await here.wait(6)
    one_line(await here.slash("one", "table set", variant="simple"))
    assert "Dealt" in (await here.slash("one", "table deal")).text


async def test_who_manages_the_server_may_bring_the_house_to_a_table_that_has_played(evening):
    here = await evening("one", "two", "boss")
    here.stage.world.give_role(here.server, here.people["boss"].user, "manage_guild")
    await here.slash("one", "table start")
    for name in ("two", "boss"):
        await here.slash(name, "table join")
    await here.slash("one", "table deal")
    assert "Only" in (await here.slash("two", "table house", players=1)).text
    assert "house" in (await here.slash("boss", "table house", players=1)).text


async def test_a_dead_button_is_chosen_announced_explained_and_seen(evening):
    here = await evening("one", "two", "three", "four")
    await here.slash("one", "table start", button="dead")
    for name in ("two", "three", "four"):
        await here.slash(name, "table join")
    sentence = "Dead button: each hand the big blind moves on to the next player"
    await here.quiet()
    assert sentence in here.table().text
    assert sentence in (await here.slash("two", "rules")).text
    await here.slash("one", "table deal")
    hand = here.view().hand
    small = hand.view.small_blind_seat
    await here.slash(hand.players[small].name, "table leave")
    await here.press(hand.players[small].name, "Leave now")
    while not here.view().hand.view.over:
        await here.press(here.asked(), "Fold")
    stays = here.view().seats[0].player.name
    await here.slash(stays, "table deal")
    await here.wait(6)
    assert here.view().hand.view.button == small
    assert f"Dead button at seat {small + 1}" in here.table().text


@pytest.mark.parametrize(
    ("options", "when"),
    [
        ({"first_after_draw": "opener"}, "without blinds"),
        ({"variant": "simple", "interim_betting": True}, "sequential"),
        ({"cap": 4}, "fixed limit"),
        ({"min_bet": 20}, "without blinds"),
        ({"big_blind": 0, "ante": 5, "button": "dead"}, "follows the blinds"),
    ],
)
async def test_an_option_in_vain_is_refused_at_start_and_at_set(evening, options, when):
    here = await evening("one")
    assert when in one_line(await here.slash("one", "table start", **options))
    await here.slash("one", "table start")
    before = here.view().rules
    assert when in one_line(await here.slash("one", "table set", **options))
    assert here.view().rules == before


async def test_what_is_not_their_own_doing_is_logged_once_and_when_it_is_over(evening, caplog):
    here = await evening("one", "two")
    bot = here.stage.world.application.user
    here.stage.world.set_permissions(here.channel, bot, deny=("send_messages",))
    with caplog.at_level(logging.WARNING, logger="bot.ui"):
        for name in ("one", "two", "one"):
            await here.slash(name, "table start")
        (began,) = [record.getMessage() for record in caplog.records]
        assert str(here.channel.id) in began
        here.stage.world.set_permissions(here.channel, bot, deny=())
        await here.slash("one", "table start")
    assert [record.getMessage() for record in caplog.records][1:] == [f"channel {here.channel.id}: error.permissions is over"]
