"""Pages for print: a puzzle, or a book of puzzles, two per page where they fit, then the solutions.

Pages are laid out here; `pdf` and the HTML page write them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from nonosat.pictures.drawings import sheet
from nonosat.pictures.sheet import CELL, Sheet
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture
from nonosat.records import dataclass, replace

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a3": (297.0, 420.0)}
"""Name -> width and height in millimetres."""

EDGE = 12.0
"""The margin of a page, in millimetres."""

HEAD = 14.0
"""The height of a heading: a title, and a line about it."""

FOOT = 8.0
"""The height of the page number below them."""

GAP = 6.0
"""The gap between drawings."""

CAPTION = 6.0
"""The height of a caption."""

Place = tuple[float, float, float, float]
"""Left, top, width and height in millimetres."""

LARGEST = 15.0 / CELL
"""The largest size of a sheet's pixel, in millimetres: it gives cells of 15 mm."""

_ROOMY = 5.5
"""The smallest cells, in millimetres, of puzzles that share a page of a book."""

_GAIN = 1.15  # a page is turned if cells become larger by at least this factor
_SOLUTIONS = ((25, 3, 4), (60, 2, 3), (inf, 1, 2))
"""(longest side, columns, rows): the layout of a book's pages of solutions by the size of puzzles."""


@dataclass(frozen=True)
class Entry:
    """A puzzle of a book, its solution if there is one, and a note on it; `level` is its class, or ""."""

    puzzle: Puzzle
    solution: Picture = ()
    other: Picture = ()
    note: str = ""
    level: str = ""


@dataclass(frozen=True)
class Frame:
    """A drawing with its caption, which is a heading if there is a line `about` it. `source` is that of the
    puzzle to be solved on it.
    """

    sheet: Sheet
    caption: str = ""
    about: str | None = None
    source: str = ""

    @property
    def head(self) -> float:
        """The height of what is above the drawing."""
        return HEAD if self.about is not None else CAPTION if self.caption else 0.0


@dataclass(frozen=True)
class Page:
    """Drawings in columns and rows under a heading; `wide` pages are landscape, the
    number 0 is not shown.
    """

    heading: str
    about: str
    frames: tuple[Frame, ...]
    columns: int = 1
    rows: int = 1
    wide: bool = False
    number: int = 0

    @property
    def head(self) -> float:
        """The height of the heading."""
        return HEAD if self.heading or self.about else 0.0


def find_pixel_size(drawn: Sheet, width: float, height: float) -> float:
    """Return the size in millimetres of a sheet's pixel if the sheet is as large as fits."""
    return min(LARGEST, width / drawn.width, height / drawn.height)


def positions(page: Page, paper: str) -> list[Place]:
    """Return the place of each of the page's drawings, below its caption or heading; a single one stands in
    the middle.
    """
    across, down = size(page, paper)
    width = (across - 2 * EDGE + GAP) / page.columns
    height = (down - 2 * EDGE - page.head - FOOT + GAP) / page.rows
    areas = []
    for k, frame in enumerate(page.frames):
        row, column = divmod(k, page.columns)
        left, top = EDGE + column * width, EDGE + page.head + row * height + frame.head
        areas.append((left, top, width - GAP, height - GAP - frame.head))
    if len(areas) == 1 and not page.frames[0].head:
        [(left, top, width, height)], drawn = areas, page.frames[0].sheet
        times = find_pixel_size(drawn, width, height)
        across, down = drawn.width * times, drawn.height * times
        areas = [(left + (width - across) / 2, top + (height - down) / 2, across, down)]
    return areas


def smallest(page: Page, paper: str) -> float:
    """Return the size in millimetres of the smallest cell on a page."""
    boxes = zip(page.frames, positions(page, paper), strict=True)
    return min(find_pixel_size(frame.sheet, *box[2:]) for frame, box in boxes) * CELL


def size(page: Page, paper: str) -> tuple[float, float]:
    """Return the page's width and height."""
    width, height = PAPERS[paper]
    return (height, width) if page.wide else (width, height)


def single(puzzle: Puzzle, sheets: Sequence[Sheet], paper: str, bare: bool = False) -> list[Page]:
    """Return the page of one puzzle, with one or two drawings, and with a heading unless it is `bare`."""
    frames = tuple(Frame(drawn, source=puzzle.source) for drawn in sheets)
    heading = ("", "") if bare else (puzzle.title, _about(puzzle))
    return [_arrange(Page(*heading, frames), paper)]


