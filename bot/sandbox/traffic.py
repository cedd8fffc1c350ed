"""Every REST exchange as a line of JSON, for holding it against Discord's OpenAPI document."""

import json
from collections import deque
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

KEPT = 100_000


@dataclass(frozen=True)
class Exchange:
    """What went over the wire: `request` is the JSON body (of a multipart request its payload_json) or None."""

    method: str
    path: str
    request: Any
    status: int
    response: Any


class Traffic:
    """Keeps the last exchanges in memory, and in a file if there is one; each line is one write, so that many processes share it."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file
        self.exchanges: deque[Exchange] = deque(maxlen=KEPT)
        self._sink = file.open("ab", buffering=0) if file else None

    def record(self, exchange: Exchange) -> None:
        self.exchanges.append(exchange)
        if self._sink:
            self._sink.write(f"{json.dumps(asdict(exchange), ensure_ascii=False)}\n".encode())

    def of(self, method: str, ending: str = "") -> list[Exchange]:
        """The exchanges of a method whose path (without its query) ends so."""
        return [each for each in self.exchanges if each.method == method and each.path.split("?")[0].endswith(ending)]

    def close(self) -> None:
        if self._sink:
            self._sink.close()
            self._sink = None
