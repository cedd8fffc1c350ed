"""Shut doors: only the owner acts for a seat, in every route; only managers manage; names stay names; logs hold no secrets; chance is nobody's."""

import ast
import logging
import random  # noqa: TID251 - a test may choose by a chance of its own
import re
import traceback
from pathlib import Path

import pytest

import bot
from bot.__main__ import _set_up_logging
from bot.engine import DECK, Call, Check
from bot.render import EMOJI_NAMES
from bot.render.text.cards import face
from bot.sandbox.faults import Aim
from bot.sandbox.world.components import BUTTON
from bot.settings import Settings
from bot.store import StoreError
from bot.tables import DrawAt, SecureDealer
from tests.tables.room import TWO, all_in_memory, in_memory
from tests.trouble import fire
from tests.trouble.test_moods import CALLBACK
from tests.trouble.truth import answered_once, chips_are_right
from tests.ui.evening import custom_ids


def frozen(here):
    """All that a forged press must leave as it is."""
    return {table.id: (table.state, table.version) for table in all_in_memory(here.bot.tables)}


def agreed(here):
    """What managers could have changed: the clock may have dealt meanwhile."""
    state = in_memory(here.bot.tables, here.view().table_id).state
    return (
        state.status,
        state.host,
        state.rules,
        state.next_rules,
        [(one.player, one.status) for one in state.sitters],
        state.practice,
    )


def planted(here, custom_id, channel=None):
    """A message of the bot's with this button, as none of ours has: discord.py hands on a press only where the message has its button."""
    button = {"type": BUTTON, "id": 2, "style": 2, "label": "press", "custom_id": custom_id}
    row = {"type": 1, "id": 1, "components": [button]}
    return here.stage.world.post(channel or here.channel, here.stage.world.application.user, components=[row])


FORGED = [
    *(f"a:{{hand}}:{{prompt}}:{verb}" for verb in ("fold", "call", "check", "raise:30", "throw:0", "pass", "draw:3")),
    *(f"c:{{hand}}:{{prompt}}:{what}" for what in ("other", "all-in:1000", "pick:0", "toggle:1", "pass", "back")),
    *(f"i:{{hand}}:10:{what}" for what in ("check-fold", "call-any", "pass", "discard:0", "none")),
    *(
        f"t:{{table}}:{verb}"
        for verb in (
            "leave",
            "away",
            "back",
            "deal",
            "rebuy",
            "top-up",
            "hand",
            "show:{hand}",
            "house:3",
            "choose:simple",
            "resume",
        )
    ),
]
MALFORMED = [
    "a:{hand}:{prompt}:raise:999999999999", "a:{hand}:{prompt}:raise:0", "a:{hand}:{prompt}:raise:-5", "a:{hand}:{prompt}:throw:5",
    "a:{hand}:{prompt}:draw:32", "a:{hand}:{prompt}:fold:1", "a:{hand}:99999:fold", "a:99999999999999999999:0:fold", "a:9223372036854775808:0:fold",
    "a:0:0:fold", "a:-1:0:fold", "a:\u0661:0:fold", "a:{hand}:{prompt}:", "a:::", "a:{hand}:{prompt}:fold\n", " a:{hand}:{prompt}:fold",
    "t:{table}:house:9", "t:{table}:house:-1", "t:{table}:choose:bridge", "t:99999999:leave", "t:{table}:drop table", "i:{hand}:-1:call-any",
    "m:raise:{hand}:{prompt}", "m:top-up:{table}", "p:chips:999999999999999999", "p:leaderboard:0:x:y:z", "p:story:999999", "p:file:0:1:all", "x", "'; DROP TABLE transfer;--", "\u0000", "a" * 100,
]  # fmt: skip


@pytest.mark.parametrize("who", ["a stranger", "out of turn"])
async def test_nobody_acts_for_another(evening, who):
    here = await evening("one", "two", "three")
    await here.seated()
    actor = here.stage.person("stranger", here.server) if who == "a stranger" else here.people["three"]
    seat = here.view().seat_of(here.people["one"].id)
    hand = here.view().hand
    for pattern in FORGED:
        if who == "out of turn" and re.match(r"t:|i:", pattern):
            continue
        custom_id = pattern.format(hand=hand.hand_id, prompt=hand.prompt_number, table=here.view().table_id)
        before = frozen(here)
        answer = await actor.press(planted(here, custom_id), custom_id)
        await here.quiet()
        assert answer.ephemeral, custom_id
        assert answer.modal is None, custom_id
        assert frozen(here) == before, custom_id
    assert here.view().seat_of(here.people["one"].id) == seat
    answered_once(here)


async def test_what_no_button_says(evening):
    here = await evening("one", "two")
    await here.seated()
    one = here.people[here.asked()]
    hand = here.view().hand
    for pattern in MALFORMED:
        custom_id = pattern.format(hand=hand.hand_id, prompt=hand.prompt_number, table=here.view().table_id)
        before = frozen(here)
        for answer in (one.forge(here.table(), custom_id), one.press(planted(here, custom_id), custom_id)):
            await answer
            await here.quiet()
            assert answer.answers == answer.attempts == 1, custom_id
            assert answer.ephemeral, custom_id
            assert frozen(here) == before, custom_id


