"""`nonosat generate`: puzzles made to order, reproducibly."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, ExitStack, closing
from math import inf
from pathlib import Path
from typing import Any

from nonosat.answer import told
from nonosat.cli import common
from nonosat.cli.dask import dask_argument, dask_cluster
from nonosat.cli.generated import Output
from nonosat.cli.output import Exit, complain, say, say_json
from nonosat.errors import InputError, StopReason
from nonosat.formats.photo import grey as read_grey
from nonosat.formats.source import content
from nonosat.making.family import family
from nonosat.making.generate import Making, in_turn, makings, stopped
from nonosat.making.order import DENSITY, SMOOTH_DENSITY, SYMMETRIES, Grey, Order
from nonosat.processes.pool import Pool
from nonosat.reasons.rating_numbers import CLASSES, LINES, TRIVIAL
from nonosat.words import plural

_STEPS = 5  # puzzles of a family
_AHEAD = 1000  # jobs at a time for a cluster, which limits itself


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    asked = parser.add_argument_group("the puzzles")
    asked.add_argument("--size", type=common.grid_size, metavar="WxH", help="width and height, such as 25x25")
    density = f"share of coloured cells (default: {DENSITY:g}, smooth {SMOOTH_DENSITY:g})"
    asked.add_argument("--density", type=_density, metavar="D", help=density)
    asked.add_argument("--smooth", action="store_true", help="average each cell with its neighbours")
    asked.add_argument(
        "--colours",
        type=int,
        choices=range(2, 9),
        default=2,
        metavar="2..8",
        help="number of colours, with the background (default: 2, black and white)",
    )
    mirrored = "; ".join(f"{name}: {how}" for name, how in SYMMETRIES.items())
    asked.add_argument("--symmetric", choices=SYMMETRIES, help=mirrored)
    asked.add_argument(
        "--class",
        dest="levels",
        default=f"{TRIVIAL}+{LINES}",
        metavar="CLASS",
        help=f"one of {', '.join(CLASSES)}, or several in equal numbers, such as lines,moderate, or with a "
        "number for each, such as lines:400,moderate:300; trivial+lines is either (the default)",
    )
    asked.add_argument(
        "--effort", type=_band, default=(0.0, inf), metavar="A-B", help="effort from A to B; also A- or -B"
    )
    asked.add_argument(
        "--count", type=common.positive, metavar="N", help="number of puzzles (default: 1 of each class)"
    )
    asked.add_argument("--seed", type=int, default=0, metavar="N", help="random seed (default: 0)")
    asked.add_argument(
        "--from",
        dest="picture",
        metavar="IMAGE",
        help="a family of puzzles of this picture, of rising difficulty (extra: pictures)",
    )
    asked.add_argument(
        "--steps", type=common.positive, metavar="N", help=f"size of the family (default: {_STEPS})"
    )
    parser.add_argument(
        "-o",
        "--output",
        default="-",
        metavar="PATH",
        help="a file, or a folder of one file per puzzle (default: -)",
    )
    parser.add_argument("--to", metavar="FORMAT", help="output format (default: by suffix, or jsonl)")
    parser.add_argument("--resume", action="store_true", help="continue the .jsonl file or the folder")
    parser.add_argument("--gallery", metavar="PATH", help="draw all of them, small, on an HTML page")
    parser.add_argument("--prove", metavar="FOLDER", help="write a certificate of each to this folder")
    parser.add_argument(
        "--explain",
        action="store_true",
        help="add the checked steps of each solution to the JSON Lines records",
    )
    common.telling_arguments(parser, "print a summary as one JSON object at the end")
    common.jobs_argument(parser, "puzzles to make at a time")
    dask_argument(parser, "make them")
    common.limit_arguments(parser, "for all of them")


def main(arguments: argparse.Namespace) -> Exit:
    """Make the puzzles."""
    if arguments.json and arguments.output == "-":
        raise InputError("--json needs an -o other than standard output")
    classes, limits = _classes(arguments.levels), common.limits_of(arguments)
    order = _order(arguments, [name for names in classes for name in names.split("+")])
    parts = makings(order, _count(arguments, classes))
    at_a_time = arguments.jobs if arguments.dask is None else _AHEAD
    with ExitStack() as stack:
        output = stack.enter_context(closing(Output(arguments, parts)))
        pool: AbstractContextManager[Executor] = (
            stopped(Pool(arguments.jobs)) if arguments.dask is None else dask_cluster(arguments)
        )
        executor = stack.enter_context(pool)
        missing = sum(max(0, making.count - making.made) for making in parts)
        step = stack.enter_context(common.counted("puzzles", missing))
        found = (
            family(parts[0], executor, at_a_time, limits)
            if arguments.picture
            else in_turn(parts, executor, at_a_time, limits)
        )
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
            "--count": arguments.count,
            "--colours": arguments.colours > 2,
            "--smooth": arguments.smooth,
            "--symmetric": arguments.symmetric,
            "a number for each class": ":" in arguments.levels,
        }
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
        levels=tuple(levels),
        effort=arguments.effort,
        seed=arguments.seed,
        grey=grey,
        explained=arguments.explain,
    )


def _classes(text: str) -> dict[str, int | None]:
    """Read the classes, those of `trivial+lines` together, each with its number, if it has one."""
    found = dict[str, int | None]()
    for word in filter(None, text.split(",")):
        names, colon, number = word.partition(":")
        if names in found:
            raise InputError(f"the class {names} is asked for twice")
        if colon and not re.fullmatch("[0-9]{1,9}", number):
            raise InputError(f"--class {word}: expected a class and a number, such as lines:400")
        found[names] = int(number) if colon else None
    return found


def _count(arguments: argparse.Namespace, classes: Mapping[str, int | None]) -> int | Mapping[str, int]:
    """Return the number of puzzles, or the number of each class: equal numbers if these are not given."""
    if arguments.picture:
        return arguments.steps or _STEPS
    count, numbered = (
        arguments.count,
        {names: number for names, number in classes.items() if number is not None},
    )
    if numbered:
        if len(numbered) < len(classes) or count:
            raise InputError("expected a number for each class, and then no --count")
        return numbered
    if len(classes) < 2:
        return count or 1
    if count and count < len(classes):
        raise InputError(f"--count {count}: expected at least one puzzle of each class")
    least, more = divmod(count or len(classes), len(classes))
    return {names: least + (k < more) for k, names in enumerate(classes)}


def _ending(arguments: argparse.Namespace, parts: Sequence[Making]) -> Exit:
    """Report the result."""
    short = [making for making in parts if making.short]
    if arguments.json:
        found = _plain(parts) | {
            "classes": [_plain([making]) for making in parts],
            "output": arguments.output,
        }
        say_json(told("generate", found, stop_reason=short[0].stop_reason if short else StopReason.DONE))
    elif arguments.output != "-" and not arguments.quiet:
        each = ", ".join(f"{plural(making.made, 'puzzle')} of {making.order.words()}" for making in parts)
        say(f"{arguments.output}: {each}")
    for making in short:
        complain(making.words())
    return Exit.UNDECIDED if short else Exit.ANSWERED


def _plain(parts: Sequence[Making]) -> dict[str, Any]:
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


def _density(text: str) -> float:
    """Read a density."""
    try:
        return float(text)
    except ValueError:
        what = f"{text!r}: expected a number between 0 and 1, such as 0.5"
        raise argparse.ArgumentTypeError(what) from None


def _band(text: str) -> tuple[float, float]:
    """Read the least and the most effort."""
    found = re.fullmatch(r"([0-9.]*)-([0-9.]*)", text)
    try:
        if not found or text == "-":
            raise ValueError
        return float(found[1] or 0), float(found[2] or inf)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: expected two numbers, such as 40-80") from None
