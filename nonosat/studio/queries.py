"""The questions about a drawing, run by worker processes: the studio's only link to `questions`.

`facts` is quick, and is asked after every stroke. `verdict` takes longer, and is asked after a pause in
drawing. Both yield results as (name, plain data) as soon as they are known. Cells are numbered row by row;
pictures are texts of one character per cell, with `?` for unknown cells.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import wait
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any, TypeVar

from nonosat import LimitReached, Limits, Picture, Report, Verdict, certain, hint, solve
from nonosat.studio import conflicts
from nonosat.studio.drawing import Drawing
from nonosat.studio.fixes import Fix, list_fixes, numbers, paint_changes, say_givens
from nonosat.toolkit import (
    CLASSES,
    UNKNOWN,
    CellPuzzle,
    Clock,
    Decision,
    Pool,
    Run,
    difficulty,
    givens,
    neat,
    progress,
    repair,
    words,
)

Result = tuple[str, dict[str, Any]]
"""A result's name, and its plain data."""

FACTS_SECONDS = 0.25
"""The time limit of `facts`; the results so far are sent."""

MEND_SHARE = 1 / 6
"""The part of a question's time for changes after which lines, or short refutations, are enough."""

FIRST_SECONDS, NEAT_SECONDS, MOST_SECONDS = 0.3, 1.5, 10.0
"""The processor time after which the first neat changes are sent, that for them all, and the longest wait."""

GIVEN_SECONDS, MOST_GIVENS = 4.0, 12
"""The time for the fewest givens, sent beside the fixes; more are sent only if proven the fewest."""

LOOK_EVERY = 0.5
"""Seconds between two looks at what a search tries."""

UNIQUE = "unique"
TRIVIAL, LINES, MODERATE, DEEP, SUMMING, GUESSING = CLASSES
_EACH = 3  # suggestions per class
_NEEDS = {
    TRIVIAL: "no line is needed twice",
    LINES: "solvable one line at a time",
    MODERATE: "needs short refutations",
    DEEP: "needs long refutations",
    SUMMING: "needs sums of rows against columns",
    GUESSING: "needs several assumptions at a time",
}

T = TypeVar("T")


def nothing() -> None:
    """Do nothing: a worker that has answered this has imported what all questions need."""


def ask_about(
    question: Callable[..., Iterator[Result]], drawing: Drawing, *more: Any
) -> Generator[Result, None, None]:
    """Ask a question about a drawing. Raises InputError if that is no puzzle."""
    yield from question(drawing.puzzle(), *more)


def facts(puzzle: CellPuzzle) -> Iterator[Result]:
    """Yield what follows from single lines, then from single assumptions, with the verdict if it is known; if
    there is no solution, the clues in conflict come first.
    """
    with Run(puzzle, "auto", Limits(time=FACTS_SECONDS)) as run:
        decision = Decision(run)
        stages = decision.propagate()
        with run.until_stopped():
            next(stages, None)
        known = _show_known(puzzle, run)
        yield "lines", {"known": known, "fault": decision.basis or None, "cut": not run.done}
        if run.done:
            with run.until_stopped():
                for _ in stages:
                    pass
            known = _show_known(puzzle, run)
        if decision.verdict is Verdict.NONE:
            yield from conflicts.mark_conflicts(puzzle)
        pictures = [puzzle.chars(one.picture) for one in decision.solutions]
        data = {"known": known, "verdict": decision.verdict.value, "solutions": pictures}
        yield "assumptions", {**data, "cut": not run.done}


def _show_known(puzzle: CellPuzzle, run: Run) -> str:
    """Return the cells that are known so far, as one text."""
    return puzzle.chars(puzzle.draw_known(run.state.possible if run.state else run.possible))


