"""Benchmarks: `python -m bench [FOLDER...]` prints figures and their targets.

One module per group of benchmarks, one registry (`BENCHMARKS`). A benchmark is a function from a
`Setting` to `Figure`s; it yields them as it goes, so that an interrupted one still says something.
Nothing here is a test: how long things take is read by people.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import cast

from bench.figures import Figure
from bench.setting import Setting

BENCHMARKS = {
    "survey": "bench.puzzle_sets:survey",
    "textbook": "bench.textbook:textbook",
    "tournament": "bench.puzzle_sets:tournament",
    "colour": "bench.puzzle_sets:colour",
    "lines": "bench.sizes:line_solvable",
    "by-lines": "bench.generated:by_lines",
    "by-probes": "bench.generated:by_probes",
    "orientations": "bench.orientations:orientations",
    "n-dom": "bench.sizes:n_doms",
    "process": "bench.processes:whole_process",
    "memory": "bench.processes:memory",
    "encode": "bench.parts:encode",
    "beliefs": "bench.parts:beliefs",
    "repair-classes": "bench.repairs:smooth",
    "repair-unique": "bench.repairs:unique",
    "repair-ambiguous": "bench.repairs:ambiguous",
    "generate": "bench.made:time_making",
    "growth": "bench.sizes:growth",
    "proofs": "bench.proofs:proofs",
}
"""Name -> where its function is; imported when it is run."""


def benchmark(name: str) -> Callable[[Setting], Iterator[Figure]]:
    """Return the benchmark with a name; KeyError if there is none."""
    module, function = BENCHMARKS[name].split(":")
    return cast("Callable[[Setting], Iterator[Figure]]", getattr(import_module(module), function))
