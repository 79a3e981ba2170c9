"""What shapes beside a printed grid are: digits, their colours, or noise."""

import numpy as np
import pytest

from nonosat.reading.digits import NONE, ink_of
from nonosat.reading.lines import Item, Shades, readings_of
from nonosat.reading.settle import MARGIN


def test_noise_is_no_light_number_where_there_is_no_dark_box() -> None:
    paper = 1 - np.random.default_rng(1).uniform(0, 0.15, (72, 96, 3))
    assert not ink_of(paper, 24, boxed=True).any()


def test_a_stroke_that_may_be_no_digit_is_one_beyond_the_margin() -> None:
    chances = np.full(NONE + 1, 0.01)
    chances[[1, NONE]] = 0.35, 0.56
    (least, text), *others = readings_of(np.log(chances), [], False)
    assert (least, text) == (0, "1")
    assert MARGIN < min(price for price, other in others if not other) < 2 * MARGIN


@pytest.mark.parametrize("seed", range(5))
def test_pale_colours_are_told_apart_or_in_doubt(seed: int) -> None:
    """As a screenshot's compression leaves them: black, and red and blue much darker than they were."""
    rng = np.random.default_rng(seed)
    inks = np.array([(0.01, 0.0, 0.01), (0.29, 0.01, 0.05), (0.0, 0.06, 0.23)])
    spreads = np.array([(0.02, 0.01, 0.01), (0.07, 0.02, 0.03), (0.01, 0.05, 0.07)])
    truth = rng.integers(0, 3, 180)
    seen = np.maximum(0, rng.normal(inks[truth], spreads[truth]))
    box, white = (0.0, 0.0, 1.0, 1.0), np.ones(3)
    items = [Item(box, ((0.0, "1"),), (colour, white)) for colour in seen]
    shades = Shades(items, items)
    ranks = [[place for _, place in shades.rank(item)] for item in items]
    names = [
        np.argmax(np.bincount([rank[0] for rank, k in zip(ranks, truth, strict=True) if k == one]))
        for one in (0, 1, 2)
    ]
    assert sorted(names) == [0, 1, 2]
    assert all(names[k] in rank for rank, k in zip(ranks, truth, strict=True))
    assert len(shades.rank(Item(box, (), ((inks[0] + inks[2]) / 2, white)))) > 1
