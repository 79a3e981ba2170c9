"""Answers by trying everything: slow, obvious, and sharing no code with the package."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby, product

from nonosat import Nonogram, Picture, Puzzle
from nonosat.problem import Block, Clue, Constraint, Problem, Regular, Runs
from nonosat.problem.automaton import Automaton
from nonosat.puzzles.declared import Declared
from nonosat.puzzles.springs import Springs
from nonosat.puzzles.strips import Strips
from nonosat.puzzles.triddler import Triddler
from nonosat.toolkit import BLACK_AND_WHITE, UNKNOWN, Colour, Palette

Pieces = list[tuple[tuple[int, int], ...]]

THREE_COLOURS: Palette = (*BLACK_AND_WHITE, Colour("r", "red", "#cc0000"))


def clue_of(line: Sequence[int]) -> Clue:
    """Return the clue of a line's values."""
    runs = [(value, len(list(run))) for value, run in groupby(line)]
    return tuple(Block(value, length, length) for value, length in runs if value)


def reads_as(line: Sequence[int], clue: Clue) -> bool:
    """Whether a line's values read as a clue, with blotted blocks and `*`."""
    return _matches(clue_of(line), clue)


def _matches(have: Clue, clue: Clue) -> bool:
    if not clue:
        return not have
    h, w, rest = have[:1], clue[0], clue[1:]
    if not w.low:
        return any(_matches(have[k:], rest) for k in range(len(have) + 1))
    return bool(h) and h[0].colour == w.colour and w.low <= h[0].low <= w.high and _matches(have[1:], rest)


@cache
def lines_by_clue(n: int, values: int = 2) -> dict[Clue, list[tuple[int, ...]]]:
    """Return every line of n cells, sorted by its clue."""
    found: dict[Clue, list[tuple[int, ...]]] = {}
    for line in product(range(values), repeat=n):
        found.setdefault(clue_of(line), []).append(line)
    return found


@cache
def lines(clue: Clue, n: int, values: int = 2) -> list[tuple[int, ...]]:
    """Return every line that reads as a clue, blotted blocks included."""
    if values**n > 1 << 16:  # too many to look at all of them
        return list(_placed(clue, n))
    return [line for some in lines_by_clue(n, values).values() if reads_as(some[0], clue) for line in some]


def _placed(clue: Clue, n: int, colour: int = 0) -> Iterator[tuple[int, ...]]:
    """Yield the same, by placing one block after another; `colour` is that of the cell before."""
    if not clue:
        yield (0,) * n
        return
    head, *rest = clue
    for begin in range(int(head.colour == colour), n - head.low + 1):
        for length in range(head.low, min(head.high, n - begin) + 1):
            for tail in _placed(tuple(rest), n - begin - length, head.colour):
                yield (0,) * begin + (head.colour,) * length + tail


def picture(rows: Sequence[Sequence[int]], palette: Palette = BLACK_AND_WHITE) -> Picture:
    """Draw rows of values."""
    return tuple("".join(palette[value].char for value in row) for row in rows)


def nonogram(rows: Sequence[Sequence[int]], palette: Palette = BLACK_AND_WHITE) -> Nonogram:
    """Return the puzzle of a picture of values."""
    return Nonogram(
        rows=tuple(clue_of(row) for row in rows),
        columns=tuple(clue_of(column) for column in zip(*rows, strict=True)),
        palette=palette,
    )


def solutions(puzzle: Puzzle) -> Iterator[Picture]:
    """Yield every picture that satisfies a small puzzle of any kind."""
    match puzzle:
        case Nonogram():
            return _nonogram_solutions(puzzle)
        case Strips():
            return _strips_solutions(puzzle)
        case Springs():
            return _springs_solutions(puzzle)
        case Triddler():
            from tests.helpers import triddlers

            return triddlers.solutions(puzzle)
        case Declared():
            from tests.helpers import kinds

            return (
                kinds.solutions(puzzle) if puzzle.kind in kinds.BY_HAND else kinds.solutions_by_page(puzzle)
            )
    raise TypeError(puzzle.kind)


def common(pictures: Iterable[Picture]) -> Picture:
    """Return the characters that all pictures share, and `?` for the others."""
    return tuple(
        "".join(chars[0] if len(set(chars)) == 1 else UNKNOWN for chars in zip(*rows, strict=True))
        for rows in zip(*pictures, strict=True)
    )


def _agree(known: Picture, picture: Picture) -> bool:
    """Whether a picture has all the known characters."""
    pairs = zip("".join(known), "".join(picture), strict=True)
    return all(want in (UNKNOWN, have) for want, have in pairs)


