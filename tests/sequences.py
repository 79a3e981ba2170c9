"""Random programs of public calls on tiny puzzles of all kinds: every answer against brute force.

    python -m tests.sequences                            # a minute
    python -m tests.sequences --seconds 3600 --from 5000
    python -m tests.sequences --from 4711 --count 1      # one program again

A program follows from its number. Its calls share caches, workers, clocks and limits, which must change no
answer: calls are repeated, ended by limits, interleaved, and made in several threads. A fault is printed as
the shortest program on the smallest puzzles that shows it, in Python that can be run.
"""

import argparse
import multiprocessing
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from itertools import count, islice
from pathlib import Path
from random import Random, getstate
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from nonosat import InputError, LimitReached, Puzzle, Report, toolkit
from nonosat.toolkit import CellPuzzle
from tests.helpers.sequence_calls import OPTIONS, Call, World, call_of, smaller, tiny
from tests.helpers.sequence_judges import FACTS, JUDGES, Faults

PATIENCE = 120.0
"""Seconds in which a shorter program is looked for."""


class Program(NamedTuple):
    """Calls, and the puzzles with which they begin."""

    puzzles: dict[int, Puzzle]
    calls: tuple[Call, ...]

    def __str__(self) -> str:
        text = "\n".join(call.code for call in self.calls)
        used = [k for k in self.puzzles if f"p[{k}]" in text]
        loads = [f"p[{k}] = read({toolkit.write(self.puzzles[k], 'yaml')!r})" for k in used]
        start = "from tests.helpers.sequence_calls import World\nglobals().update(World().names)"
        return "\n".join([start, *loads, text, "print(r)"])


Run = Callable[[Program], Sequence[str]]
"""Runs a program and returns its faults."""


def faults_of(program: Program) -> Iterator[tuple[Call, str]]:
    """Run a program, and yield its first fault, if there is one."""
    with ExitStack() as stack:
        world = World(Path(stack.enter_context(TemporaryDirectory())))
        names, before = world.names, left_behind()
        names["p"].update(program.puzzles)
        for call in program.calls:
            puzzle = names["p"].get(call.at)
            text = repr(puzzle)
            try:
                exec(call.code, names)
                wrong = list(judged(call, puzzle, names["r"], world))
            except InputError as error:
                wrong = [] if refused(call, puzzle) else [f"raised InputError: {error}"]
            except LimitReached:
                wrong = [] if call.limited else ["raised LimitReached"]
            except Exception as error:
                wrong = [f"raised {type(error).__name__}: {error}"]
            if repr(puzzle) != text:
                wrong.append("the puzzle has changed")
            wrong += [f"left {what}" for what in left_behind() if what not in before]
            if wrong:
                yield call, wrong[0]
                return
        for answer, data in world.kept:
            if shown(answer) != data:
                yield program.calls[-1], f"an earlier answer has changed: {data}"
                return


def judged(call: Call, puzzle: Any, found: Any, world: World) -> Faults:
    """Yield what is wrong with an answer, and remember it."""
    yield from JUDGES[call.judge](found, puzzle, call.limited)
    world.kept.append((found, shown(found)))
    if call.judge in FACTS and not call.limited:
        key = (call.judge, re.sub(r"p\[\d\]", "p", call.code), puzzle)
        fact = FACTS[call.judge](found)
        if world.facts.setdefault(key, fact) != fact:
            yield f"asked again, another answer: {fact}, before {world.facts[key]}"


def shown(found: object) -> str:
    """Return all that an answer says."""
    return repr(found.to_dict() if isinstance(found, Report) else found)


def refused(call: Call, puzzle: Any) -> bool:
    """Whether a call may be refused: what the kind, the format or the state does not allow."""
    if call.judge in ("write", "repair"):
        return True
    of_all_kinds = ("solve", "count", "list", "certain", "givens", "command")
    return not isinstance(puzzle, CellPuzzle) and call.judge not in of_all_kinds


