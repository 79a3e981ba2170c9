"""What stands around the clues in a text that somebody has typed or copied: quotes, tags, commands."""

from __future__ import annotations

import html
import re
from unicodedata import category, normalize, numeric

from nonosat.puzzles.colours import NAMED

_SIGNS = dict(zip("−‘’“”„、×·∙⋅•", '-\'\'""",x.../', strict=True))  # noqa: RUF001
_EMPTY = re.compile(r"\b(?:None|null|nil)\b|\((?:empty|none|blank|nothing)\)")
_CELL = r"(<tr\b[^<>]*>\s*)?<t[dh]\b[^<>]*>([^<]*(?:<(?!/?t[dh]\b)[^<]*)*)</t[dh]>\s*"
_UNSEEN = ("head", "style", "script")
_TAGS = {
    r"<(rows|columns|cols)\b[^<>]*>": r"\n\1:\n",
    r"</(?:tr|row|column|col|line|li|clue|p|div|[rch]|h\d|tbody|table)>\n?": "\n",
    r"</?[a-z!]\w*\b[^<>]*>": "",
}
"""What stands for the tags of HTML and XML."""

_TABULAR = r"\\(?:begin|end)\{[^{}]*\}(?:\{[^{}]*\})?|\\hline|\\\\"
_BULLETS = r"(?m)^[ \t]*(?:[>•‣◦▪]|\*(?= ))[ \t>]*"
_DROPPED = (
    r"\bnew\(\)|(?<!\w)(?:new {1,9})?\w*(?:\[\d{0,9}\]){1,4}\s{0,99}(?=[({])|\*\*|`|>!|!<|\"\"\"|'{3}"
    r"|\.(?!array|of|as_?list)[a-z]+\([^()\n]*\)|\\(?!n)"
)
_NAME = f"[A-Za-z]|{'|'.join(sorted(NAMED, key=len, reverse=True))}"
_OF_SAME_NAME = rf"[\"']?({_NAME})[\"']?"
_KEY = r"(?:[\"']?\w+[\"']? ?: ?)?"
_COLOURED = {
    rf"(?<!\d)(\d+) ?[(\[]({_NAME})[)\]]": r"\1\2",  # 2(r)
    rf"[(\[{{]\s*{_KEY}[\"']?(\d+)[\"']?\s*,\s*{_KEY}{_OF_SAME_NAME}\s*[)\]}}]": r"\1\2",  # (2, "red")
    rf"[(\[{{]\s*{_KEY}{_OF_SAME_NAME}\s*,\s*{_KEY}[\"']?(\d+)[\"']?\s*[)\]}}]": r"\2\1",  # ["red", 2]
    rf"(?<!\d)(\d+) ?(?:[-x*/:_] ?)?({'|'.join(NAMED)})s?\b": r"\1\2",  # 2-red, 2xred, 2 reds
    r"(?<!\d)(\d+)[*:_]([A-Za-z])\b": r"\1\2",  # 2*r
}
_BEFORE = re.compile(rf"(?<![A-Za-z\d])({_NAME})[ :]?(\d+)", re.IGNORECASE)  # r2, red 2
_PAINTED = {
    one: name
    for name, some in {
        "red": "🟥🔴#ff0000",
        "orange": "🟧🟠",
        "yellow": "🟨🟡#ffff00",
        "green": "🟩🟢#008000",
        "blue": "🟦🔵#0000ff",
        "purple": "🟪🟣",
        "brown": "🟫🟤",
        "black": "⬛⚫#000000",
    }.items()
    for one in (*some[:2], some[2:])
    if one
}
_PAINT = rf"(?<=\d) ?({'|'.join(_PAINTED)})"
_COMMENT = r"(?m)(?<=\d)[ \t]+(?:#[ \t]+|//[ \t]*|--[ \t]+|%[ \t]*)(?=[A-Za-z]).*$"
_INLINE = re.compile(r"(?<![-\s#*>|])[ \t,;](?=(?:[rchv]|row|col|column) ?\d{1,4}[ \t]?[:=])", re.IGNORECASE)


