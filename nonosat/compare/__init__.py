"""Many puzzles under many models, each run in a process of its own, and one honest table.

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

A run is a record of plain data, the same as a line of a journal: `nonosat.compare.isolation` says
what is in it. `executor=` takes any `concurrent.futures.Executor` instead of `jobs=`.
`read(path)` returns a journal's runs, as a pandas frame where pandas is installed.
"""

from __future__ import annotations

from nonosat.compare.campaign import Campaign as Campaign, runs as runs
from nonosat.compare.journal import read as read