def book(entries: Sequence[Entry], paper: str) -> list[Page]:
    """Return the pages of the puzzles, then the solutions, several per page, all in the orientation in which
    cells are larger. Titles, which may tell what the picture is, stand with the solutions.
    """
    shown = [replace(entry, puzzle=replace(entry.puzzle, title="")) for entry in entries]
    ways = [_puzzles(shown, paper, wide) for wide in (False, True)]
    pages = max(ways, key=lambda way: (min(smallest(page, paper) for page in way), -len(way)))
    pages = [replace(page, wide=pages[0].wide) for page in [*pages, *_solutions(entries)]]
    return [replace(page, number=number) for number, page in enumerate(pages, start=1)]


def _puzzles(entries: Sequence[Entry], paper: str, wide: bool) -> list[Page]:
    """Return the pages of the puzzles, two per page where they fit."""
    pages: list[Page] = []
    numbered = list(enumerate(entries, start=1))
    while numbered:
        pages.append(_two(numbered[:2], paper, wide) or _one(*numbered[0], wide))
        numbered = numbered[len(pages[-1].frames) :]
    return pages


def _one(number: int, entry: Entry, wide: bool) -> Page:
    """Return the page of one puzzle of a book."""
    drawn = Frame(sheet(entry.puzzle, legend=True), source=entry.puzzle.source)
    return Page(_heading(number, entry), _about(entry.puzzle), (drawn,), wide=wide)


def _two(numbered: Sequence[tuple[int, Entry]], paper: str, wide: bool) -> Page | None:
    """Return the page that two puzzles of a book share, None if one is missing or cells would be small."""
    frames = tuple(
        Frame(
            sheet(entry.puzzle, legend=True),
            _heading(number, entry),
            _about(entry.puzzle),
            entry.puzzle.source,
        )
        for number, entry in numbered
    )
    page = Page("", "", frames, columns=2 if wide else 1, rows=1 if wide else 2, wide=wide)
    return page if len(frames) == 2 and smallest(page, paper) >= _ROOMY else None


def _solutions(entries: Sequence[Entry]) -> list[Page]:
    """Return the pages of the solutions; puzzles without one are listed with the reason."""
    frames, unsolved = [], []
    for k, one in enumerate(entries, start=1):
        title = _title(k, one.puzzle)
        if one.solution:
            drawn = sheet(one.puzzle, one.solution, one.other, clues=False)
            frames.append(Frame(drawn, f"{title} ({one.note})" if one.note else title))
        else:
            unsolved.append(f"{title}: {one.note}")
    sides = [max(frame.sheet.width, frame.sheet.height) / CELL for frame in frames]
    columns, rows = next(
        (columns, rows) for most, columns, rows in _SOLUTIONS if max(sides, default=0) <= most + 1
    )
    step = columns * rows
    return [
        Page("Solutions", "; ".join(unsolved) * (at == 0), tuple(frames[at : at + step]), columns, rows)
        for at in range(0, max(1, len(frames)), step)
    ]


def _arrange(page: Page, paper: str) -> Page:
    """Return the page with its drawings side by side or one below the other, whichever has larger cells. It
    is turned if that makes them noticeably larger.
    """
    ways = [page] if len(page.frames) == 1 else [replace(page, columns=2), replace(page, rows=2)]
    return max((_turn(way, paper) for way in ways), key=lambda way: smallest(way, paper))


def _turn(page: Page, paper: str) -> Page:
    wide = replace(page, wide=True)
    return wide if smallest(wide, paper) > _GAIN * smallest(page, paper) else page


def _heading(number: int, entry: Entry) -> str:
    """Return number and title, with the class if it is known."""
    return _title(number, entry.puzzle) + (f" ({entry.level})" if entry.level else "")


def _title(number: int, puzzle: Puzzle) -> str:
    return f"{number}. {puzzle.title}" if puzzle.title else f"Puzzle {number}"


def _about(puzzle: Puzzle) -> str:
    """Return author and kind, if it is no nonogram, and size, if known."""
    about = [f"by {puzzle.author}"] if puzzle.author else []
    about += [puzzle.kind.replace("-", " ")] if puzzle.is_declared else []
    about += [puzzle.size] if puzzle.row_lengths else []
    return ", ".join(about)
