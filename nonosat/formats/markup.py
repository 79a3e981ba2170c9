"""What stands around the clues in a text that somebody has typed or copied: quotes, tags, commands."""

from __future__ import annotations

import re

from nonosat.puzzles.colours import NAMED

_LOOK_ALIKE = "\xa0\u2003\u3000–—−‐’‘“”，；／：、×０１２３４５６７８９"  # noqa: RUF001
PLAIN = str.maketrans(_LOOK_ALIKE, "   ----''\"\",;/:,x0123456789")
"""Replaces what looks like a character of ASCII."""

_EMPTY = re.compile(r"\b(?:None|null|nil)\b|\((?:empty|none|blank|nothing)\)")
_TAGS = {
    r"<(rows|columns|cols)\b[^<>]*>": r"\n\1:\n",
    r"<t[dh]\b[^<>]*>": "\t",
    r"</(?:tr|row|column|col|line|li|clue|p|div)>\n?": "\n",
    r"</?[a-z]\w*\b[^<>]*>": "",
}
"""What stands for the tags of HTML and XML."""

_DROPPED = r"(?m:^[ \t]*[>•‣◦▪][ \t>]*)|(?<=\w)\(\)|\*\*|`|\"\"\"|'{3}|\.(?!array)[a-z]+\([^()\n]*\)"
_COLOURED = {
    r"\(\s*(\d+)\s*,\s*[\"']([A-Za-z]+)[\"']\s*\)": r'"\1\2"',  # (2, "red")
    rf"(\d) ?(?:\((\w|{'|'.join(NAMED)})\)|[-x*] ?({'|'.join(NAMED)})\b)": r"\1\2\3",  # 2(r), 2-red, 2xred
}
_INLINE = re.compile(r"[ \t,;](?=(?:[rchv]|row|col|column) ?\d{1,4}[ \t]?[:=])", re.IGNORECASE)


def plain_text(text: str) -> str:
    """Return a text without what only marks it up, with a line for each row of a table."""
    text = re.sub(_DROPPED, "", text.translate(PLAIN))
    text = re.sub(r"<br ?/?>|&nbsp;", " ", text).replace("\\n", " / ")
    for pattern, plain in _TAGS.items() if "</" in text else ():
        text = re.sub(pattern, plain, text)
    text = re.sub(r"\[\|(.*?)\|\]", lambda rows: f"[[{rows[1].replace('|', '],[')}]]", text, flags=re.DOTALL)
    for pattern, plain in _COLOURED.items():
        text = re.sub(pattern, plain, text, flags=re.IGNORECASE)
    text = re.sub(_EMPTY, "0", text)
    return re.sub(_INLINE, "\n", text)
