"""The page of the study, made from its folder: text, and tables and plots of what was measured."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

import pandas

from nonosat.comparison import plots
from nonosat.comparison.journal import load
from nonosat.comparison.results import SHORTEST, disagreements, models, results, warnings
from nonosat.comparison.tables import narrow, summary
from nonosat.pages.tables import Table, show
from nonosat.words import plural

HEAD = """# Which solvers suit nonograms

SAT, constraint programming, answer sets, SMT, integer programming and belief propagation on the same
puzzles, measured alike, every answer checked against the clues. This page is made from its data by one
command, which also makes the data, from a clone:

```sh
python -m bench.study FOLDER --page bench/notes/study.md
```

It takes about two hours with one run at a time, and continues where it was interrupted. `--dask ADDRESS` does
the runs on a cluster. A card whose solver is not installed is
left out, and named.

## How it is measured

Every card gets the whole puzzle: nothing is narrowed before, and a second solution is not looked for
outside of the solver. Finding a solution and deciding whether it is the only one are measured apart.
Every puzzle is run in several orientations, and times are means over them. `docs/researchers.md` says what
a run includes, and explains the columns.
"""

LIMITS = """## What this does not say

- No solver was tuned: all run with their defaults, with one thread.
- Each paradigm has one model, or two. A better model of the same paradigm may change its place.
- The sets are generated, but for the instances. Most published puzzles are easier: lines settle them.
- `auto` was made for such puzzles: it shows what a combination can do, and is not a solver of its own.
"""

STRENGTH = """## Why: what propagation finds on a single line

Random lines of 5 to 30 cells, with 15% to 40% of the cells known, half of them with one cell the other
way round. What follows is what all arrangements have in common; what an encoding finds is what unit
propagation makes of its clauses when the known cells are added to them. A `regular` constraint with a
domain-consistent propagator (Pesant 2004) finds all of it by construction, and was not measured. Finding
less is not slower by itself: a smaller encoding propagates faster, and learnt clauses add what is
missing.

"""


OVERVIEW = """## In short

How many puzzles each card decides within the limit in all orientations, and the geometric mean of how many
times longer it takes than the fastest card on the puzzles that it decides.

