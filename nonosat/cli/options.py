"""The options that commands share: how they are declared, and how their values are read."""

from __future__ import annotations

import argparse
import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Mapping
from math import inf
from typing import Any

from nonosat import InputError, Limits, Picture, Puzzle
from nonosat.formats.source import content, suffix_of
from nonosat.processes.alarm import alarm
from nonosat.puzzles.cells import cell_at
from nonosat.solving.card import DEFAULT, Card
from nonosat.solving.cards import load_card
from nonosat.toolkit import CellPuzzle, files, formats
from nonosat.words import is_number, or_nearest, quote

Options = argparse._ActionsContainer
"""A parser, or a group of its options, to which options are added."""

Reader = Callable[[str], int | float]

SKIP = "report files that cannot be read, without changing the exit code"
EACH = "one JSON object per puzzle, one per line"

_SECONDS_TO_READ = 0.2  # in which a puzzle may be read, whatever the limit


def add(parser: Options, name: str, about: str, metavar: Any = None, **more: Any) -> None:
    """Add an argument, or an option with a value; `-o/--output` are two names of one."""
    parser.add_argument(*name.split("/"), help=about, metavar=metavar, **more)


def flag(parser: Options, name: str, about: str, **more: Any) -> None:
    """Add an option without a value."""
    parser.add_argument(*name.split("/"), action="store_true", help=about, **more)


def number(parser: Options, name: str, about: str, read: Reader, metavar: str = "N", **more: Any) -> None:
    """Add an option with a number."""
    add(parser, name, _with_default(about, more), metavar, type=read, **more)


def choice(parser: Options, name: str, about: str, choices: Iterable[str], **more: Any) -> None:
    """Add an option with one of some values."""
    names = tuple(choices)

    def read(text: str) -> str:
        if text not in names:
            raise ArgumentTypeError(or_nearest(f"not {quote(text)}", text, names, "expected one of"))
        return text

    add(parser, name, _with_default(about, more), choices=names, type=read, **more)


def _with_default(about: str, more: Mapping[str, Any]) -> str:
    """Return the help of an option with its default, if it has one that the help does not name."""
    default = more.get("default")
    return about if default is None or "(default: " in about else f"{about} (default: {default})"


class Written(argparse._StoreAction):  # noqa: SLF001 - the only action that stores
    """Stores the path of a file that the command writes."""


def require_new(parser: ArgumentParser, arguments: Namespace) -> None:
    """Raise InputError if a file that the command is to write exists, unless it is continued or --force is
    given.
    """
    for action in parser._actions:
        value = getattr(arguments, action.dest, None)
        resumed = action.dest == "output" and getattr(arguments, "resume", False)
        if isinstance(action, Written) and value and not resumed:
            files.require_new(value[-1] if isinstance(value, list) else value, arguments.force)


def target(parser: Options, name: str, about: str, metavar: Any = "PATH", **more: Any) -> None:
    """Add an argument, or an option, that names a file or a folder to write."""
    add(parser, name, about, metavar, action=Written, **more)


def require_suffix(path: str, *suffixes: str) -> str:
    """Return a path's suffix; raise InputError if it is none of these. One may be missing (a pipe)."""
    suffix = suffix_of(path)
    if suffix not in suffixes and (suffix or len(suffixes) > 1):
        raise InputError(f"expected a path that ends in {' or '.join(suffixes)}", path)
    return suffix


def puzzles(parser: ArgumentParser, what: str = "puzzles", json: str = EACH, name: str = "files") -> None:
    """Add FILE..., the clues that may be given instead, and the options of `telling`."""
    add(parser, name, f"{what}; see nonosat --help", "FILE", nargs="*" if name == "files" else "?")
    clues(parser)
    telling(parser, json)


def puzzle(parser: ArgumentParser) -> None:
    """Add FILE, for a command about one puzzle, as above."""
    puzzles(parser, "a puzzle", "one JSON object", "file")


def clues(parser: ArgumentParser) -> None:
    """Add the clues that may be given instead of FILE."""
    add(parser, "--rows", "clues, such as '2 2 / 7 / 5', instead of a file", "CLUES")
    add(parser, "--columns", "the clues of the columns", "CLUES")


def take_clues(parser: ArgumentParser, arguments: Namespace) -> None:
    """Let the clues in --rows and --columns be the FILE."""
    given = vars(arguments)
    if "rows" not in given:
        return
    sides, place = [given["rows"], given["columns"]], "file" if "file" in given else "files"
    if any(sides) and (None in sides or given[place]):
        parser.error("expected FILE, or both --rows and --columns")
    if any(sides):
        typed = "rows: {}\ncolumns: {}".format(*sides)
        setattr(arguments, place, typed if place == "file" else [typed])
    elif not given[place]:
        parser.error("the following arguments are required: FILE")


def telling(parser: ArgumentParser, json: str = EACH) -> None:
    """Add --json (if its help is not empty), --quiet and --verbose."""
    if json:
        flag(parser, "--json", json)
    loudness = parser.add_mutually_exclusive_group()
    flag(loudness, "-q/--quiet", "shortest answer: no picture, no progress")
    flag(loudness, "-v/--verbose", "report on stderr what each stage found and how long it took")


def links(parser: ArgumentParser) -> None:
    """Add --links."""
    about = "the address of a playable page (see `nonosat studio --site`), to which links point"
    add(parser, "--links", about, "URL", type=_page)


def model(parser: ArgumentParser) -> None:
    """Add --model and the limits."""
    add(parser, "--model", "a model card, by name or path (default: auto)", "CARD", default=DEFAULT)
    limits(parser)