def verdict(
    puzzle: CellPuzzle,
    seconds: float,
    settled: str,
    costs: Sequence[int] = (),
    keep: Sequence[int] = (),
    after: float | None = None,
) -> Iterator[Result]:
    """Yield the verdict, then the difficulty and the first steps, or the cells that vary and suggestions, or
    the smallest conflicts and likely misprints.

    `settled` is the verdict of `facts`, or "unknown". `seconds` is the time limit of the verdict, and of each
    question after it, unless that is `after`. `costs` are those of changing each cell, if known; the cells in
    `keep` are not changed.
    """
    limits = Limits(time=seconds if after is None else after)
    if settled == Verdict.UNKNOWN.value:
        answer = solve(puzzle, limits=Limits(time=seconds))
        settled = answer.verdict.value
        pictures = [puzzle.chars(picture) for picture in answer.solutions]
        result = {"verdict": settled, "solutions": pictures, "basis": answer.basis}
        if answer.verdict is Verdict.NONE:
            yield from conflicts.mark_conflicts(puzzle)
        yield "verdict", {**result, "stopped": _say_stopped(answer)}
    if settled == Verdict.NONE.value:
        yield "trying", {"says": "looking for the clue that is wrong"}
        yield from conflicts.mark_conflicts(puzzle, smallest=True)
        yield from conflicts.misprints(puzzle, limits)
    if settled == Verdict.UNIQUE.value:
        rated = rating(puzzle, Clock(limits.time))
        yield "rating", rated
        yield "starts", starts(puzzle, limits)
        if puzzle.goal and puzzle.any_picture:
            harder = CLASSES.index(rated["class"])
            easier = [level for level in (LINES, MODERATE) if CLASSES.index(level) < harder]
            yield from suggestions(puzzle, easier, limits, costs, keep)
    several = settled == Verdict.MULTIPLE.value and bool(puzzle.goal)
    mends = several and puzzle.any_picture
    fixes = suggestions(puzzle, (UNIQUE, LINES, MODERATE), limits, costs, keep) if mends else iter(())
    if mends and not costs:
        yield from islice(fixes, 1)  # neat changes come in the first second
    if settled in (Verdict.MULTIPLE.value, Verdict.UNKNOWN.value):
        yield "trying", {"says": "looking for the cells that vary"}
        certainty = certain(puzzle, limits=limits)
        groups = [numbers(puzzle, cells) for cells in certainty.groups]
        yield (
            "certain",
            {"known": puzzle.chars(certainty.picture), "groups": groups, "stopped": _say_stopped(certainty)},
        )
    if several:
        yield "trying", {"says": "looking for the fewest givens"}
        yield from fewest_givens(puzzle, GIVEN_SECONDS)
    yield from fixes


def rating(puzzle: CellPuzzle, clock: Clock) -> dict[str, Any]:
    """Return the class and effort of a puzzle with one solution, and the hardest step.

    If the time runs out first, both are lower bounds.
    """
    rater = difficulty.Rater(puzzle, clock, difficulty.BELOW_GUESSING)
    cut = False
    try:
        rater.go()
    except LimitReached:
        cut = True
    rated = rater.difficulty(at_least=cut)
    return {
        "class": rated.level,
        "effort": rated.effort,
        "at_least": cut,
        "says": _say_rating(rated),
        "hardest": rated.witness and _hardest(puzzle, rated.witness),
    }


def _say_rating(rated: difficulty.Difficulty) -> list[str]:
    """Say a class, and then an effort, in words."""
    least = "at least " if rated.at_least else ""
    lines = words.plural(rated.numbers["footholds"], "line decides", "lines decide")
    return [
        f"Class: {least}{rated.level} ({_NEEDS[rated.level]})",
        f"Effort: {least}{rated.effort:.0f}; {lines} cells at the start",
    ]


def _hardest(puzzle: CellPuzzle, witness: difficulty.Witness) -> dict[str, Any]:
    """Return the hardest step in the form of a first step: its lines and cells, and what it is in words."""
    names = {colour.char: colour.name for colour in puzzle.palette}
    named = replace(witness, cells=tuple([(r, c, names[char]) for r, c, char in witness.cells]))
    cells = numbers(puzzle, [(row + 1, place + 1) for row, place, _ in witness.cells])
    says = named.sentence().partition(": ")[2]
    return {"lines": list(witness.lines), "cells": cells, "says": says}


def starts(puzzle: CellPuzzle, limits: Limits) -> dict[str, Any]:
    """Return the easiest first steps besides empty lines: their lines, the cells they decide, and why."""
    hinted = hint(puzzle, _empty_lines(puzzle), limits=limits)
    steps = [
        {
            "lines": hinted.lines(step),
            "cells": [cell for cell, _mask in step.sets],
            "says": hinted.words.sentence(step),
        }
        for step in (hinted.step, *hinted.alternatives)
        if step is not None
    ]
    return {"steps": steps}


def _empty_lines(puzzle: CellPuzzle) -> Picture | None:
    """Return a picture in which only the cells of empty lines are known; None if these are all cells."""
    cells = [UNKNOWN] * len(puzzle.problem().sizes)
    for _, clue, line in getattr(puzzle, "lines", tuple)():
        for cell in () if clue else line:
            cells[cell] = puzzle.palette[0].char
    return puzzle.cut("".join(cells)) if UNKNOWN in cells else None


