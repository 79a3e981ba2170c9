"""`nonosat solve --competition`: output as in the SAT competitions, for scripts that read it."""

from __future__ import annotations

import textwrap
from dataclasses import replace

from nonosat._version import __version__
from nonosat.answer import Verdict
from nonosat.cli.output import Exit, say
from nonosat.errors import StopReason
from nonosat.exports.clauses import assignment
from nonosat.processes.limits import Limits
from nonosat.puzzles import Puzzle
from nonosat.questions.unique import solve
from nonosat.solving.cards import Card


def compete(puzzle: Puzzle, card: Card, limits: Limits) -> Exit:
    """Search for one solution; print `c`, `s` and `v` lines."""
    found = solve(puzzle, replace(card, goal="solution"), limits)
    say(f"c nonosat {__version__}: {puzzle.source}")
    say("c the variables are those of nonosat export --to cnf")
    if found.solution is not None:
        say("s SATISFIABLE")
        for line in textwrap.wrap(" ".join(map(str, [*assignment(puzzle, found.solution), 0])), 76):
            say(f"v {line}")
        return Exit.SATISFIABLE
    if found.verdict is Verdict.NONE:
        say("s UNSATISFIABLE")
        return Exit.UNSATISFIABLE
    say(f"c {found.stop_reason}")
    say("s UNKNOWN")
    return Exit.INTERRUPTED if found.stop_reason is StopReason.INTERRUPTED else Exit.ANSWERED
