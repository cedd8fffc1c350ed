"""A table's seal for one who asks: what it is, who has cut, and what it proves and does not; and what who cuts is told."""

from bot.render.components.layout import Message, Rule, Text
from bot.render.text.translator import Speech
from bot.tables import DealtFrom, PrivateView, SealView, TableView


def seal_message(table: TableView, void: int, say: Speech) -> Message:
    """The newest seal of a table, with the hands dealt and void under it; the promise and its limits stand below."""
    seal = table.seal
    if seal is None:
        return Message((Text(say("seal.none")),))
    lines = [
        f"### {say('seal.title', number=str(seal.number))}",
        f"`{seal.digits}`",
        say("seal.hands", first=str(seal.first_hand), last=str(seal.last_hand)),
        say("seal.dealt", count=seal.dealt),
        say("seal.void", count=void),
        *([] if seal.posted else [say("cut.not-posted")]),
        *_cut_lines(seal, say),
        *_last_lines(table.hand.dealt_from if table.hand is not None else None, say),
    ]
    promise = "\n".join([say("seal.promise"), say("seal.limits"), f"-# {say('seal.how')}"])
    return Message((Text("\n".join(lines)), Rule(), Text(promise)))


def _cut_lines(seal: SealView, say: Speech) -> list[str]:
    if not seal.cutting:
        return [say("seal.nobody-cut")]
    return [say("seal.cutter", name=name, number=str(hand)) for name, hand in seal.cutting]


def _last_lines(dealt_from: DealtFrom | None, say: Speech) -> list[str]:
    if dealt_from is None or dealt_from.cut_last is None:
        return []
    name, hand = dealt_from.cut_last
    return [say("seal.cut-last", name=name, number=str(hand))]


def cut_message(view: PrivateView, say: Speech) -> Message:
    """What who has cut is told: from which hand the words count, and for which seal."""
    seal = view.table.seal
    assert seal is not None, "words are given for a seal"
    return Message((Text(f"{say('done.cut', number=str(view.cut_from))}\n`{seal.digits}`"),), framed=False, accent=None)
