"""Whether sealed deals are uniform, how often a malformed deck is caught, and what sealing and dealing cost: `deals [--seals N]`."""

import argparse
import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from bot.deal import CARDS, Cut, SealKey, Words, cut, sealed
from bot.deal.decks import Seal, SealedDeck, deck_leaf
from bot.tables import SecureDealer
from bot.tables.clock import SystemClock
from bot.tables.seals import SealedDeal, make_seal

SIGMAS = 6
"""A fair deal is further away than that once in 500 million runs."""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench deals")
    parser.add_argument("--seals", type=int, default=200_000)
    seals = parser.parse_args(arguments).seals
    figures = {**uniform(seals), **caught()}
    for name, away in figures.items():
        print(f"{name}: {away:+.1f} standard deviations from what is expected; {SIGMAS} are allowed")
    print_costs()
    return int(any(abs(away) >= SIGMAS for away in figures.values()))


def uniform(seals: int) -> dict[str, float]:
    """Over so many seals, each with a fresh key and words: the counts of each card in each place of the deal, and of the first two cards."""
    places: Counter[int] = Counter()
    first_two: Counter[int] = Counter()
    for number in range(seals):
        key = SealKey(1, 1, secrets.token_bytes(32))
        made_by = cut(secrets.token_bytes(32), 0, [Words(0, str(number))])
        dealt = _dealt(key, made_by)
        places.update(52 * place + card for place, card in enumerate(dealt))
        first_two[52 * dealt[0] + dealt[1]] += 1
    return {
        f"each card in each place, {seals:,} seals": _sigmas(places, 52 * 52, 51 * 51),
        f"the first two cards, {seals:,} seals": _sigmas(first_two, 52 * 51, 52 * 51 - 1),
    }


NUMBERS = {card: number for number, card in enumerate(CARDS)}


def _dealt(key: SealKey, made_by: Cut) -> list[int]:
    slots = key.cards(0, made_by.which)
    return [NUMBERS[slots[slot]] for slot in made_by.order]


def _sigmas(counts: Counter[int], cells: int, degrees: int) -> float:
    expected = sum(counts.values()) / cells
    chi = sum((count - expected) ** 2 for count in counts.values()) / expected + (cells - len(counts)) * expected
    return (chi - degrees) / (2 * degrees) ** 0.5


def caught(hands: int = 2_000) -> dict[str, float]:
    """A host stacks one deck of a pair with two aces of spades: in how many hands is that deck opened whole."""
    opened = 0
    for number in range(hands):
        key = SealKey(1, 1, secrets.token_bytes(32))
        stacked = _with_two_aces(key.deck(0, 0))
        seal = Seal(1, 1, tuple(deck_leaf(deck.place, deck.root) for deck in (stacked, key.deck(0, 1))))
        opened += cut(seal.hash, 0, [Words(0, str(number))]).which == 1
    print(f"a malformed deck was opened in {opened / hands:.1%} of {hands:,} hands; one half is expected")
    return {"a malformed deck is opened": (opened - hands / 2) / (hands / 4) ** 0.5}


def _with_two_aces(deck: SealedDeck) -> SealedDeck:
    place = next(at for at, card in enumerate(deck.cards) if card != "As")
    return replace(deck, cards=(*deck.cards[:place], "As", *deck.cards[place + 1 :]))


def print_costs(times: int = 200) -> None:
    """What sealing holds up the event loop while a thread does it, and what a sealed deal takes beside a shuffle."""
    began = time.perf_counter()
    sealed(SealKey(1, 1, bytes(32)))
    print(f"sealing 64 pairs: {1e3 * (time.perf_counter() - began):.0f} ms in one go")
    for name, work in {"nothing is done": idle, "a seal is made": sealing}.items():
        worst = sorted(max(asyncio.run(_lags(work))) for _ in range(20))
        print(
            f"the event loop while {name} in a thread: held up for {1e3 * worst[10]:.1f} ms at most, the median of 20 times; {1e3 * worst[-1]:.1f} ms in the worst"
        )
    seal = make_seal(1, 1, bytes(32), 1, SystemClock().now())
    took = {"shuffled by the system": 0.0, "sealed": 0.0}
    for index in range(times):
        began = time.perf_counter()
        SecureDealer().deck()
        took["shuffled by the system"] += time.perf_counter() - began
        began = time.perf_counter()
        _ = SealedDeal(seal, index % seal.pairs, {}).deck
        took["sealed"] += time.perf_counter() - began
    print("a deck, " + ", ".join(f"{name}: {1e3 * each / times:.2f} ms" for name, each in took.items()))


def idle() -> None:
    """As long as sealing takes, without work: what the machine itself holds up."""
    time.sleep(0.06)


def sealing() -> None:
    """Seal 64 pairs."""
    make_seal(1, 1, bytes(32), 1, SystemClock().now())


async def _lags(work: Callable[[], None]) -> list[float]:
    lags, working = [], asyncio.create_task(asyncio.to_thread(work))
    while not working.done():
        began = time.perf_counter()
        await asyncio.sleep(0)
        lags.append(time.perf_counter() - began)
    return lags
