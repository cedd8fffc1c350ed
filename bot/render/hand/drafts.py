"""Choices half made behind [My hand]: what a press on a draft button leads to, held by the message alone."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Picked:
    """One card at a time: the card at this position is about to be thrown."""

    position: int


@dataclass(frozen=True, slots=True)
class Toggled:
    """A draw: the cards whose bits are set are about to be thrown."""

    mask: int


@dataclass(frozen=True, slots=True)
class PassAsked:
    """One card at a time: a pass is about to be made, for the rest of the hand."""


@dataclass(frozen=True, slots=True)
class AllInAsked:
    """All chips are about to go in, `total` in the round."""

    total: int


Draft = Picked | Toggled | PassAsked | AllInAsked
