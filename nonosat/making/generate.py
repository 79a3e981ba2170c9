"""Makes many puzzles to order: in parallel, without duplicates, and always the same ones.

Candidates are numbered from 0; the order and the number alone determine the puzzle. A set consists of the
first candidates that give a new puzzle, not an earlier one turned, mirrored or recoloured. For a number of
puzzles of each class there is an order for each, and one is made after the other.

A family is chosen from many puzzles of one grey picture, so that effort rises evenly. The idea is that of
Batenburg, Henstra, Kosters and Palenstijn ("Constructing Simple Nonograms of Varying Difficulty"): many
black-and-white pictures look like one grey picture, and some make easier puzzles. Here each picture has its
own threshold; uncertain cells are changed until the steps of the class are enough.

A shelf keeps a set: a file of JSON Lines, or a folder with such a list and a file per puzzle. Each record is
written in one piece, so a killed run can be resumed: an incomplete last line is cut off, and the candidates
of each order continue after the number of its last record.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, closing, contextmanager
from itertools import count as counting
from pathlib import Path
from typing import Any, NamedTuple

from nonosat.errors import InputError, LimitReached, StopReason
from nonosat.fields import parse
from nonosat.formats import FORMATS
from nonosat.formats.writing import write
from nonosat.installed import __version__
from nonosat.making.candidate import Made, Missed, make, nearest, record
from nonosat.making.order import Order
from nonosat.processes import worker
from nonosat.processes.clock import Bounds, Clock
from nonosat.processes.files import Lines, require_new
from nonosat.processes.limits import NO_LIMITS, Limits, check, within
from nonosat.processes.pool import Pool, stream
from nonosat.puzzles import CellPuzzle
from nonosat.puzzles.rearranged import fingerprint
from nonosat.reasons import LINES, TRIVIAL
from nonosat.records import dataclass, field, replace
from nonosat.words import plural

MISSES = 1000
"""The search ends after this many candidates in a row without a new puzzle."""

_CELLS = 5000  # in one job's pictures together, about


class Job(NamedTuple):
    """Candidates to make, with a deadline of time.time() and a memory limit in bytes."""

    order: Order
    numbers: range
    until: float | None
    memory: int


def do(job: Job) -> list[Made | Missed]:
    """Make the candidates of a job in a worker process. Raises LimitReached if a limit ends it."""
    left = None if job.until is None else job.until - time.time()
    deadline = None if left is None else time.monotonic() + left
    return worker.ask(Bounds(deadline, job.memory), batch, job.order, job.numbers, left)


def batch(order: Order, numbers: Iterable[int], seconds: float | None = None) -> list[Made | Missed]:
    """Make some candidates within a time limit, which also holds where no process can be killed."""
    clock = Clock(seconds)
    return [make(order, number, clock) for number in numbers]


@dataclass
class Making:
    """Puzzles of one order being made; its counters can be read at any time.

    `first` is the number of the first candidate to try, `made` the number of existing puzzles, and `seen` has
    the fingerprints of all puzzles of the set.
    """

    order: Order
    count: int
    seen: set[int] = field(default_factory=set)
    first: int = 0
    made: int = 0
    duplicates: int = 0
    misses: int = 0
    nearest: Missed | None = None
    stop_reason: StopReason = StopReason.DONE

    @property
    def short(self) -> bool:
        """Whether puzzles are still missing."""
        return self.made < self.count

    def puzzles(
        self, executor: Executor, at_a_time: int = 1, limits: Limits = NO_LIMITS
    ) -> Generator[Made, None, None]:
        """Yield new puzzles by number, until there are enough or a limit is reached."""
        if not self.short:
            return
        clock = limits.clock()
        jobs = self._jobs(clock, limits.memory_bytes)
        in_a_row = 0
        window = 2 * at_a_time if at_a_time > 1 else 1  # keeps workers busy while an earlier job is awaited
        with closing(stream(executor, do, jobs, window=window, ordered=True)) as ended:
            try:
                for outcome in (one for _, future in ended for one in future.result()):
                    if isinstance(outcome, Made) and self._is_new(outcome):
                        self.made += 1
                        in_a_row = 0
                        yield outcome
                        if not self.short:
                            return
                        continue
                    self._miss(outcome)
                    in_a_row += 1
                    if in_a_row == MISSES:
                        return
                    clock.check()
            except LimitReached as limit:
                self.stop_reason = limit.stop_reason

    def words(self) -> str:
        """Say why there are fewer puzzles than requested."""
        order, near = self.order, self.nearest
        tries = self.misses + self.duplicates
        text = f"only {self.made} of {self.count} found" if self.made else "not found"
        text += f": {order.width}x{order.height}, {order.words()}"
        if self.stop_reason is not StopReason.DONE:
            text += f": {self.stop_reason}"
        text += f", after {plural(tries, 'failed candidate')}"
        if self.duplicates:
            text += f", {self.duplicates} of them duplicates"
        return f"{text}; the nearest: {near.words()}" if near else text

    def _is_new(self, made: Made) -> bool:
        before = len(self.seen)
        self.seen.add(int(fingerprint(made.puzzle), 16))
        return len(self.seen) > before

    def _jobs(self, clock: Clock, memory: int) -> Iterator[Job]:
        cells = self.order.space.cells
        size = max(1, min(_CELLS // cells, self.count))
        for start in counting(self.first, size):
            left = clock.left
            until = None if left is None else time.time() + left
            yield Job(self.order, range(start, start + size), until, memory)

    def _miss(self, outcome: Made | Missed) -> None:
        if isinstance(outcome, Made):
            self.duplicates += 1
            return
        self.misses += 1
        self.nearest = min(self.nearest or outcome, outcome, key=lambda missed: nearest(self.order, missed))


def makings(order: Order, count: int | Mapping[str, int]) -> list[Making]:
    """Return what is to be made: a number of puzzles, or a number of each class (see `Order.of_each`)."""
    if isinstance(count, int):
        return [Making(order, count)]
    seen = set[int]()
    return [Making(one, number, seen) for one, number in order.of_each(count).items()]


def in_turn(
    makings: Sequence[Making], executor: Executor, at_a_time: int = 1, limits: Limits = NO_LIMITS
) -> Generator[Made, None, None]:
    """Yield the puzzles of some orders, one order after the other; each may take an equal share of the time
    that is left.
    """
    clock = Clock(limits.time)
    for number, making in enumerate(makings):
        share = None if clock.left is None else clock.left / (len(makings) - number)
        with closing(making.puzzles(executor, at_a_time, replace(limits, time=share))) as puzzles:
            yield from puzzles


def generate(
    width: int,
    height: int,
    count: int = 1,
    *,
    difficulty: str | Sequence[str] = (TRIVIAL, LINES),
    seed: int = 0,
    jobs: int = 1,
    limits: Limits = NO_LIMITS,
    time_limit: float | None = None,
    **options: Any,
) -> Iterator[CellPuzzle]:
    """Yield puzzles with one solution, of this size and these classes of difficulty.

        >>> import nonosat
        >>> [nonosat.rate(puzzle).difficulty for puzzle in nonosat.generate(10, 10, 2, difficulty="moderate")]
        ['moderate', 'moderate']

    The same arguments always give the same puzzles; another `seed` gives others. `jobs` candidates are made
    at a time. The options are those of `toolkit.Order`, such as `kind="mosaic"`, `colours=3`, `symmetry="h"`.
    There are fewer than `count` if a limit is reached, or if a thousand candidates in a row give no new one.

    Raises InputError for a value out of range or an unknown name, WorkerError if a process fails.
    """
    for what, number in (("width", width), ("height", height), ("count", count), ("jobs", jobs)):
        check(what, number, 1, int)
    levels = (difficulty,) if isinstance(difficulty, str) else tuple(difficulty)
    order = Order(width=width, height=height, levels=levels, seed=seed, **options)
    made = make_each(order, count, jobs, within(limits, time_limit))
    return (one.puzzle for one in made)


def make_each(
    order: Order,
    count: int | Mapping[str, int] = 1,
    jobs: int = 1,
    limits: Limits = NO_LIMITS,
    executor: Executor | None = None,
) -> Generator[Made, None, None]:
    """Yield puzzles made to order, with `jobs` candidates at a time in local processes or on an executor.

        >>> from nonosat import toolkit
        >>> order = toolkit.Order(width=10, height=10, seed=1)
        >>> [made.difficulty.level for made in toolkit.make_each(order, 2)]
        ['lines', 'lines']
        >>> [made.difficulty.level for made in toolkit.make_each(order, {"lines": 2, "moderate": 1})]
        ['lines', 'lines', 'moderate']

    `count` is a number of puzzles, or a number of each class instead of the order's classes; each class has
    the puzzles that it has alone. The same order always gives the same puzzles. There are fewer than `count`
    if a limit is reached, or if a thousand candidates in a row give no new puzzle.

    Raises WorkerError if a worker process fails or dies.
    """
    with ExitStack() as stack:
        pool = executor or stack.enter_context(stop_after(Pool(jobs)))
        yield from stack.enter_context(closing(in_turn(makings(order, count), pool, jobs, limits)))


@contextmanager
def stop_after(pool: Pool) -> Iterator[Pool]:
    """Enter a pool and stop it on exit, without waiting for unfinished candidates."""
    with pool:
        try:
            yield pool
        finally:
            pool.stop()


TRIED = 8
"""How many puzzles are made per puzzle wanted."""


def family(
    making: Making, executor: Executor, at_a_time: int = 1, limits: Limits = NO_LIMITS
) -> Generator[Made, None, None]:
    """Yield the puzzles wanted by rising effort, chosen so that effort rises evenly.

    There are fewer if a limit is reached, or if no more distinct puzzles are found.
    """
    wanted = making.count
    making.count = TRIED * wanted
    with closing(making.puzzles(executor, at_a_time, limits)) as puzzles:
        chosen = evenly(sorted(puzzles, key=lambda made: (made.difficulty.effort, made.number)), wanted)
    making.count, making.made = wanted, len(chosen)
    yield from chosen


def evenly(made: Sequence[Made], wanted: int) -> list[Made]:
    """Return `wanted` puzzles, the easiest and the hardest among them, with efforts as far apart as possible.

    The choice maximises the smallest ratio of successive efforts.
    """
    if len(made) <= wanted:
        return list(made)
    if wanted == 1:
        return [made[len(made) // 2]]
    efforts = [max(one.difficulty.effort, 1.0) for one in made]
    ratios = sorted(b / a for i, a in enumerate(efforts) for b in efforts[i + 1 :])
    enough = bisect_left(ratios, True, key=lambda ratio: len(_steps(efforts, ratio, wanted)) < wanted)
    best = _steps(efforts, ratios[enough - 1] if enough else 1.0, wanted)
    best[-1] = len(made) - 1
    return [made[k] for k in best]


def _steps(efforts: Sequence[float], ratio: float, most: int) -> list[int]:
    """Choose greedily: return indices of efforts that rise by at least a ratio each, at most `most`."""
    chosen = [0]
    for k in range(1, len(efforts)):
        if len(chosen) < most and efforts[k] >= ratio * efforts[chosen[-1]]:
            chosen.append(k)
    return chosen


LIST = "set.jsonl"
"""The list of a folder's puzzles."""


