"""What must hold of an answer within a program of calls (see `tests.sequences`), by brute force.

A judge takes the answer, its puzzle and whether the call had limits; it yields what is wrong.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any

from nonosat import Picture, Puzzle
from nonosat.learning.moves import Standing
from nonosat.puzzles.picture import UNKNOWN
from nonosat.reasons.document import read_text
from nonosat.reasons.verification import check
from tests.crossings.subjects import Subject
from tests.helpers.answers import certain_of, enough
from tests.helpers.claims import is_true

Faults = Iterator[str]
Judge = Callable[[Any, Any, bool], Faults]


def truth(puzzle: Puzzle) -> tuple[Picture, ...]:
    """Return all solutions."""
    return Subject(puzzle).solutions


def _same(what: str, have: object, want: object) -> Faults:
    if have != want:
        yield f"{what}: {have!r}, but by trying everything {want!r}"


def _among(what: str, pictures: Any, puzzle: Any) -> Faults:
    if any(picture not in truth(puzzle) for picture in pictures) or len({*pictures}) < len(pictures):
        yield f"{what} {pictures}, but the solutions are {truth(puzzle)}"


def _ended(found: Any, limited: bool) -> Faults:
    if str(found.stop_reason) != "done" and not limited:
        yield f"stopped without a limit: {found.stop_reason}"


def _done(found: Any) -> bool:
    return str(found.stop_reason) == "done"


def _solve(found: Any, puzzle: Any, limited: bool) -> Faults:
    yield from _ended(found, limited)
    yield from _among("solutions", found.solutions, puzzle)
    if _done(found) or found.verdict.value != "unknown":
        yield from _same("verdict", found.verdict.value, Subject(puzzle).verdict)
        yield from _same("pictures", len(found.solutions), min(2, len(truth(puzzle))))


def _count(found: Any, puzzle: Any, limited: bool) -> Faults:
    yield from _ended(found, limited)
    if _done(found) or found.exact:
        yield from _same("count", (found.count, found.exact), (len(truth(puzzle)), True))
    if (
        not found.count
        <= len(truth(puzzle))
        <= (len(truth(puzzle)) if found.at_most is None else found.at_most)
    ):
        yield f"between {found.count} and {found.at_most} solutions, but there are {len(truth(puzzle))}"


def _list(found: Any, puzzle: Any, limited: bool) -> Faults:
    listing, pictures = found
    yield from _ended(listing.report, limited)
    yield from _among("listed", pictures, puzzle)
    yield from _same("number listed", listing.found, len(pictures))
    if listing.complete:
        yield from _same("listed", len(pictures), len(truth(puzzle)))


def _go_on(found: Any, _: Any, limited: bool) -> Faults:
    yield from _among("listed in parts", found.seen, found.puzzle)
    if found.ended:
        yield from _same("listed in parts", len(found.seen), len(truth(found.puzzle)))


def _certain(found: Any, puzzle: Any, limited: bool) -> Faults:
    yield from _ended(found, limited)
    pictures = truth(puzzle)
    if _done(found) or found.solvable is not None:
        yield from _same("solvable", found.solvable, bool(pictures))
    if not pictures:
        return
    real = certain_of(puzzle, pictures)
    if _done(found):
        yield from _same("certain", list(found.possible), real)
        yield from _among("a solution", [found.solution], puzzle)
    elif any(want & ~have for have, want in zip(found.possible, real, strict=True)):
        yield f"possible values {found.possible}, but by trying everything {real}"


def _examine(found: Any, puzzle: Any, limited: bool) -> Faults:
    yield from _ended(found, limited)
    if not _done(found):
        return
    pictures = truth(puzzle)
    yield from _same("verdict", found.verdict.value, Subject(puzzle).verdict)
    yield from _same("solutions", (found.count, found.exact), (len(pictures), True))
    yield from _among("pictures", [one for one in (found.solution, found.other) if one], puzzle)
    if found.certain:
        yield from _same("certain", found.certain, puzzle.draw_known(certain_of(puzzle, pictures)))


def _givens(found: Any, puzzle: Any, limited: bool) -> Faults:
    yield from _ended(found, limited)
    if _done(found):
        yield from _same("solvable", found.solvable, bool(truth(puzzle)))
    if not found.solution:
        return
    yield from _among("a solution", [found.solution], puzzle)
    fillings, wanted = [puzzle.values(picture) for picture in truth(puzzle)], puzzle.values(found.solution)
    if _done(found) and not enough(found.indices, wanted, fillings):
        yield f"the givens {found.indices} are not enough"
    if found.smallest and found.indices:
        fewer = combinations(range(len(wanted)), len(found.indices) - 1)
        if any(enough(cells, wanted, fillings) for cells in fewer):
            yield f"the givens {found.indices} are not the fewest"


def agreeing(puzzle: Any, state: Picture) -> list[Picture]:
    """Return the solutions that agree with a state."""
    marks = [(k, char) for k, char in enumerate(puzzle.chars(state)) if char != UNKNOWN]
    return [one for one in truth(puzzle) if all(puzzle.chars(one)[k] == char for k, char in marks)]


def _explain(found: Any, puzzle: Any, limited: bool) -> Faults:
    yield from _ended(found, limited)
    left = agreeing(puzzle, found.start)
    checked = check(read_text(found.file()))
    if not checked.verified:
        yield f"the explanation is wrong: {checked}"
    if _done(found) or found.contradiction:
        yield from _same("contradiction", found.contradiction, not left)
    if left:
        real = certain_of(puzzle, left)
        if _done(found):
            yield from _same("explained", list(found.possible), real)
        elif any(want & ~have for have, want in zip(found.possible, real, strict=True)):
            yield f"explained {found.possible}, but by trying everything {real}"


def _hint(found: Any, puzzle: Any, limited: bool) -> Faults:
    yield from _ended(found, limited)
    left = agreeing(puzzle, found.state)
    steps = [step for step in (found.step, *found.alternatives) if step is not None]
    for step in steps:
        for cell, mask in step.sets if left else ():
            if any(not mask >> puzzle.values(one)[cell] & 1 for one in left):
                yield f"a false step: {step}"
        if left and not step.sets:
            yield f"a conflict, but there are solutions: {step}"
    if found.wrong and left:
        yield f"wrong marks {found.wrong}, but a solution agrees with all"
    if found.wrong and _done(found):
        marks = [k for k, char in enumerate(puzzle.chars(found.state)) if char != UNKNOWN]
        chars = puzzle.chars(found.state)
        misses = [sum(puzzle.chars(one)[k] != chars[k] for k in marks) for one in truth(puzzle)]
        yield from _same("wrong marks", len(found.wrong), min(misses, default=0))


def _grade(found: Any, puzzle: Any, limited: bool) -> Faults:
    state, grade = found
    yield from _ended(grade, limited)
    if not _done(grade):
        return
    cell, char = grade.move.cell, grade.move.char
    chars = puzzle.chars(state)
    empty = puzzle.cut(chars[:cell] + UNKNOWN + chars[cell + 1 :])
    known = empty if puzzle.chars(puzzle.start)[cell] == UNKNOWN else state
    values = {puzzle.chars(one)[cell] for one in agreeing(puzzle, known)}
    if char not in values:
        standings = {Standing.CONTRADICTS}
    elif chars[cell] == char:
        standings = {Standing.KNOWN}
    else:
        standings = {Standing.CONSISTENT} if len(values) > 1 else {Standing.FORCED, Standing.NOT_YET}
    if grade.standing not in standings:
        yield f"{grade.move} is {grade.standing} from {state}, but by trying everything {standings}"


def _rate(found: Any, puzzle: Any, limited: bool) -> Faults:
    yield from _ended(found, limited)
    verdict = Subject(puzzle).verdict
    if _done(found) and (found.difficulty if verdict != "unique" else "") not in ("", verdict):
        yield f"class {found.difficulty}, but by trying everything {verdict}"
    if verdict == "unique" and found.difficulty in ("none", "multiple"):
        yield f"class {found.difficulty}, but by trying everything {verdict}"


def _rate_turned(found: Any, puzzle: Any, limited: bool) -> Faults:
    one, other = ((rating.difficulty, rating.effort) for rating in found)
    if one != other:
        yield f"rated {one}, but turned {other}"


def _trace(found: Any, puzzle: Any, limited: bool) -> Faults:
    yield from _ended(found, limited)
    for one in found.passes:
        if len(agreeing(puzzle, one.picture)) < len(truth(puzzle)):
            yield f"traced {one.picture}, but the solutions are {truth(puzzle)}"


def _repair(found: Any, puzzle: Any, limited: bool) -> Faults:
    yield from _ended(found, limited)
    if found.after is None:
        return
    asked = puzzle.asking_for(found.after)
    yield from _same("solutions of the repaired picture", truth(asked), (found.after,))
    if found.proven and found.level == "unique":
        yield from _nearest(found, puzzle)
    one, other = puzzle.chars(found.before), puzzle.chars(found.after)
    yield from _same("changes", [*found.indices], [k for k in range(len(one)) if one[k] != other[k]])


def _nearest(found: Any, puzzle: Any) -> Faults:
    """Whether no change, or none of one cell, would have been enough."""
    before = puzzle.values(found.before)
    nearer = [before] if found.indices else []
    if len(found.indices) > 1:
        cells, values = range(len(before)), range(len(puzzle.palette))
        nearer += [(*before[:cell], value, *before[cell + 1 :]) for cell in cells for value in values]
    for one in map(puzzle.picture, nearer):
        if len(truth(puzzle.asking_for(one))) == 1:
            yield f"{len(found.indices)} changes, but {one} is nearer"


def _prove(found: Any, puzzle: Any, limited: bool) -> Faults:
    answer, certificate, path = found
    yield from _ended(answer, limited)
    if certificate is None:
        if _done(answer):
            yield f"no certificate: {answer.basis}"
        return
    files = {file.name: file.read_bytes() for file in path.iterdir()}
    if not is_true(puzzle, certificate, files):
        yield f"a false claim: {certificate.claim}"


def _verify(found: Any, puzzle: Any, limited: bool) -> Faults:
    if found is None:
        return
    report, proved = found
    yield from _same("same puzzle", report.verified, puzzle.same_as(proved))


def _write(found: Any, puzzle: Any, limited: bool) -> Faults:
    if found.kind == puzzle.kind:
        last = len(found.palette) - 1  # a format without colours has black for the only one that is used
        expected = sorted(tuple(min(value, last) for value in puzzle.values(one)) for one in truth(puzzle))
        yield from _same(
            "solutions after writing", sorted(map(tuple, map(found.values, truth(found)))), expected
        )


def _turn(found: Any, puzzle: Any, limited: bool) -> Faults:
    for other, cells in Subject(puzzle).turns:
        if other == found:
            values = sorted(tuple(one[cell] for cell in cells) for one in map(puzzle.values, truth(puzzle)))
            yield from _same("turned", sorted(map(found.values, truth(found))), values)
            return


def _generate(found: Any, _: Any, limited: bool) -> Faults:
    if len(found) != 2 and not limited:
        yield f"{len(found)} puzzles, expected 2"
    for made in found:
        yield from _same("solutions", truth(made), (made.goal,))


def _command(found: Any, puzzle: Any, limited: bool) -> Faults:
    printed, answer = found
    yield from JUDGES[answer.question](answer, puzzle, limited)
    said = json.loads(json.dumps(answer.result()))
    for key in ("verdict", "solvable", "exact", "certain", "groups", "number", "smallest"):
        yield from _same(f"{key} printed", printed.get(key), said.get(key))


def _together(found: Any, puzzle: Any, limited: bool) -> Faults:
    for one in found:
        yield from (_certain if one.question == "certain" else _count)(one, one.puzzle, limited)


def _nothing(found: Any, puzzle: Any, limited: bool) -> Faults:
    yield from ()


JUDGES: Mapping[str, Judge] = {
    "solve": _solve,
    "count": _count,
    "list": _list,
    "go on": _go_on,
    "certain": _certain,
    "examine": _examine,
    "givens": _givens,
    "explain": _explain,
    "hint": _hint,
    "grade": _grade,
    "rate": _rate,
    "rate turned": _rate_turned,
    "trace": _trace,
    "repair": _repair,
    "prove": _prove,
    "verify": _verify,
    "draw": _nothing,
    "write": _write,
    "turn": _turn,
    "change": _nothing,
    "generate": _generate,
    "command": _command,
    "together": _together,
    "end": _nothing,
}

FACTS: Mapping[str, Callable[[Any], Any]] = {
    "count": lambda r: r.count,
    "certain": lambda r: (r.possible, r.indices),
    "explain": lambda r: r.file(),
    "hint": lambda r: r.said,
    "grade": lambda r: (r[1].standing, r[1].rung, r[1].why),
    "rate": lambda r: (r.difficulty, r.details),
    "trace": lambda r: r.passes,
    "draw": lambda r: r,
    "write": lambda r: r,
    "generate": lambda r: r,
}
"""What an answer must have in common with the next one to the same question."""
