"""What a modal may look like (DOCS components/reference, modal)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.sandbox.limits.components import SELECT_SHAPES, TEXT_SHAPE, check_ids, check_select, parts_of
from bot.sandbox.limits.shapes import anything, by_type, choice, flag, listing, shape, text, whole
from bot.sandbox.world.components import SELECTS

if TYPE_CHECKING:
    from bot.sandbox.limits.form import Form

_INPUT = shape(
    {"type": anything, "id": whole(0, 2**31 - 1), "custom_id": text(1, 100), "style": choice(1, 2), "label": text(1, 45), "min_length": whole(0, 4000),
     "max_length": whole(1, 4000), "required": flag, "value": text(0, 4000), "placeholder": text(0, 100)},
    "custom_id", "style",
)  # fmt: skip
_LABEL = shape(
    {"type": anything, "id": whole(0, 2**31 - 1), "label": text(1, 45), "description": text(1, 100), "component": by_type({4: _INPUT} | SELECT_SHAPES)},
    "label", "component",
)  # fmt: skip
_ROW = shape({"type": anything, "id": whole(0, 2**31 - 1), "components": listing(by_type({4: _INPUT}), 1, 1)}, "components")
_MODAL = shape({"custom_id": text(1, 100), "title": text(1, 45), "components": listing(by_type({1: _ROW, 10: TEXT_SHAPE, 18: _LABEL}), 1, 5)},
               "custom_id", "title", "components")  # fmt: skip


def check_modal(data: Any, form: Form) -> None:
    """Title 45, one to five rows or labels, a text field a row, unique custom_ids, lengths that agree."""
    _MODAL(data, ("data",), form)
    form.refuse()  # what follows relies on the shapes
    every = parts_of(data.get("components"), ("data", "components"))
    check_ids(every, form)
    for part, here in every:
        if part.get("type") in SELECTS:
            check_select(part, here, form)
        if part.get("type") != 4:
            continue
        low, high = part.get("min_length") or 0, part.get("max_length") or 4000
        if low > high:
            form.fault(
                (*here, "min_length"), "TEXT_INPUT_MIN_LENGTH_EXCEEDS_MAX", "The minimum length exceeds the maximum length."
            )
        if part.get("value") and not low <= len(part["value"]) <= high:
            form.fault((*here, "value"), "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
        if here[-1] != "component" and not part.get("label"):
            form.fault((*here, "label"), "BASE_TYPE_REQUIRED", "This field is required")