def strip_tags(text: str) -> str:
    """Return a text without the marks of a quotation and the tags of HTML, XML and TeX, with a line for each
    row of a table.
    """
    if all(line.startswith(">") for line in text.split("\n") if line.strip()):
        text = re.sub(r"(?m)^> ?", "", text)
    if names := set(re.findall(r"\[/(code|quote|spoiler|pre|size|b|i|u)\]", text)):
        text = re.sub(rf"\[/?(?:{'|'.join(names)})\b[^\[\]\n]*\]", "", text)
    if "</" in text:
        for name in _UNSEEN:
            text = _cut(text, f"<{name}", f"</{name}>")
        text = re.sub(r"<br ?/?>", " ", text)
        text = re.sub(_CELL, lambda cell: ("" if cell[1] else "\t") + _bare(cell[2]), text)
        for pattern, plain in _TAGS.items():
            text = re.sub(pattern, plain, text)
        text = html.unescape(text)
    if r"\begin{tabular}" in text:
        text = re.sub(_TABULAR, "", text).replace("&", "\t")
    return text


def _cut(text: str, begin: str, end: str) -> str:
    """Return a text without the parts that begin and end so."""
    parts, at = [], 0
    while (start := text.find(begin, at)) >= 0 and (stop := text.find(end, start)) >= 0:
        parts.append(text[at:start])
        at = stop + len(end)
    return "".join([*parts, text[at:]])


def _bare(cell: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^<>]*>", " ", cell)).strip()


def plain_text(text: str) -> str:
    """Return a text of clues in ASCII, without what only marks it up."""
    text = re.sub(r"<br ?/?>", " ", re.sub(_BULLETS, "", text))
    text = text.translate({ord(char): _ascii(char) for char in set(text) if not char.isascii()})
    text = re.sub(r"(?<=\d) ?\\ ?(?=\d)", " / ", text.replace("\\n", " / "))
    text = re.sub(_DROPPED, "", re.sub(r"\bnew \w+\[0\](?! *\{)", "[]", text))
    if re.search(r"\[\|\s*\[\|", text):
        text = text.replace("[|", "[").replace("|]", "]")
    text = re.sub(r"\[\|([^\[\]]*)\|\]", lambda rows: f"[[{rows[1].replace('|', '],[')}]]", text)
    text = re.sub(r"array2d\([^\[\]()]*\[([^\[\]()]*)\]\s*\)", _lines, text)
    text = re.sub(r"(?m)^(?=[^,;/|\n]*$).*?\d and \d.*$", lambda line: line[0].replace(" and ", " "), text)
    text = re.sub(_PAINT, lambda one: _PAINTED[one[1]], text)
    if len(_BEFORE.findall(text)) == len(re.findall(r"\d+", text)):
        text = _BEFORE.sub(r"\2\1", text)
    for pattern, plain in _COLOURED.items():
        text = re.sub(pattern, plain, text, flags=re.IGNORECASE)
    text = re.sub(_EMPTY, "0", re.sub(_COMMENT, "", text))
    return re.sub(_INLINE, "\n", text)


def _lines(array: re.Match[str]) -> str:
    return "[" + ",".join(f"[{line}]" for line in array[1].split("\n") if line.strip()) + "]"


def _ascii(char: str) -> str:
    """Return what a character looks like: any script's digits, circled numbers, dashes, blanks."""
    kind = category(char)
    if kind in ("Nd", "No") and numeric(char) % 1 == 0:
        return f"{numeric(char):.0f}" if kind == "Nd" else f" {numeric(char):.0f} "
    if kind in ("Pd", "Zs"):
        return "-" if kind == "Pd" else " "
    plain = normalize("NFKC", char)
    return _SIGNS.get(char) or (plain if plain.isascii() else char)
