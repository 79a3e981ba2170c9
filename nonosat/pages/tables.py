"""Tables as text, Markdown, LaTeX and HTML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import compress

from nonosat.records import dataclass, replace

Cell = str | int | float | None


@dataclass(frozen=True)
class Table:
    """Rows of plain values under headings; the first column names the row. None is shown as a dash.

    >>> from nonosat import toolkit
    >>> rows = (("auto", 0.1234), ("cpsat", None))
    >>> print(toolkit.Table("times", ("model", "seconds"), rows).text())
    times
    model seconds
    auto    0.123
    cpsat       -
    """

    title: str
    headings: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]

    def part(self, headings: Sequence[str]) -> Table:
        """Return some of the columns."""
        kept = [head in headings for head in self.headings]
        rows = tuple(tuple(compress(row, kept)) for row in self.rows)
        return replace(self, headings=tuple(compress(self.headings, kept)), rows=rows)

    def text(self) -> str:
        """Lay it out in columns, with more space before a column of words and between long headings."""
        rows = list(self._show())
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        words = self._words()
        several = [" " in head for head in self.headings]
        gaps = [" " * (k > 0 and (k in words or (several[k - 1] and several[k]))) for k in range(len(widths))]
        lines = (
            " ".join(
                gaps[k] + (f"{value:{width}}" if k in words else f"{value:>{width}}")
                for k, (value, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in rows
        )
        return "\n".join([self.title, *lines])

    def markdown(self) -> str:
        """Lay it out as a Markdown table under a heading."""
        words = self._words()
        heads, *rows = [[_escape(value) for value in row] for row in self._show()]
        rule = ["---" if k in words else "--:" for k in range(len(heads))]
        lines = ("| " + " | ".join(row) + " |" for row in (heads, rule, *rows))
        return "\n".join([f"### {_escape(self.title)}", "", *lines])

    def latex(self) -> str:
        """Lay it out for LaTeX, with the package booktabs."""
        words = self._words()
        columns = "".join("l" if k in words else "r" for k in range(len(self.headings)))
        heads, *rows = [" & ".join(map(_tex, row)) + r" \\" for row in self._show()]
        return "\n".join(
            [
                r"\begin{table}",
                rf"\caption{{{_tex(self.title)}}}",
                rf"\begin{{tabular}}{{{columns}}}",
                *(r"\toprule", heads, r"\midrule", *rows, r"\bottomrule"),
                r"\end{tabular}",
                r"\end{table}",
            ]
        )

    def html(self) -> str:
        """Return a section of a page."""
        heads, *rows = [list(map(escape, row)) for row in self._show()]
        head = "".join(f'<th scope="col">{text}</th>' for text in heads)
        body = "".join(f"<tr>{''.join(f'<td>{text}</td>' for text in row)}</tr>\n" for row in rows)
        return (
            f"<section><h2>{escape(self.title)}</h2><div><table><thead><tr>{head}</tr></thead>"
            f"<tbody>\n{body}</tbody></table></div></section>"
        )

    def _repr_html_(self) -> str:
        return self.html()

    def _show(self) -> Iterator[list[str]]:
        yield list(self.headings)
        yield from ([show(value) for value in row] for row in self.rows)

    def _words(self) -> set[int]:
        """Return the left-aligned columns: those of words, without any number."""
        types = [{type(value) for value in column} - {type(None)} for column in zip(*self.rows, strict=True)]
        return {k for k, own in enumerate(types) if own == {str}}


def show(value: Cell) -> str:
    """Write a value for people: at most three decimals, a dash for a missing one."""
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.{0 if value >= 100 else 1 if value >= 10 else 2 if value >= 1 else 3}f}"
    return str(value)


_TEX = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "±": r"$\pm$"}


def _tex(value: str) -> str:
    """Write a text for LaTeX, with its special characters escaped."""
    return "".join(_TEX.get(char, "\\" * (char in "&%$#_{}") + char) for char in value)


def _escape(value: str) -> str:
    return value.replace("|", "\\|").replace("<", "&lt;")
