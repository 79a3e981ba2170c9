"""Tables of an audit, as text and as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple


class Table(NamedTuple):
    """Rows of plain values under headings; the first column names the row. None is shown as a dash."""

    title: str
    headings: tuple[str, ...]
    rows: Sequence[tuple[str | int | None, ...]]

    def text(self) -> str:
        """Lay it out in columns; numbers, and their headings, are on the right."""
        lines = [self.headings, *([_shown(value) for value in row] for row in self.rows)]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        right = [any(isinstance(value, int) for value in column) for column in zip(*self.rows, strict=True)]
        pads = [str.rjust if number else str.ljust for number in right or [False] * len(widths)]
        laid = [
            "  ".join(pad(text, width) for pad, text, width in zip(pads, line, widths, strict=True))
            for line in lines
        ]
        return "\n".join([self.title, *map(str.rstrip, laid)])

    def html(self) -> str:
        """Return it as a section of a page."""
        heads = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in self.headings)
        rows = "".join(f"<tr>{''.join(map(_cell, row))}</tr>\n" for row in self.rows)
        return (
            f"<section><h2>{escape(self.title)}</h2><div><table><thead><tr>{heads}</tr></thead>"
            f"<tbody>\n{rows}</tbody></table></div></section>"
        )


def _shown(value: str | int | None) -> str:
    return "-" if value is None else str(value)


def _cell(value: str | int | None) -> str:
    kind = "" if isinstance(value, str) else ' class="number"'
    return f"<td{kind}>{escape(_shown(value))}</td>"
