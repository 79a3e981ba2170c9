"""`nonosat solve --competition`: the output of the SAT competitions, for scripts that read it."""

from __future__ import annotations

import textwrap
from dataclasses import replace

from nonosat import __version__
from nonosat.answer import Verdict
from nonosat.cli.output import Exit, say
from nonosat.exports.clauses import assignment
from nonosat.puzzles import Puzzle
from nonosat.questions.unique import solve
from nonosat.solving.cards import Card


def compete(puzzle: Puzzle, card: Card, time_limit: float | None, memory_limit: int | None) -> Exit:
    """Look for one solution; print `c`, `s` and `v` lines."""
    found = solve(puzzle, replace(card, goal="solution"), time_limit, memory_limit)
    say(f"c nonosat {__version__}: {puzzle.source}")
    say("c the variables are those of nonosat export --format cnf")
    if found.solution is not None:
        say("s SATISFIABLE")
        for line in textwrap.wrap(" ".join(map(str, [*assignment(puzzle, found.solution), 0])), 76):
            say(f"v {line}")
        return Exit.SATISFIABLE
    if found.verdict is Verdict.NONE:
        say("s UNSATISFIABLE")
        return Exit.UNSATISFIABLE
    say(f"c {found.reason}")
    say("s UNKNOWN")
    return Exit.INTERRUPTED if found.reason == "interrupted" else Exit.ANSWERED
