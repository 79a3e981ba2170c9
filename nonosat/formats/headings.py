"""The words that head the rows and the columns of a puzzle that somebody has typed."""

from __future__ import annotations

import re

ABOUT = (
    r"(?:[ _|,\t-]*(?:clue|hint|number|num|constraint|header|run|group|block|rule|description|data|list)s?)?"
)
"""What may follow a heading's first word."""

NAMES = {
    "rows": "rows?|across|horizontals?|left|hor"
    "|zeilen?|lignes?|filas?|righe|rijen|wiersze|linhas|строки|横|行",
    "columns": "columns?|cols?|down|verticals?|top|ver"
    "|spalten?|colonn[es]+|columnas?|kolommen|kolumny|colunas|столбцы|縦|列",
}
HEADS = {
    side: re.compile(
        rf"(?<![a-z])(?:{names}){ABOUT}(?![a-z])(?:[^\n:=\d\[\]()\"'{{}},;/|]|\([^\n()]*\)){{0,40}}[\"']?\s*(?:[:=]>?|->|(?<=\s)are\b)"
        rf"|^\W*(?:{names}){ABOUT}(?:\W*$|[ \t]+(?=\d+[ ,./;|]))",
        re.IGNORECASE | re.MULTILINE,
    )
    for side, names in NAMES.items()
}
_BRIEF = {"rows": "[rh]", "columns": "[cv]"}
NTH = {
    side: re.compile(
        rf"^\W{{0,6}}(?:(?:{names}|{_BRIEF[side]})(?<!s)[ .#_\[(]{{0,3}}\d{{1,4}}[\])]?"
        rf"(?:[ \t]*[\"']?[ \t]*[:=.),-]+|(?<=[rchv]\d)[ \t]|(?<=[rchv]\d\d)[ \t])"
        rf"|(?:{names}),|\d{{1,4}}(?:st|nd|rd|th) (?:{names})\W*)",
        re.IGNORECASE,
    )
    for side, names in NAMES.items()
}
SIDES = {"r": "rows", "h": "rows", "c": "columns", "v": "columns"}
BRIEF_HEAD = re.compile(r"^\W{0,6}([rhcv])[\"']?[ \t]*[:=][ \t]*(?=[\d\[({\"'])", re.IGNORECASE)


def side_of(text: str) -> str:
    """Return `rows` or `columns` if the text is a heading of these, else an empty text."""
    named = (
        side for side, names in NAMES.items() if re.fullmatch(f"(?:{names}){ABOUT}", text, re.IGNORECASE)
    )
    return next(named, "")