async def test_another_servers_table_and_an_old_hand(evening):
    here = await evening("one", "two")
    await here.seated()
    old, table_id = here.view().hand, here.view().table_id
    asked = here.people[here.asked()]
    other_server = here.stage.world.add_server("Elsewhere")
    other = here.stage.world.add_channel(other_server)
    await here.quiet()
    for who in here.people.values():
        here.stage.world.join(other_server, who.user)
        await who.slash(other, "table start" if who is here.people["one"] else "table join")
    await asked.slash(other, "table deal")
    await here.quiet()
    for custom_id in (
        f"a:{old.hand_id}:{old.prompt_number}:fold",
        f"c:{old.hand_id}:{old.prompt_number}:other",
        f"i:{old.hand_id}:10:call-any",
        f"t:{table_id}:leave",
        f"t:{table_id}:house:3",
        f"t:{table_id}:hand",
        f"t:{table_id}:show:{old.hand_id}",
    ):
        before = frozen(here)
        answer = await asked.press(planted(here, custom_id, other), custom_id)
        await here.quiet()
        assert answer.answers == 1
        assert answer.ephemeral, custom_id
        assert frozen(here) == before, custom_id
    fold = next(each for each in custom_ids(here.table()) if each.endswith(":fold"))
    await here.press(here.asked(), "Fold", here.table())
    await here.wait(10)
    before = frozen(here)
    stale = await here.people[here.asked()].forge(here.table(), fold)
    await here.quiet()
    assert stale.ephemeral
    assert frozen(here) == before


