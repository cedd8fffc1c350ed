"""What a member may do in a channel (DOCS topics/permissions)."""

from enum import IntFlag
from functools import lru_cache


class Permission(IntFlag):
    """The bits that a card table meets; the numbers are Discord's."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    SEND_MESSAGES_IN_THREADS = 1 << 38


P = Permission
EVERYTHING = ~P(0)
NOTHING = P(0)
EVERYDAY = (
    P.VIEW_CHANNEL | P.SEND_MESSAGES | P.EMBED_LINKS | P.ATTACH_FILES | P.READ_MESSAGE_HISTORY | P.USE_EXTERNAL_EMOJIS
    | P.USE_APPLICATION_COMMANDS | P.SEND_MESSAGES_IN_THREADS
)  # fmt: skip


def named(*names: str) -> Permission:
    """`named("send_messages", "embed_links")`: the bits of these names, in Discord's spelling and lower case."""
    bits = NOTHING
    for name in names:
        bits |= Permission[name.upper()]
    return bits


@lru_cache  # of few arguments, and asked for at every press by everybody who looks on
def resolve(base: Permission, overwrites: tuple[tuple[Permission, Permission], ...]) -> Permission:
    """`base` after (allow, deny) pairs from the widest to the narrowest; without a view there is nothing."""
    if P.ADMINISTRATOR in base:
        return EVERYTHING
    for allow, deny in overwrites:
        base = (base & ~deny) | allow
    return base if P.VIEW_CHANNEL in base else NOTHING
