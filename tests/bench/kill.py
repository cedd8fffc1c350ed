"""Kill a process of service and store in the midst of play, again and again, and hold what is left against what was answered."""

import argparse
import collections
import json
import os
import random  # noqa: TID251 - a test may choose by a chance of its own
import select
import signal
import tempfile
import time
from pathlib import Path

from tests.trouble import victim

LIVES_A_FILE = 40
PRESSES_A_LIFE = 1_000_000


class Killer:
    """Forks one process after another over a file. `known` is each table as it was last answered for, `asked` the presses still open."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.chance = random.Random(seed)
        self.known: dict[int, victim.Json] = {}
        self.asked: dict[int, victim.Json] = {}
        self.counts: collections.Counter[str] = collections.Counter()
        self.journal: collections.deque[bytes] = collections.deque(maxlen=60)

    def life(self) -> victim.Life:
        """The next life. Drawn before the fork: what a child draws, its parent's generator has not drawn, and gives to the next one too."""
        file = self.file()
        return victim.Life(file, self.chance.randrange(1 << 30), PRESSES_A_LIFE * (self.counts["kills"] + 1))

    def file(self) -> Path:
        number = self.counts["kills"] // LIVES_A_FILE
        if self.counts["kills"] % LIVES_A_FILE == 0:
            self.known, self.asked = {}, {}
        return self.folder / f"kill-{number}.db"

    def kill_once(self) -> None:
        """One life: start, verify, play for a random number of presses, die at a random instant. Raises AssertionError for what is lost."""
        life = self.life()
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            victim.run(life, writing, self.known, self.asked)
        os.close(writing)
        when = self.chance.choice(("asked", "answered", "midst"))
        presses = self.chance.randrange(1, 15)
        with os.fdopen(reading, "rb") as told:
            self._listen(told, when, presses)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            for line in told:
                self._hear(line)
        self.journal.append(b"killed")
        self.counts["kills"] += 1
        self.counts[when] += 1

    def _listen(self, told, when: str, presses: int) -> None:
        first = self._hear(told.readline())
        assert first == "verified", f"no first word: {first}"
        self.asked.clear()
        while True:
            kind = self._hear(told.readline())
            presses -= kind == "answered"
            if presses <= 0 and kind == ("asked" if when == "midst" else when):
                break
        if when == "midst":
            select.select([], [], [], self.chance.random() * 0.004)

    def _hear(self, line: bytes) -> str:
        if not line.endswith(b"\n"):
            self.journal.append(b"cut off: " + line)
            return "cut off"
        self.journal.append(line)
        word = json.loads(line)
        match word:
            case {"failed": trace}:
                raise AssertionError(trace + "\n" + "\n".join(line.decode()[:600] for line in self.journal))
            case {"asked": number}:
                self.asked[number] = word
                self.counts["presses"] += 1
                return "asked"
            case {"answered": number, "now": now}:
                self.known[number] = now
                self.asked.pop(number, None)
                self.counts["answers"] += 1
                return "answered"
            case {"verified": found}:
                self.counts["open at the kill"] += found["open"]
                self.counts["of these saved whole"] += found["whole"]
                self.known = {int(number): now for number, now in found["now"].items()}
                return "verified"
        raise AssertionError(word)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench kill")
    parser.add_argument("--times", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=None)
    options = parser.parse_args(arguments)
    seed = random.randrange(1 << 30) if options.seed is None else options.seed
    print(f"seed {seed}", flush=True)  # also of a run that fails
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        killer = Killer(Path(folder), seed)
        for _ in range(options.times):
            killer.kill_once()
    print(f"{time.monotonic() - began:.0f} s")
    for name, count in killer.counts.items():
        print(f"{count:9,} {name}")
    print("        0 answered presses lost, 0 half saved, 0 faults of the audit")
    return 0
