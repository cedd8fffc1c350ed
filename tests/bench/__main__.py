"""The long checks and measurements: `python -m tests.bench NAME …`; without a name it lists them."""

import importlib
import sys
from pathlib import Path


def names() -> list[str]:
    """Each module beside this one is a benchmark; one that begins with an underscore is a helper."""
    return sorted(path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith("_"))


def main(arguments: list[str]) -> int:
    if not arguments or arguments[0] not in names():
        print("python -m tests.bench NAME …, where NAME is one of")
        for name in names():
            module = importlib.import_module(f"tests.bench.{name}")
            print(f"  {name:12} {(module.__doc__ or '').splitlines()[0]}")
        return 0 if not arguments else 2
    module = importlib.import_module(f"tests.bench.{arguments[0]}")
    return int(module.main(arguments[1:]) or 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
