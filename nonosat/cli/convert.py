"""`nonosat convert photo.png --size 30x20 puzzle.yaml`: puzzles between formats, and pictures into puzzles;
links; models for other solvers, and their answers back into pictures.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

from nonosat import InputError, StopReason
from nonosat.backends.exports import EXPORTS, export, read_answer
from nonosat.cli import inputs, options
from nonosat.cli.loop import each
from nonosat.cli.output import Exit, complain, make_folder, put, say, say_answer, worst
from nonosat.formats import FORMATS
from nonosat.formats.capabilities import SEVERAL
from nonosat.formats.folders import files
from nonosat.formats.photo import Making
from nonosat.formats.source import content
from nonosat.making.kinds import made_kinds
from nonosat.making.photo import Conversion, Converted
from nonosat.processes.files import require_new
from nonosat.puzzles import DEFAULT, Puzzle
from nonosat.toolkit import fit_format, format_for, formats, require_cells, write

ADDRESSES = ("puzzlink", "penpa", "tatham")
"""The formats that are addresses of other sites."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.add(parser, "files", "puzzles or pictures; see nonosat --help", "IN", nargs="*")
    options.target(parser, "out", "a file, a folder (with --to) or - (with --to)", "OUT")
    about = "the format of IN, such as printed or filled for a picture of a page (default: detected)"
    parser.add_argument("--format", "--as", help=about)
    options.clues(parser)
    options.telling(parser)
    about = f"the format of OUT, or {', '.join(EXPORTS)} for other solvers (default: by its suffix)"
    options.add(parser, "--to", about, "FORMAT")
    about = "another solver's answer to the model of a puzzle: its picture becomes the puzzle's goal"
    options.path(parser, "--values", about, "FILE")
    about = "write the picture of a printed puzzle with what was read drawn on it (extra: pictures)"
    options.target(parser, "--overlay", about, "PNG")
    options.links(parser)
    options.time_limit(parser, "for deciding whether a picture's puzzle is unique", 60)
    photo = parser.add_argument_group(
        "photos", "scale a picture down and reduce its colours (extra: pictures)"
    )
    options.add(photo, "--size", "the grid's width and height, such as 40x30", "WxH", type=options.grid_size)
    options.colours(photo)
    about = "kind of the puzzles that pictures become"
    options.choice(photo, "--kind", about, made_kinds(), default=DEFAULT)
    options.repaired_class(photo)


def main(arguments: argparse.Namespace) -> Exit:
    """Convert every puzzle of every file; report those that cannot be converted, and continue."""
    if arguments.json and arguments.out == "-":
        raise InputError("--json needs an OUT other than standard output")
    form = arguments.to or next((n for n, e in EXPORTS.items() if e.suffix == Path(arguments.out).suffix), "")
    if arguments.overlay:
        from nonosat.reading.settle import overlay  # takes numpy

        file, *others = arguments.files
        if others:
            raise InputError("--overlay is for one picture")
        put(arguments.overlay, overlay(content(Path(file), file)))
    if form in EXPORTS or arguments.links or form in ("link", *ADDRESSES):
        puzzle = inputs.load(arguments)
        text, lost = (export(puzzle, form), ()) if form in EXPORTS else _link(arguments, puzzle)
        put(arguments.out, text)
        if arguments.json:
            written = {"to": form or "link", "lost": list(lost), "verdict": None, "changed": []}
            say_answer("convert", written, puzzle)
        return Exit.ANSWERED
    if arguments.values:
        return _import(arguments)
    output = _Output(arguments.out, arguments.to, arguments.force)
    making = None
    if arguments.size or arguments.colours:
        making = Making(arguments.size, arguments.colours or 2)
    limits = options.limits_of(arguments)
    conversion = Conversion(output.to, arguments.kind, making, arguments.level or "", limits)
    converted: list[Converted] = []

    def say(found: Converted, text: str) -> None:
        if text and not (arguments.json or arguments.quiet):
            complain(f"{found.puzzle.source}: {text}")

    def fit(path: str) -> Iterator[Converted]:
        for found in conversion.convert(path, arguments.format):
            more = "; without givens there may be more solutions" if "givens" in found.lost else ""
            say(found, found.loss and found.loss + more)
            if found.repaired:
                say(found, found.findings())
            converted.append(found)
            yield found

    def check(some: Sequence[Converted]) -> Exit:
        """Say of pictures, once they are written, whether they are the only solution."""
        for found in some:
            found.check(limits)
            if found.answer:
                say(found, found.findings())
                if found.answer.stop_reason is StopReason.INTERRUPTED:
                    return Exit.INTERRUPTED
        return Exit.ANSWERED

    def convert(path: str) -> Exit:
        first = len(converted)
        output.add(path, (found.puzzle for found in fit(path)))
        return check(converted[first:]) if output.folder else Exit.ANSWERED

    paths = [path for name in arguments.files for path in files(name, arguments.format)]
    result = each(arguments, paths, len(paths), convert, "files")
    output.finish()
    if not output.folder:
        result = worst(result, check(converted))
    if arguments.json:
        for found in converted:
            say_answer("convert", found.data(), found.puzzle)
    return result