def _nonogram_solutions(puzzle: Nonogram) -> Iterator[Picture]:
    values = len(puzzle.palette)
    rows = [lines(clue, puzzle.width, values) for clue in puzzle.rows]
    columns = [set(lines(clue, puzzle.height, values)) for clue in puzzle.columns]
    begins = [[{column[:k] for column in some} for k in range(puzzle.height + 1)] for some in columns]

    def extend(done: list[tuple[int, ...]]) -> Iterator[Picture]:
        if len(done) == puzzle.height:
            drawn = picture(done, puzzle.palette)
            if not puzzle.givens or _agree(puzzle.givens, drawn):
                yield drawn
            return
        for row in rows[len(done)]:
            more = [*done, row]
            if all(tuple(line[c] for line in more) in begins[c][len(more)] for c in range(puzzle.width)):
                yield from extend(more)

    yield from extend([])


@cache
def numbers(picture: Picture) -> Picture:
    """Count the black cells around each one, itself included."""
    height, width = len(picture), len(picture[0])

    def around(r: int, c: int) -> int:
        places = product((r - 1, r, r + 1), (c - 1, c, c + 1))
        return sum(picture[i][j] == "#" for i, j in places if 0 <= i < height and 0 <= j < width)

    return tuple("".join(str(around(r, c)) for c in range(width)) for r in range(height))


@cache
def cuts(width: int, height: int) -> list[tuple[Pieces, Picture]]:
    """Return every way to cut a grid into strips of any length, and its outlines."""

    def extend(left: frozenset[tuple[int, int]]) -> Iterator[Pieces]:
        if not left:
            yield []
            return
        r, c = min(left)  # begins a strip to the right or downwards
        first = ((r, c),)
        pieces: Pieces = [first]
        for down, right in ((0, 1), (1, 0)):
            piece: tuple[tuple[int, int], ...] = first
            while (cell := (piece[-1][0] + down, piece[-1][1] + right)) in left:
                piece = (*piece, cell)
                pieces.append(piece)
        for piece in pieces:
            yield from ([piece, *rest] for rest in extend(left - set(piece)))

    grid = frozenset((r, c) for r in range(height) for c in range(width))
    return [(pieces, _outlines(pieces, width, height)) for pieces in extend(grid)]


def _outlines(pieces: Pieces, width: int, height: int) -> Picture:
    """Draw every cell's walls, each time it occurs."""
    canvas = [list(" _" * width + " "), *([" "] * (2 * width + 1) for _ in range(height))]
    for piece in pieces:
        for r, c in piece:
            canvas[r + 1][2 * c] = " " if (r, c - 1) in piece else "|"
            canvas[r + 1][2 * c + 2] = " " if (r, c + 1) in piece else "|"
            canvas[r + 1][2 * c + 1] = " " if (r + 1, c) in piece else "_"
    return tuple(map("".join, canvas))


def _strips_solutions(puzzle: Strips) -> Iterator[Picture]:
    """Yield every cut with the wanted strips and any number of single cells."""
    want = Counter(map(_one_way, puzzle.strips))
    for pieces, outlines in cuts(puzzle.width, puzzle.height):
        have = Counter(_one_way("".join(puzzle.diagram[r][c] for r, c in piece)) for piece in pieces)
        if have >= want and all(len(text) == 1 for text in have - want):
            yield outlines


def _one_way(text: str) -> str:
    return max(text, text[::-1])


def _springs_solutions(puzzle: Springs) -> Iterator[Picture]:
    """Yield every way to fill in the unknown springs."""
    for filled in product(*(".#" if char == UNKNOWN else char for char in puzzle.pattern)):
        text = "".join(filled)
        if tuple(map(len, text.replace(".", " ").split())) == puzzle.groups:
            yield (text,)


def holds(constraint: Constraint, values: Sequence[int]) -> bool:
    """Whether the values of all cells satisfy a constraint."""
    if isinstance(constraint, Runs):
        return reads_as([values[cell] for cell in constraint.cells], constraint.blocks)
    if isinstance(constraint, Regular):
        return accepts(constraint.automaton, [values[cell] for cell in constraint.cells])
    number = sum(values[cell] == value for cell, value in constraint.options)
    return constraint.least <= number <= constraint.most


def accepts(automaton: Automaton, word: Iterable[int]) -> bool:
    """Whether an automaton accepts a word, by walking it."""
    state = 0
    for value in word:
        state = automaton.next[state].get(value, -1) if state >= 0 else -1
    return state in automaton.finals


def assignments(problem: Problem) -> list[tuple[int, ...]]:
    """Return every assignment that satisfies a small Problem, among the values that are possible."""
    domains = [
        [value for value in range(size) if mask >> value & 1]
        for size, mask in zip(problem.sizes, problem.possible, strict=True)
    ]
    if not all(holds(one, ()) for one in problem.constraints if not cells_of(one)):
        return []
    words: list[tuple[int, ...]] = [()]
    for cell, domain in enumerate(domains):
        due = [one for one in problem.constraints if max(cells_of(one), default=-1) == cell]
        longer = [(*word, value) for word in words for value in domain]
        words = [word for word in longer if all(holds(one, word) for one in due)]
    return words


def cells_of(constraint: Constraint) -> list[int]:
    """Return the cells of a constraint."""
    if isinstance(constraint, Runs | Regular):
        return [*constraint.cells]
    return [cell for cell, _ in constraint.options]
