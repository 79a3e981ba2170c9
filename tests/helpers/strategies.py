"""What hypothesis draws: rows of values, pictures, problems."""

import random
from collections.abc import Sequence

from nonosat import Nonogram, Picture
from nonosat.problem import Block, Clue, Count, Problem, Regular, Runs
from nonosat.toolkit import BLACK_AND_WHITE, Palette
from tests.helpers.brute import THREE_COLOURS
from tests.helpers.propagation import random_automaton
from tests.helpers.properties import st
from tests.helpers.puzzles import WIDE


def small_rows(values: int = 2) -> st.SearchStrategy[list[list[int]]]:
    """Grids of values, up to 5 x 5."""
    return st.tuples(st.integers(1, 5), st.integers(1, 5)).flatmap(
        lambda size: st.lists(
            st.lists(st.integers(0, values - 1), min_size=size[0], max_size=size[0]),
            min_size=size[1],
            max_size=size[1],
        )
    )


def pictures(chars: str = ".#", side: int = 7) -> st.SearchStrategy[Picture]:
    """Pictures of these characters."""
    sizes = st.tuples(st.integers(1, side), st.integers(1, side))
    return sizes.flatmap(
        lambda size: st.lists(
            st.text(chars, min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0]
        ).map(tuple)
    )


@st.composite
def any_clues(draw: st.DrawFn, side: int = 60, palettes: Sequence[Palette] = ()) -> Nonogram:
    """Puzzles with any clues, up to a line's length and longer; most have no solution."""
    palette = draw(st.sampled_from(palettes or (BLACK_AND_WHITE, THREE_COLOURS, WIDE)))
    rng = random.Random(draw(st.integers(0, 2**32)))
    width, height = draw(st.integers(1, side)), draw(st.integers(1, side))
    most = draw(st.sampled_from([9, 99, 999]))

    def clues(count: int, cells: int) -> tuple[Clue, ...]:
        return tuple(
            tuple(
                Block(rng.randrange(1, len(palette)), length, length)
                for length in (rng.randint(1, most) for _ in range(rng.randint(0, (cells + 1) // 2)))
            )
            for _ in range(count)
        )

    return Nonogram(clues(height, width), clues(width, height), palette=palette, title="<&>")


CELLS = 7
"""The cells of the problems that are drawn."""

_options = st.lists(st.tuples(st.integers(0, CELLS - 1), st.integers(0, 2)), max_size=8, unique=True)
_blocks = st.builds(
    lambda colour, low, more: Block(colour, low, low + more),
    st.integers(1, 2),
    st.integers(1, 2),
    st.sampled_from([0, 0, 1, CELLS]),
)
counts = st.builds(
    lambda most, less, some: Count(max(0, most - less), most, tuple(some)),
    st.integers(-1, 5),
    st.sampled_from([0, 0, 1, 2, 9]),
    _options,
)
"""Counts, of which as many say how many options hold as say how many may."""
automata = st.randoms(use_true_random=False).map(lambda rng: random_automaton(rng, 3))
_constraints = st.one_of(
    counts,
    st.builds(
        lambda cells, automaton: Regular(tuple(cells), automaton),
        st.lists(st.integers(0, CELLS - 1), min_size=1, unique=True),
        automata,
    ),
    st.builds(
        lambda cells, clue: Runs(tuple(cells), tuple(clue)),
        st.lists(st.integers(0, CELLS - 1), min_size=1, unique=True),
        st.lists(_blocks, max_size=3),
    ),
)
problems = st.builds(
    lambda some, possible: Problem((3,) * CELLS, tuple(some), tuple(range(CELLS)), possible=tuple(possible)),
    st.lists(_constraints, max_size=4),
    st.lists(st.integers(1, 7), min_size=CELLS, max_size=CELLS),
)
"""Problems of three values per cell: colours, blotted blocks, counts, automata, cells that are narrowed."""
