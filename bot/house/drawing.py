"""What a house player keeps and throws: made hands, pairs, four-flushes and open straights, by the cards that are still to come."""

from collections import Counter
from collections.abc import Collection, Sequence

from bot.engine import Card, strength
from bot.house.worth import STRAIGHT, Chance, four_flush, open_straight, paired

KICKER_KEPT = 0.12
"""How often an ace, or the highest card, is kept beside a pair or trips, so that others cannot tell which it is."""
WORTH_DRAWING = 4
"""The fewest cards to come for which a four-flush or an open straight is drawn to."""
SMALL_PAIR = 7
HIGH_CARD = 12


def worth_throwing(held: Sequence[Card], dead: Collection[Card], chance: Chance) -> list[Card]:
    """The cards better thrown, the least useful first; `held` are one to five cards, `dead` cannot be drawn any more."""
    kept = worth_keeping(held, dead, chance)
    return sorted((card for card in held if card not in kept), key=lambda card: card.rank)


def worth_keeping(held: Sequence[Card], dead: Collection[Card], chance: Chance) -> tuple[Card, ...]:
    """The cards to build on."""
    if len(held) == 5 and strength(held) >= STRAIGHT:
        return tuple(held)
    group = paired(held)
    draw = _best_draw(held, dead)
    if len(group) > 2:
        return _with_kicker(group, held, chance)
    if group:
        return draw if draw and _prefers_draw(group, dead, chance) else _with_kicker(group, held, chance)
    return draw or _high_cards(held, dead)


def _best_draw(held: Sequence[Card], dead: Collection[Card]) -> tuple[Card, ...]:
    draws = [four_flush(held, dead), open_straight(held, dead)]
    cards, outs = max(draws, key=lambda draw: draw[1])
    return cards if outs >= WORTH_DRAWING else ()


def _prefers_draw(pair: tuple[Card, ...], dead: Collection[Card], chance: Chance) -> bool:
    """A small pair that nothing can make trips, or now and then any small pair, is broken for four to a flush or straight."""
    rank = pair[0].rank
    buried = sum(card.rank == rank for card in dead) == 2
    return rank <= SMALL_PAIR and (buried or chance() < 0.25)


def _with_kicker(group: tuple[Card, ...], held: Sequence[Card], chance: Chance) -> tuple[Card, ...]:
    others = [card for card in held if card not in group]
    if len(group) > 3 or len(others) < 2 or chance() >= KICKER_KEPT:
        return group
    return (*group, max(others, key=lambda card: card.rank))


def _high_cards(held: Sequence[Card], dead: Collection[Card]) -> tuple[Card, ...]:
    """One or two of the high cards, rather those whose rank is still in the deck; nothing if there are none."""
    gone = Counter(card.rank for card in dead)
    high = [card for card in held if card.rank >= HIGH_CARD and gone[card.rank] < 2]
    return tuple(sorted(high, key=lambda card: (-gone[card.rank], card.rank))[-2:])
