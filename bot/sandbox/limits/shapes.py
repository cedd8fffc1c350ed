"""Small checks from which the shapes of Discord's objects are put together: `shape({"label": text(1, 80)}, "label")`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from bot.sandbox.ids import id_of
from bot.sandbox.limits.form import Form, Path

Check = Callable[[Any, Path, Form], None]
URL = re.compile(r"^([a-z]+)://[^\s/]+\S*$")


def text(low: int, high: int) -> Check:
    """A string of `low` to `high` characters."""

    def check(value: Any, path: Path, form: Form) -> None:
        if not isinstance(value, str):
            form.fault(path, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
        elif len(value) < low:
            form.fault(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
        elif len(value) > high:
            if low:
                form.fault(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
            else:
                form.fault(path, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")

    return check


def whole(low: int, high: int) -> Check:
    """A whole number from `low` to `high`."""

    def check(value: Any, path: Path, form: Form) -> None:
        if isinstance(value, bool) or not isinstance(value, int):
            form.fault(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif value < low:
            form.fault(path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {low}.")
        elif value > high:
            form.fault(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}.")

    return check


def number(value: Any, path: Path, form: Form) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        form.fault(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not float.')


def flag(value: Any, path: Path, form: Form) -> None:
    if not isinstance(value, bool):
        form.fault(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")


def anything(_value: Any, _path: Path, _form: Form) -> None:
    """What the stand-in does not look into."""


def nonce(value: Any, path: Path, form: Form) -> None:
    """A number of 64 bits or a string of at most 25 characters (SPEC MessageCreateRequest)."""
    if isinstance(value, int):
        whole(-(2**63), 2**63 - 1)(value, path, form)
    else:
        text(0, 25)(value, path, form)


def snowflake(value: Any, path: Path, form: Form) -> None:
    """An id, as a string or a number (DOCS reference: both are taken)."""
    if id_of(value) is None:
        form.fault(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')


def choice(*values: Any) -> Check:
    def check(value: Any, path: Path, form: Form) -> None:
        if value not in values or (isinstance(value, bool) and not isinstance(values[0], bool)):
            form.fault(path, "BASE_TYPE_CHOICES", f"Value must be one of {{{', '.join(map(str, values))}}}.")

    return check


def url(high: int, *schemes: str) -> Check:
    def check(value: Any, path: Path, form: Form) -> None:
        found = URL.match(value) if isinstance(value, str) else None
        if found is None:
            form.fault(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.")
        elif found[1] not in schemes:
            form.fault(path, "URL_TYPE_INVALID_SCHEME", f'Scheme "{found[1]}" is not supported. Scheme must be one of {schemes}.')
        else:
            text(1, high)(value, path, form)

    return check


def listing(item: Check, low: int, high: int) -> Check:
    """A list of `low` to `high` items."""

    def check(value: Any, path: Path, form: Form) -> None:
        if not isinstance(value, list):
            form.fault(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return
        if not low <= len(value) <= high:
            form.fault(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
        for index, each in enumerate(value):
            item(each, (*path, index), form)

    return check


def mapping(value_check: Check, high: int) -> Check:
    """An object from names to values, as localisations are."""

    def check(value: Any, path: Path, form: Form) -> None:
        if not isinstance(value, dict):
            form.fault(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
            return
        if len(value) > high:
            form.fault(path, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")
        for key, each in value.items():
            value_check(each, (*path, key), form)

    return check


def shape(fields: dict[str, Check], *required: str) -> Check:
    """An object with these keys. null stands for an absent optional key; an unknown key is refused, so that typos show."""
    looked_into = {key: check for key, check in fields.items() if check is not anything}

    def check(value: Any, path: Path, form: Form) -> None:
        if not isinstance(value, dict):
            form.fault(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
            return
        for key in required:
            if value.get(key) is None:
                form.fault((*path, key), "BASE_TYPE_REQUIRED", "This field is required")
        for key, each in value.items():
            if key not in fields:
                form.fault((*path, key), "UNKNOWN_KEY", "Discord knows no such key here; it would be ignored in silence.")
            elif each is not None and key in looked_into:
                looked_into[key](each, (*path, key), form)

    return check


def by_type(shapes: dict[int, Check]) -> Check:
    """One of several objects, told apart by `type`."""

    def check(value: Any, path: Path, form: Form) -> None:
        kind = value.get("type") if isinstance(value, dict) else None
        if not isinstance(kind, int) or kind not in shapes:
            form.fault((*path, "type"), "UNION_TYPE_CHOICES", f'Value of field "type" must be one of {tuple(shapes)}.')
        else:
            shapes[kind](value, path, form)

    return check
