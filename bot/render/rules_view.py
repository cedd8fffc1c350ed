"""The agreement of a table in words, the rules page, and the pages that help who is new."""

from collections.abc import Mapping
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

UNUSUAL_MESSAGES: Final[dict[tuple[str, object], str]] = {
    ("ping", "turn"): "agreement.ping-turn",
    ("ping", "off"): "agreement.ping-off",
    ("card_order", "dealt"): "agreement.cards-dealt",
}
"""The same of options about messages, which stand beside the clocks."""


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
    return list(_forced_terms(rules, say).values())


Terms = dict[str, str]
"""What is agreed, in words, by what it is about."""


def _forced_terms(rules: TableRules, say: Speech) -> Terms:
    terms = {}
    if rules.big_blind:
        terms["blinds"] = say("agreement.blinds", small=rules.small_blind, big=rules.big_blind)
    if rules.ante:
        terms["ante"] = say("agreement.ante", amount=rules.ante)
    if rules.big_blind_ante:
        terms["big-blind-ante"] = say("agreement.big-blind-ante", amount=rules.big_blind_ante)
    if not rules.big_blind and rules.min_bet:
        terms["min-bet"] = say("agreement.min-bet", amount=rules.min_bet)
    if rules.blinds_rise:
        terms["blinds-rise"] = say("agreement.blinds-rise", count=rules.blinds_rise)
    return terms


def agreement_lines(rules: TableRules, say: Speech) -> list[str]:
    """All that is agreed before cards are dealt, for an opening table."""
    stakes, game, clock = (terms(rules, say).values() for terms in (_stakes_terms, _game_terms, _clock_terms))
    lines = [" · ".join(stakes), " ".join(game), "-# " + " · ".join(clock)]
    if rules.seats > rules.safe_seats:
        lines.append(f"-# {say('agreement.refill', seats=str(rules.safe_seats))}")
    return lines


def changed_terms(before: TableRules, after: TableRules, say: Speech) -> list[str]:
    """What is agreed otherwise now, in the order in which it is announced; then what holds no longer."""
    old, new = (_stakes_terms(rules, say) | _game_terms(rules, say) | _clock_terms(rules, say) for rules in (before, after))
    changed = [words for about, words in new.items() if old.get(about) != words]
    return changed + [say("agreement.no-longer", term=words) for about, words in old.items() if about not in new]


def _stakes_terms(rules: TableRules, say: Speech) -> Terms:
    terms = _forced_terms(rules, say) | {"betting": say(f"betting.{rules.betting}")}
    if rules.betting == "fixed-limit":
        terms["cap"] = say("agreement.cap", count=rules.cap)
    terms["buy-in"] = say("agreement.buy-in", least=rules.least_buy_in, most=rules.buy_in)
    terms["seats"] = say("agreement.seats", count=rules.seats)
    return terms


def _game_terms(rules: TableRules, say: Speech) -> Terms:
    """How one discards, and what is agreed otherwise than at most tables, in the order of the options."""
    limit = limit_words(say, rules.discard_limit)
    games = say.either(say(f"variant.{variant.name}") for variant in rules.games)
    terms = {"discards": say(f"agreement.{rules.variant}", limit=limit, games=games)}
    if rules.interim_betting:
        agreed = say.either(say(f"variant.{variant.name}") for variant in rules.games if variant.interim == "agreed")
        of_some = rules.variant == DEALERS_CHOICE
        terms["interim"] = say("agreement.interim-games-long", games=agreed) if of_some else say("agreement.interim-long")
    return terms | _unusual_terms(rules, say, UNUSUAL)


def _unusual_terms(rules: TableRules, say: Speech, texts: Mapping[tuple[str, object], str]) -> Terms:
    return {
        option.name: say(words)
        for option in OPTIONS
        if (words := texts.get((option.field_name, getattr(rules, option.field_name)))) and option.applies(rules)
    }


def _clock_terms(rules: TableRules, say: Speech) -> Terms:
    terms = {"clock": say("agreement.clock", bet=rules.clock_seconds, discard=rules.discard_clock_seconds)}
    if rules.time_bank_seconds:
        terms["time-bank"] = say("agreement.time-bank", seconds=rules.time_bank_seconds)
    if rules.between_hands_seconds is not None:
        terms["between-hands"] = say("agreement.between-hands", seconds=rules.between_hands_seconds)
    return terms | _unusual_terms(rules, say, UNUSUAL_MESSAGES)


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
