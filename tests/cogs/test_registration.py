"""The commands at Discord: compared at each start, mended, and played without while Discord refuses them."""

import logging

import pytest

from bot.sandbox.faults import Aim
from bot.settings import Settings, sqlite_url
from tests.dealing import SeededDealer
from tests.ui.evening import PlainBot

COMMANDS = "/applications/*/commands"


@pytest.fixture
def club(stage, tmp_path):
    """Start the bot anew, in the same database; with `development` where it is to have a development server."""
    server = stage.world.add_server()
    stage.world.add_channel(server)

    async def start(*, development=False):
        await stage.stop()
        given = {"development_server": server.id} if development else {}
        settings = Settings(database_url=sqlite_url(tmp_path / "open-draw.db"), _env_file=None, **given)
        return await stage.start(lambda: PlainBot.composed(settings, clock=stage.clock, dealer=SeededDealer()))

    start.server, start.stage = server, stage
    return start


def shown(club):
    """What the picker shows in the server, in order."""
    return sorted(command.name for command in club.stage.world.application.commands_in(club.server.id))


def asked(club, since=0):
    return [each.method for each in list(club.stage.traffic.exchanges)[since:] if each.path.split("?")[0].endswith("/commands")]


async def test_a_start_that_finds_everything_well_asks_once(club):
    await club()
    since = len(club.stage.traffic.exchanges)
    await club()
    assert asked(club, since) == ["GET"]


async def test_a_server_for_development_shows_every_command_once_after_it(club):
    await club(development=True)
    names = shown(club)
    assert len(names) == len(set(names)) > 3
    await club()
    assert shown(club) == names
    assert not club.stage.world.application.commands[club.server.id]


async def test_a_server_for_development_shows_every_command_once_beside_those_of_everywhere(club):
    await club()
    names = shown(club)
    await club(development=True)
    assert shown(club) == names


async def test_a_server_for_development_that_has_removed_the_bot_meanwhile(club):
    await club(development=True)
    await club.stage.stop()
    club.stage.world.remove_bot(club.server)
    await club()
    assert club.stage.world.application.commands[None]


@pytest.mark.parametrize("what", ["removed", "replaced", "shortened", "described otherwise", "described otherwise in German"])
async def test_what_another_program_has_done_to_the_commands_is_mended(club, what):
    await club()
    commands = club.stage.world.application.commands[None]
    whole = {name: command.body for name, command in commands.items()}
    match what:
        case "removed":
            commands.clear()
        case "replaced":
            club.stage.world.application.register(
                [{"name": "other", "description": "?", "type": 1}], None, club.stage.world.new_id
            )
        case "shortened":
            del commands["hand"]
        case "described otherwise":
            commands["hand"].body = commands["hand"].body | {"description": "?"}
        case _:
            texts = commands["hand"].body["description_localizations"]
            commands["hand"].body = commands["hand"].body | {"description_localizations": texts | {"de": "?"}}
    await club()
    assert {name: command.body for name, command in club.stage.world.application.commands[None].items()} == whole


@pytest.mark.parametrize("trouble", ["30034", "503", "429"])
@pytest.mark.parametrize("method", ["PUT", "GET"])
async def test_commands_that_discord_refuses_hold_nothing_up_and_come_later(club, trouble, method, caplog):
    aim = Aim(method, COMMANDS, times=2)
    match trouble:
        case "30034":
            club.stage.faults.refuse(30034, aim)
        case "503":
            club.stage.faults.server_error(aim, status=503)
        case _:
            club.stage.faults.rate_limit(aim, retry_after=600.0)
    with caplog.at_level(logging.WARNING, logger="bot"):
        bot = await club()
    assert not bot.is_closed()
    (line,) = [record for record in caplog.records if "registering the commands" in record.message]
    assert line.levelname == "WARNING"
    assert line.exc_info is None
    assert asked(club).count(method) == 1
    first, second = (600, 600) if trouble == "429" else (60, 300)
    await club.stage.clock_on(first - 1)
    assert asked(club).count(method) == 1, "not before"
    await club.stage.clock_on(2)
    await club.stage.until(lambda: asked(club).count(method) == 2)
    await club.stage.clock_on(second - 2)
    assert asked(club).count(method) == 2, "the pauses grow"
    await club.stage.clock_on(3)
    await club.stage.until(lambda: shown(club))
    assert "table" in shown(club)


async def test_play_goes_on_with_the_commands_that_are_there(club):
    await club()
    commands = club.stage.world.application.commands[None]
    commands["hand"].body = commands["hand"].body | {"description": "?"}
    club.stage.faults.refuse(30034, Aim("PUT", COMMANDS, times=None))
    await club()
    one = club.stage.person("one", club.server)
    (channel,) = club.server.channels.values()
    answer = await one.slash(channel, "table start")
    assert answer.ephemeral
    await club.stage.world.until(lambda: one.messages(channel))


async def test_a_development_server_that_invites_the_bot_later_gets_its_commands(club):
    club.stage.world.remove_bot(club.server)
    await club(development=True)
    assert not shown(club)
    club.stage.world.invite_bot(club.server)
    await club.stage.clock_on(61)
    await club.stage.until(lambda: shown(club))
