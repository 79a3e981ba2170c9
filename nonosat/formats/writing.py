"""Writing puzzles: what a format cannot hold is lost or refused."""

from __future__ import annotations

import os
import warnings
from collections.abc import Collection, Iterable
from typing import Any

from nonosat.errors import InputError, InputWarning
from nonosat.formats import FORMATS, format_of
from nonosat.formats.capabilities import BLOTTED, OPEN, SEVERAL, TRIANGLES
from nonosat.formats.documents.clues import ABOUT
from nonosat.processes.files import path_text, put_file, writing
from nonosat.puzzles import KINDS, Puzzle
from nonosat.puzzles.lines import LinePuzzle
from nonosat.puzzles.picture import BLACK_AND_WHITE, UNKNOWN
from nonosat.records import replace


def format_for(path: str | os.PathLike[str], name: str | None = None) -> str:
    """Return the format of a file to be written: the one of this name, or that of the file's suffix.

        >>> import nonosat
        >>> format_for("mine.g")
        'g'

    Raises InputError if there is none, if it can only be read, or if the suffix is that of another format:
    files are read by their suffix.
    """
    if name and (other := format_of(path)) and other != name:
        raise InputError(f"the suffix is that of the format {other}, not {name}", str(path))
    name = name or format_of(path)
    if name is None:
        suffix = os.path.splitext(path)[1]
        what = f"unknown suffix {suffix}" if suffix else "no suffix"
        raise InputError(f"{what}: expected one such as .yaml or .non", str(path))
    if not FORMATS[name].writes:
        raise InputError(f"the format {name} can be read but not written")
    return name


def fit_format(puzzle: Puzzle, format_name: str) -> tuple[Puzzle, list[str]]:
    """Return the puzzle without what a format cannot hold, and a list of what that is.

        >>> import nonosat
        >>> fit_format(nonosat.load("cat"), "nin")[1]
        ['title', 'author', 'origin', 'licence', 'goal']

    Several colours and blotted clues are kept, since losing them would change the solutions; `write` fails.

    Raises InputError if there is no such format.
    """
    return fit_puzzle(puzzle, FORMATS[format_name].supports)


def write(puzzles: Puzzle | Iterable[Puzzle], format_name: str) -> str | bytes:
    """Return a file of this format with one or several puzzles: bytes if it is a picture, else text.

        >>> import nonosat
        >>> from nonosat import toolkit
        >>> print(toolkit.write(nonosat.Nonogram.from_picture(("#.", "##")), "nin"))
        2 2
        1
        2
        2
        1
        <BLANKLINE>

    Raises InputError if there is no such format, or if it cannot hold the puzzles.
    """
    entry = FORMATS[format_for("", format_name)]
    written = list(puzzles) if isinstance(puzzles, Iterable) else [puzzles]
    if len(written) > 1 and SEVERAL not in entry.supports:
        many = ", ".join(name for name, other in FORMATS.items() if SEVERAL in other.supports)
        raise InputError(f"a file of the format {format_name} has one puzzle; several go into {many}")
    for puzzle in written:
        require_writable(puzzle, format_name, entry.kinds, entry.supports)
        if entry.picture:
            require_goal(puzzle)
    return FORMATS.load(format_name).write(written)


def save(puzzles: Puzzle | Iterable[Puzzle], path: str | os.PathLike[str]) -> None:
    """Write one or several puzzles to a file, whose suffix is its format; overwrite it if it exists.

        >>> import nonosat, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     nonosat.save(nonosat.load("cat"), f"{folder}/cat.non")
        ...     nonosat.load(f"{folder}/cat.non").title
        'Cat'

    What the format cannot hold besides the clues, such as a title, is left out, with an InputWarning.

    Raises InputError if the suffix is of no format, or if the puzzles or the path cannot be written.
    """
    several = [puzzles] if isinstance(puzzles, Puzzle) else puzzles
    several = list(several) if isinstance(several, Iterable) else [several]
    if wrong := [one for one in several if not isinstance(one, Puzzle)]:
        raise TypeError(f"puzzles: expected a Puzzle or several, found {wrong[0]!r}")
    name = format_for(path_text(path))
    fitting = [fit_format(puzzle, name) for puzzle in several]
    if lost := list(dict.fromkeys(feature for _, some in fitting for feature in some)):
        warnings.warn(f"{path}: the format {name} leaves out {', '.join(lost)}", InputWarning, stacklevel=2)
    written = write([puzzle for puzzle, _ in fitting], name)
    with writing(path):
        put_file(path, written.encode() if isinstance(written, str) else written)


