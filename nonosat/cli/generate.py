"""`nonosat generate --size 20x20 --class moderate --count 10 -o set.jsonl`: puzzles made to order,
reproducibly.
"""

from __future__ import annotations

import argparse
import json
from contextlib import ExitStack, closing
from math import inf
from pathlib import Path

from nonosat.answer import told
from nonosat.cli import options
from nonosat.cli.loop import workers
from nonosat.cli.output import Exit, complain, ended, make_folder, put, say, say_json, write_file
from nonosat.cli.progress import counted
from nonosat.errors import InputError, StopReason
from nonosat.formats import FORMATS, format_for, load_all, write
from nonosat.formats.photo import grey as read_grey
from nonosat.formats.source import content
from nonosat.making.candidate import Made, record
from nonosat.making.family import family
from nonosat.making.generate import Making
from nonosat.making.order import DENSITY, SMOOTH_DENSITY, SYMMETRIES, Grey, Order
from nonosat.making.shelf import Shelf, line
from nonosat.processes.journal import Record
from nonosat.processes.pool import Pool
from nonosat.puzzles import Puzzle, require_nonogram
from nonosat.reasons.difficulty import CLASSES, LINES, TRIVIAL
from nonosat.words import plural

JSONL = "jsonl"
"""The format in which a set is written puzzle by puzzle."""

_STEPS = 5  # puzzles of a family
_NUMBER = r"([0-9]+\.?[0-9]*|\.[0-9]+)"
_AHEAD = 1000  # jobs at a time for a cluster, which limits itself


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    asked = parser.add_argument_group("the puzzles")
    options.add(asked, "--size", "width and height, such as 25x25", "WxH", type=options.grid_size)
    density = f"share of coloured cells (default: {DENSITY:g}, smooth {SMOOTH_DENSITY:g})"
    options.number(asked, "--density", density, _density, "D")
    options.flag(asked, "--smooth", "average each cell with its neighbours")
    options.colours(asked, 2)
    mirrored = "; ".join(f"{name}: {how}" for name, how in SYMMETRIES.items())
    options.choice(asked, "--symmetric", mirrored, SYMMETRIES)
    about = f"one or more of {', '.join(CLASSES)} (default: trivial,lines)"
    options.add(asked, "--class", about, "CLASS", dest="levels", default=f"{TRIVIAL},{LINES}")
    options.add(asked, "--effort", "effort from A to B; also A- or -B", "A-B", type=_band, default=(0.0, inf))
    options.number(asked, "--count", "number of puzzles (default: 1)", options.positive)
    options.number(asked, "--seed", "random seed", int, default=0)
    about = "a family of puzzles of this picture, of rising difficulty (extra: pictures)"
    options.add(asked, "--from", about, "IMAGE", dest="picture")
    options.number(asked, "--steps", f"size of the family (default: {_STEPS})", options.positive)
    options.output(parser, "a file, or a folder of one file per puzzle (default: -)", default="-")
    options.add(parser, "--to", "output format (default: by suffix, or jsonl)", "FORMAT")
    options.flag(parser, "--resume", "continue the .jsonl file or the folder")
    options.path(parser, "--gallery", "draw all of them, small, on an HTML page")
    options.path(parser, "--prove", "write a certificate of each to this folder", "FOLDER")
    options.flag(parser, "--explain", "add the checked steps of each solution to the JSON Lines records")
    options.telling(parser, "print a summary as one JSON object at the end")
    options.jobs(parser, "puzzles to make at a time")
    options.dask(parser, "make them")
    options.limits(parser, "for all of them")


def main(arguments: argparse.Namespace) -> Exit:
    """Make the puzzles."""
    if arguments.json and arguments.output == "-":
        raise InputError("--json needs an -o other than standard output")
    order, limits = _order(arguments), options.limits_of(arguments)
    count = (arguments.steps or _STEPS) if arguments.picture else (arguments.count or 1)
    make = family if arguments.picture else Making.puzzles
    at_a_time = arguments.jobs if arguments.dask is None else _AHEAD
    with ExitStack() as stack:
        output = _Output(arguments, order)
        making = Making(order, count)
        if output.shelf:
            shelf = stack.enter_context(output.shelf)
            making = Making(order, count, shelf.first, shelf.fingerprints())
        executor = stack.enter_context(workers(arguments))
        if isinstance(executor, Pool):
            stack.callback(executor.stop)  # does not wait for unfinished candidates
        step = stack.enter_context(counted("puzzles", max(0, count - making.made)))
        for made in stack.enter_context(closing(make(making, executor, at_a_time, limits))):
            output.add(made)
            step()
        output.finish()
    return _ending(arguments, making)


