"""Who is let in, and what the page may load."""

import aiohttp
import pytest

from bot.sandbox.page.server import Page
from tests.sandbox.page.showcase import ONE, Showcase


@pytest.fixture
async def page():
    page = Page(Showcase())
    await page.start()
    yield page
    await page.close()


@pytest.fixture
async def client():
    async with aiohttp.ClientSession() as session:
        yield session


async def status(client: aiohttp.ClientSession, url: str, **headers: str) -> int:
    async with client.get(url, headers=headers) as response:
        return response.status


async def test_the_address_holds_a_secret_nobody_guesses(page, client):
    root = f"http://127.0.0.1:{page.port}"
    assert len(page.secret) >= 20
    assert await status(client, page.url) == 200
    assert await status(client, f"{root}/") == 404
    assert await status(client, f"{root}/wrong/") == 404
    assert await status(client, f"{root}/wrong/main.js") == 404


async def test_names_that_lead_elsewhere_are_refused(page, client):
    assert await status(client, page.url, Host="evil.example") == 403
    assert await status(client, page.url, Origin="http://evil.example") == 403
    assert await status(client, f"{page.url}..%2fserver.py") == 404
    assert await status(client, f"{page.url}server.py") == 404


async def test_it_listens_on_loopback_alone(page):
    assert page.url.startswith("http://127.0.0.1:")
    assert {address[0] for address in page._runner.addresses} == {"127.0.0.1"}


async def test_nothing_foreign_and_nothing_inline_may_run(page, client):
    async with client.get(page.url) as response:
        policy = response.headers["Content-Security-Policy"]
        text = await response.text()
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in text.replace("http-equiv", "")
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Referrer-Policy"] == "no-referrer"


async def test_a_socket_is_opened_by_this_page_alone(page, client):
    socket = f"{page.url}socket?as={ONE}"
    for origin in (None, "null", "http://evil.example"):
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await client.ws_connect(socket, headers={"Origin": origin} if origin else {})
        assert refused.value.status == 403


async def test_an_address_from_an_earlier_run_leads_to_the_first_person(page, client):
    async with client.ws_connect(f"{page.url}socket?as=1", headers={"Origin": f"http://127.0.0.1:{page.port}"}) as socket:
        assert (await socket.receive_json())["me"]["id"] == ONE


async def test_bad_frames_change_nothing_and_refusals_are_answered(page, client):
    async with client.ws_connect(f"{page.url}socket", headers={"Origin": f"http://127.0.0.1:{page.port}"}) as socket:
        assert (await socket.receive_json())["me"]["id"] == ONE
        for text in ("", "[]", "null", '{"t": 5}', "{"):
            await socket.send_str(text)
        await socket.send_json({"t": "nonsense", "nonce": "7"})
        assert await socket.receive_json() == {"t": "answer", "nonce": "7", "kind": "refused", "text": "no"}
    assert page.backend.watchers == []


async def test_files_that_a_browser_would_run_are_only_downloaded(page, client):
    page.backend.attachment = lambda *_: type(page.backend.emoji("500000000000000001"))(b"<script>", 'a"\r\n.html', "text/html")
    async with client.get(f"{page.url}file/{ONE}/1/2") as response:
        assert response.content_type == "application/octet-stream"
        assert response.headers["Content-Disposition"] == 'attachment; filename="a.html"'
