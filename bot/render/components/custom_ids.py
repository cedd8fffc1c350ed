"""The custom_ids of everything that can be pressed: built from and read back into typed values. None ever holds a card."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Literal, get_args

from bot.engine import VARIANTS
from bot.history import Format, LeaderboardBy, Period, StatsPeriod

MOST_CHARACTERS: Final = 100

MOST_ID: Final = 2**63 - 1
"""The largest id that Discord gives and a database keeps."""

LeaderboardPart = Literal["back", "on", "order", "span"]
"""Where a button of a leaderboard stands: Discord refuses two alike in one message, and two may lead to the same page."""


def _one_of(words: Iterable[str]) -> str:
    """A pattern for exactly these words: what nobody's button says is no press, and the longest custom_id is known."""
    return "|".join(map(re.escape, words))


def _up_to(most: int) -> str:
    """A pattern for the whole numbers from 0 to `most`, without a zero before them."""
    digits = str(most)
    below = [
        rf"{digits[:place]}[{int(place == 0)}-{int(digit) - 1}]\d{{{len(digits) - place - 1}}}"
        for place, digit in enumerate(digits)
        if int(digit) > int(place == 0)
    ]
    return rf"(?:0|[1-9]\d{{0,{len(digits) - 2}}}|{'|'.join(below)}|{digits})"


PROOF: Final = "proof"
"""The file that proves how a hand was dealt; beside the formats in which a hand is told."""

_ID: Final = _up_to(MOST_ID)
_CHIPS: Final = r"[1-9]\d{0,11}"
_POSITION: Final = r"[0-4]"
_MASK: Final = r"(?:[12]?\d|3[01])"

_ANSWERS: Final = {
    "fold": "",
    "check": "",
    "call": "",
    "raise": _CHIPS,
    "throw": _POSITION,
    "pass": "",
    "draw": _MASK,
}
_DRAFTS: Final = {"pick": _POSITION, "toggle": _MASK, "pass": "", "back": "", "all-in": _CHIPS, "other": ""}
_PRE_ACTIONS: Final = {"check-fold": "", "call-any": "", "pass": "", "discard": _POSITION, "none": ""}
_TABLE: Final = {
    "join": "",
    "buy-in": "",
    "leave": "",
    "leave-now": "",
    "away": "",
    "back": "",
    "post": "",
    "deal": "",
    "top-up": "",
    "rebuy": "",
    "hand": "",
    "rules": "",
    "cut": "",
    "resume": "",
    "show": _ID,
    "house": _POSITION + r"|[5-7]",
    "choose": _one_of(VARIANTS),
}
_PAGES: Final = {
    "leaderboard": ":".join(f"(?:{_one_of(get_args(words))})" for words in (LeaderboardBy, Period, LeaderboardPart)),
    "chips": "",
    "history": _ID,
    "story": _ID,
    "stats": f"{_ID}:(?:{_one_of(get_args(StatsPeriod))})",
    "file": f"{_ID}:(?:{_one_of((*get_args(Format), PROOF))})",
    "share": f"{_ID}:(?:public|own)",
}
_FORMS: Final = {"raise": f"{_ID}:{_ID}", "top-up": _ID, "buy-in": _ID, "cut": _ID}


def _alternatives(words: dict[str, str]) -> str:
    """A pattern for `word` or `word:argument`, whichever each word asks for."""
    return "|".join(f"{word}:(?:{argument})" if argument else word for word, argument in words.items())


_TEMPLATES: Final = {
    "answer": rf"a:{_ID}:{_ID}:(?:{_alternatives(_ANSWERS)})",
    "draft": rf"c:{_ID}:{_ID}:(?:{_alternatives(_DRAFTS)})",
    "pre-action": rf"i:{_ID}:{_ID}:(?:{_alternatives(_PRE_ACTIONS)})",
    "table": rf"t:{_ID}:(?:{_alternatives(_TABLE)})",
    "page": r"p:(?:" + "|".join(f"{what}:{_ID}" + (f":(?:{rest})" if rest else "") for what, rest in _PAGES.items()) + ")",
    "form": rf"m:(?:{_alternatives(_FORMS)})",
}


