"""Tables made of real hands, as the service would show them, and messages drawn as text."""

from datetime import UTC, datetime

from bot.engine import (
    DECK,
    Call,
    Check,
    Discard,
    Draw,
    Fold,
    Hand,
    Pass,
    RaiseTo,
    Seat,
    Setup,
    Shuffled,
    ShufflePrompt,
    Stakes,
    parse_cards,
    view_for,
)
from bot.render import TEXT_CARDS, CardFaces, Picture, Row, Rule, Text
from bot.render.text.cards import EMOJI_NAMES
from bot.tables import Player, PreAction, PrivateView, RunningHand, SeatedPlayer, TableRules, TableView
from bot.tables.hands.pre_actions import price_in

MOMENT = datetime(2026, 11, 29, 18, 0, tzinfo=UTC)
NAMES = ("one", "two", "three", "four", "five", "six", "seven", "eight")
EMOJIS = CardFaces({name: f"<:{name}:1234567890123456789>" for name in EMOJI_NAMES})


def deck(hands, stub="", button=None):
    """A deck that deals these hands, by seat, from the left of the button (the last seat, if none is named), then the stub."""
    seats = list(range(len(hands)))
    start = (len(hands) - 1 if button is None else button) + 1
    order = [seats[(start + place) % len(seats)] for place in seats]
    dealt = [hands[seat].split()[turn] for turn in range(5) for seat in order] + stub.split()
    rest = [str(card) for card in DECK if str(card) not in dealt]
    return parse_cards(" ".join(dealt + rest))


def hand_of(cards, *, variant="sequential", stacks=None, button=None, **options):
    """A real hand, waiting for its first answer."""
    count = len(stacks) if stacks else 3
    stakes = options.pop("stakes", Stakes(5, 10))
    seats = tuple(Seat(seat, stack) for seat, stack in enumerate(stacks or (100,) * count))
    return Hand(
        Setup(variant=variant, seats=seats, button=count - 1 if button is None else button, stakes=stakes, deck=cards, **options)
    )


def sequential():
    """The worked example SQ-A before its first answer."""
    return hand_of(deck(["Ks Kd 9h 9c 3c", "Kh Qh Js Jd 4c", "7c 8d 9s Th Jc"], "Kc Jh 2d"))


def simple():
    """The worked example SM-A before its first answer: seat 0 is the button."""
    cards = deck(["Jh Jd Jc 5s 2h", "As Kd Qc 9h 9d"], "4c 7d 8s", button=0)
    return hand_of(cards, variant="simple", stacks=(100, 100), button=0)


def play(hand, *words):
    """The hand after these answers: fold check call pass, r20 for a raise, -3c for a discard, -As,Kd for a draw, pat."""
    for word in words:
        hand = hand.play(_action(hand, word))
        while isinstance(hand.prompt, ShufflePrompt):
            hand = hand.play(Shuffled(hand.prompt.cards))
    return hand


def _action(hand, word):
    simple_words = {"fold": Fold(), "check": Check(), "call": Call(), "pass": Pass(), "pat": Draw(())}
    if word in simple_words:
        return simple_words[word]
    if word.startswith("r"):
        return RaiseTo(int(word[1:]))
    cards = parse_cards(word[1:].replace(",", " "))
    return Discard(cards[0]) if hand.prompt.kind == "discard" else Draw(cards)


def players_of(hand, names=NAMES):
    return {seat.number: Player(100 + seat.number, names[seat.number]) for seat in hand.setup.seats}


def running(hand, seat=None, names=NAMES, number=12):
    """The hand as this seat, or the rail, sees it."""
    return RunningHand(
        hand_id=77,
        number=number,
        variant=hand.setup.variant,
        view=view_for(hand, seat),
        prompt_number=hand.prompt_number,
        prompt_seat=getattr(hand.prompt, "seat", None),
        deadline=None if hand.over else MOMENT,
        players=players_of(hand, names),
    )


def table(hand=None, *, names=NAMES, taken=0, **fields):
    """The table with this hand; without one, `taken` of its seats are."""
    if hand is not None:
        stacks = hand.stacks
        rules = TableRules(variant=hand.setup.variant, seats=max(6, len(stacks)), discard_limit=hand.setup.discard_limit)
    else:
        stacks = dict.fromkeys(range(taken), 1_000)
        rules = TableRules()
    seated = tuple(SeatedPlayer(seat, Player(100 + seat, names[seat]), stack, "ready") for seat, stack in stacks.items())
    known = {
        "table_id": 5,
        "guild_id": 1,
        "channel_id": 2,
        "host": Player(100, names[0]),
        "rules": rules,
        "practice": False,
        "state": "open",
        "seats": seated,
        "button": None if hand is None else hand.setup.button,
        "hand": None if hand is None else running(hand, names=names),
        "next_hand_at": MOMENT if hand is not None and hand.over else None,
        "waiting": None,
        "chooser": None,
        "locale": "en-US",
        "version": 1,
    }
    return TableView(**(known | fields))


def private(hand, seat, *, names=NAMES, pre_action=None, possible_pre_actions=(), can_show=False, **fields):
    """What this seat sees behind [My hand]."""
    view = table(hand, names=names, **fields)
    mine = running(hand, seat, names)
    return PrivateView(view, view.seats[seat], mine, pre_action, possible_pre_actions, can_show, price_in(mine.view, seat))


def ticked(what, price, position=None):
    return PreAction(what, price, position)


def drawn(message):
    """The message as one might draw it: text as it is, buttons in brackets (x: disabled), pictures by their alternative text."""
    lines = []
    for part in message.parts:
        match part:
            case Text(content):
                lines.append(content)
            case Rule():
                lines.append("———")
            case Row(buttons):
                lines.append(" ".join(f"[{button.label}{' x' if button.disabled else ''}]" for button in buttons))
            case Picture(name, _, alt):
                lines.append(f"({name}: {alt})")
    return "\n".join(lines) + "\n"


__all__ = [
    "EMOJIS",
    "MOMENT",
    "NAMES",
    "TEXT_CARDS",
    "deck",
    "drawn",
    "hand_of",
    "play",
    "players_of",
    "private",
    "running",
    "sequential",
    "simple",
    "table",
    "ticked",
]
