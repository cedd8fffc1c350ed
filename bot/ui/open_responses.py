"""What has to wait for a response: whoever pressed is served before anything else is sent."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager


class OpenResponses:
    """The interactions that are being responded to, and what is to be done once each has its response."""

    def __init__(self) -> None:
        self._then: dict[int, list[Callable[[], None]]] = {}

    def __contains__(self, press: int | None) -> bool:
        return press in self._then

    @contextmanager
    def opened(self, press: int) -> Iterator[None]:
        """While this interaction is responded to; what waits for it is done at the end, however it ends."""
        self._then[press] = []
        try:
            yield
        finally:
            for call in self._then.pop(press):
                call()

    def after(self, press: int | None, call: Callable[[], None]) -> None:
        """Call once this interaction has its response: now, where it isn't being responded to."""
        if press is None or press not in self._then:
            call()
        else:
            self._then[press].append(call)
