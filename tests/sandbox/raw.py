"""Plain HTTP to the stand-in, for what discord.py would never send."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Self

import aiohttp

from bot.sandbox.world.interactions import COMMAND, COMPONENT, Interaction

if TYPE_CHECKING:
    from tests.sandbox.harness import Stage

Answer = tuple[int, Any]


class Raw:
    """`status, body = await raw.post("/channels/1/messages", content="hi")`, with the bot's token unless told otherwise."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.headers: dict[str, str] = {}

    async def __aenter__(self) -> Self:
        token = self.stage.world.application.token
        self._session = aiohttp.ClientSession(headers={"Authorization": f"Bot {token}"})
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._session.close()

    async def ask(
        self, method: str, path: str, body: Any = None, files: dict[str, bytes] | None = None, **headers: str
    ) -> Answer:
        sent: dict[str, Any] = {"json": body} if body is not None else {}
        if files:
            form = aiohttp.FormData(quote_fields=False)
            form.add_field("payload_json", json.dumps(body), content_type="application/json")
            for number, (name, content) in enumerate(files.items()):
                form.add_field(f"files[{number}]", content, filename=name, content_type="application/octet-stream")
            sent = {"data": form}
        async with self._session.request(
            method, f"{self.stage.stand_in.base_url}/api/v10{path}", headers=headers, **sent
        ) as response:
            self.headers = dict(response.headers)
            text = await response.text()
            return response.status, json.loads(text) if text else None

    async def get(self, path: str) -> Answer:
        return await self.ask("GET", path)

    async def post(self, path: str, **body: Any) -> Answer:
        return await self.ask("POST", path, body)

    async def patch(self, path: str, **body: Any) -> Answer:
        return await self.ask("PATCH", path, body)

    async def delete(self, path: str) -> Answer:
        return await self.ask("DELETE", path)

    async def answer(self, interaction: Interaction, kind: int, *, with_response: bool = False, **data: Any) -> Answer:
        query = "?with_response=true" if with_response else ""
        body = {"type": kind, "data": data} if data else {"type": kind}
        return await self.ask("POST", f"/interactions/{interaction.id}/{interaction.token}/callback{query}", body)

    def hook(self, interaction: Interaction, message: str = "") -> str:
        path = f"/webhooks/{self.stage.world.application.id}/{interaction.token}"
        return f"{path}/messages/{message}" if message else path


def command(stage: Stage, user: Any, channel: Any) -> Interaction:
    """A slash command, as if one had been registered."""
    return stage.world.interact(COMMAND, user, channel, {"id": "1", "name": "table", "type": 1, "options": []})


def press(stage: Stage, user: Any, message: Any, custom_id: str = "go") -> Interaction:
    return stage.world.interact(COMPONENT, user, message.channel, {"component_type": 2, "custom_id": custom_id}, source=message)
