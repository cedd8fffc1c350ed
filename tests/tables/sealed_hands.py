"""Hands dealt from sealed decks and played by chance from a seed, over all variants, seat counts and ways to end."""

import json
import random  # noqa: TID251 - seeded, for tests alone
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bot.deal import SealKey, sealed
from bot.engine import (
    RULES_NUMBER,
    Action,
    BetPrompt,
    Call,
    Check,
    Discard,
    DiscardPrompt,
    Draw,
    DrawPrompt,
    Fold,
    Hand,
    Leave,
    Pass,
    RaiseTo,
    Seat,
    Setup,
    Show,
    Shuffled,
    ShufflePrompt,
    Stakes,
    action_text,
    setup_to_dict,
)
from bot.history.proofs import proof_of
from bot.tables.seals import CutWords, SealedDeal, TableSeal
from bot.tables.storage.seal_rows import seal_row

SEALED_AT = datetime(2026, 12, 1, 20, 14, tzinfo=UTC)
PAIRS = 2


@dataclass(frozen=True)
class Played:
    """A hand that has ended, with how it was dealt."""

    dealt: SealedDeal
    hand: Hand

    def proof(self, seat: int) -> str:
        return proof_of(self.hand, self.dealt, seat, 12, {at: f"player {at}" for at in self.hand.stacks})


def sealed_deal(seed: int, seats: tuple[int, ...], cutters: int = 2) -> SealedDeal:
    """The first hand of a table's seal, which some of the seats have cut."""
    chance = random.Random(seed)
    key = chance.randbytes(32)
    public = sealed(SealKey(5, 1, key), PAIRS)
    seal = TableSeal(5, 1, key, public.hash, PAIRS, 1, SEALED_AT, SEALED_AT)
    said = {
        seat: CutWords(f"words “{chance.random()}” ü", SEALED_AT + timedelta(seconds=at), 1, 1)
        for at, seat in enumerate(seats[:cutters])
    }
    return SealedDeal(seal, 0, said)


def played(variant: str, players: int, seed: int, *, greedy: bool = False) -> Played:
    """A hand played to its end by chance; `greedy` players throw all they can and never fold, so that the deck is refilled."""
    chance = random.Random(seed)
    seats = tuple(sorted(chance.sample(range(8), players)))
    dealt = sealed_deal(seed, seats, cutters=seed % 3)
    setup = Setup(
        variant=variant,
        seats=tuple(Seat(seat, stack=chance.choice((40, 200))) for seat in seats),
        button=chance.choice(seats),
        stakes=Stakes(small_blind=5, big_blind=10),
        deck=dealt.deck,
    )
    hand, refills = Hand(setup), 0
    while not hand.over:
        if isinstance(hand.prompt, ShufflePrompt):
            hand = hand.play(Shuffled(dealt.refilled(refills, hand.prompt.cards)))
            refills += 1
        elif not greedy and chance.random() < 0.02:
            hand = hand.play(Leave(chance.choice(hand.live)), by="leave")
        else:
            hand = hand.play(_action(hand, chance, greedy=greedy))
    for seat in hand.live:
        if hand.results is not None and seat not in hand.results.shown and chance.random() < 0.5:
            hand = hand.play(Show(seat))
    return Played(dealt, hand)


def _action(hand: Hand, chance: random.Random, *, greedy: bool) -> Action:
    match hand.prompt:
        case BetPrompt(to_call=to_call, raise_from=least):
            if least is not None and not greedy and chance.random() < 0.15:
                return RaiseTo(least)
            if to_call and not greedy and chance.random() < 0.15:
                return Fold()
            return Call() if to_call else Check()
        case DiscardPrompt(cards=cards):
            return Discard(chance.choice(cards)) if greedy or chance.random() < 0.7 else Pass()
        case DrawPrompt(cards=cards):
            return Draw(cards if greedy else tuple(chance.sample(cards, chance.randrange(4))))
        case prompt:
            raise AssertionError(prompt)


KEPT = Path(__file__).parent / "kept_deals"
KEPT_HANDS = {"sequential": ("sequential", 4, 3, False), "simple-refilled": ("simple", 8, 9, True)}


def as_kept(each: Played) -> dict[str, Any]:
    """A hand as the store keeps it, the secret key of its seal with it, and the proof of its first seat."""
    seal = each.dealt.seal
    row = seal_row(seal, 7)
    return {
        "rules_number": RULES_NUMBER,
        "setup": setup_to_dict(each.hand.setup),
        "log": [[action_text(action), by] for action, by in each.hand.log],
        "sealed": each.dealt.saved,
        "seal": {
            **asdict(row),
            "sealed_at": row.sealed_at.isoformat(),
            "posted_at": seal.posted_at and seal.posted_at.isoformat(),
        },
        "proof": each.proof(next(iter(each.hand.stacks))),
    }


def keep() -> None:
    """Write the kept hands that there are not yet; one that is there stays as it is, for good."""
    for name, (variant, players, seed, greedy) in KEPT_HANDS.items():
        file = KEPT / f"{name}.json"
        if not file.exists():
            KEPT.mkdir(exist_ok=True)
            file.write_text(
                json.dumps(as_kept(played(variant, players, seed, greedy=greedy)), indent=1, ensure_ascii=False) + "\n",
                encoding="utf-8",
            )


if __name__ == "__main__":
    keep()
