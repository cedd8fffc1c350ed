"""A few words that the bot keeps for itself: which commands were synced, which emojis uploaded."""

from sqlalchemy import bindparam, delete, select

from bot.store.schema.models import meta
from bot.store.transactions.work import Work

_ANONYMOUS = "anonymous"
ANONYMOUS_BELOW = -1_000_000_000
"""Who was forgotten gets an id below this: neither a person's nor a player of the house."""


class Meta:
    """Texts by key."""

    def __init__(self, work: Work) -> None:
        self._work = work

    async def get(self, key: str) -> str | None:
        value: str | None = await self._work.value(select(meta.c.value).where(meta.c.key == bindparam("name")), {"name": key})
        return value

    async def set(self, key: str, value: str | None) -> None:
        """Keep a text, or drop it with None."""
        if value is None:
            await self._work.run(delete(meta).where(meta.c.key == bindparam("name")), {"name": key})
            return
        fresh = self._work.insert(meta)
        await self._work.run(
            fresh.on_conflict_do_update(index_elements=["key"], set_={"value": fresh.excluded.value}),
            {"key": key, "value": value},
        )

    async def next_anonymous(self) -> int:
        """Return an id that nobody else has or ever had."""
        number = int(await self.get(_ANONYMOUS) or 0) + 1
        await self.set(_ANONYMOUS, str(number))
        return ANONYMOUS_BELOW - number