def _order(arguments: argparse.Namespace) -> Order:
    grey: Grey = ()
    if arguments.picture:
        others = {"--resume": arguments.resume, "--density": arguments.density, "--count": arguments.count}
        if wrong := next((name for name, given in others.items() if given), ""):
            raise InputError(f"--from cannot be combined with {wrong}")
        grey = read_grey(content(Path(arguments.picture), arguments.picture), arguments.size)
    elif arguments.steps:
        raise InputError("--steps is for --from")
    elif not arguments.size:
        raise InputError("expected --size, such as --size 20x20")
    width, height = (len(grey[0]), len(grey)) if grey else arguments.size
    density = SMOOTH_DENSITY if arguments.smooth else DENSITY
    return Order(
        width=width,
        height=height,
        density=density if arguments.density is None else arguments.density,
        smooth=arguments.smooth,
        colours=arguments.colours - 1,
        symmetry=arguments.symmetric or "",
        levels=tuple(word for word in arguments.levels.split(",") if word),
        effort=arguments.effort,
        seed=arguments.seed,
        grey=grey,
        explained=arguments.explain,
    )


def _ending(arguments: argparse.Namespace, making: Making) -> Exit:
    """Report the result."""
    near = making.nearest if making.short else None
    found = {
        "asked": making.count,
        "made": making.made,
        "misses": making.misses,
        "duplicates": making.duplicates,
        "nearest": near and {"class": near.level or None, "effort": near.effort, "open": near.open},
        "output": arguments.output,
    }
    if arguments.json:
        say_json(told("generate", found, stop_reason=making.stop_reason))
    elif arguments.output != "-" and not arguments.quiet:
        say(f"{arguments.output}: {plural(making.made, 'puzzle')} of {making.order.words()}")
    if not making.short:
        return Exit.ANSWERED
    complain(making.words())
    return Exit.UNDECIDED if making.stop_reason is StopReason.DONE else ended(making.stop_reason)


def _density(text: str) -> float:
    """Read a density."""
    found = options.matched(f"{_NUMBER}(?:e-?[0-9]+)?", text, "a number between 0 and 1, such as 0.5")
    return float(found[0])


def _band(text: str) -> tuple[float, float]:
    """Read the least and the most effort."""
    found = options.matched(f"(?!-$){_NUMBER}?-{_NUMBER}?", text, "two numbers, such as 40-80")
    return float(found[1] or 0), float(found[2] or inf)


class _Output:
    """Receives the puzzles one after another; a `shelf` that keeps them is to be closed at the end."""

    def __init__(self, arguments: argparse.Namespace, order: Order) -> None:
        self.path: str = arguments.output
        self.folder = self.path != "-" and (self.path.endswith("/") or Path(self.path).is_dir())
        self.form = self._form(arguments.to)
        self.prove: str | None = arguments.prove
        self.gallery: str | None = arguments.gallery
        self.kept: list[tuple[Puzzle, Record]] = []  # puzzles that no shelf keeps, with their records
        self.shelf: Shelf | None = None
        if self.folder or (self.form == JSONL and self.path != "-"):
            self.shelf = Shelf(self.path, order, self.form if self.folder else "", arguments.resume)
        elif arguments.resume:
            raise InputError("--resume continues a .jsonl file or a folder")
        elif arguments.explain and self.form != JSONL:
            raise InputError("--explain is for .jsonl files and folders")

    def _form(self, to: str | None) -> str:
        """Return the format of the file, or of a folder's files."""
        form = format_for(self.path, to or ("yaml" if self.folder else JSONL if self.path == "-" else None))
        if self.folder and not FORMATS[form].suffixes:
            raise InputError(f"the format {form} has no suffix for a folder's files")
        return form

    def add(self, made: Made) -> None:
        """Write or keep a puzzle, with its certificate."""
        if self.prove:
            from nonosat.proofs.prove import prove  # slow to import, and rarely used

            prove(made.puzzle, make_folder(self.prove) / f"{made.name}.zip")
        if self.shelf:
            self.shelf.add(made)
        elif self.form == JSONL:
            say(line(record(made)).rstrip("\n"))
        if not self.shelf and (self.gallery or self.form != JSONL):
            self.kept.append((made.puzzle, record(made)))

    def finish(self) -> None:
        """Write the outputs that need all puzzles."""
        if self.kept and self.form != JSONL:
            put(self.path, write([puzzle for puzzle, _ in self.kept], self.form))
        if self.gallery:
            self._draw(self.gallery)

    def _draw(self, path: str) -> None:
        from nonosat.pages.gallery import Entry, gallery

        kept = self.kept
        if self.shelf and (lines := Path(self.shelf.path).read_bytes().splitlines()):
            kept = list(zip(load_all(self.shelf.path, JSONL), map(json.loads, lines), strict=True))
        entries = [
            Entry(require_nonogram(puzzle, "a gallery works"), found["id"], found["class"], found["effort"])
            for puzzle, found in kept
        ]
        write_file(path, gallery(entries, Path(path).stem))
