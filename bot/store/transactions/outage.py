"""What keeps the database from being used is said in the log once, with its cause, and again when it is over."""

import logging

log = logging.getLogger(__name__)


class Outage:
    """Whether one kind of work fails at the moment. Players are told at each try; the log is told at the first, and at the end."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._cause: str | None = None
        self._failures = 0

    def failed(self, cause: str) -> None:
        """Note that something failed by no fault of whoever asked for it; the same cause is not said twice in a row."""
        self._failures += 1
        if cause != self._cause:
            self._cause = cause
            log.error("the database cannot be %s: %s", self._what, cause)

    def worked(self) -> None:
        """Note that something went well, which ends it."""
        if self._failures:
            log.warning("the database can be %s again, after %d failures", self._what, self._failures)
        self._cause, self._failures = None, 0