@dataclass(frozen=True, slots=True)
class AnswerPress:
    """An answer to a prompt. `arg` is the total of a raise in chips, the position of a card thrown, or the mask of positions drawn."""

    hand_id: int
    prompt_number: int
    verb: str
    arg: int | None = None

    def __str__(self) -> str:
        return _joined("a", self.hand_id, self.prompt_number, self.verb, self.arg)


@dataclass(frozen=True, slots=True)
class DraftPress:
    """A choice half made. `arg` is a position, the mask that the press leads to, or the total of an all-in."""

    hand_id: int
    prompt_number: int
    what: str
    arg: int | None = None

    def __str__(self) -> str:
        return _joined("c", self.hand_id, self.prompt_number, self.what, self.arg)


@dataclass(frozen=True, slots=True)
class PreActionPress:
    """An action chosen ahead of its turn, for `price`: the chips to call, or the number of the round of discards; `what` "none" takes it back."""

    hand_id: int
    price: int
    what: str
    position: int | None = None

    def __str__(self) -> str:
        return _joined("i", self.hand_id, self.price, self.what, self.position)


@dataclass(frozen=True, slots=True)
class TablePress:
    """A press about the table. `arg` is the hand of a show, the count of house players that there shall be, or a variant's name."""

    table_id: int
    verb: str
    arg: str | None = None

    def __str__(self) -> str:
        return _joined("t", self.table_id, self.verb, self.arg)

    @property
    def number(self) -> int:
        """The argument of a show or of house, as a number."""
        assert self.arg is not None, "this press has no argument"
        return int(self.arg)


@dataclass(frozen=True, slots=True)
class PagePress:
    """Turns to a page of something, counted from 0; `args` are the order, period and `LeaderboardPart` of a leaderboard, the
    channel of a history, the hand of a story, the hand and format of a file (or `PROOF`), the hand that is shared and whether with one's own cards, or the person and period of statistics. The page of a history is the id of the hand
    before which it begins.
    """

    what: str
    page: int = 0
    args: tuple[str, ...] = ()

    def __str__(self) -> str:
        return _joined("p", self.what, self.page, *self.args)


@dataclass(frozen=True, slots=True)
class FormPress:
    """A modal handed in: `ids` are hand and prompt of a raise, or the table of a top-up, a buy-in or a cut."""

    what: str
    ids: tuple[int, ...]

    def __str__(self) -> str:
        return _joined("m", self.what, *self.ids)


Press = AnswerPress | DraftPress | PreActionPress | TablePress | PagePress | FormPress


def _joined(*parts: object) -> str:
    custom_id = ":".join([str(part) for part in parts if part is not None])
    assert len(custom_id) <= MOST_CHARACTERS, custom_id
    return custom_id


def parse(custom_id: str) -> Press | None:
    """The press that `str(press)` made this of, or None for anything else."""
    for kind, pattern in PATTERNS.items():
        if pattern.fullmatch(custom_id):
            return _READERS[kind](custom_id.split(":")[1:])
    return None


def _number(parts: list[str]) -> int | None:
    return int(parts[0]) if parts else None


_READERS: Final[dict[str, Callable[[list[str]], Press]]] = {
    "answer": lambda parts: AnswerPress(int(parts[0]), int(parts[1]), parts[2], _number(parts[3:])),
    "draft": lambda parts: DraftPress(int(parts[0]), int(parts[1]), parts[2], _number(parts[3:])),
    "pre-action": lambda parts: PreActionPress(int(parts[0]), int(parts[1]), parts[2], _number(parts[3:])),
    "table": lambda parts: TablePress(int(parts[0]), parts[1], parts[2] if parts[2:] else None),
    "page": lambda parts: PagePress(parts[0], int(parts[1]), tuple(parts[2:])),
    "form": lambda parts: FormPress(parts[0], tuple(int(part) for part in parts[1:])),
}
PATTERNS: Final = {kind: re.compile(pattern, re.ASCII) for kind, pattern in _TEMPLATES.items()}
"""What each kind of press looks like, whole. A custom_id matches at most one."""