async def test_a_form_is_its_owners_and_for_one_question(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    form = await here.press("one", "Other…", here.table())
    await here.press("one", "Call 10", here.table())
    before = frozen(here)
    late = await here.people["one"].submit(form, amount="50")
    await here.quiet()
    assert late.ephemeral
    assert frozen(here) == before
    form = await here.press("two", "Other…", here.table())
    form.user = here.people["three"].user
    forged = await here.people["three"].submit(form, amount="50")
    await here.quiet()
    assert forged.ephemeral
    assert frozen(here) == before
    answered_once(here)


async def test_managing_is_checked_at_the_time_of_use(evening):
    here = await evening("one", "two", "three")
    await here.seated(deal=False)
    world, three = here.stage.world, here.people["three"]
    before = agreed(here)
    for words, options in (
        ("table stop", {}), ("table stop", {"now": True}), ("table pause", {}), ("table kick", {"player": here.people["two"]}), ("table set", {"ante": 1}),
    ):  # fmt: skip
        here.stage.clock.advance(6)
        answer = await three.slash(here.channel, words, **options)
        await here.quiet()
        assert answer.ephemeral
    for words, options in (
        ("table-admin grant", {"player": three, "amount": 1_000_000, "reason": "me"}), ("table-admin close", {}), ("table-admin reset", {"sure": True}), ("table-admin chips", {"daily": 9}),
    ):  # fmt: skip
        here.stage.clock.advance(6)
        answer = await three.slash(here.channel, words, forged=True, **options)
        await here.quiet()
        assert answer.ephemeral
    assert agreed(here) == before
    role = world.give_role(here.server, three.user, "manage_guild")
    here.stage.clock.advance(6)
    await here.slash("three", "table pause")
    assert here.view().state == "paused"
    world.take_role(here.server, three.user, role)
    here.stage.clock.advance(6)
    await here.slash("three", "table resume")
    assert here.view().state == "paused", "a manager no more"
    await chips_are_right(here)


async def test_names_and_reasons_are_nothing_but_text(evening):
    here = await evening("one", "two")
    wild = f"@everyone [x](https://evil.example) **b** `c` <@{here.rail.id}> <:k:1> ||s|| # h"
    here.people["one"].user.display_name = wild
    world = here.stage.world
    world.give_role(here.server, world.application.user, "mention_everyone")
    here.people["two"].user.display_name = f"<@&{world.give_role(here.server, here.rail.user).id}>\n> @here ~~_"
    await here.seated()
    by_id = {person.id: name for name, person in here.people.items()}
    hand = here.view().hand
    await here.press(by_id[hand.players[hand.prompt_seat].id], re.compile("^(Call|Check)"), here.table())
    world.give_role(here.server, here.people["two"].user, "manage_guild")
    await here.slash(
        "two", "table-admin grant", player=here.people["one"], amount=5, reason="@everyone [r](https://evil.example)"
    )
    await here.slash("one", "chips history")
    await here.slash("two", "chips show", player=here.people["one"])
    await here.slash("one", "leaderboard")
    await here.slash("two", "table kick", player=here.people["one"])
    await here.wait(90)
    texts = [text for each in here.requests() if each.method in {"POST", "PATCH"} for text in _texts(each.request)]
    assert any("everyone" in text for text in texts)
    for text in texts:
        outside = re.sub(r"`[^`]*`", "", text)
        assert "@everyone" not in outside, text
        assert "@here" not in outside, text
        assert here.rail.mention not in outside, text
        assert "<@&" not in outside, text
        assert not re.search(r"(?<!\\)\]\(http", outside), text
        assert not re.search(r"(?<!\\)\*\*b(?<!\\)\*\*", outside), text
    for message in here.channel.messages.values():
        if message.author.bot:
            assert not message.mention_everyone
            assert not message.mention_roles
            assert not message.mentions or all(
                user.id in {here.people["one"].id, here.people["two"].id} for user in message.mentions
            )


def _texts(body):
    match body:
        case {"content": str(text)}:
            yield text
    if isinstance(body, dict):
        for value in body.values():
            yield from _texts(value)
    elif isinstance(body, list):
        for value in body:
            yield from _texts(value)


CARDS = re.compile(
    "|".join(map(re.escape, [*map(face, DECK), *(f"<:{name}:" for name in EMOJI_NAMES[:-1])])) + r"|\b[2-9TJQKA][cdhs]\b"
)


@pytest.fixture
def as_it_was():
    """What a program sets up once is taken back."""
    root, names = logging.getLogger(), ("discord", "aiosqlite", "sqlalchemy", "asyncio")
    before = root.level, root.handlers[:], {name: logging.getLogger(name).level for name in names}
    yield
    root.setLevel(before[0])
    root.handlers[:] = before[1]
    for name, level in before[2].items():
        logging.getLogger(name).setLevel(level)


@pytest.mark.usefixtures("as_it_was")
async def test_logs_hold_no_secrets_at_any_level(evening, caplog):
    _set_up_logging(Settings(_env_file=None, log_level="DEBUG"))
    caplog.set_level(logging.DEBUG, logger="bot")
    root = logging.getLogger()
    root.setLevel(logging.DEBUG)
    here = await evening("one", "two", "three")
    await here.seated(time_bank=0)
    faults = here.stage.faults
    faults.rate_limit(Aim("*", "*", times=3, every=2), retry_after=0.01)
    faults.server_error(Aim("POST", CALLBACK, times=2, every=2), status=503)
    while here.view().hand.view.phase == "before":
        await here.press(here.asked(), re.compile("^(Call|Check)"), here.table())
        await here.wait(2)
    await here.press(here.asked(), "My hand", here.table())
    async with fire.failing(here.file, "hand_action"):
        await here.wait(100)
    await here.press(here.asked(), "My hand", here.table())
    await here.wait(200)
    tokens = {here.stage.world.application.token, *here.stage.world.interactions}
    assert len(caplog.records) > 10
    assert not [record for record in caplog.records if record.name.startswith("sqlalchemy")], "no statement is worth a line"
    for record in caplog.records:
        if record.name.startswith("asyncio") or record.name.startswith("bot.sandbox"):
            continue
        text = logging.Formatter().format(record)
        assert not any(token in text for token in tokens), text[:500]
        assert not CARDS.search(text), (record.name, CARDS.search(text), text[:2000])


async def test_what_the_database_refuses_is_told_without_cards(room):
    """SQLAlchemy's errors would name the values: a deck, or the cards that somebody throws face down."""

    def told(refused):
        text = "".join(traceback.format_exception(refused.value))
        assert "on fire" in text
        return text

    view = await room.open(TWO, variant="simple")
    async with fire.failing(room.file, "hand"):
        with pytest.raises(StoreError) as refused:
            await room.deal(view)
    assert "sequential" not in told(refused)
    assert "simple" not in told(refused)
    view = await room.deal(view)
    await room.act(view, Call())
    await room.act(view, Check())
    async with fire.failing(room.file, "hand_action"):
        with pytest.raises(StoreError) as refused:
            await room.act(view, DrawAt(3))
    assert not re.search(r"draw [2-9TJQKA][cdhs]", told(refused))


async def test_commands_and_tables_are_limited(evening):
    here = await evening("one", "two")
    answers = [await here.slash("one", "chips show") for _ in range(7)]
    assert all(answer.ephemeral for answer in answers)
    assert "bankroll" in answers[0].text.casefold() or "5,000" in answers[0].text
    assert "5,000" not in answers[6].text
    assert "5,000" in (await here.slash("two", "chips show")).text, "others are not held up"


def test_nobody_can_seed_the_dealer():
    decks = []
    for _ in range(2):
        random.seed(1)
        SecureDealer._system.seed(1)
        decks.append([SecureDealer().deck() for _ in range(3)])
    assert decks[0] != decks[1]
    assert isinstance(SecureDealer._system, random.SystemRandom)


def test_chance_has_one_source():
    """No module but the dealer takes chance from anywhere; nonces and error ids are names, not chance of the game."""
    for file in Path(bot.__file__).parent.rglob("*.py"):
        imported = set()
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                imported.add((node.module or "").partition(".")[0])
        assert not imported & {"random", "numpy"}, file
        if "secrets" in imported:
            assert {"ui", "sandbox"} & set(file.parts) or file.name == "dealer.py", file
