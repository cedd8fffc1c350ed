"""Counts what a hand asks of Discord, a kind at a time, beside what design.md section 4 allows for it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING

from bot.engine import Folded
from tests.ui.evening import Evening, custom_ids, kind_of

if TYPE_CHECKING:
    from bot.tables import Change

KINDS = ("answers", "posts", "edits", "pushes", "private edits", "nudges")


@dataclass
class Count:
    """Requests of a stretch of play, and the most that they may be."""

    asked: Counter[str] = field(default_factory=Counter)
    allowed: Counter[str] = field(default_factory=Counter)

    def over(self) -> dict[str, tuple[int, int]]:
        return {kind: (self.asked[kind], self.allowed[kind]) for kind in KINDS if self.asked[kind] > self.allowed[kind]}

    def __str__(self) -> str:
        lines = [f"{'':14}{'asked':>8}{'allowed':>9}"]
        return "\n".join([*lines, *(f"{kind:14}{self.asked[kind]:8}{self.allowed[kind]:9}" for kind in KINDS)])


class Counting:
    """Watches an evening: the changes of its tables say what is allowed, the traffic what was asked."""

    def __init__(self, here: Evening) -> None:
        self.here = here
        self.since = here.mark()
        self.changes: list[Change] = []
        self.interactions = set(here.stage.world.interactions)
        assert here.bot is not None
        here.bot.tables.subscribe(self.changes.append)

    def result(self) -> Count:
        counted = Count()
        kinds = Counter(kind for each in self.here.requests(self.since) if (kind := kind_of(each)))
        for kind, times in kinds.items():
            match kind.split()[0], kind:
                case "answer", _:
                    counted.asked["answers"] += times
                case _, "post":
                    counted.asked["posts"] += times
                case _, "edit":
                    counted.asked["edits"] += times
                case _, "whisper":
                    counted.asked["pushes"] += times
                case _, "edit whisper":
                    counted.asked["private edits"] += times
                case _, "delete":
                    counted.asked["nudges"] += times
        counted.allowed.update(self._allowed())
        return counted

    def _allowed(self) -> Counter[str]:
        world = self.here.stage.world
        new = [each for token, each in world.interactions.items() if token not in self.interactions]
        public = {each.id for each in new if each.source is not None and not each.source.ephemeral}
        allowed: Counter[str] = Counter(answers=len(new))
        prompts, outcomes = set(), 0
        for change in self.changes:
            anew = len(change.kinds & {"hand"})
            reveals = sum(type(event).__name__ == "TurnedUp" for event in change.events)
            allowed["posts"] += anew + reveals + len(change.notices)
            allowed["edits"] += anew + reveals + (change.press not in public)
            allowed["nudges"] += sum(notice.mention is not None for notice in change.notices)
            if "hand" in change.kinds and change.view.hand is not None:
                allowed["pushes"] += sum(not player.house for player in change.view.hand.players.values())
            for event in change.events:
                outcomes += isinstance(event, Folded) or getattr(event, "all_in", False) or getattr(event, "by", "") == "clock"
            if "ended" in change.kinds and change.view.hand is not None:
                outcomes += sum(not player.house for player in change.view.hand.players.values())
            if change.view.hand is not None and change.view.hand.prompt_seat is not None:
                prompts.add((change.view.hand.hand_id, change.view.hand.prompt_number))
        allowed["private edits"] = len(prompts) + outcomes
        return allowed


async def play_a_hand(here: Evening, *, seconds_an_action: float) -> None:
    """Bets on the table's message, discards and draws behind [My hand]; a little of everything, in turn."""
    table = here.view()
    for step in count():
        hand = here.view().hand
        assert hand is not None
        if hand.view.over:
            return
        if seconds_an_action:
            await here.wait(seconds_an_action)
        name = here.asked()
        match here.view().hand.view.phase:
            case "discard":
                await _discard(here, name, throw=step % 3 == 0)
            case "draw":
                await _draw(here, name, cards=step % 4)
            case _:
                await _bet(here, name, wishes_to_raise=step in {1, 6})
        assert here.view().table_id == table.table_id


async def _bet(here: Evening, name: str, *, wishes_to_raise: bool) -> None:
    table = here.table()
    ids = custom_ids(table)
    raises = [each for each in ids if ":raise:" in each]
    stay = next((each for each in ids if each.endswith((":call", ":check"))), None)
    if stay is None:  # the board has not come to it yet: behind [My hand] the buttons are new
        await here.press(name, "My hand", table)
        table = here.private(name)
        stay = next(each for each in custom_ids(table) if each.endswith((":call", ":check")))
        raises = []
    await here.press(name, raises[0] if wishes_to_raise and raises else stay, table)


async def _mine(here: Evening, name: str):
    hand = here.view().hand
    mine = here.private(name)
    if not any(each.startswith(f"c:{hand.hand_id}:{hand.prompt_number}:") for each in custom_ids(mine)):
        await here.press(name, "My hand", here.table())
    return here.private(name)


async def _discard(here: Evening, name: str, *, throw: bool) -> None:
    mine = await _mine(here, name)
    wanted = next(each for each in custom_ids(mine) if (":pick:" in each if throw else each.endswith(":pass")))
    await here.press(name, wanted, mine)
    await here.press(name, next(each for each in custom_ids(mine) if each.startswith("a:")), mine)


async def _draw(here: Evening, name: str, *, cards: int) -> None:
    mine = await _mine(here, name)
    for position in range(cards):
        toggles = [each for each in custom_ids(mine) if ":toggle:" in each]
        await here.press(name, toggles[position], mine)
    await here.press(name, next(each for each in custom_ids(mine) if ":draw:" in each), mine)
