"""Names as they may stand in a message: the one place where they are escaped, cut and measured."""

import re
import unicodedata
from functools import lru_cache
from itertools import accumulate

NAME_COLUMNS = 12
KEPT = 8_192
"""How many names' looks are remembered: every drawing of a table shows the same few."""

_SPECIAL = re.compile(r"[\\`*_{}\[\]()#+\-.!|<>~:]")
_ZERO_WIDTH_SPACE = "\u200b"
_ZERO_WIDTH_JOINER = "\u200d"
_EMOJI_STYLE = "\ufe0f"
_CODE_QUOTE = "\N{MODIFIER LETTER GRAVE ACCENT}"


def clean(name: str) -> str:
    """The name on one line, without characters that steer the text around it (controls, direction overrides, surrogates)."""
    kept = "".join(" " if char.isspace() else char for char in name if char.isspace() or not _steers(char))
    return " ".join(kept.split()) or "?"


def _steers(char: str) -> bool:
    category = unicodedata.category(char)
    return category in {"Cc", "Cs", "Co", "Zl", "Zp"} or (category == "Cf" and char != _ZERO_WIDTH_JOINER)


@lru_cache(maxsize=KEPT)
def escape(name: str) -> str:
    """A name for running text: no markdown, no mention, no link, no emoji comes of it."""
    escaped = _SPECIAL.sub(r"\\\g<0>", clean(name))
    return escaped.replace("@", "@" + _ZERO_WIDTH_SPACE)


def short(name: str) -> str:
    """`escape` of a name cut to the columns that it has at the table, for where many names stand together."""
    return escape(cut(clean(name), NAME_COLUMNS))


@lru_cache(maxsize=KEPT)
def cell(name: str, columns: int = NAME_COLUMNS) -> str:
    """A name for inline code: cut and padded to `columns` of display width, its backticks replaced (code has no escape for them)."""
    kept = cut(clean(name).replace("`", _CODE_QUOTE), columns)
    return kept + " " * (columns - width(kept))


@lru_cache(maxsize=KEPT)
def cut(text: str, columns: int) -> str:
    """The text, or as much of its beginning as fits `columns` with an ellipsis; never half of a joined or combined character."""
    if width(text) <= columns:
        return text
    clusters = _clusters(text)
    fits = [total <= columns - 1 for total in accumulate(width(cluster) for cluster in clusters)]
    kept = "".join(cluster for cluster, fit in zip(clusters, fits, strict=True) if fit).rstrip()
    return kept + "…"


def width(text: str) -> int:
    """Columns that the text takes in a fixed-width face: wide characters and emojis two, combining ones none."""
    return sum(_cluster_width(cluster) for cluster in _clusters(text))


def _clusters(text: str) -> list[str]:
    """User-perceived characters, well enough for columns: a base with its marks, joined emojis, a flag's pair of letters."""
    clusters: list[str] = []
    for char in text:
        if clusters and _continues(clusters[-1], char):
            clusters[-1] += char
        else:
            clusters.append(char)
    return clusters


def _continues(cluster: str, char: str) -> bool:
    if cluster.endswith(_ZERO_WIDTH_JOINER) or char in {_ZERO_WIDTH_JOINER, _EMOJI_STYLE} or _is_skin_tone(char):
        return True
    if _is_flag_letter(char):
        return len(cluster) == 1 and _is_flag_letter(cluster)
    return unicodedata.category(char) in {"Mn", "Me"}


def _cluster_width(cluster: str) -> int:
    if _EMOJI_STYLE in cluster or _ZERO_WIDTH_JOINER in cluster or _is_flag_letter(cluster[0]):
        return 2
    if unicodedata.category(cluster[0]) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(cluster[0]) in {"W", "F"} else 1


def _is_flag_letter(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _is_skin_tone(char: str) -> bool:
    return "\U0001f3fb" <= char <= "\U0001f3ff"
