"""How fast the bot may ask Discord, and how fast a person may ask the bot."""

from collections import OrderedDict, deque
from collections.abc import Callable

from bot.tables import Clock
from bot.ui.errors import TooFast


class Pace:
    """At most `per_second` requests in any one second, for all tables together; who has to wait is granted one in turn."""

    def __init__(self, clock: Clock, per_second: int = 44) -> None:
        self._clock = clock
        self._per_second = per_second
        self._booked: deque[float] = deque(maxlen=per_second)
        self._waiting: OrderedDict[int, Callable[[], None]] = OrderedDict()
        self._timer_set = False

    def take(self) -> bool:
        """Book a request now, if one is free and nobody waits."""
        if self._waiting or self._seconds_until_free() > 0:
            return False
        self._book()
        return True

    def grant_later(self, key: int, granted: Callable[[], None]) -> None:
        """Book a request as soon as one is free, and say so; one wait a key, first come first served."""
        self._waiting.setdefault(key, granted)
        self._set_timer()

    def _book(self) -> None:
        self._booked.append(self._clock.monotonic())

    def _seconds_until_free(self) -> float:
        if len(self._booked) < self._per_second:
            return 0.0
        return max(0.0, self._booked[0] + 1.0 - self._clock.monotonic())

    def _set_timer(self) -> None:
        if self._waiting and not self._timer_set:
            self._timer_set = True
            self._clock.call_later(self._seconds_until_free(), self._serve)

    def _serve(self) -> None:
        self._timer_set = False
        while self._waiting and self._seconds_until_free() <= 0:
            _, granted = self._waiting.popitem(last=False)
            self._book()
            granted()
        self._set_timer()


class Patience:
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
