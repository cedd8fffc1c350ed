"""The agreement of a table in words, the rules page, and the pages that help who is new."""

from typing import Final

from bot.engine import parse_cards
from bot.render.components.layout import Message, Rule, Text
from bot.render.text.cards import TEXT_CARDS, CardFaces
from bot.render.text.spoken import limit_words
from bot.render.text.translator import Speech
from bot.tables import DEALERS_CHOICE, OPTIONS, TableRules

RANKINGS: Final = {
    "high": (
        ("royal-flush", "As Ks Qs Js Ts"),
        ("straight-flush", "9h 8h 7h 6h 5h"),
        ("four-of-a-kind", "Kd Ks Kh Kc 3d"),
        ("full-house", "Ks Kd Kc 9h 9c"),
        ("flush", "Ac Jc 9c 5c 2c"),
        ("straight", "Jc Th 9s 8d 7c"),
        ("three-of-a-kind", "Js Jd Jh 8c 3d"),
        ("two-pair", "Ks Kd 9h 9c 3c"),
        ("one-pair", "Qh Qs Ad 7c 4s"),
        ("high-card", "Ah Jd 9c 6s 3h"),
    )
}
"""The hands of a ranking by its name, the best first, each with an example."""

UNUSUAL: Final[dict[tuple[str, object], str]] = {
    ("button", "dead"): "agreement.dead-button",
    ("first_after_draw", "opener"): "agreement.opener",
    ("passed_out", "carry"): "agreement.carry",
    ("table_all_ins", False): "agreement.closed-all-ins",
    ("show_ace", True): "agreement.show-ace",
}
"""What is said of an option with this value; most tables have another one, of which nothing is said."""


def stakes_line(rules: TableRules, say: Speech) -> str:
    """What is agreed for the running hand: stakes, structure and discards, in one line."""
    parts = [
        *_forced_bets(rules, say),
        say(f"betting.{rules.betting}"),
        say("agreement.discards", limit=limit_words(say, rules.discard_limit)),
    ]
    if rules.interim_betting:
        parts.append(say("agreement.interim"))
    return " · ".join(parts)


def _forced_bets(rules: TableRules, say: Speech) -> list[str]:
    parts = []
    if rules.big_blind:
        parts.append(say("agreement.blinds", small=rules.small_blind, big=rules.big_blind))
    if rules.ante:
        parts.append(say("agreement.ante", amount=rules.ante))
    if rules.big_blind_ante:
        parts.append(say("agreement.big-blind-ante", amount=rules.big_blind_ante))
    if not rules.big_blind and rules.min_bet:
        parts.append(say("agreement.min-bet", amount=rules.min_bet))
    return parts


def agreement_lines(rules: TableRules, say: Speech) -> list[str]:
    """All that is agreed before cards are dealt, for an opening table."""
    terms = [
        *_forced_bets(rules, say),
        say(f"betting.{rules.betting}"),
        *([say("agreement.cap", count=rules.cap)] if rules.betting == "fixed-limit" else []),
        say("agreement.buy-in", least=rules.least_buy_in, most=rules.buy_in),
        say("agreement.seats", count=rules.seats),
    ]
    lines = [" · ".join(terms), " ".join([*_discard_terms(rules, say), *_unusual_terms(rules, say)]), _clock_line(rules, say)]
    if rules.seats > rules.safe_seats:
        lines.append(f"-# {say('agreement.refill', seats=str(rules.safe_seats))}")
    return lines


def _discard_terms(rules: TableRules, say: Speech) -> list[str]:
    limit = limit_words(say, rules.discard_limit)
    games = say.either(say(f"variant.{variant.name}") for variant in rules.games)
    terms = [say(f"agreement.{rules.variant}", limit=limit, games=games)]
    if rules.interim_betting:
        agreed = say.either(say(f"variant.{variant.name}") for variant in rules.games if variant.interim == "agreed")
        of_some = rules.variant == DEALERS_CHOICE
        terms.append(say("agreement.interim-games-long", games=agreed) if of_some else say("agreement.interim-long"))
    return terms


def _unusual_terms(rules: TableRules, say: Speech) -> list[str]:
    """What is agreed otherwise than at most tables, in the order of the options."""
    return [
        say(words)
        for option in OPTIONS
        if (words := UNUSUAL.get((option.field_name, getattr(rules, option.field_name)))) and option.applies(rules)
    ]


def _clock_line(rules: TableRules, say: Speech) -> str:
    clock = say("agreement.clock", bet=rules.clock_seconds, discard=rules.discard_clock_seconds)
    bank = [say("agreement.time-bank", seconds=rules.time_bank_seconds)] if rules.time_bank_seconds else []
    return "-# " + " · ".join([clock, *bank])


def rules_message(rules: TableRules, say: Speech, faces: CardFaces = TEXT_CARDS) -> Message:
    """The rules page of this table: how its game goes, what is agreed, an example, the ranking of hands, and where open draw comes from."""
    alone = len(rules.games) == 1
    played = [Text(_game_text(variant.name, say, whole=alone)) for variant in rules.games]
    each = [] if alone else [Text(f"-# {say('rules.each')}")]
    agreed = Text(f"**{say('rules.agreed')}**\n" + "\n".join(agreement_lines(rules, say)))
    shown = faces if alone else TEXT_CARDS  # fifty emojis take the room of two games
    rankings = [Text(_ranking_text(name, say, shown)) for name in dict.fromkeys(variant.ranking.name for variant in rules.games)]
    credit = [Text(f"-# {say('rules.credit')}")] if any(variant.turned_up for variant in rules.games) else []
    sealed = Text(f"-# {say('seal.promise')}\n-# {say('seal.limits')}")
    return Message((*played, *each, Rule(), agreed, Text(say("rules.betting")), Rule(), *rankings, sealed, *credit))


def _game_text(name: str, say: Speech, *, whole: bool) -> str:
    """How a game goes; the `whole` of it has its other names and an example. Several games would not fit a message so."""
    text = f"### {say(f'rules.{name}.title')}\n{say(f'rules.{name}.play')}"
    return f"{text}\n-# {say(f'rules.{name}.also')}\n-# {say(f'rules.{name}.example')}" if whole else text


def _ranking_text(ranking: str, say: Speech, faces: CardFaces) -> str:
    hands = [f"{faces.cards(parse_cards(cards))} {say(f'ranking.{name}')}" for name, cards in RANKINGS[ranking]]
    return "\n".join([f"**{say('rules.ranking')}**", *hands])


def help_message(say: Speech) -> Message:
    """How one plays here, and which commands there are."""
    return Message((Text(f"### {say('help.title')}\n{say('help.play')}"), Rule(), Text(say("help.commands"))))
