"""`nonosat generate --size 20x20 --class moderate --count 10 -o set.jsonl`: puzzles made to order,
reproducibly.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from math import inf

from nonosat import InputError, StopReason
from nonosat.cli import options
from nonosat.cli.output import Exit, complain, place_of, put, say, say_answer, say_json
from nonosat.formats.writing import format_for, write
from nonosat.making.candidate import Made, record
from nonosat.making.generate import Making, Shelf, counters, family, in_turn, makings
from nonosat.making.kinds import list_generated_kinds
from nonosat.making.order import DENSITY, SMOOTH_DENSITY, SYMMETRIES, Grey, Order
from nonosat.making.shares import read_classes, shares
from nonosat.processes.steps import count_steps
from nonosat.puzzles import DEFAULT, Puzzle
from nonosat.reasons import CLASSES, LINES, TRIVIAL
from nonosat.toolkit import Photo, Pool
from nonosat.words import plural

JSONL = "jsonl"  # in which a set is written puzzle by puzzle

_STEPS = 5  # puzzles of a family
_SAME = ("smooth", "kind", "effort", "seed", "explained")  # as an order calls them, too

_NUMBER = r"([0-9]+\.?[0-9]*|\.[0-9]+)"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    asked = parser.add_argument_group("the puzzles")
    about = f"one of {', '.join(list_generated_kinds())}, or the file of a kind's page (default: {DEFAULT})"
    options.add(asked, "--kind", about, "KIND", default=DEFAULT)
    options.add(asked, "--size", "width and height, such as 25x25", "WxH", type=options.grid_size)
    density = f"share of coloured cells (default: {DENSITY:g}, smooth {SMOOTH_DENSITY:g})"
    options.number(asked, "--density", density, _density, "D")
    options.flag(asked, "--smooth", "average each cell with its neighbours")
    options.colours(asked)
    mirrored = "; ".join(f"{name}: {how}" for name, how in SYMMETRIES.items())
    options.choice(asked, "--symmetric", mirrored, SYMMETRIES, dest="symmetry")
    about = (
        f"one of {', '.join(CLASSES)}, or several in equal numbers, such as lines,moderate, or with a number "
        "for each, such as lines:400,moderate:300; trivial+lines is either (the default)"
    )
    options.add(asked, "--class", about, "CLASS", dest="levels", default=f"{TRIVIAL}+{LINES}")
    options.add(asked, "--effort", "effort from A to B; also A- or -B", "A-B", type=_band, default=(0.0, inf))
    about = f"number of puzzles (default: 1 of each class; {_STEPS} with --from)"
    options.number(asked, "--count", about, options.positive)
    options.number(asked, "--seed", "random seed", int, default=0)
    about = "a family of puzzles that look like this picture (.png, .jpg, ...), of rising difficulty"
    options.add(asked, "--from", about, "IMAGE", dest="picture")
    options.target(parser, "-o/--output", "a file, or a folder of files (default: -)", default="-")
    options.add(parser, "--to", "output format (default: by suffix, or jsonl)", "FORMAT")
    options.flag(parser, "--resume", "continue the .jsonl file or the folder")
    about = "add the checked steps of each solution to the JSON Lines records"
    options.flag(parser, "--explain", about, dest="explained")
    options.telling(parser, "print a summary as one JSON object at the end")
    options.jobs(parser)
    options.time_limit(parser, "for all puzzles together")


def main(arguments: argparse.Namespace) -> Exit:
    """Make the puzzles."""
    if arguments.json and arguments.output == "-":
        raise InputError("--json needs an -o other than standard output")
    classes, limits = read_classes(arguments.levels), options.limits_of(arguments)
    order = _order(arguments, [name for names in classes for name in names.split("+")])
    family_size = (arguments.count or _STEPS) if arguments.picture else None
    parts = makings(order, family_size or shares(classes, arguments.count))
    with ExitStack() as stack:
        add, kept = _output(arguments, parts, stack)
        pool = stack.enter_context(Pool(arguments.jobs))
        stack.callback(pool.stop)  # does not wait for unfinished candidates
        missing = sum(max(0, making.count - making.made) for making in parts)
        step = stack.enter_context(count_steps("puzzles", missing))
        puzzles = in_turn(parts, pool, arguments.jobs, limits)
        if arguments.picture:
            puzzles = family(parts[0], pool, arguments.jobs, limits)
        for made in stack.enter_context(closing(puzzles)):
            add(made)
            step()
        if kept:
            put(arguments.output, write(kept, format_for(arguments.output, arguments.to)))
    return _ending(arguments, parts)


def _order(arguments: argparse.Namespace, levels: Sequence[str]) -> Order:
    grey: Grey = ()
    if arguments.picture:
        others = ("resume", "density", "colours", "smooth", "symmetry")
        if wrong := next((name for name in others if getattr(arguments, name)), ""):
            raise InputError(f"--from cannot be combined with --{wrong.replace('metry', 'metric')}")
        if ":" in arguments.levels:
            raise InputError("--from cannot be combined with a number for each class")
        grey = Photo(arguments.picture).grey(arguments.size, arguments.kind)
    elif not arguments.size:
        raise InputError("expected --size, such as --size 20x20")
    width, height = arguments.size or (len(grey[0]), len(grey))
    density = SMOOTH_DENSITY if arguments.smooth else DENSITY
    return Order(
        width=width,
        height=height,
        density=density if arguments.density is None else arguments.density,
        colours=(arguments.colours or 2) - 1,
        symmetry=arguments.symmetry or "",
        levels=tuple(levels),
        grey=grey,
        **{name: getattr(arguments, name) for name in _SAME},
    )


def _ending(arguments: argparse.Namespace, parts: Sequence[Making]) -> Exit:
    """Report the result."""
    short = [making for making in parts if making.short]
    if arguments.json:
        counts = counters(parts) | {
            "classes": [counters([making]) for making in parts],
            "output": arguments.output,
        }
        say_answer("generate", counts, stop_reason=short[0].stop_reason if short else StopReason.DONE)
    elif arguments.output != "-" and not arguments.quiet:
        each = ", ".join(f"{plural(making.made, 'puzzle')} of {making.order.words()}" for making in parts)
        say(f"{arguments.output}: {each}")
    for making in short:
        complain(making.words())
    return Exit.UNDECIDED if short else Exit.ANSWERED


def _density(text: str) -> float:
    """Read a density."""
    match = options.match_whole(f"{_NUMBER}(?:e-?[0-9]+)?", text, "a number between 0 and 1, such as 0.5")
    return float(match[0])


def _band(text: str) -> tuple[float, float]:
    """Read the least and the most effort."""
    match = options.match_whole(f"(?!-$){_NUMBER}?-{_NUMBER}?", text, "two numbers, such as 40-80")
    return float(match[1] or 0), float(match[2] or inf)


def _output(
    arguments: argparse.Namespace, makings: Sequence[Making], stack: ExitStack
) -> tuple[Callable[[Made], object], list[Puzzle]]:
    """Return what receives the puzzles one after another, and those that are to be written into one file at
    the end. The `makings` learn which puzzles there are already.
    """
    place, kept = arguments.output, list[Puzzle]()
    form, folder = place_of(place, arguments.to, JSONL if place == "-" else "", "yaml")
    if folder or (form == JSONL and place != "-"):
        shelf = Shelf(place, makings, form if folder else "", arguments.resume, arguments.force)
        return stack.enter_context(closing(shelf)).add, kept
    if arguments.resume:
        raise InputError("--resume continues a .jsonl file or a folder")
    if form == JSONL:
        return lambda made: say_json(record(made)), kept
    if arguments.explained:
        raise InputError("--explain is for .jsonl files and folders")
    return lambda made: kept.append(made.puzzle), kept
