"""How Discord says no: an HTTP status, a JSON error code and a sentence (DOCS topics/opcodes-and-status-codes)."""

from typing import Any

# code: (HTTP status, message). 0 is the general error of the status itself.
REASONS: dict[int, tuple[int, str]] = {
    10003: (404, "Unknown Channel"),
    10008: (404, "Unknown Message"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    30008: (400, "Maximum number of emojis reached (2000)"),
    30034: (400, "Max number of daily application command creates has been reached (200)"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later."),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50013: (403, "Missing Permissions"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Tried to perform an operation on an archived thread, such as editing a message or adding a user to the thread"),
    50109: (400, "The request body contains invalid JSON."),
    160005: (403, "Thread is locked"),
}


class Refusal(Exception):
    """A request that Discord refuses. `errors` is the nested tree of an Invalid Form Body, else empty."""

    def __init__(self, code: int, errors: dict[str, Any] | None = None) -> None:
        self.code = code
        self.status, self.message = REASONS[code]
        self.errors = errors or {}
        super().__init__(f"{self.status} {code} {self.message} {self.errors or ''}".rstrip())

    def body(self) -> dict[str, Any]:
        body: dict[str, Any] = {"message": self.message, "code": self.code}
        return body | {"errors": self.errors} if self.errors else body
