"""`nonosat convert photo.png --size 30x20 puzzle.yaml`: puzzles between formats, and pictures into puzzles;
links; models for other solvers, and their answers back into pictures.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from nonosat import InputError, StopReason
from nonosat.backends.exports import EXPORTS, export, read_answer
from nonosat.cli import options
from nonosat.cli.loop import each
from nonosat.cli.output import Exit, complain, make_folder, place_of, put, say, say_answer, worst
from nonosat.formats import FORMATS
from nonosat.formats.capabilities import SEVERAL
from nonosat.formats.folders import files
from nonosat.formats.photo import Making
from nonosat.formats.source import content
from nonosat.making.kinds import list_made_kinds
from nonosat.making.photo import Conversion, Converted
from nonosat.processes.files import require_new
from nonosat.puzzles import DEFAULT, Puzzle
from nonosat.toolkit import fit_format, format_for, require_cells, write

LINKS = ("link", "puzzlink", "penpa", "tatham")  # one puzzle in an address, the last three of other sites


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
    options.add(parser, "--values", about, "FILE")
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
    options.choice(photo, "--kind", about, list_made_kinds(), default=DEFAULT)
    options.add_repaired_class(photo)


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
        put(arguments.overlay, overlay(content(file, file)))
    if form in (*EXPORTS, *LINKS) or arguments.links:
        puzzle, form = options.puzzle_of(arguments), form or "link"
        text, lost = (export(puzzle, form), ()) if form in EXPORTS else link_of(puzzle, form, arguments.links)
        put(arguments.out, text)
        if arguments.json:
            told = {"to": form, "lost": list(lost), "verdict": None, "changed": []}
            say_answer("convert", told, puzzle)
        return Exit.ANSWERED
    return _import(arguments) if arguments.values else _convert(arguments)


def _convert(arguments: argparse.Namespace) -> Exit:
    """Convert all puzzles, into one file or a folder."""
    form, folder = place_of(arguments.out, arguments.to)
    if folder:
        make_folder(arguments.out)
    scaled = arguments.size or arguments.colours
    making = Making(arguments.size, arguments.colours or 2) if scaled else None
    limits = options.limits_of(arguments)
    conversion = Conversion(form, arguments.kind, making, arguments.level or "", limits)
    converted: list[Converted] = []
    written: set[str] = set()

    def say(one: Converted, text: str) -> None:
        if text and not (arguments.json or arguments.quiet):
            complain(f"{one.puzzle.source}: {text}")

    def fit(path: str) -> Iterator[Puzzle]:
        for one in conversion.convert(path, arguments.format):
            more = "; without givens there may be more solutions" if "givens" in one.lost else ""
            say(one, one.loss and one.loss + more)
            if one.repaired:
                say(one, one.findings())
            converted.append(one)
            yield one.puzzle

    def check(some: Sequence[Converted]) -> Exit:
        """Say of pictures, once they are written, whether they are the only solution."""
        for one in some:
            one.check(limits)
            if one.answer:
                say(one, one.findings())
                if one.answer.stop_reason is StopReason.INTERRUPTED:
                    return Exit.INTERRUPTED
        return Exit.ANSWERED

    def new(address: str) -> str:
        """Return the path in the folder for a puzzle's address. Raises InputError if it is not new."""
        file, mark, number = address.partition("#")
        stem = "stdin" if file == "-" else Path(file).stem
        path = os.path.join(arguments.out, stem + f"-{number}" * bool(mark) + FORMATS[form].suffixes[0])
        if path in written:
            raise InputError(f"would overwrite {path}, which was written for another puzzle", address)
        require_new(path, arguments.force)
        written.add(path)
        return path

    def convert(path: str) -> Exit:
        first = len(converted)
        if not folder:
            list(fit(path))  # all are written together
            return Exit.ANSWERED
        if SEVERAL in FORMATS[form].supports:
            put(new(path), write(fit(path), form))
        else:
            for puzzle in fit(path):
                put(new(puzzle.source), write(puzzle, form))
        return check(converted[first:])

    paths = [path for name in arguments.files for path in files(name, arguments.format)]
    result = each(arguments, paths, len(paths), convert, "files")
    if not folder:
        if converted:
            put(arguments.out, write([one.puzzle for one in converted], form))
        result = worst(result, check(converted))
    if arguments.json:
        for one in converted:
            say_answer("convert", one.data(), one.puzzle)
    return result


def link_of(puzzle: Puzzle, form: str, page: str | None) -> tuple[str, Collection[str]]:
    """Return the link that holds the puzzle, to a page if there is one, and what it cannot hold."""
    if form != "link" and page:
        raise InputError(f"--to {form} has an address of its own: expected no --links")
    fitted, lost = fit_format(puzzle, form)
    if "givens" in lost:  # without them, it would be another puzzle
        raise InputError(f"the format {form} cannot hold givens", puzzle.source)
    return (page or "") + str(write(fitted, form)).strip() + "\n", lost


def _import(arguments: argparse.Namespace) -> Exit:
    """Write a puzzle with the picture of another solver's answer as its goal, if that is a solution."""
    puzzle = options.puzzle_of(arguments)
    picture = read_answer(puzzle, options.text_of(arguments.values), arguments.values)
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
