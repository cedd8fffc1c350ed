"""The family of errors that a player may meet.

A class is what tests assert; the key is what the player reads, spoken by `bot.render.text` in the reader's language with `values`.
Programming errors are not in this family: they are asserts.
"""

from typing import ClassVar


class PokerError(Exception):
    """Something that cannot be done, said to the person who asked for it.

    `key` names the text in the catalogues; `values` fill its fields. Nothing has changed when one is raised.
    """

    key: ClassVar[str] = "error.other"

    def __init__(self, key: str | None = None, **values: object) -> None:
        self.message_key = key or self.key
        self.values = values
        super().__init__(self.message_key, values)

    def __str__(self) -> str:
        return f"{self.message_key} {self.values}" if self.values else self.message_key
