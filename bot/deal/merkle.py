"""Merkle trees in the shape of RFC 6962: the left half of a tree holds the largest power of two of leaves that leaves something for the right.

Leaves are hashes that were made under a tag of their own, nodes are made under another, so that a node can never be shown as a leaf.
"""

from collections.abc import Sequence

from bot.deal.hashing import digest


class BadPath(ValueError):
    """A path of this length cannot lead from this leaf to the root of a tree of this size."""


def node(left: bytes, right: bytes) -> bytes:
    """The hash over two subtrees."""
    return digest("node", left, right)


def root(leaves: Sequence[bytes]) -> bytes:
    """The root over at least one leaf."""
    if len(leaves) == 1:
        return leaves[0]
    middle = _left_size(len(leaves))
    return node(root(leaves[:middle]), root(leaves[middle:]))


def path(leaves: Sequence[bytes], index: int) -> tuple[bytes, ...]:
    """The hashes beside the way from the leaf at `index` up to the root, from the lowest."""
    if len(leaves) == 1:
        return ()
    middle = _left_size(len(leaves))
    if index < middle:
        return (*path(leaves[:middle], index), root(leaves[middle:]))
    return (*path(leaves[middle:], index - middle), root(leaves[:middle]))


def root_by_path(leaf: bytes, index: int, size: int, beside: Sequence[bytes]) -> bytes:
    """The root that this leaf, at `index` of `size` leaves, makes with the hashes beside its way. Raises BadPath."""
    if size == 1:
        if beside:
            raise BadPath
        return leaf
    if not beside:
        raise BadPath
    middle = _left_size(size)
    *lower, top = beside
    if index < middle:
        return node(root_by_path(leaf, index, middle, lower), top)
    return node(top, root_by_path(leaf, index - middle, size - middle, lower))


def _left_size(size: int) -> int:
    return 1 << (size - 1).bit_length() - 1
