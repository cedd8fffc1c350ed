"""Ids as they come from outside: digits, and no more of them than an id has."""

MOST_DIGITS = 20


def id_of(text: object) -> int | None:
    """The id that a text says, None for anything else: letters, other scripts' digits, thousands of digits."""
    if isinstance(text, int) and not isinstance(text, bool):
        return text
    if not isinstance(text, str) or len(text) > MOST_DIGITS or not text.isascii() or not text.isdecimal():
        return None
    return int(text)
