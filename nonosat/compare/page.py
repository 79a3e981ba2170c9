"""Writes the report of a campaign as one self-contained page: sortable tables, plots, pictures on demand.

Its template is `page.html`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from importlib.util import find_spec

from nonosat.compare import plots
from nonosat.compare.disagreements import Disagreement, warned
from nonosat.compare.jobs import puzzle_of
from nonosat.compare.layouts import shown
from nonosat.compare.results import Result, models
from nonosat.compare.tables import Table, every, position
from nonosat.pages.templates import filled, script_json, template
from nonosat.pictures.svg import svg
from nonosat.processes.journal import Record


def page(
    headers: Sequence[Record],
    runs: Sequence[Record],
    found: Sequence[Result],
    tables: Sequence[Table],
    wrong: Sequence[Disagreement],
) -> str:
    """Return the page."""
    puzzles = {puzzle["name"]: puzzle for header in headers for puzzle in header["puzzles"]}
    above, below = ("".join(f"<p>{escape(text)}</p>" for text in part) for part in warned(wrong, runs))
    parts = {
        "title": "nonosat compare",
        "report-style": template("nonosat.pages", "report.css"),
        "about": "".join(f"<p>{escape(_about(header))}</p>" for header in headers),
        "wrong": above,
        "others": below,
        "tables": "\n".join(map(table_html, [*tables, *every([("", found)])])),
        "plots": _plots(found, puzzles),
        "pictures": script_json(_pictures(runs, puzzles)),
    }
    return filled(__package__, "page", parts)


def _about(header: Record) -> str:
    machine, versions, limits = header["machine"], header["versions"], header["limits"]
    named = ", ".join(f"{name} {number}" for name, number in versions.items() if number)
    memory = f"{limits['memory'] >> 20} MiB" if limits["memory"] else "three quarters of the memory"
    time = f"{shown(limits['time'])} s" if limits["time"] else "no time limit"
    return (
        f"Started {header['start']} on {machine['host']}: {machine['processor']}, {machine['cores']} cores, "
        f"{machine['memory'] >> 20} MiB, {machine['system']}. {named}. Limits of a run: {time}, {memory}."
    )


def table_html(table: Table) -> str:
    """Return a table as a section of a page."""
    heads = "".join(
        f'<th scope="col"><button class="text">{escape(text)}</button></th>' for text in table.headings
    )
    rows = "".join(
        "<tr>" + "".join(_cell(k, value, table) for k, value in enumerate(row)) + "</tr>\n"
        for row in table.rows
    )
    return (
        f"<section><h2>{escape(table.title)}</h2><div><table><thead><tr>{heads}</tr></thead>"
        f"<tbody>\n{rows}</tbody></table></div></section>"
    )


def _cell(k: int, value: str | int | float | None, table: Table) -> str:
    if k == 0 and table.headings[0] == "puzzle":
        return (
            f'<td><button class="text" data-puzzle="{escape(str(value))}">{escape(str(value))}</button></td>'
        )
    if isinstance(value, str):
        sorted_by = f' data-value="{position(value)}"' if table.headings[k] == "class" else ""
        return f"<td{sorted_by}>{escape(value)}</td>"
    exact = "" if value is None else f' data-value="{value!r}"'
    return f'<td class="number"{exact}>{escape(shown(value))}</td>'


def _plots(found: Sequence[Result], puzzles: dict[str, Record]) -> str:
    if find_spec("matplotlib") is None:
        return "<p>The plots need matplotlib: pip install 'nonosat[plot]'.</p>"
    names = models(found)
    figures = {"puzzles solved within a time": plots.cactus(found)}
    if len(names) > 1:
        figures[f"{names[0]} against {names[1]}"] = plots.scatter(found, names[0], names[1])
    sizes = {name: puzzle["cells"] for name, puzzle in puzzles.items()}
    figures["time against size"] = plots.times(found, sizes)
    if any(result.level for result in found):
        figures["time against effort"] = plots.efforts(found)
    return "".join(
        f"<figure><figcaption>{escape(title)}</figcaption>{_inline(plots.drawn(figure, 'svg'), k)}</figure>"
        for k, (title, figure) in enumerate(figures.items())
    )


def _inline(drawing: bytes, number: int) -> str:
    """Return an SVG file as an element of a page: without its prologue, and with unique ids."""
    text = drawing.decode()
    return re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>plot{number}-", text[text.index("<svg") :])


def _pictures(runs: Sequence[Record], puzzles: dict[str, Record]) -> dict[str, str]:
    """Draw each puzzle with its solutions, or empty if none was found."""
    best: dict[str, Record] = {}
    for run in runs:
        old = best.get(run["puzzle"])
        if not run["fault"] and (old is None or len(run["solutions"]) > len(old["solutions"])):
            best[run["puzzle"]] = run
    found = {}
    for name, puzzle in puzzles.items():
        if puzzle["document"] is not None:
            pictures = best[name]["solutions"] if name in best else []
            first, second = [*map(tuple, pictures), (), ()][:2]
            found[name] = svg(puzzle_of(puzzle["document"]), first, second)
    return found
