"""Benchmarks: `python -m tests.bench [FOLDER...]` prints figures and their targets.

One module per group of benchmarks, one registry (`BENCHMARKS`). A benchmark is a function from a
`Setting` to `Figure`s; it yields them as it goes, so that an interrupted one still says something.
Nothing here is a test: how long things take is read by people.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import cast

from tests.bench.figures import Figure
from tests.bench.setting import Setting

BENCHMARKS = {
    "survey": "tests.bench.puzzle_sets:survey",
    "textbook": "tests.bench.textbook:textbook",
    "tournament": "tests.bench.puzzle_sets:tournament",
    "colour": "tests.bench.puzzle_sets:colour",
    "lines": "tests.bench.families:line_solvable",
    "by-lines": "tests.bench.generated:by_lines",
    "by-probes": "tests.bench.generated:by_probes",
    "orientations": "tests.bench.orientations:orientations",
    "n-dom": "tests.bench.families:n_doms",
    "process": "tests.bench.processes:whole_process",
    "memory": "tests.bench.processes:memory",
    "encode": "tests.bench.parts:encode",
    "beliefs": "tests.bench.parts:beliefs",
    "repair-classes": "tests.bench.repairs:smooth",
    "repair-unique": "tests.bench.repairs:unique",
    "generate": "tests.bench.made:made",
    "growth": "tests.bench.families:growth",
}
"""Name -> where its function is; imported when it is run."""


def benchmark(name: str) -> Callable[[Setting], Iterator[Figure]]:
    """Return the benchmark with a name; KeyError if there is none."""
    module, function = BENCHMARKS[name].split(":")
    return cast("Callable[[Setting], Iterator[Figure]]", getattr(import_module(module), function))
