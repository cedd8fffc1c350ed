"""The open prompt as words and buttons for the seat that is asked: bets, a card to throw or a pass, a whole draw."""

from collections.abc import Sequence
from typing import assert_never

from bot.engine import BetPrompt, Card, DiscardPrompt, Draw, DrawPrompt, IllegalAction
from bot.render.components.bet_buttons import all_in_total, answer_buttons, answer_id, draft_id, raise_buttons
from bot.render.components.layout import Button, Row
from bot.render.hand.drafts import AllInAsked, Draft, PassAsked, Picked, Toggled
from bot.render.text.cards import CardFaces, face
from bot.render.text.spoken import limit_words
from bot.render.text.translator import Speech
from bot.tables import RunningHand

Choice = tuple[str, tuple[Row, ...]]
"""What is asked, and the buttons that answer it."""


def prompt_parts(hand: RunningHand, order: Sequence[int], say: Speech, faces: CardFaces, draft: Draft | None) -> Choice:
    """The open prompt's question and buttons, or those of a draft where it fits the prompt; a button for each card in this `order`."""
    match hand.view.prompt:
        case BetPrompt() as prompt:
            return _betting(hand, prompt, say, draft)
        case DiscardPrompt() as prompt:
            return _discarding(hand, prompt, order, say, faces, draft)
        case DrawPrompt() as prompt:
            mask = draft.mask % (1 << len(prompt.cards)) if isinstance(draft, Toggled) else 0
            return _asked_to_draw(hand, prompt, mask, order, say, faces)
        case None:
            raise AssertionError("nobody is asked")
        case never:
            assert_never(never)


def _betting(hand: RunningHand, prompt: BetPrompt, say: Speech, draft: Draft | None) -> Choice:
    if isinstance(draft, AllInAsked) and draft.total == prompt.raise_to == all_in_total(hand.view, prompt):
        return _asked_all_in(hand, draft.total, say)
    return _asked_to_bet(hand, prompt, say)


def _discarding(
    hand: RunningHand, prompt: DiscardPrompt, order: Sequence[int], say: Speech, faces: CardFaces, draft: Draft | None
) -> Choice:
    match draft:
        case Picked(position) if position < len(prompt.cards) and prompt.cards[position] in prompt.allowed:
            return _picked(hand, position, prompt.cards[position], say, faces)
        case PassAsked():
            return _asked_to_pass(hand, say)
        case _:
            return _asked_to_discard(hand, prompt, order, say, faces)


def _back(hand: RunningHand, say: Speech) -> Button:
    return Button(say("button.back-to-choice"), draft_id(hand, "back"))


def _asked_to_bet(hand: RunningHand, prompt: BetPrompt, say: Speech) -> Choice:
    free = "mine.option" if hand.view.level else "mine.check"
    words = say("mine.call", amount=prompt.to_call) if prompt.to_call else say(free)
    raises = raise_buttons(hand, prompt, say)
    return words, (Row(tuple(answer_buttons(hand, prompt, say))), *([Row(tuple(raises))] if raises else []))


def _asked_all_in(hand: RunningHand, total: int, say: Speech) -> Choice:
    sure = Button(say("button.all-in", amount=total), answer_id(hand, "raise", total), "danger")
    return say("mine.all-in", amount=total), (Row((sure, _back(hand, say))),)


def _asked_to_discard(hand: RunningHand, prompt: DiscardPrompt, order: Sequence[int], say: Speech, faces: CardFaces) -> Choice:
    cards = [
        Button(face(card), draft_id(hand, "pick", position), disabled=card not in prompt.allowed, emoji=faces.emoji(card))
        for position, card in _in_order(prompt.cards, order)
    ]
    passing = Button(say("button.pass"), draft_id(hand, "pass"), "main")
    return say("mine.discard"), (Row(tuple(cards)), Row((passing,)))


def _picked(hand: RunningHand, position: int, card: Card, say: Speech, faces: CardFaces) -> Choice:
    sure = Button(say("button.discard", card=face(card)), answer_id(hand, "throw", position), "danger", emoji=faces.emoji(card))
    return say("mine.picked", card=face(card)), (Row((sure, _back(hand, say))),)


def _asked_to_pass(hand: RunningHand, say: Speech) -> Choice:
    sure = Button(say("button.pass"), answer_id(hand, "pass"), "danger")
    return say("mine.pass"), (Row((sure, _back(hand, say))),)


def _asked_to_draw(
    hand: RunningHand, prompt: DrawPrompt, mask: int, order: Sequence[int], say: Speech, faces: CardFaces
) -> Choice:
    toggles = [
        Button(
            say("button.thrown", card=face(card)) if mask >> position & 1 else face(card),
            draft_id(hand, "toggle", mask ^ 1 << position),
            "main" if mask >> position & 1 else "plain",
            emoji=faces.emoji(card),
        )
        for position, card in _in_order(prompt.cards, order)
    ]
    thrown = tuple(card for position, card in enumerate(prompt.cards) if mask >> position & 1)
    legal = _is_legal(prompt, thrown)
    label = say("button.draw", count=len(thrown)) if thrown else say("button.stand-pat")
    sure = Button(label, answer_id(hand, "draw", mask), "good", disabled=not legal)
    words = say("mine.draw") if legal else say("mine.draw-too-many", limit=limit_words(say, prompt.limit))
    return words, (Row(tuple(toggles)), Row((sure,)))


def _in_order(cards: Sequence[Card], order: Sequence[int]) -> list[tuple[int, Card]]:
    return [(position, cards[position]) for position in order]


def _is_legal(prompt: DrawPrompt, thrown: tuple[Card, ...]) -> bool:
    try:
        prompt.check(Draw(thrown))
    except IllegalAction:
        return False
    return True
