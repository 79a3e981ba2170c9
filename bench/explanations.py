"""Explain puzzles to the end, and print a table: `python -m bench.explanations FILE_OR_FOLDER...`.

Rungs are the kinds of steps (see docs/explanations.md) with the number of steps of each; `longest` and
`median` are the lines of refutations. The next three are about steps of one line: those with few known cells,
those by "all arrangements", and the words of a sentence. Processor time, unlike the limit, changes little on
a busy machine.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median

from bench.setting import name
from nonosat import Limits, Puzzle, explain, load_all
from nonosat.reasons.steps import Conflict, LineStep, Refutation, Step, Sum, Technique, steps_within
from nonosat.toolkit import Explanation

HEADING = (
    *("puzzle", "end", "steps", "by rung", "longest", "median"),
    *("few known cells", "counted", "words", "CPU seconds"),
)
FEW = 3
"""Known cells of a step that people see at a glance."""


def main(words: list[str] | None = None) -> None:
    """Print a row per puzzle as soon as it is explained."""
    parser = argparse.ArgumentParser(prog="python -m bench.explanations", description=__doc__)
    parser.add_argument("paths", type=Path, nargs="+", metavar="FILE_OR_FOLDER")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds per puzzle")
    arguments = parser.parse_args(words)
    print(_row(HEADING), _row(["---"] * len(HEADING)), sep="\n", flush=True)
    for puzzle in _puzzles(arguments.paths):
        print(_row(figures(puzzle, arguments.limit)), flush=True)


def figures(puzzle: Puzzle, limit: float) -> tuple[str, ...]:
    """Explain a puzzle and return its row of the table."""
    begin = time.process_time()
    found = explain(puzzle, limits=Limits(limit))
    seconds = time.process_time() - begin
    rungs = Counter(step.rung for step in found.steps)
    traces = [lines_within(step) for step in found.steps if isinstance(step, Refutation)]
    lines = [step for step in found.steps if isinstance(step, LineStep)]
    number = max(1, len(lines))
    few = sum(len(step.uses) <= FEW for step in lines) / number
    counted = sum(step.technique == Technique.ALL for step in lines) / number
    spoken = sum(len(found.words.sentence(step).split()) for step in lines) / number
    return (
        name(puzzle),
        _end(found),
        str(len(found.steps)),
        ", ".join(f"{rung}: {number}" for rung, number in sorted(rungs.items())),
        str(max(traces)) if traces else "",
        f"{median(traces):g}" if traces else "",
        f"{few:.0%}",
        f"{counted:.1%}",
        f"{spoken:.0f}",
        f"{seconds:.1f}",
    )


def lines_within(step: Step) -> int:
    """Return how many times a step uses a line, at any depth."""
    return sum(isinstance(one, LineStep | Conflict | Sum) for one in steps_within([step]))


def _end(found: Explanation) -> str:
    if found.contradiction:
        return "no solution"
    if found.complete:
        return "solved"
    open_cells = sum(mask.bit_count() > 1 for mask in found.possible)
    return f"{open_cells} cells open" if found.done else f"limit, {open_cells} cells open"


def _puzzles(paths: Iterable[Path]) -> Iterator[Puzzle]:
    for path in paths:
        for file in sorted(path.glob("*.non")) if path.is_dir() else [path]:
            yield from load_all(file)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