class Shelf(Lines):
    """A file or folder open for writing. Puzzles that it already has are counted in their `makings`."""

    def __init__(
        self, path: str, makings: Sequence[Making], form: str = "", resume: bool = False, force: bool = False
    ) -> None:
        """`form` is the format of a folder's files; if empty, `path` is a file."""
        self.form = form
        self._again = resume or force
        self.folder = Path(path) if form else None
        self._makings = [(making.order.data(), making) for making in makings]
        if self.folder is not None:
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise InputError(f"cannot be written: {error.strerror}", path) from None
        super().__init__(str(Path(path) / LIST) if form else path, resume, force)

    def add(self, made: Made) -> None:
        """Write a puzzle."""
        if self.folder is not None:
            self._write_file(self.folder / f"{made.name}{FORMATS[self.form].suffixes[0]}", made)
        kept = record(made)
        kept["made"]["order"] = made.order.data()
        self.append(kept, to_disk=False)

    def begin(self) -> None:
        """Count the puzzles that the file already has."""
        size = 0
        with open(self.path, "rb") as file:
            for number, data in enumerate(file, start=1):
                if not data.endswith(b"\n"):
                    break
                self._take(data, number)
                size += len(data)
        self.cut(size)

    def _take(self, data: bytes, number: int) -> None:
        """Count an existing record, if it belongs to one of the orders."""
        try:
            part = parse(data)
            order, version = part["made"]["order"], part["version"]
            candidate, fingerprint = int(part["number"]), int(part["hash"], 16)
        except (ValueError, KeyError, TypeError):
            raise InputError("expected a generated puzzle, a JSON object", self.path, number) from None
        making = next((making for known, making in self._makings if known == order), None)
        if making is None:
            raise InputError("cannot be continued: it was generated with other options", self.path, number)
        if version != __version__:
            raise InputError(f"cannot be continued: it was generated by version {version}", self.path, number)
        making.first = max(making.first, candidate + 1)
        making.made += 1
        making.seen.add(fingerprint)

    def _write_file(self, path: Path, made: Made) -> None:
        require_new(path, self._again)
        written = write([made.puzzle], self.form)
        try:
            path.write_bytes(written.encode() if isinstance(written, str) else written)
        except OSError as error:
            raise InputError(f"cannot be written: {error.strerror}", str(path)) from None


def counters(parts: Sequence[Making]) -> dict[str, Any]:
    """Return the counters of some orders, added up, as plain data."""
    near = next((making.nearest for making in parts if making.short and making.nearest), None)
    return {
        "class": "+".join(dict.fromkeys(level for making in parts for level in making.order.levels)),
        "asked": sum(making.count for making in parts),
        "made": sum(making.made for making in parts),
        "misses": sum(making.misses for making in parts),
        "duplicates": sum(making.duplicates for making in parts),
        "nearest": near and {"class": near.level or None, "effort": near.effort, "open": near.open},
    }