def suggestions(
    puzzle: CellPuzzle,
    levels: Sequence[str],
    limits: Limits,
    costs: Sequence[int] = (),
    keep: Sequence[int] = (),
) -> Iterator[Result]:
    """Yield changes of the picture that lead to these classes; each result has all changes found so far.

    Only this function knows how changes are found; `list_fixes` says how they are shown.
    """
    listed: dict[tuple[tuple[int, int], ...], Fix] = {}
    first: dict[str, Any] = {}
    for found_neat in () if costs else neat_fixes(puzzle, keep):
        listed = {tuple(fix.changes): fix for fix in found_neat}
        yield "suggestions", {"suggestions": list_fixes(puzzle, found_neat), "none_with": -1, "stopped": ""}
    shorter = replace(limits, time=limits.time and limits.time * MEND_SHARE)
    for level in levels:
        within, ranked = (limits, 0) if level == UNIQUE else (shorter, _EACH)
        search = partial(repair, puzzle, keep=keep, limits=within, level=level, costs=costs, ranked=ranked)
        searched = yield from _watch_search(level, search)
        best = "; nothing costs less" if costs else "; fewer changes are not enough"
        good = best if searched.proven else ""
        first = first or {"none_with": searched.tried, "stopped": _say_stopped(searched)}
        if level == UNIQUE and searched.after and searched.cells:
            after = puzzle.values(searched.after)
            changes = tuple((cell, after[cell]) for cell in numbers(puzzle, searched.cells))
            listed[changes] = Fix(changes, "", f"one solution{good}")
        for one in searched.ranked:
            if one.cells and not one.open:
                effort = f", effort {one.effort:.0f}" if one.effort is not None else ""
                says = f"{one.level}{effort}{good if searched.cost == one.cost else ''}"
                listed[one.cells] = Fix(one.cells, one.level or "", says)
        yield "suggestions", {"suggestions": list_fixes(puzzle, listed.values(), bool(costs)), **first}


def neat_fixes(puzzle: CellPuzzle, keep: Sequence[int]) -> Iterator[list[Fix]]:
    """Yield the neat changes found so far, in the first second and once the time for them is over."""
    changes: list[neat.Neat] = []
    search, spent, told = neat.neat_changes(puzzle, keep, Clock(MOST_SECONDS)), 0.0, False
    with suppress(LimitReached):
        while spent < NEAT_SECONDS:
            begin = time.process_time()  # not the time in which others compute
            if (one := next(search, None)) is None:
                break
            changes.append(one)
            spent += time.process_time() - begin
            if not told and spent > FIRST_SECONDS:
                told = True
                yield _rate_fixes(puzzle, neat.choose(changes, _EACH))
    if changes:
        yield _rate_fixes(puzzle, neat.choose(changes, 2 * _EACH))


def _rate_fixes(puzzle: CellPuzzle, changes: Sequence[neat.Neat]) -> list[Fix]:
    """Return neat changes with their class and effort."""
    fixes = []
    for one in changes:
        after = list(puzzle.values(puzzle.goal))
        for cell, value in one.changes:
            after[cell] = value
        rater = difficulty.Rater(puzzle.asking_for(puzzle.picture(after)))
        rater.go()
        rated = rater.difficulty()
        says = f"{rated.level}, effort {rated.effort:.0f}"
        fixes.append(Fix(one.changes, rated.level, says, ", ".join(one.does)))
    return fixes


def _watch_search(level: str, search: Callable[[], T]) -> Generator[Result, None, T]:
    """Return the result of a search, and yield what it tries meanwhile."""
    watch, said = progress.Watch(), ""

    def work() -> T:
        with progress.watch_stages(watch):
            return search()

    with Pool(1) as pool:
        future = pool.submit(work)
        while not wait([future], LOOK_EVERY).done:
            facts = watch.stages[-1].text.partition(": ")[2] if watch.stages else ""
            now = ": ".join(filter(None, (f"looking for fixes, aiming at {level}", facts)))
            if now != said:
                yield "trying", {"says": now}
            said = now
    return future.result()


def heat(puzzle: CellPuzzle, seconds: float) -> Iterator[Result]:
    """Yield for each cell how many cells more lines would decide if it were drawn otherwise."""
    if puzzle.goal and puzzle.any_picture:
        yield "heat", {"cells": neat.heat(puzzle, Clock(seconds))}


def fewest_givens(puzzle: CellPuzzle, seconds: float) -> Iterator[Result]:
    """Yield the fewest givens that make the picture the only solution."""
    fewest = givens(puzzle, limits=Limits(time=seconds))
    changes = tuple(zip(numbers(puzzle, fewest.cells), fewest.values, strict=True))
    if fewest.smallest or len(fewest.cells) <= MOST_GIVENS:
        yield "givens", {**paint_changes(puzzle, changes), "says": say_givens(puzzle, fewest)}


def _say_stopped(report: Report) -> str:
    """Return why a question was not answered in full, "" if it was."""
    return "" if report.done else str(report.stop_reason)
