"""What each person's socket carries, with a bot behind it; no browser."""

import contextlib

import aiohttp
import pytest

from bot.sandbox.page.bridge import WorldBackend
from bot.sandbox.page.server import Page
from bot.sandbox.world import Attachment
from tests.sandbox.harness import HUNG_SECONDS
from tests.sandbox.trivial import make_bot

pytestmark = pytest.mark.asyncio


class Client:
    """One person's page without a browser: `frames` of each kind as they come."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.heard: list[dict] = []
        self._nonce = 0

    async def until(self, kind: str, holds=lambda _frame: True) -> dict:
        while True:
            frame = await self.socket.receive_json(timeout=HUNG_SECONDS)
            self.heard.append(frame)
            if frame["t"] == kind and holds(frame):
                return frame

    async def ask(self, kind: str, **fields) -> dict:
        self._nonce += 1
        await self.socket.send_json({"t": kind, "nonce": str(self._nonce), **fields})
        return await self.until("answer", lambda frame: frame["nonce"] == str(self._nonce))

    async def history(self, channel, **more) -> dict:
        await self.socket.send_json({"t": "open", "channel": str(channel.id), **more})
        return await self.until("history")


@pytest.fixture
async def club(stage):
    """A server with a channel, two people, the trivial bot, and the page's server."""
    stage.server = stage.world.add_server("Card club")
    stage.poker = stage.world.add_channel(stage.server, "poker")
    stage.one, stage.two = (stage.person(name, stage.server) for name in ("one", "two"))
    await stage.start(make_bot)
    stage.page = Page(WorldBackend(stage.world))
    await stage.page.start()
    async with aiohttp.ClientSession() as stage.session:
        yield stage
    await stage.page.close()


@contextlib.asynccontextmanager
async def client(club, person=None):
    origin = {"Origin": f"http://127.0.0.1:{club.page.port}"}
    async with club.session.ws_connect(f"{club.page.url}socket?as={person.id if person else ''}", headers=origin) as socket:
        yield Client(socket)


def command(club) -> str:
    return str(next(iter(club.world.application.commands_in(club.server.id))).id)


async def start_table(club, one: Client) -> dict:
    asked = {"channel": str(club.poker.id), "command": command(club), "path": ["table", "start"], "options": {"seats": 4}}
    assert (await one.ask("slash", **asked))["kind"] == "done"
    return next(frame["message"] for frame in one.heard if frame["t"] == "message")


async def test_the_welcome_is_what_this_person_may_know(club):
    closed = club.world.add_channel(club.server, "staff")
    club.world.set_permissions(closed, club.server, deny=("view_channel",))
    club.world.add_server("Elsewhere")
    async with client(club) as first:
        welcome = await first.until("welcome")
    assert welcome["me"]["name"] == "one"
    assert [one["name"] for one in welcome["people"]] == ["one", "two", "Owner", "Open Draw"]
    assert [server["name"] for server in welcome["guilds"]] == ["Card club"]
    assert [channel["name"] for channel in welcome["guilds"][0]["channels"]] == ["poker"]
    assert [one["name"] for one in welcome["commands"][str(club.server.id)]] == ["table"]
    assert len(welcome["locales"]) >= 31
    assert "token" not in str(welcome)


async def test_a_command_a_press_and_a_modal_reach_the_bot(club):
    async with client(club, club.one) as one:
        message = await start_table(club, one)
        assert (await one.ask("press", message=message["id"], custom_id="count:4"))["kind"] == "done"
        edited = one.heard[-2]["message"]  # what changed is told before the answer
        assert (edited["id"], "counted 5" in str(edited["components"])) == (message["id"], True)
        assert (await one.history(club.poker))["messages"] == [edited]
        opened = await one.ask("press", message=message["id"], custom_id="act:form")
        assert (opened["kind"], opened["modal"]["title"]) == ("modal", "Raise")
        sent = await one.ask("submit", modal=opened["modal"]["id"], fields={"amount": "60"})
        assert sent["kind"] == "done"
        assert "raised to 60" in club.one.last(club.poker).text


async def test_an_ephemeral_message_crosses_one_socket_alone(club):
    async with client(club, club.one) as one, client(club, club.two) as two:
        message = await start_table(club, one)
        await one.ask("press", message=message["id"], custom_id="act:secret")
        shown = next(frame["message"] for frame in one.heard if "only for one" in str(frame))
        assert shown["flags"] & 64
        await two.ask("say", channel=str(club.poker.id), content="a mark in the stream")
        await two.history(club.poker)
        assert "only for one" not in str(two.heard)
        assert "a mark in the stream" in str(two.heard)
        refused = await two.ask("press", message=shown["id"], custom_id="act:again")
        assert refused["kind"] == "refused"
        assert (await one.ask("dismiss", message=shown["id"]))["kind"] == "done"
        assert "only for one" not in str((await one.history(club.poker))["messages"])


async def test_nobody_answers_within_three_seconds(club):
    async with client(club, club.one) as one:
        message = await start_table(club, one)
        await one.socket.send_json({"t": "press", "nonce": "late", "message": message["id"], "custom_id": "act:silent"})
        await club.world.until(lambda: club.world.unanswered)
        await club.clock_on(3.0)
        assert await one.until("answer") == {"t": "answer", "nonce": "late", "kind": "failed"}


async def test_completion_comes_from_the_bot(club):
    async with client(club, club.one) as one:
        asked = {"channel": str(club.poker.id), "command": command(club), "path": ["table", "find"], "focused": "name"}
        assert (await one.ask("complete", options={"name": "k"}, **asked))["choices"] == [{"name": "king", "value": "king"}]


