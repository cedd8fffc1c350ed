"""What has to wait for an answer: whoever pressed is served before anything else is sent."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager


class OpenAnswers:
    """The interactions that are being answered, and what is to be done once each is."""

    def __init__(self) -> None:
        self._then: dict[int, list[Callable[[], None]]] = {}

    def __contains__(self, press: int | None) -> bool:
        return press in self._then

    @contextmanager
    def answering(self, press: int) -> Iterator[None]:
        """While this interaction is answered; what waits for it is done at the end, however it ends."""
        self._then[press] = []
        try:
            yield
        finally:
            for call in self._then.pop(press):
                call()

    def after(self, press: int | None, call: Callable[[], None]) -> None:
        """Call once this interaction is answered: now, where it isn't being answered."""
        if press is None or press not in self._then:
            call()
        else:
            self._then[press].append(call)
