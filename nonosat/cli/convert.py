"""`nonosat convert photo.png --size 30x20 puzzle.yaml`: convert puzzles between formats, and pictures into
puzzles.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nonosat import formats
from nonosat.cli import options
from nonosat.cli.loop import each
from nonosat.cli.output import Exit, complain, make_folder, put, say_json, worst
from nonosat.errors import InputError, StopReason
from nonosat.formats import FORMATS
from nonosat.formats.capabilities import SEVERAL, fitted
from nonosat.formats.documents.about import ABOUT
from nonosat.formats.folders import files
from nonosat.formats.photo import READS, Making, grey, read as read_photo
from nonosat.making.fields import costs
from nonosat.making.repair import UNIQUE, repair, repaired_words
from nonosat.puzzles import DEFAULT, Puzzle, cell_kind, made_kinds
from nonosat.solving.answer import Answer, Verdict, differing_cells, told
from nonosat.solving.questions.cells import positions
from nonosat.solving.questions.unique import solve
from nonosat.words import plural


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.add(parser, "files", "puzzles or pictures; see nonosat --help", "IN", nargs="+")
    options.add(parser, "out", "a file, a folder (with --to) or - (with --to)", "OUT")
    options.form(parser)
    options.telling(parser)
    options.add(parser, "--to", "the format of OUT (default: by its suffix)", "FORMAT")
    options.flag(parser, "--strict", "refuse to lose what OUT cannot hold")
    options.limits(parser, "for deciding whether a picture's puzzle is unique", 60)
    photo = parser.add_argument_group(
        "photos", "scale a picture down and reduce its colours (extra: pictures)"
    )
    options.add(photo, "--size", "the grid's width and height, such as 40x30", "WxH", type=options.grid_size)
    options.colours(photo)
    about = "grey level below which a cell is black (default: Otsu's method)"
    options.number(photo, "--threshold", about, int, "1..255", choices=range(1, 256))
    options.flag(photo, "--dither", "Floyd-Steinberg dithering")
    about = "kind of the puzzles that pictures become"
    options.choice(photo, "--kind", about, made_kinds(), default=DEFAULT)
    options.repaired_class(photo)
    options.add(
        photo, "--repair", "the same as --class unique", dest="level", action="store_const", const=UNIQUE
    )


def main(arguments: argparse.Namespace) -> Exit:
    """Convert every puzzle of every file."""
    if arguments.json and arguments.out == "-":
        raise InputError("--json needs an OUT other than standard output")
    conversion = _Conversion(arguments)
    result = conversion.all()
    if arguments.json:
        for puzzle, facts in conversion.facts.values():
            say_json(told("convert", facts, puzzle))
    return result


class _Conversion:
    """One call of the command."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.out: str = arguments.out
        self.folder = os.path.isdir(self.out) or self.out.endswith(os.sep)
        to = arguments.to or (None if self.folder else formats.format_of(self.out))
        if to is None:
            names = ", ".join(name for name, entry in FORMATS.items() if entry.writes)
            what = f"expected --to, one of {names}"
            raise InputError(what, "" if self.out == "-" else self.out)
        self.to = formats.format_for("" if self.folder else self.out, to)
        self.entry = FORMATS[to]
        given = (arguments.size, arguments.colours, arguments.threshold, arguments.dither)
        self.making = (
            Making(arguments.size, arguments.colours or 2, arguments.threshold, arguments.dither)
            if any(given)
            else None
        )
        self.new = False  # whether the last puzzle read is a picture
        self.shown: list[Puzzle] = []
        self.together: list[Puzzle] = []  # to be written into one file
        self.facts: dict[str, tuple[Puzzle, dict[str, Any]]] = {}  # the output of --json, by address
        self.costs: dict[str, tuple[int, ...]] = {}  # the costs of changing a photo's cells, by address
        self.written: set[str] = set()

    def all(self) -> Exit:
        """Convert all files; report those that cannot be converted, and continue."""
        if self.folder:
            make_folder(self.out)
        arguments = self.arguments
        paths = [path for name in arguments.files for path in files(name, arguments.format)]
        result = each(paths, len(paths), self._convert, "files")
        if self.together:
            put(self.out, formats.write(self.together, self.to))
        return worst(result, self._report_uniqueness())

    def _convert(self, path: str) -> Exit:
        """Write a file's puzzles into one file if the format can hold several, else each into its own.

        Without a folder, add them to the others.
        """
        puzzles = map(self._fit, formats.each(path, self.arguments.format, self._read))
        if not self.folder:
            self.together += list(puzzles)
            return Exit.ANSWERED
        if SEVERAL in self.entry.supports:
            put(self._path(path), formats.write(puzzles, self.to))
        else:
            for puzzle in puzzles:
                put(self._path(puzzle.source), formats.write(puzzle, self.to))
        return self._report_uniqueness()

    def _read(self, name: str, source: formats.Source) -> Iterator[Puzzle]:
        """Read a file, as a photo if the options require it; note whether it is a picture, and its costs."""
        if self.making and name not in READS:
            what = (
                f"{name} files are not pictures: --size, --colours, --threshold and --dither are for pictures"
            )
            raise source.wrong(what)
        puzzles = read_photo(source, self.making) if self.making else FORMATS.load(name).read(source)
        kind = self.arguments.kind
        for found in puzzles:
            puzzle = self._of_kind(found, source) if kind != DEFAULT else found
            self.new = FORMATS[name].picture
            making = self.making
            grey_cells = making and making.colours == 2 and not making.dither
            if self.arguments.level and making and grey_cells and len(set("".join(puzzle.goal))) > 1:
                self.costs[puzzle.source] = costs(grey(source, making.size), making.threshold)
            yield puzzle

    def _of_kind(self, puzzle: Puzzle, source: formats.Source) -> Puzzle:
        """Return the puzzle of the kind asked for that has a puzzle's picture."""
        kind = self.arguments.kind
        if puzzle.kind == kind:
            return puzzle
        if not puzzle.goal:
            raise source.wrong(f"--kind {kind}: expected a picture, or a puzzle with one")
        about = {name: getattr(puzzle, name) for name in ABOUT}
        return cell_kind(kind).from_grid(puzzle.goal, puzzle.palette, **about).with_source(puzzle.source)

    def _fit(self, puzzle: Puzzle) -> Puzzle:
        """Return the puzzle without what the target cannot hold, and report the loss."""
        fit, lost = fitted(puzzle, self.entry.supports)
        self.facts[puzzle.source] = fit, {"to": self.to, "lost": lost, "verdict": None, "changed": []}
        if lost:
            what = f"the format {self.to} cannot hold: {', '.join(lost)}"
            if self.arguments.strict:
                raise InputError(what, puzzle.source)
            more = "; without givens there may be more solutions" if "givens" in lost else ""
            self._say(puzzle, f"{what}{more}")
        if self.arguments.level:
            return self._repaired(fit)
        if self.new:
            self.shown.append(fit)
        return fit

    def _repaired(self, puzzle: Puzzle) -> Puzzle:
        """Return the repaired puzzle, with the fewest changed cells, or the puzzle itself; report which. In a
        photo, cells that are neither dark nor light are changed first.
        """
        level = self.arguments.level
        weights = self.costs.get(puzzle.source, ())
        found = repair(
            puzzle, limits=options.limits_of(self.arguments), level=level, costs=weights
        ).uninterrupted()
        if found.repaired:
            count = len(found.cells)
            done = f"{plural(count, 'cell')} changed: " if count else ""
            changed = positions(puzzle, found.cells)
            what = "exactly one solution" if level == UNIQUE else repaired_words(level, puzzle)
            text = f"{_size_text(puzzle)}: {done}{what}"
            self._say(puzzle, text, changed=changed, verdict=Verdict.UNIQUE.value)
            return found.repaired
        enough = f"{found.tried} changed cells are not enough"
        why = found.basis or (enough if found.done else str(found.stop_reason))
        self._say(puzzle, f"{_size_text(puzzle)}: not repaired: {why}")
        return puzzle

    def _say(self, puzzle: Puzzle, text: str, **facts: Any) -> None:
        """Report on a puzzle, unless --json or --quiet is given; keep the facts for --json."""
        self.facts[puzzle.source][1].update(facts)
        if not (self.arguments.json or self.arguments.quiet):
            complain(f"{puzzle.source}: {text}")

    def _path(self, address: str) -> str:
        """Return the path in the folder for a puzzle's address. Raises InputError if it is not new."""
        file, mark, number = address.partition("#")
        stem = "stdin" if file == "-" else Path(file).stem
        suffix = next(iter(self.entry.suffixes), ".txt")
        path = str(Path(self.out, f"{stem}-{number}{suffix}" if mark else f"{stem}{suffix}"))
        if path in self.written:
            raise InputError(f"would overwrite {path}, which was written for another puzzle", address)
        self.written.add(path)
        return path

    def _report_uniqueness(self) -> Exit:
        """Report for each new picture whether it is the only solution of its clues."""
        puzzles, self.shown = self.shown, []
        for puzzle in puzzles:
            answer = solve(puzzle, limits=options.limits_of(self.arguments))
            verdict = answer.verdict.value
            self._say(puzzle, f"{_size_text(puzzle)}: {_verdict_text(answer)}", verdict=verdict)
            if answer.stop_reason is StopReason.INTERRUPTED:
                return Exit.INTERRUPTED
        return Exit.ANSWERED


def _size_text(puzzle: Puzzle) -> str:
    if not puzzle.row_lengths:
        return puzzle.kind
    colours = f", {len(puzzle.palette)} colours" if len(puzzle.palette) > 2 else ""
    return f"{puzzle.size}{colours}"


def _verdict_text(answer: Answer) -> str:
    """Say whether the picture is the only solution of its clues."""
    if answer.verdict is Verdict.UNIQUE:
        return "exactly one solution"
    if answer.solution and answer.other:
        differ = differing_cells(answer.solution, answer.other)
        return f"more than one solution; two of them differ in {differ} cells"
    return f"its uniqueness is unknown: {answer.stop_reason}"
