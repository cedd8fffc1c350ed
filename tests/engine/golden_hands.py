"""Finished hands kept as files, in the format in which a hand is saved, with how they ended: by the rules it was dealt by, a hand always ends as it did.

To keep another one: `save(name, hand)`. A file is never changed; a rule that changes an outcome needs a new rules number and a new file.
"""

import json
from pathlib import Path
from typing import Any

from bot.engine import Hand, cards_text, hand_to_dict

FOLDER = Path(__file__).parent / "golden"


def outcome(hand: Hand) -> dict[str, Any]:
    """How a hand ended, in plain values: stacks, pots and their winners, what went back, who showed what, and who mucked."""
    results = hand.results
    assert results is not None
    return {
        "stacks": {str(seat): chips for seat, chips in sorted(hand.stacks.items())},
        "pots": [{"amount": pot.amount, "eligible": list(pot.eligible), "winners": texts(pot.winners)} for pot in results.pots],
        "returned": texts(results.returned),
        "shown": {str(seat): cards_text(cards) for seat, cards in results.shown.items()},
        "mucked": list(results.mucked),
        "carried": results.carried,
    }


def texts(chips: dict[int, int]) -> dict[str, int]:
    return {str(seat): amount for seat, amount in chips.items()}


def save(name: str, hand: Hand) -> None:
    """Keep a finished hand. Raises FileExistsError where there is one of this name: kept hands stay as they are."""
    plain = hand_to_dict(hand) | {"outcome": outcome(hand)}
    with (FOLDER / f"{name}.hand").open("x", encoding="utf-8") as file:
        file.write(pretty(plain) + "\n")


def pretty(value: Any, margin: str = "") -> str:
    """JSON for eyes: what fits on a line stands on one."""
    line = json.dumps(value)
    if len(line) <= 100 or not isinstance(value, dict | list):
        return line
    inner = margin + "  "
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {pretty(part, inner)}" for key, part in value.items()]
    else:
        parts = [pretty(part, inner) for part in value]
    first, last = "{}" if isinstance(value, dict) else "[]"
    return f"{first}\n{inner}" + f",\n{inner}".join(parts) + f"\n{margin}{last}"


def kept() -> list[Path]:
    return sorted(FOLDER.glob("*.hand"))


def read(path: Path) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return plain
