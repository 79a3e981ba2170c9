"""Ways to change an explanation's file so that it claims something else."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from nonosat.reasons.steps import OF_COUNTS, Why

Document = dict[str, Any]
Mutation = Callable[[Document, Random], bool]
"""Changes a document; says whether it did, so that it must be refused."""


def every_step(steps: list[Any]) -> Iterator[Document]:
    for step in steps:
        yield step
        yield from every_step(step.get("trace", []))
        for case in step.get("cases", []):
            yield from every_step(case["trace"])


def chosen(data: Document, rng: Random, key: str = "kind") -> Document | None:
    """Return a step, at any depth, that has something under a key."""
    steps = [step for step in every_step(data["steps"]) if step.get(key)]
    return rng.choice(steps) if steps else None


def other_chars(chars: str, every: str, rng: Random) -> str:
    found = chars
    while found == chars:
        mask = rng.randrange(1, 1 << len(every))
        found = "".join(char for k, char in enumerate(every) if mask >> k & 1)
    return found


def palette(data: Document) -> str:
    return "." + "".join(data["puzzle"].get("palette", "#"))


def another_value(key: str) -> Mutation:
    def change(data: Document, rng: Random) -> bool:
        step = chosen(data, rng, key)
        if step is None:
            return False
        fact = step[key] if key == "assumes" else rng.choice(step[key])
        fact[2] = other_chars(fact[2], palette(data), rng)
        return True

    return change


def one_less(key: str) -> Mutation:
    """Each fact, step of a trace, case, and line of a set is needed."""

    def change(data: Document, rng: Random) -> bool:
        step = chosen(data, rng, key)
        if step is None:
            return False
        step[key].pop(rng.randrange(len(step[key])))
        return True

    return change


def a_result_less(data: Document, rng: Random) -> bool:
    """In colours a step may say less than it could, if nothing needs it."""
    return one_less("sets")(data, rng) and len(palette(data)) == 2


def a_fact_more(key: str) -> Mutation:
    def change(data: Document, rng: Random) -> bool:
        step = chosen(data, rng)
        rows, columns = len(data["start"]), len(data["start"][0])
        if step is None or key not in step:
            return False
        cell = [rng.randint(1, rows), rng.randint(1, columns)]
        if cell in [fact[:2] for fact in step[key]]:
            return False
        step[key].append([*cell, rng.choice(palette(data))])
        return True

    return change


def another_line(data: Document, rng: Random) -> bool:
    step = chosen(data, rng, "line")
    if step is None:
        return False
    before = step["line"]
    count = len(data["start"]), len(data["start"][0])
    lines = [f"row {rng.randint(1, count[0])}", f"column {rng.randint(1, count[1])}"]
    if data["puzzle"]["kind"] == "mosaic":
        lines = [step["line"] for step in every_step(data["steps"]) if "line" in step]
    step["line"] = rng.choice(lines)
    return bool(step["line"] != before)


def another_name(data: Document, rng: Random) -> bool:
    """Only the names of techniques of numbers are defined so that they can be checked."""
    step = chosen(data, rng, "technique")
    if step is None or data["puzzle"]["kind"] != "mosaic":
        return False
    before, step["technique"] = step["technique"], rng.choice(OF_COUNTS)
    return bool(step["technique"] != before)


def a_step_less(data: Document, rng: Random) -> bool:
    at = rng.randrange(len(data["steps"]))
    # Without the conflict at the end, what is left is as true as before.
    return bool(data["steps"].pop(at)["kind"] != "conflict")


def a_step_twice(data: Document, rng: Random) -> bool:
    at = rng.randrange(len(data["steps"]))
    data["steps"].insert(at, copy.deepcopy(data["steps"][at]))
    return True


def a_step_too_early(data: Document, rng: Random) -> bool:
    """Move a step before one that sets what it uses."""
    at = rng.randrange(len(data["steps"]))
    used = [fact[:2] for fact in data["steps"][at]["uses"]]
    for earlier in range(at):
        if any(fact[:2] in used for fact in data["steps"][earlier].get("sets", [])):
            data["steps"].insert(earlier, data["steps"].pop(at))
            return True
    return False


def called_smallest(data: Document, rng: Random) -> bool:
    steps = [step for step in every_step(data["steps"]) if "line" in step and len(step["uses"]) > 2]
    if not steps:
        return False
    rng.choice(steps)["minimal"] = "smallest"
    return True


def another_end(data: Document, rng: Random) -> bool:
    row = rng.randrange(len(data["end"]))
    text = data["end"][row]
    at = rng.randrange(len(text))
    char = rng.choice([char for char in palette(data) + "?" if char != text[at]])
    data["end"][row] = text[:at] + char + text[at + 1 :]
    return True


def another_sum(data: Document, rng: Random) -> bool:
    step = chosen(data, rng, "least")
    if step is None:
        return False
    if rng.random() < 0.3:
        step["least"] = {"rows": "columns", "columns": "rows"}[step["least"]]
        return False  # where both sides are equal it may hold the other way round
    lines = step[rng.choice(["rows", "columns"])]
    if len(lines) < 2:
        return False
    lines.pop(rng.randrange(len(lines)))
    return True


def another_unit(key: str) -> Mutation:
    """The units of a difference: another number is hardly ever as good."""

    def change(data: Document, rng: Random) -> bool:
        step = chosen(data, rng, key)
        if step is None:
            return False
        before = step[key]
        step[key] = rng.choice([other[key] for other in every_step(data["steps"]) if key in other])
        return bool(step[key] != before)

    return change


def another_kind(data: Document, rng: Random) -> bool:
    step = chosen(data, rng)
    if step is None:
        return False
    before = step["kind"]
    step["kind"] = rng.choice(["line", "conflict", "difference", "refute", "two-way", "sum", "lines"])
    return bool(step["kind"] != before)


def a_field_less(data: Document, rng: Random) -> bool:
    step = chosen(data, rng)
    if step is None:
        return False
    del step[rng.choice(list(step))]
    return True


def another_colour(data: Document, rng: Random) -> bool:
    step = chosen(data, rng, "colour")
    if step is None:
        return False
    before, step["colour"] = step["colour"], rng.choice(palette(data))
    return bool(step["colour"] != before)


def another_way(key: str) -> Mutation:
    """A case of a line: another block, another place, another reason."""

    def change(data: Document, rng: Random) -> bool:
        step = chosen(data, rng, "ways")
        if step is None:
            return False
        way = rng.choice(step["ways"])
        if key not in way:
            return False
        before = way[key]
        way[key] = rng.choice([*Why]) if key == "why" else before + rng.choice((-1, 1))
        return bool(way[key] != before)

    return change


def another_split(data: Document, rng: Random) -> bool:
    """The cases are about another cell of the line, or about none."""
    step = chosen(data, rng, "ways")
    if step is None:
        return False
    number = int(step["line"].split()[1])
    length = len(data["start"][0]) if step["line"].startswith("row") else len(data["start"])
    place = rng.randint(1, length)
    before = step.pop("cell", None)
    if before is None or rng.random() < 0.8:
        step["cell"] = [number, place] if step["line"].startswith("row") else [place, number]
    # Cells of one run have the same block, so that about another known cell it may be as true.
    known = [fact[:2] for fact in step["uses"]]
    return bool(step.get("cell") != before and step.get("cell") not in known)


def a_way_more(data: Document, rng: Random) -> bool:
    step = chosen(data, rng, "ways")
    if step is None:
        return False
    way = {**rng.choice(step["ways"]), "block": rng.randint(1, 6)}
    found = [*step["ways"], way]
    step["ways"] = sorted(found, key=lambda one: one["block"]) if rng.random() < 0.5 else found
    return True


OF_CASES: list[Mutation] = [
    *map(another_way, ("block", "begin", "why")), one_less("ways"), another_split, a_way_more,
]  # fmt: skip

MUTATIONS: list[Mutation] = [
    *map(another_value, ("uses", "sets", "assumes")),
    *map(one_less, ("uses", "trace", "cases", "lines")),
    a_result_less,
    *map(a_fact_more, ("uses", "sets")),
    another_line,
    a_step_less,
    a_step_twice,
    a_step_too_early,
    called_smallest,
    another_end,
    another_sum,
    another_name,
    *map(another_unit, ("more", "fewer")),
    another_kind,
    a_field_less,
    another_colour,
]