async def test_people_are_chosen_by_id(club):
    async with client(club, club.one) as one:
        asked = {"channel": str(club.poker.id), "command": command(club), "path": ["table", "post"]}
        assert (await one.ask("slash", options={"who": str(club.two.id)}, **asked))["kind"] == "done"
        await club.world.until(lambda: "final" in club.one.last(club.poker).text)
        assert (await one.ask("slash", options={"who": "12"}, **asked))["kind"] == "refused"


def state(club) -> object:
    """What people could change: interactions, messages, languages. What the bot's own connection does meanwhile is none of theirs."""
    messages = [list(channel.messages) for channel in club.world.channels.values()]
    return list(club.world.interactions), messages, [user.locale for user in club.world.users.values()]


@pytest.mark.parametrize(
    "request_",
    [
        {"t": "press"}, {"t": "press", "message": "x", "custom_id": "y"}, {"t": "press", "message": 5, "custom_id": []},
        {"t": "slash", "channel": "1", "command": "1", "path": [], "options": {}}, {"t": "slash"}, {"t": "submit", "modal": "1", "fields": {}},
        {"t": "locale", "locale": "tlh"}, {"t": "dance"}, {"t": "dismiss", "message": "٣"}, {"t": "say", "channel": None, "content": ""},
        {"t": "dismiss", "message": "²"}, {"t": "dismiss", "message": "9" * 5_000}, {"t": "say", "channel": "9" * 5_000, "content": "x"},
        {"t": "slash", "channel": {}, "command": [], "path": None, "options": None}, {"t": "submit", "modal": None, "fields": None}, {"t": "locale"}, {"t": "say"},
    ],
)  # fmt: skip
async def test_nonsense_is_refused_and_changes_nothing(club, request_):
    await club.world.settled()
    changes = []
    club.world.subscribe(changes.append)
    async with client(club, club.one) as one:
        answer = await one.ask(**{"kind": request_["t"], **{key: value for key, value in request_.items() if key != "t"}})
    assert answer["kind"] == "refused"
    assert changes == []


async def test_files_are_their_messages_readers_alone(club):
    picture = Attachment(club.world.new_id(), "hand.png", b"\x89PNG", "image/png")
    gallery = {"type": 12, "id": 1, "items": [{"media": {"url": "http://elsewhere/hand.png", "attachment_id": str(picture.id)}}]}
    club.world.post(
        club.poker, club.world.application.user, attachments=[picture], components=[gallery], flags=64, visible_to=club.one.id
    )
    async with client(club, club.one) as one:
        (message,) = (await one.history(club.poker))["messages"]
    address = message["attachments"][0]["url"]
    assert message["components"][0]["items"][0]["media"]["url"] == address
    async with club.session.get(club.page.url + address) as response:
        assert (response.status, await response.read()) == (200, b"\x89PNG")
    async with club.session.get(club.page.url + address.replace(str(club.one.id), str(club.two.id))) as response:
        assert response.status == 404


async def test_a_long_channel_comes_in_parts(club):
    for number in range(60):
        club.two.say(club.poker, f"line {number}")
    async with client(club, club.one) as one:
        newest = await one.history(club.poker)
        assert (newest["more"], newest["messages"][0]["content"]) == (True, "line 10")
        rest = await one.history(club.poker, before=newest["messages"][0]["id"])
        assert (rest["more"], [message["content"] for message in rest["messages"]]) == (
            False,
            [f"line {number}" for number in range(10)],
        )


async def test_what_changes_around_the_messages_is_told_once(club):
    async with client(club, club.one) as one:
        await one.until("welcome")
        for name in ("late", "later"):
            club.world.add_channel(club.server, name)
        club.world.delete_channel(club.poker)
        told = await one.until("welcome")
        assert [channel["name"] for channel in told["guilds"][0]["channels"]] == ["late", "later"]
        await one.ask("locale", locale="de")
        await one.history(club.world.add_channel(club.server, "last"))
        welcomes = [frame for frame in one.heard if frame["t"] == "welcome"]
        assert [frame["me"]["locale"] for frame in welcomes] == ["en-US", "en-US", "de", "de"]


async def test_a_deleted_message_goes_and_a_hidden_one_is_not_spoken_of(club):
    public = club.two.say(club.poker, "public")
    hidden = club.world.post(club.poker, club.world.application.user, content="hidden", flags=64, visible_to=club.two.id)
    async with client(club, club.one) as one:
        await one.until("welcome")
        club.world.delete_message(hidden)
        club.world.delete_message(public)
        assert await one.until("gone") == {"t": "gone", "channel": str(club.poker.id), "id": str(public.id)}


async def test_only_ones_own_private_messages_are_dismissed(club):
    async with client(club, club.one) as one:
        message = await start_table(club, one)
        assert (await one.ask("dismiss", message=message["id"]))["kind"] == "refused"


@pytest.mark.parametrize("number", ["9" * 5_000, "²", "٣", "-1", "x", str(2**64)])
@pytest.mark.parametrize("address", ["emoji/{}", "file/{}/1/1", "file/1/{}/1", "file/1/1/{}"])
async def test_an_address_of_nonsense_is_not_found(club, number, address):
    async with club.session.get(club.page.url + address.format(number)) as response:
        assert response.status == 404


@pytest.mark.parametrize("number", ["9" * 5_000, "²", "٣"])
async def test_a_page_for_nobody_is_the_first_persons(club, number):
    origin = {"Origin": f"http://127.0.0.1:{club.page.port}"}
    async with club.session.ws_connect(club.page.url + "socket", params={"as": number}, headers=origin) as socket:
        welcome = await socket.receive_json()
    assert welcome["me"]["name"] == "one"