"""

READING = "\n## What we read"
"""Begins the part of a page that people wrote about one run. It stays when the page is written again."""


class _Set(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def about(self) -> str: ...


def make(
    folder: Path,
    page: Path | None,
    sets: Iterable[_Set],
    cards: Mapping[str, tuple[str, ...]],
    goals: Mapping[str, str],
) -> None:
    """Write FOLDER/page.md and, if it is asked for, the page; plots are files beside it. What people have
    written at the end of a page, from `READING` on, is kept.
    """
    for target in filter(None, (folder / "page.md", page)):
        target.parent.mkdir(parents=True, exist_ok=True)
        journals = [(goal, folder / f"{goal}.jsonl") for goal in goals]
        done = [(goal, path) for goal, path in journals if path.exists()]
        parts = [HEAD, _sets(sets), _cards(cards, folder), _overview(cards, done), _strength(folder)]
        for goal, path in done:
            parts += _campaign(goal, goals[goal], path, target)
        if not done:
            parts.append("## Results\n\nThe campaigns have not been run yet; their tables will be here.\n")
        text = "\n".join(part.strip() + "\n" for part in [*parts, LIMITS])
        written = target.read_text(encoding="utf-8") if target.exists() else ""
        target.write_text(text + "".join(written.partition(READING)[1:]), encoding="utf-8")


def _sets(sets: Iterable[_Set]) -> str:
    rows = tuple((one.name, one.about) for one in sets)
    return "## The puzzles\n\n" + _table(("set", "puzzles"), rows)


def _cards(cards: Mapping[str, tuple[str, ...]], folder: Path) -> str:
    rows = tuple((name, card[0], card[2], card[1] or "the backend's own") for name, card in cards.items())
    text = "## The cards\n\n" + _table(("card", "paradigm", "solver", "encoding"), rows)
    missing = folder / "missing.json"
    notes = json.loads(missing.read_text(encoding="utf-8")) if missing.exists() else []
    return text + "".join(["\nNot run:\n\n", *(f"- {note}\n" for note in notes)] if notes else [])


def _overview(cards: Mapping[str, tuple[str, ...]], journals: Iterable[tuple[str, Path]]) -> str:
    """Return what is to be remembered: how much each card decides, and how far it is behind the fastest."""
    heads: list[str] = []
    rows = {name: [name, card[0]] for name, card in cards.items()}
    for goal, path in journals:
        header, contents = load(path)
        found = results(contents.records, [header])
        found = found[found.model.isin(list(rows))]
        solved = found[found.solved].drop_duplicates(["puzzle", "model"], keep="last")
        wide = solved.pivot(index="puzzle", columns="model", values="seconds")
        taken = wide.astype(float).clip(lower=SHORTEST).reindex(columns=models(found))
        ratios = taken.div(taken.min(axis=1), axis=0)
        heads += [goal, "times the fastest"]
        rows = {name: row for name, row in rows.items() if name in ratios}
        for name, row in rows.items():
            mean = math.exp(ratios[name].dropna().map(math.log).mean()) if ratios[name].count() else None
            row += [f"{ratios[name].count()} of {found.puzzle.nunique()}", f"{mean:.3g}" if mean else "-"]
    return OVERVIEW + _table(("card", "paradigm", *heads), tuple(map(tuple, rows.values())))


def _strength(folder: Path) -> str:
    """Return the table of propagation strength: why some encodings search less."""
    path = folder / "strength.json"
    if not path.exists():
        return ""
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    rows = tuple(
        (
            one["encoding"],
            f"{one['cells_found']:,} of {one['cells']:,}",
            f"{one['complete']:,} of {one['fitting']:,}",
            f"{one['conflicts_found']:,} of {one['conflicts']:,}",
        )
        for one in found
    )
    heads = ("encoding", "cells that follow, found", "lines with all of them found", "contradictions found")
    return STRENGTH + _table(heads, rows)


def _campaign(goal: str, title: str, path: Path, target: Path) -> list[str]:
    header, contents = load(path)
    found = results(contents.records, [header])
    machine, versions = header["machine"], header["versions"]
    where = f"{machine['processor']}, {machine['cores']} cores, {machine['system']}"
    parts = [
        f"## {title}",
        f"{header['start'][:10]}, {where}; "
        + ", ".join(f"{package} {version}" for package, version in versions.items())
        + f"; {header['limits']['time']:g} s per run; {plural(header['orient'], 'orientation')}"
        + ".",
        *warnings(disagreements(contents.records), contents.records, {})[0],
        *map(Table.markdown, narrow([summary(found)])),
    ]
    if find_spec("matplotlib"):
        name = f"{target.stem}/{goal}-cactus.svg"
        (target.parent / target.stem).mkdir(exist_ok=True)
        (target.parent / name).write_bytes(plots.save(plots.cactus(found), "svg"))
        parts.append(f"![How many puzzles each card settles within a time]({name})")
    files = found.puzzle.str.partition("#")[0].map(lambda name: Path(name).stem)
    sets = files.str.rstrip("0123456789").str.rstrip("-_ .")
    groups = {"set": [(str(name), part) for name, part in found.groupby(sets)]}
    if goal == "uniqueness" and (ratings := path.with_name("ratings.csv")).exists():
        found["class"] = found.puzzle.map(pandas.read_csv(ratings).set_index("puzzle")["class"])
        groups["class of difficulty"] = [(str(level), part) for level, part in found.groupby("class")]
    for by, each in groups.items():
        parts.append(f"### By {by}")
        parts.append(_places({group: summary(part) for group, part in each}))
    return [f"{part}\n" for part in parts]


def _places(tables: Mapping[str, Table]) -> str:
    """Return one table for all groups: PAR-2 of each card, and how many puzzles it has solved."""
    cards = list(dict.fromkeys(row[0] for table in tables.values() for row in table.rows))
    rows = []
    for card in cards:
        cells = []
        for table in tables.values():
            row = next(
                (dict(zip(table.headings, one, strict=True)) for one in table.rows if one[0] == card), {}
            )
            par2 = row.get("PAR-2")
            shown = show(par2) if row else "-"
            cells.append(f"{shown} ({row['solved']})" if row else "-")
        rows.append((str(card), *cells))
    return _table(("PAR-2 (solved)", *tables), tuple(rows))


def _table(headings: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> str:
    lines = [headings, ("---",) * len(headings), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)
