"""Springs: every value of the published examples, and small rows by trying everything."""

from itertools import product
from pathlib import Path

import pytest

from nonosat import InputError, Nonogram, Verdict, load, load_all, solve
from nonosat.automata.components import count_independent
from nonosat.formats.documents.springs import read_row
from nonosat.problem import Count, Problem
from nonosat.puzzles.clues import block
from nonosat.puzzles.node import Node
from nonosat.puzzles.springs import Springs
from nonosat.toolkit import write
from tests.helpers.brute import solutions
from tests.helpers.properties import given, st

# Row, arrangements, arrangements when unfolded five times (None where nothing was published).
PUBLISHED = [
    ("???.### 1,1,3", 1, 1),
    (".??..??...?##. 1,1,3", 4, 16384),
    ("?#?#?#?#?#?#?#? 1,3,1,6", 1, 1),
    ("????.#...#... 4,1,1", 1, 16),
    ("????.######..#####. 1,6,5", 4, 2500),
    ("?###???????? 3,2,1", 10, 506250),
    ("?#???## 1,2", 1, None),
]


def row(text: str, unfold: int = 1) -> Springs:
    return read_row(Node(text, "x.txt", 7), unfold)


def arrangements(puzzle: Springs) -> int:
    found = count_independent(puzzle.problem())
    assert found is not None
    return found


def tried(puzzle: Springs) -> set[str]:
    return {picture[0] for picture in solutions(puzzle)}


def clues(n: int) -> list[tuple[int, ...]]:
    """Every list of groups that fits in n cells."""
    return [(), *((k, *rest) for k in range(1, n + 1) for rest in clues(n - k - 1))]


@st.composite
def rows(draw: st.DrawFn) -> Springs:
    pattern = draw(st.text("?.#?", min_size=1, max_size=10))
    if draw(st.booleans()):  # the groups of some filling, so that there is an arrangement
        filled = "".join(draw(st.sampled_from(".#")) if char == "?" else char for char in pattern)
        groups = tuple(len(group) for group in filled.split(".") if group)
    else:
        groups = tuple(draw(st.lists(st.integers(1, 4), min_size=1, max_size=4)))
    return Springs(pattern, groups or (1,))


@pytest.mark.parametrize(("text", "once", "unfolded"), PUBLISHED)
def test_the_published_counts(text: str, once: int, unfolded: int | None) -> None:
    assert arrangements(row(text)) == once
    if unfolded is not None:
        assert arrangements(row(text, 5)) == unfolded


def test_the_shipped_rows_are_the_published_ones() -> None:
    want = [row(text, unfold) for unfold in (1, 5) for text, _, _ in PUBLISHED]
    assert list(map(str, load_all("springs"))) == list(map(str, want))


@given(rows())
def test_counts_and_faults_by_trying_everything(puzzle: Springs) -> None:
    want = tried(puzzle)
    assert arrangements(puzzle) == len(want)
    for filled in product(".#", repeat=len(puzzle.pattern)):
        assert (puzzle.fault(("".join(filled),)) is None) == ("".join(filled) in want)
    if puzzle.obstacle():
        assert not want


@pytest.mark.parametrize("unfold", [2, 5, 64])
def test_unfolding_multiplies(unfold: int) -> None:
    """The published 4 and 16384 = 4 * 8**4 go on so, beyond any fixed size of numbers."""
    assert arrangements(row(".??..??...?##. 1,1,3", unfold)) == 4 * 8 ** (unfold - 1)


def test_rows_may_be_longer_than_a_nonogram() -> None:
    answer = solve(Springs("?" * 3000, (1499, 1500)))
    assert (answer.verdict, answer.solution) == (Verdict.UNIQUE, ("#" * 1499 + "." + "#" * 1500,))
    answer = solve(Springs("?" * 3001, (1499, 1500)))
    assert answer.verdict is Verdict.MULTIPLE
    assert solve(Springs("?" * 2999, (1499, 1500))).basis == (
        "the groups 1499,1500 need 3000 cells, the row has 2999"
    )


@given(rows(), st.integers(1, 4))
def test_rows_go_through_both_formats(puzzle: Springs, unfold: int) -> None:
    for name in ("springs", "yaml"):
        text = write([puzzle, puzzle], name)
        assert isinstance(text, str)
        assert [str(found) for found in read(text, name)] == [str(puzzle)] * 2
    many = row(str(puzzle), unfold)
    assert many.pattern.count("?") == unfold * puzzle.pattern.count("?") + unfold - 1
    assert many.groups == puzzle.groups * unfold


