"""Puzzles of a collection, one by one: solution and uniqueness, in a warm process."""

from __future__ import annotations

from collections.abc import Iterator

from bench.figures import Figure
from bench.setting import Setting, Skipped, ask, is_decided, name, progress, warm
from nonosat import Answer, InputError, Verdict, load_all

# The puzzles of Jan Wolter's survey that have two or more solutions; the others have exactly one.
SEVERAL = (2556, 2712, 6739, 9892, 10088, 10810, 12548, 18297, 22336)
SEVERAL_NAMES = {"knotty", "meow", "faase", *(f"webpbn-{number:05}" for number in SEVERAL)}

SURVEY_PUZZLES = 31
SINGLED_OUT = {
    "knotty": ("Knotty", 0.4),
    "webpbn-22336": ("Gettysburg", 2.0),
    "faase": ("Faase", 10.0),
    "meow": ("Meow", 10.0),
}
"""The hardest of the survey: what they are called, and the seconds that they may take."""


def survey(setting: Setting) -> Iterator[Figure]:
    """The survey's puzzles, each against its known verdict."""
    puzzles = setting.puzzles("survey")
    warm()
    seconds: dict[str, float] = {}
    undecided, wrong = [], []
    for number, puzzle in enumerate(puzzles, start=1):
        progress(f"survey: {name(puzzle)} ({number} of {len(puzzles)})")
        took, answer = ask(puzzle, setting.limit)
        seconds[name(puzzle)] = took
        if not is_decided(answer):
            undecided.append(name(puzzle))
        elif not has_known_verdict(name(puzzle), answer):
            wrong.append(name(puzzle))
        yield _report(name(puzzle), took, answer)
    if not seconds:
        raise Skipped("the folder survey/ holds no puzzles")

    def of(one: str, work: str, reach: float) -> Figure:
        return Figure(work, None if one in undecided else seconds[one], "s", reach, note=one)

    count, some = len(seconds), f"{len(seconds)} puzzles: "
    yield Figure(some + "decided", count - len(undecided), "", SURVEY_PUZZLES, True, ", ".join(undecided))
    yield Figure(some + "wrong verdicts", len(wrong), "", 0, note=", ".join(wrong))
    note = f"undecided ones at {setting.limit:g} s each" if undecided else ""
    yield Figure(some + "sum", sum(seconds.values()), "s", 20.0, note=note)
    for one, (work, reach) in SINGLED_OUT.items():
        if one in seconds:
            yield of(one, work, reach)
    others = {one: took for one, took in seconds.items() if one not in SINGLED_OUT}
    if others:
        yield of(max(others, key=lambda one: others[one]), "slowest of the others", 1.0)


def has_known_verdict(puzzle: str, answer: Answer) -> bool:
    """Whether an answer has the known verdict of a survey puzzle."""
    return answer.verdict is (Verdict.MULTIPLE if puzzle in SEVERAL_NAMES else Verdict.UNIQUE)


def tournament(setting: Setting) -> Iterator[Figure]:
    """The tournament's puzzles, or every n-th of them."""
    progress("tournament: reading")
    puzzles = setting.puzzles("tournament")
    chosen = puzzles[:: setting.every]
    if not chosen:
        raise Skipped("the folder tournament/ holds no puzzles")
    warm()
    longest, longest_name, total, undecided = 0.0, "", 0.0, 0
    verdicts = dict.fromkeys(Verdict, 0)
    for number, puzzle in enumerate(chosen, start=1):
        if number % 10 == 1:
            progress(f"tournament: {number} of {len(chosen)}")
        took, answer = ask(puzzle, setting.limit)
        total += took
        undecided += not is_decided(answer)
        verdicts[answer.verdict] += 1
        if took > longest:
            longest, longest_name = took, name(puzzle)
    scale = len(puzzles) / len(chosen)
    note = ", ".join(f"{count} {verdict.value}" for verdict, count in verdicts.items() if count)
    if setting.every > 1:
        note += f"; {len(chosen)} of {len(puzzles)} puzzles measured, {total:.3g} s, the sum scaled"
    yield Figure(f"{len(puzzles)} puzzles: sum", total * scale, "s", 12.0, note=note)
    yield Figure("the longest", longest, "s", 0.3, note=longest_name)
    yield Figure("undecided", undecided, "", 0)


def colour(setting: Setting) -> Iterator[Figure]:
    """Puzzles in colours: without targets; every time is shown."""
    files = setting.files("colour")
    warm()
    for path in files:
        progress(f"colour: {path.stem}")
        try:
            puzzles = load_all(path)
        except InputError as error:
            yield Figure(path.stem, None, "s", note=f"cannot be read: {error.what}")
            continue
        for puzzle in puzzles:
            yield _report(name(puzzle), *ask(puzzle, setting.limit))


def _report(work: str, took: float, answer: Answer) -> Figure:
    note = answer.verdict.value if is_decided(answer) else answer.stop_reason
    return Figure(
        work,
        took if is_decided(answer) else None,
        "s",
        note=f"{note} ({answer.basis})" if answer.basis else note,
    )
