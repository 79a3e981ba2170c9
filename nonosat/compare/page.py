"""Writes the report of a campaign as one self-contained page: sortable tables, plots, pictures on demand.

Its template is `page.html`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from importlib.util import find_spec
from typing import TYPE_CHECKING

from nonosat import Table, draw, journal, load, templates
from nonosat.compare import plots
from nonosat.compare.disagreements import Disagreement, warnings
from nonosat.compare.results import models
from nonosat.compare.tables import every, position

if TYPE_CHECKING:
    from pandas import DataFrame


def page(
    headers: Sequence[journal.Record],
    runs: Sequence[journal.Record],
    found: DataFrame,
    tables: Sequence[Table],
    wrong: Sequence[Disagreement],
) -> str:
    """Return the page."""
    puzzles = {puzzle["name"]: puzzle for header in headers for puzzle in header["puzzles"]}
    above, below = ("".join(f"<p>{escape(text)}</p>" for text in part) for part in warnings(wrong, runs))
    parts = {
        "title": "nonosat compare",
        "report-style": templates.template("nonosat.pages", "report.css"),
        "about": "".join(f"<p>{escape(_about(header))}</p>" for header in headers),
        "wrong": above,
        "others": below,
        "tables": "\n".join(table.html({"class": position}) for table in [*tables, *every([("", found)])]),
        "plots": _plots(found, puzzles),
        "pictures": templates.script_json(_pictures(runs, puzzles)),
    }
    return templates.filled(__package__, "page", parts)


def _about(header: journal.Record) -> str:
    machine, versions, limits = header["machine"], header["versions"], header["limits"]
    named = ", ".join(f"{name} {number}" for name, number in versions.items() if number)
    memory = f"{limits['memory'] >> 20} MiB" if limits["memory"] else "three quarters of the memory"
    time = f"{limits['time']:g} s" if limits["time"] else "no time limit"
    return (
        f"Started {header['start']} on {machine['host']}: {machine['processor']}, {machine['cores']} cores, "
        f"{machine['memory'] >> 20} MiB, {machine['system']}. {named}. Limits of a run: {time}, {memory}."
    )


def _plots(found: DataFrame, puzzles: dict[str, journal.Record]) -> str:
    if find_spec("matplotlib") is None:
        return "<p>The plots need matplotlib: pip install 'nonosat[plot]'.</p>"
    names = models(found)
    figures = {"puzzles solved within a time": plots.cactus(found)}
    if len(names) > 1:
        figures[f"{names[0]} against {names[1]}"] = plots.scatter(found, names[0], names[1])
    sizes = {name: puzzle["cells"] for name, puzzle in puzzles.items()}
    figures["time against size"] = plots.times(found, sizes)
    if (found.level != "").any():
        figures["time against effort"] = plots.efforts(found)
    return "".join(
        f"<figure><figcaption>{escape(title)}</figcaption>{_inline(plots.save(figure, 'svg'), k)}</figure>"
        for k, (title, figure) in enumerate(figures.items())
    )


def _inline(drawing: bytes, number: int) -> str:
    """Return an SVG file as an element of a page: without its prologue, and with unique ids."""
    text = drawing.decode()
    return re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>plot{number}-", text[text.index("<svg") :])


def _pictures(runs: Sequence[journal.Record], puzzles: dict[str, journal.Record]) -> dict[str, str]:
    """Draw each puzzle with its solutions, or empty if none was found."""
    best: dict[str, journal.Record] = {}
    for run in runs:
        old = best.get(run["puzzle"])
        if not run["fault"] and (old is None or len(run["solutions"]) > len(old["solutions"])):
            best[run["puzzle"]] = run
    found = {}
    for name, puzzle in puzzles.items():
        if puzzle["document"] is not None:
            pictures = best[name]["solutions"] if name in best else []
            first, second = [*map(tuple, pictures), (), ()][:2]
            found[name] = draw(load(puzzle["document"]), first, second).svg()
    return found
