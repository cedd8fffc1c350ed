"""The list of a table's options in RULES.md, made from the one table of options.

`python -m tests.options_guide` writes it anew; tests/test_options_guide.py says when that is due.
"""

from pathlib import Path

from bot.cogs.declarations.table_options import description
from bot.tables import OPTIONS, Option

RULES = Path(__file__).parent.parent / "bot" / "engine" / "RULES.md"
BEGIN, END = "<!-- options -->\n", "<!-- /options -->\n"


def guide() -> str:
    """Every option with what can be given and what it is, in the picker's order and words."""
    rows = (f"| `{option.name}` | {values(option)} | {description(option).message} |\n" for option in OPTIONS)
    return "".join(("| option | values | what it is |\n", "|---|---|---|\n", *rows))


def values(option: Option) -> str:
    """What may be given for an option."""
    match option.kind:
        case "choice":
            return ", ".join(f"`{value}`" for value in option.choices or ())
        case "yes-no":
            return "yes, no"
        case "chips":
            return f"chips, {option.least} or more"
        case "seconds":
            return f"{option.least} to {option.most} s"
        case "count":
            return f"{option.least} to {option.most}"


def written() -> str:
    """What stands in RULES.md."""
    return RULES.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]


if __name__ == "__main__":
    before, _, rest = RULES.read_text(encoding="utf-8").partition(BEGIN)
    RULES.write_text(before + BEGIN + guide() + END + rest.partition(END)[2], encoding="utf-8")