def features(puzzle: Puzzle) -> list[str]:
    """Return the features of a puzzle besides its rules."""
    has = [feature for feature in (*ABOUT, "givens", "goal") if getattr(puzzle, feature)]
    if puzzle.palette != BLACK_AND_WHITE and not puzzle.is_declared:  # a kind's page has its colours
        has.append("colours")
    if any(colour.halves for colour in puzzle.palette):
        has.append(TRIANGLES)
    if isinstance(puzzle, LinePuzzle) and puzzle.blotted:
        has.append(OPEN if puzzle.has_any_blocks else BLOTTED)
    return has


def fit_puzzle(puzzle: Puzzle, supports: Collection[str]) -> tuple[Puzzle, list[str]]:
    """Return the puzzle reduced to these supported features, and the features that are lost.

    Several colours and blotted clues are kept, since losing them would change the solutions; writing fails.
    """
    lost: list[str] = []
    changed: dict[str, Any] = {}
    for feature in features(puzzle):
        if feature in supports:
            continue
        if feature == "colours" and isinstance(puzzle, LinePuzzle) and len(used := _find_used(puzzle)) < 2:
            puzzle = _in_black(puzzle, used)
        elif feature in ("givens", "goal"):
            changed[feature] = ()
        elif feature in ABOUT:
            changed[feature] = ""
        else:
            continue
        lost.append(feature)
    return (replace(puzzle, **changed) if changed else puzzle), lost


def require_writable(puzzle: Puzzle, name: str, kinds: Collection[str], supports: Collection[str]) -> None:
    """Raise InputError if the format of this name, with these kinds and features, cannot hold a puzzle."""
    if puzzle.kind not in kinds and kinds is not KINDS:
        what = f"the format {name} is for puzzles of kind {', '.join(kinds)}, not {puzzle.kind}"
        raise InputError(what, puzzle.source)
    for feature in features(puzzle):
        if feature in ("givens", "colours", BLOTTED, OPEN, TRIANGLES) and feature not in supports:
            raise InputError(f"the format {name} cannot hold {feature}; yaml can", puzzle.source)


def require_goal(puzzle: Puzzle) -> None:
    """Raise InputError if a puzzle has no goal picture, or one with other clues."""
    if not puzzle.goal:
        raise InputError("the puzzle has no goal picture", puzzle.source)
    if isinstance(puzzle, LinePuzzle) and puzzle.asking_for(puzzle.goal).clues != puzzle.clues:
        raise InputError("the goal picture does not have the puzzle's clues", puzzle.source)


def _find_used(puzzle: LinePuzzle) -> set[str]:
    """Return the characters of the colours that the clues and pictures use."""
    in_clues = {puzzle.palette[block.colour].char for clue in puzzle.clues for block in clue if block.low}
    in_pictures = puzzle.chars(puzzle.goal) + puzzle.chars(puzzle.givens)
    return in_clues.union(in_pictures) - {puzzle.palette[0].char, UNKNOWN}


def _in_black(puzzle: LinePuzzle, used: set[str]) -> LinePuzzle:
    """Return the puzzle with its only colour replaced by black."""
    black = str.maketrans(dict.fromkeys(used, BLACK_AND_WHITE[1].char))
    changed: dict[str, Any] = {"palette": BLACK_AND_WHITE} | {
        name: picture and puzzle.cut(puzzle.chars(picture).translate(black))
        for name, picture in (("givens", puzzle.givens), ("goal", puzzle.goal))
    }
    clues = [tuple(block._replace(colour=min(1, block.colour)) for block in clue) for clue in puzzle.clues]
    return replace(puzzle, **changed).with_clues(clues)