def time_limit(parser: ArgumentParser, what: str = "for each puzzle", seconds: int | None = None) -> None:
    """Add --time-limit, whose default is `seconds`."""
    about = f"time limit {what}, such as 60, 500ms, 2m or 1h"
    number(parser, "--time-limit", about, limit_seconds, "SECONDS", default=seconds)


def limits(parser: ArgumentParser, what: str = "for each puzzle", seconds: int | None = None) -> None:
    """Add --time-limit and --memory-limit."""
    time_limit(parser, what, seconds)
    about = f"memory limit {what}, such as 500M or 4G (default: three quarters of the machine's)"
    number(parser, "--memory-limit", about, byte_size, "SIZE")


def jobs(parser: ArgumentParser, what: str = "puzzles at a time") -> None:
    """Add --jobs."""
    number(parser, "-j/--jobs", what, positive, default=1)


def state(parser: Options) -> None:
    """Add --state."""
    about = "the cells filled in so far: rows such as '#.?/???', or a file with such rows or a saved grid"
    add(parser, "--state", about, "PICTURE|FILE")


def colours(parser: Options) -> None:
    """Add --colours."""
    about = "number of colours, with the background (default: 2, black and white)"
    number(parser, "--colours/--colors", about, _colours, "2..8")


def add_repaired_class(parser: Options, default: str | None = None) -> None:
    """Add --class, of what repairs a picture."""
    from nonosat.making.repair import REPAIRS

    about = "unique: one solution; lines: solvable line by line; moderate: with short refutations, too"
    choice(parser, "--class", about, REPAIRS, dest="level", default=default)


def limits_of(arguments: Namespace) -> Limits:
    """Return the limits in the arguments."""
    return Limits(arguments.time_limit, getattr(arguments, "memory_limit", None))


def seconds_to_read(arguments: Namespace) -> float | None:
    """Return the time limit for reading a puzzle; small files are read, so that there is an answer."""
    limit: float | None = getattr(arguments, "time_limit", None)
    return None if limit is None else max(limit, _SECONDS_TO_READ)


def card(arguments: Namespace) -> Card:
    """Return the card that --model names, or the default where there is no such option."""
    return load_card(getattr(arguments, "model", DEFAULT))


def puzzle_of(arguments: Namespace) -> Puzzle:
    """Return the puzzle of FILE, or the only puzzle of FILE... Raises InputError if there are several."""
    if len(files := getattr(arguments, "files", None) or [arguments.file]) > 1:
        raise InputError(f"expected one puzzle, found {len(files)} files")
    with alarm(seconds_to_read(arguments)):
        return formats.load(files[0], getattr(arguments, "format", None))


def text_of(name: str) -> str:
    """Return the text of a file that an argument names, or of stdin; replace bytes that are not text."""
    data = content(None if name == "-" else name, name).data
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    return data.decode("utf-8-sig", "replace")


def state_of(arguments: Namespace, puzzle: CellPuzzle) -> Picture | None:
    """Return the state in --state, if it is given."""
    from nonosat.reasons.marks import read_state

    return None if arguments.state is None else read_state(arguments.state, puzzle)


def cell_of(arguments: Namespace, puzzle: CellPuzzle) -> tuple[int, int] | None:
    """Return the cell in --cell, if it is given."""
    if arguments.cell is None:
        return None
    match = re.fullmatch(r"([1-9][0-9]{0,3}),([1-9][0-9]{0,3})", arguments.cell)
    row, column = map(int, match.groups()) if match else (0, 0)
    if cell_at(puzzle, row, column) is None:
        sizes = f"a row from 1 to {puzzle.height} and a {puzzle.across} from 1 to {puzzle.width}"
        raise InputError(f"--cell: expected {sizes}, such as 1,1, found {quote(arguments.cell)}")
    return row, column


def whole_number(expected: str, least: int = 0, most: float = inf) -> Callable[[str], int]:
    """Return a reader of whole numbers within bounds; `expected` describes the number in errors."""

    def read(text: str) -> int:
        if not (is_number(text) and least <= int(text) <= most):
            raise ArgumentTypeError(f"{text!r}: expected {expected}")
        return int(text)

    return read


whole = whole_number("a whole number")
_colours = whole_number("2 to 8", 2, 8)
positive = whole_number("a whole number, at least 1", 1, 999_999)


_MORE_THAN_0 = r"(?=[0.]*[1-9])([0-9]+(?:\.[0-9]+)?)"


def match_whole(pattern: str, text: str, expected: str) -> re.Match[str]:
    """Match a whole value; `expected` describes it in errors."""
    match = re.fullmatch(pattern, text)
    if not match:
        raise ArgumentTypeError(f"{text!r}: expected {expected}")
    return match


def _page(text: str) -> str:
    """Read the address of a page to which the fragment of a link can be appended."""
    what = "the address of a playable page, such as https://example.org/play.html"
    return match_whole(r"(?:https?|file)://[^\s#]+", text, what)[0]


def limit_seconds(text: str) -> float:
    """Read a time limit."""
    match = match_whole(f"{_MORE_THAN_0}(ms|s|m|h)?", text, "seconds, such as 60, 1.5, 500ms or 2m")
    return float(match[1]) * {"ms": 0.001, "m": 60.0, "h": 3600.0}.get(match[2], 1.0)


def grid_size(text: str) -> tuple[int, int]:
    """Read a grid's width and height."""
    side = "([1-9][0-9]{0,3})"
    match = match_whole(f"{side}x{side}", text, "width and height, such as 40x30")
    return int(match[1]), int(match[2])


def byte_size(text: str) -> int:
    """Read a memory limit."""
    match = match_whole(f"(?i:{_MORE_THAN_0}([KMGT])?(?:i?B)?)", text, "a size, such as 500M or 4G")
    return int(float(match[1]) * 1024 ** " KMGT".index((match[2] or " ").upper()))
