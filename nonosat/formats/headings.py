"""The words that head the rows and the columns of a puzzle that somebody has typed, and that count them."""

from __future__ import annotations

import re

_ABOUT = (
    r"(?:[ _|,\t-]*"
    r"(?:clue|hint|number|num|constraint|header|run|group|block|rule|description|data|list|spec|side)s?)?"
    r"(?:\[\w*\]){0,2}(?: ?\d+ ?(?:-|to|\.\.) ?\d+(?=:))?"
)
"""What may follow a heading's first word."""

NAMES = {
    "rows": "rows?|across|horizontals?|left|hor|side"
    "|zeilen?|reihen?|lignes?|rang[ée]+e?s|filas?|renglones|righe|rijen|wiersze|linhas|rader|rækker|řádky|sorok"
    "|rivit|sat.r(?:lar)?|строки|рядки|横|行|행|가로",
    "columns": "columns?|cols?|down|verticals?|top|upper|above|ver"
    "|spalten?|colonn[es]+|columnas?|kolommen|kolumny|colunas|kolumner|kolonner|sloupce|oszlopok"
    "|sarakkeet|sütun(?:lar)?|столбцы|стовпці|縦|列|열|세로",
}
_TYPE = r"(?::? *&?'?[A-Za-z\[<&][^=\n\d]{0,40}(?:\d{1,2}\b[^=\n\d]{0,20})?(?==[^=]))?"
"""A type, as in `rows: number[][] = `."""

HEADS = {
    side: re.compile(
        rf"(?<![a-z])(?:{names}){_ABOUT}(?![a-z])(?:{_TYPE}|(?:[^\n:=\d\[\]()\"'{{}},;/|]|\([^\n()]*\)){{0,40}})"
        rf"[\"']?\s*(?::?[:=]+>?|<-|->|\s-(?=\s*\d)|\bare\b:?)"
        rf"|(?<![a-z])(?:{names}){_ABOUT}(?:\s*'?(?=[\[({{]\s*[\[({{\d])|\s+(?=[\"']\s*\d))"
        rf"|^\W*(?:{names}){_ABOUT}(?:(?: ?\([^\n()]*\))?\W*$|[ \t|]+(?=\d+[ \t,./;|]))",
        re.IGNORECASE | re.MULTILINE,
    )
    for side, names in NAMES.items()
}
_BRIEF = {"rows": "[rh]", "columns": "[cv]"}
NTH = {
    side: re.compile(
        rf"^\W{{0,6}}(?:(?:{names}|{_BRIEF[side]})(?<!s)[ .#_\[(]{{0,3}}"
        rf"(?:\d{{1,4}}|(?<=\w )[A-Z](?=:))[\])]?"
        rf"(?:[ \t]*[\"']?[ \t]*[:=.),-]+|(?<=[rchv]\d)[ \t]|(?<=[rchv]\d\d)[ \t])"
        rf"|(?:{names}),|\d{{1,4}}(?:st|nd|rd|th) (?:{names})\W*)",
        re.IGNORECASE,
    )
    for side, names in NAMES.items()
}
SIDES = {"r": "rows", "h": "rows", "c": "columns", "v": "columns"}
BRIEF_HEAD = re.compile(r"^\W{0,6}([rhcv])[\"']?[ \t]*[:=][ \t]*(?=[\d\[({\"'])", re.IGNORECASE)

_COUNT = re.compile(
    r"(?<![a-z\d])(?:(\d{1,4}) (?=(rows|columns|cols)\b)"
    r"|(?:(?:num(?:ber of)?|n)?[ _]?(rows|height|columns|cols|width)|#define ([HW]))(?:[ _]?count)?"
    r"[\"']?[ \t]*(?:[:=]|(?<=[a-z\"HW]) |\() *[\"']?(\d{1,4})\b[\"')]*(?=[,;>]?\s*(?:$|[^\W\d]|[\"'{}/<])))",
    re.IGNORECASE,
)
_COUNTED = {"height": "rows", "h": "rows", "width": "columns", "w": "columns", "cols": "columns"}


def read_counts(text: str) -> tuple[str, dict[str, int]]:
    """Return a text without what it says of the numbers of its rows and columns, and these."""
    counts: dict[str, int] = {}

    def rest(said: re.Match[str]) -> str:
        name = next(filter(None, said.group(2, 3, 4))).lower()
        counts[_COUNTED.get(name, name)] = int(said[1] or said[5])
        return f" {name}: " if name in NAMES and said[5] else " "

    lines = []
    for line in text.split("\n"):
        bare = _COUNT.sub(rest, line)
        lines.append(bare if bare == line or re.search(r"\w", bare) else "")
    return "\n".join(lines), counts


def side_of(text: str) -> str:
    """Return `rows` or `columns` if the text is a heading of these, else an empty text."""
    named = (
        side for side, names in NAMES.items() if re.fullmatch(f"(?:{names}){_ABOUT}", text, re.IGNORECASE)
    )
    return next(named, "")
