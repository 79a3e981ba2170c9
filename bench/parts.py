"""Single stages of solving, on the survey's Gettysburg (99x59)."""

from __future__ import annotations

from collections.abc import Iterator

from bench.figures import Figure
from bench.setting import Setting, Skipped, progress, time_work
from nonosat import Puzzle, load
from nonosat.encodings import ENCODINGS
from nonosat.encodings.model import Cnf
from nonosat.propagation.narrow import narrow

GETTYSBURG = "webpbn-22336.non"
ROUNDS = 60


def gettysburg(setting: Setting) -> Puzzle:
    """Return the puzzle; Skipped if it is not there."""
    for path in setting.files("survey"):
        if path.name == GETTYSBURG:
            return load(path)
    raise Skipped(f"there is no {GETTYSBURG} in the folder survey/")


def encode(setting: Setting) -> Iterator[Figure]:
    """The clauses of a Problem about which nothing is known yet."""
    problem = gettysburg(setting).problem()
    progress("encode: Gettysburg")
    encoder = ENCODINGS.load("order")
    seconds, model = time_work(lambda: encoder.encode(problem), setting.limit, 5)
    note = (
        f"{model.variables} variables, {len(model.clauses)} clauses; best of 5"
        if isinstance(model, Cnf)
        else ""
    )
    yield Figure("Gettysburg by order, without presolve", seconds, "s", 0.25, note=note)


def beliefs(setting: Setting) -> Iterator[Figure]:
    """Rounds of messages between the lines of the narrowed Problem."""
    from nonosat.beliefs.marginals import marginals

    problem = narrow(gettysburg(setting).problem()).problem
    progress("beliefs: Gettysburg")
    marginals(problem, 1)
    seconds, _ = time_work(lambda: marginals(problem, ROUNDS), setting.limit, 3)
    yield Figure(f"up to {ROUNDS} rounds on Gettysburg, narrowed", seconds, "s", 1.0, note="best of 3")
