"""A variant: the closed game once more, by another name."""

from tests.bench._recipes.scratch import COGS, RENDER, Scratch

ENTRY = "bot/engine/variants/__init__.py"
RULEBOOK = "bot/engine/RULES.md"
NAMES = {"en": "plain", "de": "schlicht", "es": "sencillo", "fr": "ordinaire"}
ALSO = {"en": "Also known as", "de": "Auch bekannt als", "es": "También conocido como", "fr": "Aussi appelé"}

SECTION = """\
## 8. The plain game

* **PLN-1** As the closed game (CLO-1 to 4).
* **PLN-2** Also *Quiet Draw*.


## 9. Beyond
"""

ROWS = '''\
"""RULES.md section 8: the plain game, row by row."""

from bot.engine import variant_named
from tests.engine.table_talk import each, row

PLAIN = """
PLN-1 one draw, nothing is turned up, the last betting and the showdown
    game   plain, blinds 5/10
    seats  BTN 100, SB 100
    hands  SB KsKdQhQc2s, BTN 9s8s7s6s3h
    stub   As5h
    all check
    SB draws 2s, BTN draws 3h
    turned nothing
    all check
    over
"""


@each(PLAIN)
def test_the_plain_game(script: str) -> None:
    row(script)


def test_pln_2_names() -> None:
    assert variant_named("Quiet Draw").name == "plain"
'''

KEEP = '''\
from tests.engine.golden_hands import save
from tests.engine.table_talk import row

save("plain", row("""
    game   plain, blinds 5/10
    seats  BTN 100, SB 100
    all check
    all stand pat
    all check
    over
"""))
'''

MISSING = (
    "tests/engine/test_variants.py::test_a_game_has_its_section_in_the_rulebook",
    "tests/engine/test_variants.py::test_a_game_has_its_rows_of_tests",
    "tests/engine/test_golden.py::test_hands_of_each_game_are_kept",
    "tests/render/test_catalogues.py::test_every_game_has_its_texts",
    "tests/test_options_guide.py::test_the_guide_in_the_rulebook_is_the_table_of_options",
    "tests/cogs/test_picker.py::test_no_text_is_missing",
)
"""Those that say what is missing."""

TAKEN = (
    "tests/engine/test_variants.py",
    "tests/engine/test_rows_plain.py",
    "tests/engine/test_rulebook.py",
    "tests/render/test_catalogues.py",
    "tests/test_options_guide.py",
    "tests/engine/test_golden.py",
    "tests/render/test_games.py",
    "tests/render/test_scenes.py",
    "tests/cogs/test_picker.py",
)
"""Those that ask every game's record: rules page, outs, warnings, the choice of commands."""

PLAYED = ("tests/ui/test_presses.py", "tests/ui/test_secrecy.py")
"""Where every game is played by its buttons."""


def variant(scratch: Scratch) -> None:
    _file(scratch)
    scratch.tells(
        (r"bot/engine/variants/__init__\.py does not enter \['plain'\]",),
        "tests/engine/test_variants.py::test_a_file_of_a_game_is_entered",
    )
    _entry(scratch)
    scratch.tells(
        (
            r"bot/engine/RULES\.md has no rule \*\*PLN-",
            r"tests/engine has no row `game plain, ",
            r"tests/engine/golden has no hand of plain",
            r"python -m tests\.options_guide writes it anew",
            *(rf"{RENDER}/{language}\.po lacks \['variant\.plain', 'agreement\.plain', 'round\.plain'" for language in NAMES),
            *(rf"{COGS}/{language}\.po lacks \['choice\.plain'\]" for language in NAMES),
        ),
        *MISSING,
    )
    _rulebook(scratch)
    scratch.write("tests/engine/test_rows_plain.py", ROWS)
    scratch.do("-c", KEEP)
    for language in NAMES:
        _texts(scratch, language)
    scratch.do("-m", "tests.options_guide")
    scratch.do("-m", "tests.render.scenes")
    scratch.passes(*TAKEN)
    scratch.passes("-k", "plain", *PLAYED)


def _file(scratch: Scratch) -> None:
    scratch.write("bot/engine/variants/plain.py", scratch.read("bot/engine/variants/closed.py"))
    scratch.replace(
        "bot/engine/variants/plain.py",
        ("(RULES.md, CLO)", "(RULES.md, PLN)"),
        ("(CLO-2)", "(PLN-1)"),
        ("def closed(", "def plain("),
        ("CLOSED: Final", "PLAIN: Final"),
        ('name="closed"', 'name="plain"'),
        ("Five-card Draw, closed", "Five-card Draw, plain"),
        ('("five card draw", "5 card draw", "closed five card draw")', '("quiet draw",)'),
        ('rules="CLO"', 'rules="PLN"'),
        ("script=closed", "script=plain"),
    )


def _entry(scratch: Scratch) -> None:
    imported = "from bot.engine.variants.double import DOUBLE\n"
    scratch.replace(
        ENTRY,
        (imported, f"{imported}from bot.engine.variants.plain import PLAIN\n"),
        ("DOUBLE, CLOSED)", "DOUBLE, CLOSED, PLAIN)"),
    )


def _rulebook(scratch: Scratch) -> None:
    ids = "| `CLO-…` | the closed game: section 7 |\n"
    scratch.replace(RULEBOOK, (ids, f"{ids}| `PLN-…` | the plain game: section 8 |\n"), ("## 8. Beyond\n", SECTION))


def _texts(scratch: Scratch, language: str) -> None:
    name = NAMES[language]
    scratch.add_texts(COGS, language, {"choice.plain": f"Plain: {name}"})
    scratch.add_texts(
        RENDER,
        language,
        {
            "variant.plain": name,
            "agreement.plain": f"{name.capitalize()}: {{limit}}.",
            "round.plain": f"{name} 1",
            "button.choose.plain": name.capitalize(),
            "rules.plain.title": f"Five-card Draw, {name}",
            "rules.plain.play": f"{name.capitalize()}: 5 – 0 – 5.",
            "rules.plain.also": f"{ALSO[language]}: Quiet Draw",
            "rules.plain.example": f"Ann: A♠ K♦ Q♣ – {name}.",
        },
    )
