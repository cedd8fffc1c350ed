"""Where a narrow screen may break a line."""

import pytest

from bot.render.text.lines import unbroken


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("`2    Bruno  995` small blind 5", "`2    Bruno  995` small~blind~5"),
        ("`1 ▶  one  1,000` called 10 · away", "`1 ▶  one  1,000` called~10~· away"),
        ("**Pot 60** · main pot 40", "**Pot~60**~· main~pot~40"),
        ("### ♠ Open Draw · hand 1 · betting after round 3", "### ♠~Open~Draw~· hand~1~· betting~after~round~3"),
        ("-# one bets 10 · betting after each round of discards", "-# one~bets~10~· betting after each round of discards"),
        ("You folded, and may leave whenever you like.", "You folded, and may leave whenever you like."),
        ("`3  three  0` K♠ K♦ K♣ 9♥ 9♣ kings full of nines", "`3  three  0` K♠~K♦~K♣~9♥~9♣ kings full of nines"),
        ("threw 7♥↻ 2♣", "threw~7♥↻~2♣"),
        ("mucked · threw <:2d:1234> · <:3s:1234>", "mucked~· threw~<:2d:1234>~· <:3s:1234>"),
        ("<:Ks:1234><:Kd:1234>", "<:Ks:1234>^<:Kd:1234>"),
        ("`K♠ x`", "`K♠ x`"),
        ("", ""),
    ],
)
def test_what_belongs_together_stays_on_a_line(text, kept):
    assert unbroken(text) == kept.replace("~", "\u00a0").replace("^", "\u2060")
