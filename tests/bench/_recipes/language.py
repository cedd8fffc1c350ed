"""A language: Italian, where each text is the English one with a mark after it, which stands for a translation."""

import re

from tests.bench._recipes.scratch import COGS, RENDER, Scratch

TEXT = "bot/render/text/translator.py"
MARK = " ¤"
TESTS = (
    "tests/render/test_catalogues.py",
    "tests/render/test_glossary.py",
    "tests/render/test_text.py",
    "tests/render/test_told.py",
    "tests/cogs/test_picker.py",
    "tests/test_options_guide.py",
)


def language(scratch: Scratch) -> None:
    added = ('LANGUAGES: Final = ("en", "de", "es", "fr")', 'LANGUAGES: Final = ("en", "de", "es", "fr", "it")')
    scratch.replace(TEXT, added)
    scratch.tells((r"catalogues/it\.po",), "tests/render/test_catalogues.py::test_no_key_is_missing_and_none_is_left_over")
    for catalogues in (RENDER, COGS):
        scratch.write(f"{catalogues}/it.po", scratch.read(f"{catalogues}/en.po").replace('"Language: en', '"Language: it'))
    scratch.tells(
        (r"test_languages_differ", rf"{COGS}/it\.po lacks .*name\."),
        "tests/render/test_catalogues.py::test_languages_differ",
        "tests/cogs/test_picker.py::test_options_are_named_in_every_other_language",
    )
    for catalogues in (RENDER, COGS):
        scratch.write(f"{catalogues}/it.po", translated(scratch.read(f"{catalogues}/it.po")))
    named = re.findall(r'msgid "name\.([^"]+)"', scratch.read(f"{COGS}/es.po"))
    scratch.add_texts(COGS, "it", {f"name.{option}": option for option in named})
    scratch.tells((r"it\.glossary\.toml",), "tests/render/test_glossary.py")
    terms = re.sub(r"^(say|not) = .*$", r'\1 = [""]', scratch.read(f"{RENDER}/es.glossary.toml"), flags=re.MULTILINE)
    scratch.write(f"{RENDER}/it.glossary.toml", terms.replace('not = [""]', "not = []").partition("[never]")[0] + "[never]\n")
    scratch.passes(*TESTS)


def translated(catalogue: str) -> str:
    """A mark after each text that has room for it; the head of the file and the other names of games stay."""

    def marked(found: re.Match[str]) -> str:
        key, between, text = found.groups()
        if key.endswith(".also") or len(text) > 95:
            return found[0]
        return f'msgid "{key}"\n{between}"{text}{MARK}"'

    one = re.sub(r'msgid "([^"]+)"\n(msgstr )"(.+)"', marked, catalogue)
    return re.sub(r'^(msgstr\[\d\] )"(.+)"', rf'\1"\2{MARK}"', one, flags=re.MULTILINE)
