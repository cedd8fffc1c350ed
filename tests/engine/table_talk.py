"""A hand told as one would tell it at the table: the notation in which the cases of the rule book are written as tests.

    row('''
        game   simple, blinds 5/10
        seats  BTN 60, SB 10, BB 25, UTG 150
        best   SB > BB > BTN > UTG
        UTG raises to 150, BTN calls, SB calls, BB calls
        all stand pat
        stacks SB 40, BB 45, BTN 70, UTG 90
    ''')

The first word of a line says what it is; a line that begins with a seat's name tells actions, and each must be that seat's turn.

    game      variant, then `blinds 5/10`, `ante 1`, `bb-ante 10`, `min 10`, `pot-limit`, `fixed-limit`, `cap 4`, `limit 3`, `interim`, `show-ace`, `opener`, `carry`, `muck-all-ins`, `carried 4`
    seats     clockwise, with stacks: `BTN 100, SB 100, BB 12`; the seat named BTN has the button, else `button NAME`; `CO 100+10+5` posts 10 live and 5 dead
    hands     what somebody is dealt: `SB KsKd9h9c3c, BB …`; the rest get hands that lose to any pair
    best      who beats whom when all stand pat: `SB > BB = BTN > UTG`
    stub      the first cards that are drawn
    NAME …    `folds` `checks` `calls` `bets 20` `raises to 30` `shoves` (all-in, as a raise or a call) `throws 3c` `passes` `draws TsTd` `stands pat` `leaves` `shows` `times out`
    all …     `all check`: they check or call till no bet is asked for · `all stand pat`: till somebody may bet, or the end
    refill    the cards in the order in which they are returned; what is not named keeps its order behind
    refused   an action that must be illegal and change nothing: `refused SB raises to 15`
    asked     who must be asked, and what for: `asked SB: call 5, raise 60-115`, `asked BB: check, no raise`, `asked A: discard`, `asked A: draw`
    order     from here, who is asked in turn while each one checks, calls or stands pat: `order SB BB BTN`
    pot       chips that are in the middle, bets included
    stub-left how many cards are left to deal
    stacks    as they are now
    pots      at the end: `40 SB BB BTN UTG, 45 BB BTN UTG` (amount, who could win it), or `none`
    returned  at the end: `UTG 90`, or `nothing`
    shown     at the end, in order: `BTN BB`, or `nobody`;   mucked  likewise, in any order
    turned    the discards that lie open: `A 3c, B KhQh`, or `nothing`
    drew      how many each drew last, as everybody sees it: `A 3, B 0`
    held      what somebody holds now: `A KsKd9h9cKc`
    over      the hand has ended;  `not over`
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain

import pytest

from bot.engine import (
    Action,
    BetPrompt,
    Call,
    Card,
    Check,
    Discard,
    DiscardPrompt,
    Draw,
    DrawPrompt,
    Fold,
    Hand,
    IllegalAction,
    Leave,
    Pass,
    RaiseTo,
    Seat,
    Setup,
    Show,
    Shuffled,
    ShufflePrompt,
    Stakes,
    parse_cards,
    view_for,
)

PACK = tuple(rank + suit for suit in "shdc" for rank in "AKQJT98765432")

LADDER = (
    "AsAhAdAc2s",
    "KsKhKdKc2h",
    "QsQhQdQc2d",
    "JsJhJdJc2c",
    "TsThTdTc3s",
    "9s9h9d9c3h",
    "8s8h8d8c3d",
    "7s7h7d7c3c",
)
"""Hands for `best`: each beats the next."""

EQUALS = ("AsKdQhJcTs", "AhKsQdJhTd", "AdKcQsJsTh", "AcKhQcJdTc")
"""Hands for `best` where the best are equal."""

LOWER = ("9s9h9d2s3h", "8s8h8d2h3c", "7s7h7d2d3d", "6s6h6d2c3s")
"""Hands that lose to these, each better than the next."""

SQ_A = """
    game   sequential, blinds 5/10
    seats  C 100, A 100, B 100
    button C
    hands  A KsKd9h9c3c, B KhQhJsJd4c, C 7c8d9sThJc
    stub   KcJh2d
    all check
