"""How fast the bot may ask Discord, and how fast a person may ask the bot."""

from collections import OrderedDict, deque
from collections.abc import Callable

from bot.tables import Clock
from bot.ui.errors import TooFast

AT_ONCE = 4
MOMENT_SECONDS = 1e-6
"""Shorter than this is no wait: clocks are no finer."""


class RequestLimit:
    """At most `per_second` requests in any one second, for all tables together; who has to wait is granted one in turn.

    After a few at once they are spread evenly: a second's worth in one burst would reach Discord together with the next second's.
    """

    def __init__(self, clock: Clock, per_second: int = 44) -> None:
        self._clock = clock
        at_once = min(AT_ONCE, per_second)
        self._gap_seconds = 1.0 / max(1, per_second - at_once)
        self._lead_seconds = (at_once - 1) * self._gap_seconds
        self._due = -1.0
        self._waiting: OrderedDict[int, tuple[int, Callable[[], None]]] = OrderedDict()
        self._timer_set = False

    def take(self, requests: int = 1) -> bool:
        """Book a request now, or several that follow each other at once, if so many are free and nobody waits."""
        if self._waiting or self._seconds_until_free(requests) > 0:
            return False
        self._book(requests)
        return True

    def grant_later(self, key: int, granted: Callable[[], None], requests: int = 1) -> None:
        """Book as many as soon as they are free, and say so; one wait a key, for as many as were asked for last, first come first served."""
        self._waiting[key] = (requests, granted)
        self._set_timer()

    def _book(self, requests: int) -> None:
        self._due = max(self._due, self._clock.monotonic()) + requests * self._gap_seconds

    def _seconds_until_free(self, requests: int) -> float:
        """Until so many may be booked; `_due` is when the next would be, were all a gap apart."""
        seconds = self._due + (requests - 1) * self._gap_seconds - self._lead_seconds - self._clock.monotonic()
        return seconds if seconds > MOMENT_SECONDS else 0.0

    def _seconds_until_served(self) -> float:
        requests, _ = next(iter(self._waiting.values()))
        return self._seconds_until_free(requests)

    def _set_timer(self) -> None:
        if self._waiting and not self._timer_set:
            self._timer_set = True
            self._clock.call_later(self._seconds_until_served(), self._serve)

    def _serve(self) -> None:
        self._timer_set = False
        while self._waiting and self._seconds_until_served() <= 0:
            _, (requests, granted) = self._waiting.popitem(last=False)
            self._book(requests)
            granted()
        self._set_timer()


class CommandLimit:
    """How many commands a person may give: `times` within `seconds`, each person for themselves."""

    FORGET_AT = 1_000

    def __init__(self, clock: Clock, times: int = 5, seconds: float = 5.0) -> None:
        self._clock = clock
        self._times = times
        self._seconds = seconds
        self._given: dict[int, deque[float]] = {}

    def spend(self, user_id: int) -> None:
        """Count one command of this person; raises TooFast when it is one too many (which is then not counted)."""
        now = self._clock.monotonic()
        if len(self._given) >= self.FORGET_AT:
            self._given = {user: given for user, given in self._given.items() if given[-1] + self._seconds > now}
        given = self._given.setdefault(user_id, deque(maxlen=self._times))
        if len(given) == self._times and given[0] + self._seconds > now:
            raise TooFast(seconds=max(1, round(given[0] + self._seconds - now)))
        given.append(now)
