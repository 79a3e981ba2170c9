"""`nonosat generate --size 20x20 --class moderate --count 10 -o set.jsonl`: puzzles made to order,
reproducibly.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import ExitStack, closing
from math import inf
from pathlib import Path

from nonosat import InputError, StopReason
from nonosat.cli import options
from nonosat.cli.output import Exit, complain, put, say, say_answer, say_json
from nonosat.cli.progress import counted
from nonosat.formats import FORMATS
from nonosat.formats.writing import format_for, write
from nonosat.making.candidate import Made, record
from nonosat.making.generate import Making, Shelf, counters, family, in_turn, makings
from nonosat.making.kinds import generated_kinds
from nonosat.making.order import DENSITY, SMOOTH_DENSITY, SYMMETRIES, Grey, Order
from nonosat.making.shares import read_classes, shares
from nonosat.puzzles import DEFAULT, Puzzle
from nonosat.reasons import CLASSES, LINES, TRIVIAL
from nonosat.toolkit import Photo, Pool
from nonosat.words import plural

JSONL = "jsonl"
"""The format in which a set is written puzzle by puzzle."""

_STEPS = 5  # puzzles of a family
_NUMBER = r"([0-9]+\.?[0-9]*|\.[0-9]+)"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    asked = parser.add_argument_group("the puzzles")
    about = f"one of {', '.join(generated_kinds())}, or the file of a kind's page (default: {DEFAULT})"
    options.add(asked, "--kind", about, "KIND", default=DEFAULT)
    options.add(asked, "--size", "width and height, such as 25x25", "WxH", type=options.grid_size)
    density = f"share of coloured cells (default: {DENSITY:g}, smooth {SMOOTH_DENSITY:g})"
    options.number(asked, "--density", density, _density, "D")
    options.flag(asked, "--smooth", "average each cell with its neighbours")
    options.colours(asked, 2)
    mirrored = "; ".join(f"{name}: {how}" for name, how in SYMMETRIES.items())
    options.choice(asked, "--symmetric", mirrored, SYMMETRIES)
    about = (
        f"one of {', '.join(CLASSES)}, or several in equal numbers, such as lines,moderate, or with a number "
        "for each, such as lines:400,moderate:300; trivial+lines is either (the default)"
    )
    options.add(asked, "--class", about, "CLASS", dest="levels", default=f"{TRIVIAL}+{LINES}")
    options.add(asked, "--effort", "effort from A to B; also A- or -B", "A-B", type=_band, default=(0.0, inf))
    about = "steps that the solution must have at least, by name, such as glue:3,joining:1"
    options.add(asked, "--needs", about, "NAME:N", type=_techniques, default=(), dest="techniques")
    about = f"number of puzzles (default: 1 of each class; {_STEPS} with --from)"
    options.number(asked, "--count", about, options.positive)
    options.number(asked, "--seed", "random seed", int, default=0)
    about = "a family of puzzles that look like this picture (.png, .jpg, ...), of rising difficulty"
    options.add(asked, "--from", about, "IMAGE", dest="picture")
    options.output(parser, "a file, or a folder of one file per puzzle (default: -)", default="-")
    options.add(parser, "--to", "output format (default: by suffix, or jsonl)", "FORMAT")
    options.flag(parser, "--resume", "continue the .jsonl file or the folder")
    options.flag(parser, "--explain", "add the checked steps of each solution to the JSON Lines records")
    options.telling(parser, "print a summary as one JSON object at the end")
    options.jobs(parser)
    options.time_limit(parser, "for all of them")


def main(arguments: argparse.Namespace) -> Exit:
    """Make the puzzles."""
    if arguments.json and arguments.output == "-":
        raise InputError("--json needs an -o other than standard output")
    classes, limits = read_classes(arguments.levels), options.limits_of(arguments)
    order = _order(arguments, [name for names in classes for name in names.split("+")])
    count: int | None = arguments.count
    parts = makings(order, (count or _STEPS) if arguments.picture else shares(classes, count))
    with ExitStack() as stack:
        output = _Output(arguments, parts)
        if output.shelf:
            stack.enter_context(closing(output.shelf))
        pool = stack.enter_context(Pool(arguments.jobs))
        stack.callback(pool.stop)  # does not wait for unfinished candidates
        missing = sum(max(0, making.count - making.made) for making in parts)
        step = stack.enter_context(counted("puzzles", missing))
        found = in_turn(parts, pool, arguments.jobs, limits)
        if arguments.picture:
            found = family(parts[0], pool, arguments.jobs, limits)
        for made in stack.enter_context(closing(found)):
            output.add(made)
            step()
        output.finish()
    return _ending(arguments, parts)


def _order(arguments: argparse.Namespace, levels: Sequence[str]) -> Order:
    grey: Grey = ()
    if arguments.picture:
        others = {
            "--resume": arguments.resume,
            "--density": arguments.density,
            "--colours": arguments.colours > 2,
            "--smooth": arguments.smooth,
            "--symmetric": arguments.symmetric,
            "a number for each class": ":" in arguments.levels,
        }
        if wrong := next((name for name, given in others.items() if given), ""):
            raise InputError(f"--from cannot be combined with {wrong}")
        grey = Photo(arguments.picture).grey(arguments.size, arguments.kind)
    elif not arguments.size:
        raise InputError("expected --size, such as --size 20x20")
    width, height = arguments.size or (len(grey[0]), len(grey))
    density = SMOOTH_DENSITY if arguments.smooth else DENSITY
    return Order(
        width=width,
        height=height,
        density=density if arguments.density is None else arguments.density,
        smooth=arguments.smooth,
        colours=arguments.colours - 1,
        symmetry=arguments.symmetric or "",
        kind=arguments.kind,
        levels=tuple(levels),
        effort=arguments.effort,
        seed=arguments.seed,
        grey=grey,
        explained=arguments.explain,
        techniques=arguments.techniques,
    )


def _ending(arguments: argparse.Namespace, parts: Sequence[Making]) -> Exit:
    """Report the result."""
    short = [making for making in parts if making.short]
    if arguments.json:
        found = counters(parts) | {
            "classes": [counters([making]) for making in parts],
            "output": arguments.output,
        }
        say_answer("generate", found, stop_reason=short[0].stop_reason if short else StopReason.DONE)
    elif arguments.output != "-" and not arguments.quiet:
        each = ", ".join(f"{plural(making.made, 'puzzle')} of {making.order.words()}" for making in parts)
        say(f"{arguments.output}: {each}")
    for making in short:
        complain(making.words())
    return Exit.UNDECIDED if short else Exit.ANSWERED


def _techniques(text: str) -> tuple[tuple[str, int], ...]:
    """Read the names of techniques with their numbers."""
    expected = "names and numbers, such as glue:3"
    found = [options.matched(r"([a-z ]+):([0-9]{1,4})", word, expected) for word in text.split(",")]
    return tuple([(one[1], int(one[2])) for one in found])


def _density(text: str) -> float:
    """Read a density."""
    found = options.matched(f"{_NUMBER}(?:e-?[0-9]+)?", text, "a number between 0 and 1, such as 0.5")
    return float(found[0])


def _band(text: str) -> tuple[float, float]:
    """Read the least and the most effort."""
    found = options.matched(f"(?!-$){_NUMBER}?-{_NUMBER}?", text, "two numbers, such as 40-80")
    return float(found[1] or 0), float(found[2] or inf)


class _Output:
    """Receives the puzzles one after another; a `shelf` that keeps them is to be closed at the end. The
    `makings` learn which puzzles there are already.
    """

    def __init__(self, arguments: argparse.Namespace, makings: Sequence[Making]) -> None:
        self.path: str = arguments.output
        self.folder = self.path != "-" and (self.path.endswith("/") or Path(self.path).is_dir())
        self.form = self._form(arguments.to)
        self.kept: list[Puzzle] = []  # to be written into one file
        self.shelf: Shelf | None = None
        if self.folder or (self.form == JSONL and self.path != "-"):
            self.shelf = Shelf(
                self.path, makings, self.form if self.folder else "", arguments.resume, arguments.force
            )
        elif arguments.resume:
            raise InputError("--resume continues a .jsonl file or a folder")
        elif arguments.explain and self.form != JSONL:
            raise InputError("--explain is for .jsonl files and folders")

    def _form(self, to: str | None) -> str:
        """Return the format of the file, or of a folder's files."""
        place, usual = ("", "yaml") if self.folder else (self.path, JSONL if self.path == "-" else None)
        form = format_for(place, to or usual)
        if self.folder and not FORMATS[form].suffixes:
            raise InputError(f"the format {form} has no suffix for a folder's files")
        return form

    def add(self, made: Made) -> None:
        """Write or keep a puzzle."""
        if self.shelf:
            self.shelf.add(made)
        elif self.form == JSONL:
            say_json(record(made))
        else:
            self.kept.append(made.puzzle)

    def finish(self) -> None:
        """Write the puzzles that were kept."""
        if self.kept:
            put(self.path, write(self.kept, self.form))
