"""What must hold of a command's answer, whatever its options: all of it follows from the solutions."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import nonosat
from nonosat.puzzles.picture import UNKNOWN, Picture
from tests.crossings.features import Asked, Value
from tests.helpers.brute import common

Record = Mapping[str, Any]
Given = Mapping[str, Value]
Faults = Iterator[str]

MOST_COMBINATIONS = 5_000  # sets of givens that are tried


def faults(command: str, asked: Asked, given: Given, records: Sequence[Record]) -> Faults:
    """Yield what is wrong with the JSON that a command printed; nothing is if a limit ended it."""
    judge = JUDGES.get(command)
    if judge and _done(records):
        yield from judge(asked, given, records)


def facts(command: str, records: Sequence[Record]) -> list[Any]:
    """Return what no turning of the puzzle changes; nothing if a limit ended the work."""
    return [FACTS[command](record) for record in records] if _done(records) else []


def _done(records: Sequence[Record]) -> bool:
    ended = (
        (record.get("stop_reason", "done"), record.get("verdict"), record.get("class")) for record in records
    )
    return bool(records) and all(reason == "done" and "unknown" not in rest for reason, *rest in ended)


def _same(what: str, have: object, want: object) -> Faults:
    if have != want:
        yield f"{what}: {have!r}, but by trying everything {want!r}"


def _pictures(shown: Sequence[Sequence[str]], asked: Asked) -> Faults:
    for rows in shown:
        if tuple(rows) not in asked.solutions:
            yield f"{rows} is no solution"


def _verdict(asked: Asked, _: Given, records: Sequence[Record]) -> Faults:
    yield from _same("verdict", records[0]["verdict"], asked.subject.verdict)
    yield from _pictures(records[0]["solutions"], asked)
    yield from _same("pictures", len(records[0]["solutions"]), min(2, len(asked.solutions)))


def _count(asked: Asked, _: Given, records: Sequence[Record]) -> Faults:
    yield from _same("solutions", (records[0]["count"], records[0]["exact"]), (len(asked.solutions), True))


def _enumerate(asked: Asked, given: Given, records: Sequence[Record]) -> Faults:
    *listed, end = records
    pictures = [tuple(record["solution"]) for record in listed]
    yield from _pictures(pictures, asked)
    most = int(given["--limit"].name) if "--limit" in given else len(asked.solutions) + 1
    yield from _same("listed", len(set(pictures)), min(most, len(asked.solutions)))
    if most != len(asked.solutions):  # at its limit, it need not check whether there are more
        yield from _same("complete", end["complete"], most > len(asked.solutions))


def _certain(asked: Asked, _: Given, records: Sequence[Record]) -> Faults:
    record = records[0]
    yield from _same("solvable", record["solvable"], bool(asked.solutions))
    if not asked.solutions:
        return
    yield from _same("certain", record["certain"], record["cells"] - len(asked.varying))
    if asked.puzzle.row_lengths:
        yield from _same("picture", tuple(record["picture"]), common(asked.solutions))
        grouped = sorted(f"{r},{c}" for group in record["groups"] for r, c in (one["cell"] for one in group))
        yield from _same("grouped cells", grouped, sorted(map(asked.place, asked.varying)))


def _solutions(asked: Asked, given: Given, records: Sequence[Record]) -> Faults:
    yield from (_enumerate if {"--list", "--limit"} & given.keys() else _certain)(asked, given, records)


def _fix(asked: Asked, given: Given, records: Sequence[Record]) -> Faults:
    record = records[0]
    if "--class" not in given:
        yield from _same("fine", record["fine"], len(asked.solutions) == 1)
    for fix in record["fixes"]:
        puzzle = nonosat.load(fix["puzzle"])
        if puzzle.fault(tuple(fix["picture"])):
            yield f"the picture is no solution of {fix}"
        if (nonosat.count(puzzle, limits=nonosat.Limits(time=20)).count == 1) is not fix["unique"]:
            yield f"one solution, or not: {fix}"


def _rate(asked: Asked, given: Given, records: Sequence[Record]) -> Faults:
    ambiguous = {"none": "none", "multiple": "multiple"}.get(asked.subject.verdict)
    rated = records[0]["class"]
    if ambiguous and not records[0]["at_least"]:
        yield from _same("class", rated, ambiguous)
    if not ambiguous and rated in ("none", "multiple"):
        yield f"class {rated}, but there is one solution"


def _trace(asked: Asked, _: Given, records: Sequence[Record]) -> Faults:
    for one in records[0]["passes"]:
        yield from _true(one["picture"], asked.solutions, "traced")


def _true(known: Sequence[str], solutions: Sequence[Picture], what: str) -> Faults:
    for picture in solutions:
        pairs = zip("".join(known), "".join(picture), strict=True)
        if not all(one in (UNKNOWN, other) for one, other in pairs):
            yield f"{what} cells {list(known)} contradict the solution {picture}"


def _from_state(asked: Asked, given: Given) -> list[Picture]:
    """Return the solutions that agree with --state."""
    if "--state" not in given:
        return asked.solutions
    name = given["--state"].words(asked)[0]
    state = "".join((asked.folder / name).read_text().split())
    pairs = ((picture, zip(state, "".join(picture), strict=True)) for picture in asked.solutions)
    return [picture for picture, both in pairs if all(one in (UNKNOWN, other) for one, other in both)]


def _explain(asked: Asked, given: Given, records: Sequence[Record]) -> Faults:
    if "--passes" in given:
        yield from _trace(asked, given, records)
        return
    record, left = records[0], _from_state(asked, given)
    if record["contradiction"] or "--cell" not in given:
        yield from _same("contradiction", record["contradiction"], not left)
    if not left:
        return
    explained = record["explanation"]
    yield from _true(explained["end"], left, "explained")
    if "--cell" not in given:
        yield from _same("end", tuple(explained["end"]), common(left))
    yield from _steps(explained["steps"], asked, left)


def _hint(asked: Asked, given: Given, records: Sequence[Record]) -> Faults:
    left = _from_state(asked, given)
    if left and (step := records[0].get("step")):
        yield from _steps([step, *records[0].get("alternatives", ())], asked, left)


def _steps(steps: Sequence[Record], asked: Asked, solutions: Sequence[Picture]) -> Faults:
    frame = int(asked.puzzle.kind == "triddler")  # rows stand between slashes
    for step in steps:
        for r, c, char in step.get("sets", ()):
            if any(picture[r - 1][c - 1 + frame] not in char for picture in solutions):
                yield f"a false step: {step}"


def _check(asked: Asked, given: Given, records: Sequence[Record]) -> Faults:
    if not given.keys() & {"--answer", "--move", "--state"}:
        yield from _verdict(asked, given, records)
    elif "--answer" in given and not given.keys() & {"--move", "--state"}:
        text = (asked.folder / given["--answer"].words(asked)[0]).read_text()
        yield from _same("readable", records[0]["readable"], True)
        yield from _same("exact", records[0]["exact"], tuple(text.split("\n")) in asked.solutions)


def _audit(asked: Asked, given: Given, records: Sequence[Record]) -> Faults:
    record = records[0]
    if record.get("verdict"):
        yield from _same("verdict", record["verdict"], asked.subject.verdict)
        if record["exact"]:
            yield from _same("count", record["count"], len(asked.solutions))


def _compare(asked: Asked, _: Given, records: Sequence[Record]) -> Faults:
    table = records[0]["tables"][0]
    for row in table["rows"]:
        said = dict(zip(table["headings"], row, strict=False))
        if said["refuted"] or (said["solved"] and not said[asked.subject.verdict]):
            yield f"{said}, but the verdict is {asked.subject.verdict}"


JUDGES: Mapping[str, Callable[[Asked, Given, Sequence[Record]], Faults]] = {
    "solve": _verdict,
    "check": _check,
    "count": _count,
    "solutions": _solutions,
    "fix": _fix,
    "rate": _rate,
    "explain": _explain,
    "hint": _hint,
    "audit": _audit,
    "compare": _compare,
}
"""What the answers of a command must agree with; others are judged by how they end and what they write."""

FACTS: Mapping[str, Callable[[Record], Any]] = {
    "solve": lambda r: r["verdict"],
    "check": lambda r: r.get("verdict"),
    "count": lambda r: (r["count"], r["exact"]),
    "solutions": lambda r: (
        "groups" in r and (r["solvable"], r["solvable"] and r["certain"], sorted(map(len, r["groups"])))
    ),
    "rate": lambda r: (r["class"], r["effort"], r["numbers"]),
    "explain": lambda r: (
        (r["patterns_left"], r["unknown"])
        if "passes" in r
        # Of equally short ways to a contradiction, one comes first.
        else (r["contradiction"] or (r["complete"], r["known"], len(r["explanation"]["steps"])))
    ),
    "audit": lambda r: (r.get("verdict"), r.get("class")),
}
