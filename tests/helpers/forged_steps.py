"""Ways to change an explanation's file so that it claims something else."""

import copy
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

from nonosat.reasons.steps import OF_COUNTS

Document = dict[str, Any]
Mutation = Callable[[Document, Random], bool]
"""Changes a document; says whether it did, so that it must be refused."""


def every_step(steps: list[Any]) -> Iterator[Document]:
    for step in steps:
        yield step
        yield from every_step(step.get("trace", []))


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


Change = Callable[[Document, str, Document, Random], bool]
"""Changes a step that has something under a key, in a document; says whether it did."""


def on(key: str, change: Change) -> Mutation:
    """Change a step, at any depth, that has something under a key."""

    def mutation(data: Document, rng: Random) -> bool:
        step = chosen(data, rng, key)
        return step is not None and change(step, key, data, rng)

    return mutation


def replaced(step: Document, key: str, value: object) -> bool:
    """Put something else under a key; say whether it is something else."""
    before, step[key] = step[key], value
    return bool(before != value)


def another_value(step: Document, key: str, data: Document, rng: Random) -> bool:
    fact = step[key] if key == "assumes" else rng.choice(step[key])
    fact[2] = other_chars(fact[2], palette(data), rng)
    return True


def one_less(step: Document, key: str, _: Document, rng: Random) -> bool:
    """Each fact, step of a trace, case, and line of a set is needed."""
    step[key].pop(rng.randrange(len(step[key])))
    return True


def a_result_less(step: Document, key: str, data: Document, rng: Random) -> bool:
    """In colours a step may say less than it could, if nothing needs it."""
    return one_less(step, key, data, rng) and len(palette(data)) == 2


def a_fact_more(name: str, step: Document, _: str, data: Document, rng: Random) -> bool:
    rows, columns = len(data["start"]), len(data["start"][0])
    if name not in step:
        return False
    cell = [rng.randint(1, rows), rng.randint(1, columns)]
    if cell in [fact[:2] for fact in step[name]]:
        return False
    step[name].append([*cell, rng.choice(palette(data))])
    return True


def another_line(step: Document, key: str, data: Document, rng: Random) -> bool:
    count = len(data["start"]), len(data["start"][0])
    lines = [f"row {rng.randint(1, count[0])}", f"column {rng.randint(1, count[1])}"]
    if data["puzzle"]["kind"] == "mosaic":
        lines = [step["line"] for step in every_step(data["steps"]) if "line" in step]
    return replaced(step, key, rng.choice(lines))


def another_name(step: Document, key: str, data: Document, rng: Random) -> bool:
    """Only the names of techniques of numbers are defined so that they can be checked."""
    return data["puzzle"]["kind"] == "mosaic" and replaced(step, key, rng.choice(OF_COUNTS))


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


def another_sum(step: Document, key: str, _: Document, rng: Random) -> bool:
    if rng.random() < 0.3:
        step[key] = {"rows": "columns", "columns": "rows"}[step[key]]
        return False  # where both sides are equal it may hold the other way round
    lines = step[rng.choice(["rows", "columns"])]
    if len(lines) < 2:
        return False
    lines.pop(rng.randrange(len(lines)))
    return True


def another_unit(step: Document, key: str, data: Document, rng: Random) -> bool:
    """The units of a difference: another number is hardly ever as good."""
    others = [other[key] for other in every_step(data["steps"]) if key in other]
    return replaced(step, key, rng.choice(others))


def another_kind(step: Document, key: str, _: Document, rng: Random) -> bool:
    kinds = ["line", "conflict", "difference", "refute", "sum"]
    return replaced(step, key, rng.choice(kinds))


def a_field_less(step: Document, _key: str, _data: Document, rng: Random) -> bool:
    del step[rng.choice(list(step))]
    return True


def another_colour(step: Document, key: str, data: Document, rng: Random) -> bool:
    return replaced(step, key, rng.choice(palette(data)))


MUTATIONS: list[Mutation] = [
    *(on(key, another_value) for key in ("uses", "sets", "assumes")),
    *(on(key, one_less) for key in ("uses", "trace")),
    on("sets", a_result_less),
    *(on("kind", partial(a_fact_more, name)) for name in ("uses", "sets")),
    on("line", another_line),
    a_step_less,
    a_step_twice,
    a_step_too_early,
    called_smallest,
    another_end,
    on("least", another_sum),
    on("technique", another_name),
    *(on(key, another_unit) for key in ("more", "fewer")),
    on("kind", another_kind),
    on("kind", a_field_less),
    on("colour", another_colour),
]
