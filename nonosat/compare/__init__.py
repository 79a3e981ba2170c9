"""Runs many puzzles under many models, each run in its own process, and tabulates the results.

    from collections import Counter

    import nonosat.compare

    solved: Counter[str] = Counter()
    limits = nonosat.Limits(time=20)
    for run in nonosat.compare.runs(
        ["gchq", "dom-5"], ["order-cadical", "cpsat-automaton"], jobs=2, limits=limits
    ):
        print(run["puzzle"], run["model"], run["verdict"], run["wall"])
        solved[run["model"]] += run["stop_reason"] == "done"
    print(solved.most_common())

A run is a record of plain data, the same as a line of a journal: `nonosat.compare.isolation` lists
its keys. `executor=` takes any `concurrent.futures.Executor` instead of `jobs=`, and `journal=` the path of a
journal to write. `read(path)` returns a journal's runs, as a pandas frame if pandas is installed.
"""

from __future__ import annotations

from nonosat.compare.campaign import Campaign as Campaign, runs as runs
from nonosat.compare.journal import read as read
