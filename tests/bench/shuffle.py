"""Whether the operating system's shuffle favours a place for a card: a chi-squared over many decks, `shuffle [--decks N]`."""

import argparse

from bot.engine import DECK
from bot.tables import SecureDealer

SIGMAS = 6
"""A fair dealer is further away than that once in 500 million runs."""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench shuffle")
    parser.add_argument("--decks", type=int, default=20_000)
    decks = parser.parse_args(arguments).decks
    away = sigmas(decks)
    print(f"{decks:,} decks: {away:+.1f} standard deviations from what a fair dealer is expected to do; {SIGMAS} are allowed")
    return int(abs(away) >= SIGMAS)


def sigmas(decks: int) -> float:
    """How far the counts of each card in each place are from even, in standard deviations of chi-squared."""
    dealer, counts = SecureDealer(), {card: [0] * 52 for card in DECK}
    for _ in range(decks):
        for place, card in enumerate(dealer.deck()):
            counts[card][place] += 1
    expected, degrees = decks / 52, 51 * 51
    chi = sum((count - expected) ** 2 / expected for places in counts.values() for count in places)
    return (chi - degrees) / (2 * degrees) ** 0.5
