"""The agreement of a table in words, the rules page, and the pages that help who is new."""

from bot.engine import VARIANTS, parse_cards, safe_seats
from bot.render.cards import TEXT_FACES, Faces
from bot.render.layout import Message, Rule, Text
from bot.render.spoken import limit_words
from bot.render.text import Speech
from bot.tables import DEALERS_CHOICE, TableRules

RANKINGS = (
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
    if rules.seats > safe_seats(rules.discard_limit):
        lines.append(f"-# {say('agreement.refill', seats=str(safe_seats(rules.discard_limit)))}")
    return lines


def _discard_terms(rules: TableRules, say: Speech) -> list[str]:
    limit = limit_words(say, rules.discard_limit)
    games = say.either(say(f"variant.{name}") for name in VARIANTS)
    terms = [say(f"agreement.{rules.variant}", limit=limit, games=games)]
    if rules.interim_betting:
        of_one_game = rules.variant == DEALERS_CHOICE
        terms.append(say("agreement.interim-sequential-long" if of_one_game else "agreement.interim-long"))
    return terms


def _unusual_terms(rules: TableRules, say: Speech) -> list[str]:
    """What is agreed otherwise than at most tables."""
    terms = {
        "agreement.show-ace": rules.show_ace and isinstance(rules.discard_limit, str),
        "agreement.opener": rules.first_after_draw == "opener",
        "agreement.carry": rules.passed_out == "carry",
        "agreement.closed-all-ins": not rules.table_all_ins,
    }
    return [say(key) for key, agreed in terms.items() if agreed]


def _clock_line(rules: TableRules, say: Speech) -> str:
    clock = say("agreement.clock", bet=rules.clock_seconds, discard=rules.discard_clock_seconds)
    bank = [say("agreement.time-bank", seconds=rules.time_bank_seconds)] if rules.time_bank_seconds else []
    return "-# " + " · ".join([clock, *bank])


def rules_message(rules: TableRules, say: Speech, faces: Faces = TEXT_FACES) -> Message:
    """The rules page of this table: how its game goes, what is agreed, an example, the ranking of hands, and where the game comes from."""
    games = VARIANTS if rules.variant == DEALERS_CHOICE else [rules.variant]
    played = [
        Text(
            f"### {say(f'rules.{name}.title')}\n{say(f'rules.{name}.play')}\n-# {say(f'rules.{name}.also')}\n-# {say(f'rules.{name}.example')}"
        )
        for name in games
    ]
    agreed = Text(f"**{say('rules.agreed')}**\n" + "\n".join(agreement_lines(rules, say)))
    ranking = Text(f"**{say('rules.ranking')}**\n" + "\n".join(_ranking_lines(say, faces)))
    return Message((*played, Rule(), agreed, Text(say("rules.betting")), Rule(), ranking, Text(f"-# {say('rules.credit')}")))


def _ranking_lines(say: Speech, faces: Faces) -> list[str]:
    return [f"{faces.cards(parse_cards(cards))} {say(f'ranking.{name}')}" for name, cards in RANKINGS]


def help_message(say: Speech) -> Message:
    """How one plays here, and which commands there are."""
    return Message((Text(f"### {say('help.title')}\n{say('help.play')}"), Rule(), Text(say("help.commands"))))


def welcome_message(say: Speech) -> Message:
    """What a server reads once, with its first table."""
    return Message((Text(say("welcome.text")),))