def _link(arguments: argparse.Namespace, puzzle: Puzzle) -> tuple[str, Collection[str]]:
    """Return the link that holds the puzzle, and what it cannot hold."""
    form = arguments.to or "link"
    if form != "link" and arguments.links:
        raise InputError(f"--to {form} has an address of its own: expected no --links")
    fitted, lost = fit_format(puzzle, form)
    if "givens" in lost:  # without them, it would be another puzzle
        raise InputError(f"the format {form} cannot hold givens", puzzle.source)
    return (arguments.links or "") + str(write(fitted, form)).strip() + "\n", lost


def _import(arguments: argparse.Namespace) -> Exit:
    """Write a puzzle with the picture of another solver's answer as its goal, if that is a solution."""
    puzzle = inputs.load(arguments)
    picture = read_answer(puzzle, inputs.text(arguments.values), arguments.values)
    if picture is None:
        raise InputError("the solver found no solution", puzzle.source)
    if fault := puzzle.fault(picture):
        raise InputError(f"not a solution: {fault}", puzzle.source)
    if arguments.out == "-" and not arguments.to:
        say("\n".join(picture))
    else:
        form = format_for("" if arguments.out == "-" else arguments.out, arguments.to)
        solved = require_cells(puzzle, "--values works").with_goal(picture)
        put(arguments.out, write(fit_format(solved, form)[0], form))
    if not arguments.quiet:
        complain(f"{puzzle.source}: a solution")
    return Exit.ANSWERED


class _Output:
    """OUT: a file for all puzzles, or a folder with a file for each file, or for each puzzle."""

    def __init__(self, out: str, to: str | None, force: bool) -> None:
        self._force = force
        self.out = out
        self.folder = os.path.isdir(out) or out.endswith(os.sep)
        to = to or (None if self.folder else formats.format_of(out))
        if to is None:
            names = ", ".join(name for name, entry in FORMATS.items() if entry.writes)
            raise InputError(f"expected --to, one of {names}", "" if out == "-" else out)
        self.to = format_for("" if self.folder else out, to)
        self._together: list[Puzzle] = []  # to be written into one file
        self._written: set[str] = set()
        if self.folder:
            make_folder(out)

    def add(self, path: str, puzzles: Iterable[Puzzle]) -> None:
        """Write a file's puzzles into the folder, into one file if the format can hold several."""
        if not self.folder:
            self._together += list(puzzles)
        elif SEVERAL in FORMATS[self.to].supports:
            put(self._path(path), write(puzzles, self.to))
        else:
            for puzzle in puzzles:
                put(self._path(puzzle.source), write(puzzle, self.to))

    def finish(self) -> None:
        """Write the file."""
        if self._together:
            put(self.out, write(self._together, self.to))

    def _path(self, address: str) -> str:
        """Return the path in the folder for a puzzle's address. Raises InputError if it is not new."""
        file, mark, number = address.partition("#")
        stem = "stdin" if file == "-" else Path(file).stem
        suffix = next(iter(FORMATS[self.to].suffixes), formats.TEXT)
        path = str(Path(self.out, f"{stem}-{number}{suffix}" if mark else f"{stem}{suffix}"))
        if path in self._written:
            raise InputError(f"would overwrite {path}, which was written for another puzzle", address)
        require_new(path, self._force)
        self._written.add(path)
        return path
