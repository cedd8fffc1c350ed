"""The garbage collector while a bot is brought in, and afterwards."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

COLLECT_AFTER = (2_000, 10, 50)
"""How often the collector looks at new objects, at those that it has seen once, and at all: seldom at all, and never at very many new ones."""


@contextmanager
def loading() -> Iterator[None]:
    """While modules or tables are brought in the collector rests, and afterwards it is spared what is there by then: each of its rounds halts all play.

    It took 0.2 s of the imports, and with 1,000 hands running a third of the rest of the start; with 500 tables acting a full round took
    0.1 s and more, three times in 12 s. Games make no cycles; discord.py's views do, so it goes on looking at what is new.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(*COLLECT_AFTER)
        gc.enable()
