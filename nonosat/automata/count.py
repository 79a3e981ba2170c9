"""How many arrangements a line has, and which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.automata.masks import fill, fits, reach, shape
from nonosat.problem import Clue
from nonosat.problem.automaton import Reader

_DIGITS = bytes.maketrans(b"01", b"\x00\x01")


def count(blocks: Clue, can: Sequence[int], n: int) -> int:
    """Return the exact number of arrangements.

    A dynamic program over blocks and positions. A block can lie at most `slack` cells after its earliest
    place, so a list of slack+1 numbers is enough from block to block: `ways[i]` counts the ways to place all
    blocks so far such that the next may begin at `at + i`.
    """
    clue = shape(blocks, n)
    slack = clue.slack
    if slack < 0:
        return 0
    white = _flags(can[0], n)
    coloured: dict[int, bytes] = {}
    room: dict[tuple[int, int, bool], bytes] = {}
    at = 0
    ways = _sweep([1] + [0] * slack, b"\1" * (slack + 1), white[:slack])
    for block, apart, more in zip(blocks, clue.parted, clue.spare, strict=True):
        cells, low = can[block.colour], block.low
        # A block of one length includes the background cell that must follow it.
        along = apart and more == 0
        kind = block.colour, low, along
        if kind not in room:
            fit = fits(cells, low)
            room[kind] = _flags(fit & can[0] >> low if along else fit, n)
        begins = room[kind][at : at + slack + 1]
        at += low + along
        if more != 0:
            if block.colour not in coloured:
                coloured[block.colour] = _flags(cells, n)
            through = coloured[block.colour][at : at + slack]
            ways = _sweep(ways, begins, through, more)
            begins = white[at : at + slack + 1] if apart else b"\1" * (slack + 1)
            at += apart
        ways = _sweep(ways, begins, white[at : at + slack])
        if not any(ways):
            return 0
    return ways[-1]


def count_accepted(reader: Reader, can: Sequence[int], n: int) -> int:
    """Return in how many ways n cells can have values that an automaton accepts."""
    ways = {0: 1}  # by state
    for place in range(n):
        moves, after = reader.at(place), dict[int, int]()
        for state, number in ways.items():
            for value, to in moves(state).items():
                if value < len(can) and can[value] >> place & 1:
                    after[to] = after.get(to, 0) + number
        ways = after
    return sum([number for state, number in ways.items() if reader.accepts(state)])


def _sweep(ways: list[int], begins: bytes, through: bytes, limit: int | None = None) -> list[int]:
    """Return in how many ways each position is reached by stepping over cells that are `through`.

    `begins[i]` says whether the `ways[i]` may start at all; `limit` is the most steps they may take.
    """
    total, reached = 0, []
    if limit is None:
        for here, may, on in zip(ways, begins, b"\0" + through, strict=True):
            total = (total if on else 0) + (here if may else 0)
            reached.append(total)
        return reached
    wall = 0  # the position after the last cell that is not `through`
    for i, (here, may, on) in enumerate(zip(ways, begins, b"\0" + through, strict=True)):
        if not on:
            total, wall = 0, i
        elif i - limit > wall and begins[i - limit - 1]:
            total -= ways[i - limit - 1]
        if may:
            total += here
        reached.append(total)
    return reached


def _flags(cells: int, n: int) -> bytes:
    """Return the mask as a byte, 0 or 1, per cell."""
    return f"{cells:0{n}b}"[::-1].encode().translate(_DIGITS)


def arrangements(blocks: Clue, can: Sequence[int], n: int) -> Iterator[tuple[int, ...]]:
    """Yield every arrangement as the values of the cells, blocks at the left first.

    The first takes no search, however many there are: only places from which the rest of the line can be
    placed are tried.
    """
    clue = shape(blocks, n)
    rest = clue.backward(can)
    if rest is None:
        return
    if not blocks:
        yield (0,) * n
        return

    def options(choice: int, last: int) -> int:
        """Return where the next choice can be made, given the last one (a mask of one boundary)."""
        j, ending = divmod(choice, 2)
        block, more = blocks[j], clue.spare[j]
        if not ending:
            away = j > 0 and clue.parted[j - 1]
            return fill(last << 1 if away else last, can[0]) & rest.starts[j]
        end, through = last << block.low, can[block.colour]
        return (fill(end, through) if more is None else reach(end, through, more)) & rest.ends[j]

    # A block is two choices: where it begins and where it ends. `untried` has, for each current choice,
    # the places not tried yet.
    chosen = [0] * (2 * len(blocks))
    untried = [options(0, 1)]
    while untried:
        if not untried[-1]:
            untried.pop()
            continue
        lowest = untried[-1] & -untried[-1]
        untried[-1] ^= lowest
        choice = len(untried)
        chosen[choice - 1] = lowest.bit_length() - 1
        if choice < len(chosen):
            untried.append(options(choice, lowest))
            continue
        values = [0] * n
        for block, begin, end in zip(blocks, chosen[::2], chosen[1::2], strict=True):
            values[begin:end] = [block.colour] * (end - begin)
        yield tuple(values)
