"""The family of errors that a player may meet.

A class is what tests assert; the key is what the player reads, spoken by `bot.render.text.translator` in the reader's language with `values`.
Programming errors are not in this family: they are asserts.
"""

from typing import ClassVar, Final

_SOMEBODYS: Final = frozenset({"cards", "twice"})


class PokerError(Exception):
    """Something that cannot be done, said to the person who asked for it.

    `key` names the text in the catalogues; `values` fill its fields. Nothing has changed when one is raised.
    A log gets the key and the values, except those that are cards: they are somebody's.
    """

    key: ClassVar[str] = "error.other"
    ours: ClassVar[bool] = False
    """Whether it is not the doing of who is told: then the operator hears of it, too."""

    def __init__(self, key: str | None = None, **values: object) -> None:
        self.message_key = key or self.key
        self.values = values
        super().__init__(self.message_key, values)

    def __str__(self) -> str:
        shown = {name: value for name, value in self.values.items() if name not in _SOMEBODYS}
        return f"{self.message_key} {shown}" if shown else self.message_key
