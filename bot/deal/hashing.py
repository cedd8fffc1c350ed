"""The three primitives of the protocol: tagged hashes, tagged keyed hashes, and an unbiased shuffle of a keyed stream.

Each use has a tag of its own, so that no value made for one purpose can be passed off as one made for another. All numbers are
big-endian and of fixed width, so that no two inputs are written alike.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final, TypeVar

PREFIX: Final = b"open-draw/1/"
HASH_BYTES: Final = 32
Item = TypeVar("Item")


def u8(number: int) -> bytes:
    """The number in one byte."""
    return number.to_bytes(1)


def u16(number: int) -> bytes:
    """The number in two bytes."""
    return number.to_bytes(2)


def u32(number: int) -> bytes:
    """The number in four bytes."""
    return number.to_bytes(4)


def u64(number: int) -> bytes:
    """The number in eight bytes."""
    return number.to_bytes(8)


def tagged(tag: str, *parts: bytes) -> bytes:
    """The message that stands for these parts under this tag."""
    return PREFIX + tag.encode("ascii") + b"\0" + b"".join(parts)


def digest(tag: str, *parts: bytes) -> bytes:
    """The SHA-256 of the parts under this tag: 32 bytes."""
    return hashlib.sha256(tagged(tag, *parts)).digest()


def keyed(key: bytes, tag: str, *parts: bytes) -> bytes:
    """The HMAC-SHA-256 of the parts under this tag: 32 bytes that nobody without the key can tell from chance."""
    return hmac.digest(key, tagged(tag, *parts), "sha256")


def stream(key: bytes, tag: str, *parts: bytes) -> Iterator[int]:
    """Bytes without end, as numbers from 0 to 255, block by block of the keyed hash."""
    for block in count():
        yield from keyed(key, tag, *parts, u32(block))


def below(most: int, source: Iterator[int]) -> int:
    """A number from 0 to `most` - 1, each as likely: a byte is cut to the bits that are needed, and thrown away where it is too large.

    A remainder (`byte % most`) would make small numbers likelier.
    """
    mask = (1 << (most - 1).bit_length()) - 1
    return next(number for byte in source if (number := byte & mask) < most)


def shuffled(items: Sequence[Item], source: Iterator[int]) -> tuple[Item, ...]:
    """The items in an order that the source decides (Fisher and Yates, from the last place to the first); at most 256 of them."""
    order = list(items)
    for place in range(len(order) - 1, 0, -1):
        other = below(place + 1, source)
        order[place], order[other] = order[other], order[place]
    return tuple(order)
