"""What a message is made of: components, flags and mentions, as Discord numbers and reads them."""

import re
from typing import Any

Json = dict[str, Any]

SUPPRESS_EMBEDS, EPHEMERAL, LOADING, SUPPRESS_NOTIFICATIONS, COMPONENTS_V2 = 1 << 2, 1 << 6, 1 << 7, 1 << 12, 1 << 15
BUTTON, STRING_SELECT, TEXT_INPUT, TEXT_DISPLAY, THUMBNAIL, GALLERY, FILE, LABEL = 2, 3, 4, 10, 11, 12, 13, 18
SELECTS = frozenset({3, 5, 6, 7, 8})

USER_MENTION, ROLE_MENTION = re.compile(r"<@!?(\d+)>"), re.compile(r"<@&(\d+)>")
EVERYONE = re.compile(r"@(everyone|here)")


def walk(components: list[Json] | None) -> list[Json]:
    """Every component, the nested ones too, in reading order."""
    found: list[Json] = []
    for part in components or []:
        found.append(part)
        if "components" in part:
            found += walk(part["components"])
        for key in ("accessory", "component"):
            if part.get(key):
                found += walk([part[key]])
    return found


def mentioned_ids(texts: list[str], allowed: Json | None, kind: str = "users") -> list[int]:
    """The `users` or `roles` whom these texts ping (DOCS allowed mentions): all that are named, unless the sender allows fewer."""
    pattern = USER_MENTION if kind == "users" else ROLE_MENTION
    named = list(dict.fromkeys(int(match) for text in texts for match in pattern.findall(text)))
    if allowed is None or kind in (allowed.get("parse") or []):
        return named
    permitted = {int(each) for each in allowed.get(kind) or []}
    return [each for each in named if each in permitted]


def calls_everyone(texts: list[str], allowed: Json | None) -> bool:
    """Whether @everyone or @here is in them and the sender does not forbid it; whether the author may is another question."""
    return (allowed is None or "everyone" in (allowed.get("parse") or [])) and any(EVERYONE.search(text) for text in texts)