def read(text: str, name: str) -> list[Springs]:
    from nonosat.formats import FORMATS, Source

    found = list(FORMATS.load(name).read(Source("x", text.encode())))
    assert all(isinstance(puzzle, Springs) for puzzle in found)
    return found  # type: ignore[return-value]  # as was just asserted


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("??x 1", "'x' is not a spring"),
        ("???", "a row without groups"),
        ("??? 0,1", "a group: expected a whole number from 1 to 1000000, found '0'"),
        ("??? 1 1", "found '1 1'"),
        ("??? 1,9999999", "found '9999999'"),
        ("1,1 ???", "a group: expected a whole number"),
    ],
)
def test_bad_rows_have_their_place(line: str, what: str, tmp_path: Path) -> None:
    path = tmp_path / "rows.txt"
    path.write_text(f"???.### 1,1,3\n\n{line}\n", encoding="ascii")
    with pytest.raises(InputError) as caught:
        load_all(path)
    assert str(caught.value).startswith(f"{path}:3: ")
    assert what in str(caught.value)
    path = tmp_path / "rows.yaml"
    path.write_text(f"kind: springs\nrows:\n  - '???.### 1,1,3'\n  - '{line}'\n", encoding="ascii")
    with pytest.raises(InputError) as caught:
        load_all(path)
    assert str(caught.value).startswith(f"{path}:4: ")
    assert what in str(caught.value)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("kind: springs\n", "x:1: springs: expected the key `rows:`, which is missing"),
        ("kind: springs\nrows: []\n", "x:2: no rows"),
        ("kind: springs\nrows: ['? 1']\nunfold: 0\n", "x:3: unfold: expected a whole number from 1 to 1000"),
        ("kind: springs\nrows: ['? 1']\nfold: 2\n", "x:3: springs: unknown key 'fold'"),
        (
            f"kind: springs\nunfold: 1000\nrows:\n  - {'?' * 1000} 1\n",
            "x:4: unfolds to more than 1000000 cells",
        ),
    ],
)
def test_bad_documents_have_their_place(text: str, what: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text, "yaml")
    assert str(caught.value).startswith(what)


def test_a_document_holds_many_rows(tmp_path: Path) -> None:
    path = tmp_path / "rows.yaml"
    path.write_text("kind: springs\ntitle: t\nunfold: 2\nrows: |\n  ?# 1\n  .? 1\n", encoding="ascii")
    found = load_all(path)
    assert [puzzle.source for puzzle in found] == [f"{path}#1", f"{path}#2"]
    assert found == [Springs("?#??#", (1, 1), title="t"), Springs(".??.?", (1, 1), title="t")]
    assert load(f"{path}#2") == found[1]
    path.write_text("kind: springs\nrows: |\n  ?# 1\n  x? 1\n", encoding="ascii")
    with pytest.raises(InputError, match=r"rows.yaml:4: 'x' is not a spring"):
        load_all(path)


def test_what_is_no_picture_of_a_row() -> None:
    puzzle = Springs("?.?", (1,))
    assert puzzle.fault(()) == puzzle.fault(("#.",)) == "the picture is not one row of 3 cells"
    assert puzzle.fault(("x.#",)) == "the picture has 'x', which is not a spring"
    assert puzzle.fault((".#.",)) == "cell 2 is #, but . is given"
    assert puzzle.fault(("#.#",)) == "the groups read 1,1, not 1"


def test_what_is_known_of_a_row() -> None:
    assert Springs("????", (2,)).draw_known([1, 3, 2, 0]) == (".?#?",)


def test_only_problems_of_lines_apart_are_counted_apart() -> None:
    one = (block(1, 1),)
    assert count_independent(Nonogram((one, one), (one, one)).problem()) is None
    problem = Springs("??", (1,)).problem()
    free = Problem(sizes=(2, 2, 2), constraints=problem.constraints, answer_key=(0, 1, 2))
    assert count_independent(free) is None
    for more in (Count(1, 1, ((0, 1),)), Count(0, 1, ((0, 1),))):
        tied = Problem(sizes=(2, 2), constraints=(*problem.constraints, more), answer_key=(0, 1))
        assert count_independent(tied) is None