def left_behind() -> list[str]:
    """Return what no call may change."""
    return [
        f"a timer of {signal.getitimer(signal.ITIMER_REAL)[0] > 0}",
        f"handlers {signal.getsignal(signal.SIGALRM)}, {signal.getsignal(signal.SIGINT)}",
        f"the folder {os.getcwd()}, the hook {sys.unraisablehook}",
        f"the limit of recursion {sys.getrecursionlimit()}, a state of random {hash(getstate())}",
    ]


def program_of(number: int) -> Program:
    """Return program `number`."""
    rng = Random(f"sequence {number}")
    slots = range(rng.randint(1, 3))
    puzzles = {k: tiny(rng) for k in slots}
    calls: list[Call] = []
    for _ in range(rng.randint(5, 20)):
        again = rng.random() < 0.2 and calls
        calls.append(rng.choice(calls) if again else call_of(rng, len(slots)))
    return Program(puzzles, tuple(calls))


def shorter(program: Program) -> Iterator[Program]:
    """Yield programs with fewer calls, with plainer calls, and about smaller puzzles."""
    calls, size = program.calls, len(program.calls) // 2
    while size:
        for at in range(0, len(calls), size):
            yield program._replace(calls=calls[:at] + calls[at + size :])
        size //= 2
    for at, call in enumerate(calls):
        for option in OPTIONS:
            plain = call._replace(code=option.sub(r"\1", call.code))
            if plain != call:
                yield program._replace(calls=(*calls[:at], plain, *calls[at + 1 :]))
    for k, puzzle in program.puzzles.items():
        if f"p[{k}]" in str(calls):
            for other in smaller(puzzle):
                yield program._replace(puzzles={**program.puzzles, k: other})


def shrunk(program: Program, wrong: str, run: Run) -> tuple[Program, str]:
    """Return the shortest program on the smallest puzzles that still has such a fault, and the fault."""
    end, sort = time.monotonic() + PATIENCE, sort_of(wrong)
    going = True
    while going:
        going = False
        for other in shorter(program):
            if time.monotonic() > end:
                return program, wrong
            if still := [fault for fault in run(other) if sort_of(fault) == sort]:
                program, wrong, going = other, still[0], True
                break
    return program, wrong


def sort_of(wrong: str) -> str:
    """Return what faults of one sort have in common."""
    return re.sub(r"[^a-z ]+", "", wrong)[:24]


def here(program: Program) -> list[str]:
    """Run a program in this process; return its faults."""
    return [wrong for _, wrong in faults_of(program)]


def alone(program: Program) -> list[str]:
    """Run a program in a new process, in which nothing has been asked before; return its faults."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.helpers.sequence_calls"])
    with ProcessPoolExecutor(1, context) as fresh:
        return fresh.submit(here, program).result()


def faults(number: int, fresh: Run = alone) -> list[str]:
    """Return the faults of program `number`, each as the shortest program that shows it."""
    program, found = program_of(number), []
    for wrong in here(program):
        again = any(sort_of(fault) == sort_of(wrong) for fault in fresh(program))
        short, still = shrunk(program, wrong, fresh if again else here)
        found.append(f"{short}\n# {still}" + "\n# only in a process that ran other programs" * (not again))
    return found


def main() -> int:
    """Run programs until the time is over; return 1 if any had a fault."""
    parser = argparse.ArgumentParser(prog="python -m tests.sequences", description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60, help="how long (default: 60)")
    parser.add_argument("--from", dest="first", type=int, default=0, metavar="N", help="the first program")
    parser.add_argument("--count", type=int, metavar="N", help="how many, at most")
    asked = parser.parse_args()
    begin, tried, wrong = time.monotonic(), 0, 0
    for number in islice(count(asked.first), asked.count):
        if time.monotonic() - begin > asked.seconds:
            break
        tried += 1
        for fault in faults(number):
            wrong += 1
            print(f"# program {number}\n{fault}\n", flush=True)
    print(f"{tried} programs, {wrong} faults, {time.monotonic() - begin:.0f} s")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