"""
"""The worked example of the sequential game (rules.md 1.3) when discarding begins: A is seat 1, B is 2, C is 0."""


def cards(text: str) -> tuple[Card, ...]:
    """`KsKd` or `Ks Kd` as cards."""
    return parse_cards(" ".join(re.findall(r"[2-9TJQKA][shdc]", text)))


def cases(text: str) -> dict[str, str]:
    """The scripts of a table of cases by name: a line at the margin names a case, what is indented under it tells it."""
    found: dict[str, str] = {}
    name = ""
    for line in text.splitlines():
        if line.strip() and not line.startswith(" "):
            name = line.split("  ")[0]
            assert name not in found, f"{name} is told twice"
            found[name] = ""
        elif line.strip():
            found[name] += line + "\n"
    return found


def each(text: str) -> pytest.MarkDecorator:
    """Runs a test once for each `script` of a table of cases."""
    return pytest.mark.parametrize("script", [pytest.param(script, id=name) for name, script in cases(text).items()])


def row(script: str) -> Hand:
    """Plays the script, asserts all it says, and gives the hand for more to be asked."""
    table = Table()
    for line in script.strip().splitlines():
        text = line.split("#")[0].strip()
        if text:
            table.tell(text)
    assert table.hand is not None
    return table.hand


@dataclass
class Table:
    """The hand that a script has told so far."""

    options: dict[str, object] = field(default_factory=dict)
    stakes: dict[str, int] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    button: str = "BTN"
    hands: dict[str, str] = field(default_factory=dict)
    stub: str = ""
    hand: Hand | None = None

    def tell(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        teller = getattr(self, "tell_" + word.replace("-", "_"), None)
        if teller is not None:
            teller(rest.strip())
            return
        for part in text.split(","):
            self.act(part.strip())

    # What is agreed and dealt

    def tell_game(self, rest: str) -> None:
        variant, *parts = (part.strip() for part in rest.split(","))
        self.options["variant"] = variant
        for part in parts:
            match part.split():
                case ["blinds", blinds]:
                    small, big = blinds.split("/")
                    self.stakes |= {"small_blind": int(small), "big_blind": int(big)}
                case ["ante" | "bb-ante" | "min" as what, chips]:
                    name = {"ante": "ante", "bb-ante": "big_blind_ante", "min": "min_bet"}[what]
                    self.stakes[name] = int(chips)
                case ["pot-limit" | "fixed-limit" as betting]:
                    self.options["betting"] = betting
                case ["cap" | "carried" as name, number]:
                    self.options[name] = int(number)
                case ["limit", limit]:
                    self.options["discard_limit"] = int(limit) if limit.isdigit() else limit
                case ["interim"]:
                    self.options["interim_betting"] = True
                case ["show-ace"]:
                    self.options["show_ace"] = True
                case ["opener"]:
                    self.options["first_after_draw"] = "opener"
                case ["carry"]:
                    self.options["passed_out"] = "carry"
                case ["muck-all-ins"]:
                    self.options["table_all_ins"] = False
                case _:
                    raise ValueError(part)

    def tell_seats(self, rest: str) -> None:
        for number, part in enumerate(rest.split(",")):
            name, chips = part.split()
            stack, live, dead = (*map(int, chips.split("+")), 0, 0)[:3]
            self.names.append(name)
            self.seats.append(Seat(number, stack=stack, live_post=live, dead_post=dead))

    def tell_button(self, rest: str) -> None:
        self.button = rest

    def tell_hands(self, rest: str) -> None:
        for part in rest.split(","):
            name, held = part.split(maxsplit=1)
            self.hands[name] = held

    def tell_best(self, rest: str) -> None:
        ranks = [rank.split("=") for rank in rest.split(">")]
        rungs = list(LADDER)
        for place, names in enumerate(ranks):
            if len(names) == 1:
                choice = [rungs.pop(0)]
            elif place == 0:
                choice, rungs = list(EQUALS), list(LOWER)
            else:
                assert (place, len(names), len(ranks)) == (1, 2, 2), "equals are the best, or the two last of three"
                choice = ["KsKhQdQc9s", "KdKcQsQh9h"]
            for name, held in zip(names, choice, strict=False):
                self.hands[name.strip()] = held

    def tell_stub(self, rest: str) -> None:
        self.stub = rest

    @property
    def running(self) -> Hand:
        """The hand; its first use deals it."""
        if self.hand is None:
            self.hand = Hand(self.setup())
        return self.hand

    def setup(self) -> Setup:
        button = self.names.index(self.button)
        order = [(button + 1 + place) % len(self.names) for place in range(len(self.names))]
        dealt = {name: re.findall("..", held.replace(" ", "")) for name, held in self.hands.items()}
        stub = re.findall("..", self.stub.replace(" ", ""))
        taken = set(chain(stub, *dealt.values()))
        weak = self._weak_hands(taken)
        for place in order:
            if self.names[place] not in dealt:
                dealt[self.names[place]] = next(weak)
                taken.update(dealt[self.names[place]])
        first = [dealt[self.names[place]][number] for number in range(5) for place in order]
        rest = [card for card in PACK if card not in taken]
        deck = parse_cards(" ".join((*first, *stub, *rest)))
        return Setup(seats=tuple(self.seats), button=button, stakes=Stakes(**self.stakes), deck=deck, **self.options)

    @staticmethod
    def _weak_hands(taken: set[str]) -> Iterator[list[str]]:
        """Hands without a pair, while the low cards last."""
        for ranks in ("98753", "98643", "97542", "87632", "98652", "T9753", "T8642", "T7652", "J9873", "J8652") * 2:
            free = [[rank + suit for suit in "dcsh" if rank + suit not in taken] for rank in ranks]
            if all(free):
                hand = [some[place % len(some)] for place, some in enumerate(free)]
                yield hand if len({card[1] for card in hand}) > 1 else [*hand[:-1], free[-1][-1]]

    def seat(self, name: str) -> int:
        return self.names.index(name.strip())

    # What happens

    def act(self, text: str) -> None:
        name, _, what = text.partition(" ")
        assert name in self.names, text
        hand = self.running
        action = self.action(name, what)
        by = {"times out": "clock", "leaves": "leave"}.get(what, "seat")
        if not isinstance(action, Leave | Show):
            assert hand.prompt is not None, f"{text}: the hand is over"
            assert self.names[hand.prompt.seat] == name, f"{text}: but {self.names[hand.prompt.seat]} is asked"
        self.hand = hand.play(action, by=by)

    def action(self, name: str, what: str) -> Action:
        return self.bet(what) or self.throw(what) or self.leave(name, what)

    def bet(self, what: str) -> Action | None:
        prompt = self.running.prompt
        match what.split():
            case ["folds"]:
                return Fold()
            case ["checks"]:
                return Check()
            case ["calls"]:
                return Call()
            case ["bets", total] | ["raises", "to", total]:
                return RaiseTo(int(total))
            case ["shoves"]:
                assert isinstance(prompt, BetPrompt)
                return RaiseTo(prompt.raise_to) if prompt.raise_to else Call()
        return None

    def throw(self, what: str) -> Action | None:
        prompt = self.running.prompt
        match what.split():
            case ["throws", card]:
                return Discard(*cards(card))
            case ["passes"]:
                return Pass()
            case ["draws", *held]:
                return Draw(cards(" ".join(held)))
            case ["stands", "pat"]:
                return Draw(()) if isinstance(prompt, DrawPrompt) else Pass()
        return None

    def leave(self, name: str, what: str) -> Action:
        prompt = self.running.prompt
        match what.split():
            case ["leaves"]:
                return Leave(self.seat(name))
            case ["shows"]:
                return Show(self.seat(name))
            case ["times", "out"]:
                assert prompt is not None
                assert prompt.default is not None
                return prompt.default
        raise ValueError(what)

    def tell_all(self, rest: str) -> None:
        while (prompt := self.running.prompt) is not None:
            if rest == "stand pat":
                if not isinstance(prompt, DrawPrompt | DiscardPrompt):
                    return
                self.hand = self.running.play(prompt.default)
                continue
            if not isinstance(prompt, BetPrompt):
                return
            self.hand = self.running.play(Call() if prompt.to_call else Check())

    def tell_refill(self, rest: str) -> None:
        prompt = self.running.prompt
        assert isinstance(prompt, ShufflePrompt), prompt
        first = cards(rest)
        self.hand = self.running.play(Shuffled((*first, *(card for card in prompt.cards if card not in first))))

    def tell_refused(self, rest: str) -> None:
        name, _, what = rest.partition(" ")
        hand = self.running
        before = (hand.prompt, hand.stacks, hand.events, hand.log)
        action = self.action(name, what)
        try:
            hand.play(action)
        except IllegalAction:
            assert (hand.prompt, hand.stacks, hand.events, hand.log) == before
            return
        raise AssertionError(f"{rest}: was not refused")

    # What must hold

    def tell_asked(self, rest: str) -> None:
        who, _, what = rest.partition(":")
        prompt = self.running.prompt
        assert prompt is not None, "nobody is asked"
        assert prompt.seat is not None
        assert self.names[prompt.seat] == who.strip(), f"{self.names[prompt.seat]} is asked"
        match prompt:
            case BetPrompt():
                price = f"call {prompt.to_call}" if prompt.to_call else "check"
                bounds = f"raise {prompt.raise_from}-{prompt.raise_to}" if prompt.raise_from else "no raise"
                found = f"{price}, {bounds}"
            case DiscardPrompt():
                found = "discard"
            case DrawPrompt():
                found = "draw"
            case _:
                found = "shuffle"
        assert not what or found == what.strip()

    def tell_order(self, rest: str) -> None:
        for name in rest.split():
            prompt = self.running.prompt
            assert prompt is not None, f"{name}: the hand is over"
            assert prompt.seat is not None
            assert self.names[prompt.seat] == name, f"{self.names[prompt.seat]} is asked, not {name}"
            self.hand = self.running.play(Call() if isinstance(prompt, BetPrompt) and prompt.to_call else prompt.default)

    def tell_pot(self, rest: str) -> None:
        hand = self.running
        assert view_for(hand, None).pot == int(rest)
        assert sum(hand.stacks.values()) + int(rest) == sum(seat.stack for seat in self.seats) + hand.setup.carried

    def tell_stub_left(self, rest: str) -> None:
        assert view_for(self.running, None).stub_count == int(rest)

    def tell_stacks(self, rest: str) -> None:
        expected = {self.seat(name): int(chips) for name, chips in (part.split() for part in rest.split(","))}
        assert self.running.stacks == expected, {self.names[seat]: chips for seat, chips in self.running.stacks.items()}

    def tell_pots(self, rest: str) -> None:
        results = self.running.results
        assert results is not None
        found = [(pot.amount, {self.names[seat] for seat in pot.eligible}) for pot in results.pots]
        parts = [] if rest == "none" else rest.split(",")
        assert found == [(int(amount), set(names)) for amount, *names in map(str.split, parts)]

    def tell_returned(self, rest: str) -> None:
        results = self.running.results
        assert results is not None
        expected = {} if rest == "nothing" else {self.seat(name): int(chips) for name, chips in map(str.split, rest.split(","))}
        assert results.returned == expected

    def tell_shown(self, rest: str) -> None:
        results = self.running.results
        assert results is not None
        assert [self.names[seat] for seat in results.shown] == ([] if rest == "nobody" else rest.split())

    def tell_mucked(self, rest: str) -> None:
        results = self.running.results
        assert results is not None
        assert {self.names[seat] for seat in results.mucked} == (set() if rest == "nobody" else set(rest.split()))

    def tell_turned(self, rest: str) -> None:
        view = view_for(self.running, None)
        found = {self.names[seat.seat]: tuple(card for _, card in seat.discards) for seat in view.seats if seat.discards}
        expected = (
            {}
            if rest == "nothing"
            else {name: cards(lying) for name, lying in (part.split(maxsplit=1) for part in rest.split(","))}
        )
        assert found == expected

    def tell_drew(self, rest: str) -> None:
        view = view_for(self.running, None)
        expected = {self.seat(name): int(count) for name, count in map(str.split, rest.split(","))}
        assert {seat: view.of(seat).drew for seat in expected} == expected

    def tell_held(self, rest: str) -> None:
        for part in rest.split(","):
            name, held = part.split(maxsplit=1)
            view = view_for(self.running, self.seat(name))
            assert set(view.cards) == set(cards(held)), view.cards

    def tell_over(self, rest: str) -> None:
        assert self.running.over
        assert self.running.prompt is None

    def tell_not(self, rest: str) -> None:
        assert rest == "over"
        assert not self.running.over
