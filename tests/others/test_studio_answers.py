"""What the studio's workers answer: verdicts, suggestions, ratings, conversions and products."""

import asyncio
import contextlib
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import nonosat
from nonosat import InputError, LimitReached, Nonogram, StopReason, toolkit
from nonosat.formats.photo import Making, read as read_photo
from nonosat.processes.clock import Clock
from nonosat.processes.effort import Effort
from nonosat.processes.limits import Limits
from nonosat.studio import queries
from nonosat.studio.drawing import drawing_of, read_drawing
from nonosat.studio.fixes import say_givens
from nonosat.studio.products import PRODUCTS, Conversion, from_picture
from nonosat.studio.workers import Workers
from nonosat.toolkit import CLASSES, Source, WrongAnswerError
from tests.helpers import brute
from tests.helpers.drawings import KITE, drawn
from tests.helpers.fixtures import Patch
from tests.helpers.pictures import photo
from tests.helpers.puzzles import shipped


@pytest.mark.parametrize("seed", range(30))
def test_facts_are_those_of_brute_force(seed: int) -> None:
    puzzle = drawn(seed).puzzle()
    solutions = list(brute.solutions(puzzle))
    told = dict(queries.facts(puzzle))
    known = told["assumptions"]["known"]
    for picture in solutions:
        assert all(char in ("?", have) for char, have in zip(known, "".join(picture), strict=True))
    count = {"none": [0], "unique": [1], "multiple": range(2, 1 << 30), "unknown": range(1 << 30)}
    assert len(solutions) in count[told["assumptions"]["verdict"]]
    for shown in told["assumptions"]["solutions"]:
        assert shown in ["".join(picture) for picture in solutions]


def test_no_picture_is_a_result_that_the_rules_have_not_checked(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Nonogram, "fault", lambda _self, _picture: "a fault")
    for picture in (KITE, ("#.", ".#")):
        with pytest.raises(WrongAnswerError):
            list(queries.facts(Nonogram.from_picture(picture)))


def test_the_full_verdict_groups_what_varies_and_mends_it() -> None:
    puzzle = Nonogram.from_picture(("#..", ".#.", "..."))
    told = dict(queries.verdict(puzzle, 30.0, "unknown"))
    assert told["verdict"]["verdict"] == "multiple"
    certain = nonosat.certain(puzzle)
    assert told["certain"]["groups"] == [list(cells) for cells in certain.indices]
    suggested = told["suggestions"]["suggestions"]
    assert len({(*one["cells"], one["chars"]) for one in suggested}) == len(suggested) > 1
    for one in suggested:
        rated = nonosat.rate(mended(puzzle, one))
        assert rated.difficulty in ("trivial", "lines")  # in a picture this small
        assert "one solution" in one["says"] or f"{rated.difficulty}, effort" in one["says"]
        assert one["level"] in ("", rated.difficulty)
        assert one["before"] != one["after"] and one["after"].startswith("data:image/svg+xml;base64,")


def test_the_fewest_givens_in_words() -> None:
    puzzle = Nonogram.from_picture(("#.", ".#"))
    found = toolkit.givens(puzzle)
    assert say_givens(puzzle, found) == "Give row 1, column 1 black: one solution; fewer are not enough"
    stopped = replace(found, indices=(), least=1, stop_reason=StopReason.TIME_LIMIT)
    assert say_givens(puzzle, stopped) == "Given up: time limit"
    none = toolkit.givens(Nonogram.from_picture(("##",)))
    assert say_givens(puzzle, none) == "No given is needed"


def mended(puzzle: Nonogram, suggestion: dict[str, Any]) -> Nonogram:
    """Return the puzzle of the picture after a suggestion."""
    cells = list("".join(puzzle.goal))
    for cell, char in zip(suggestion["cells"], suggestion["chars"], strict=True):
        cells[cell] = char
    width = puzzle.width
    picture = tuple("".join(cells[k : k + width]) for k in range(0, len(cells), width))
    return Nonogram.from_picture(picture)


def test_a_puzzle_that_lines_do_not_solve_gets_suggestions() -> None:
    puzzle = shipped("dom-3")
    puzzle = replace(puzzle, goal=nonosat.solve(puzzle).solution or ())
    told = dict(queries.verdict(puzzle, 30.0, "unique"))
    assert told["rating"]["class"] not in ("trivial", "lines")
    levels = [nonosat.rate(mended(puzzle, one)).difficulty for one in told["suggestions"]["suggestions"]]
    assert levels[0] in ("trivial", "lines")
    assert set(levels) <= {"trivial", "lines", "moderate"}


def test_doubtful_cells_are_suggested_first() -> None:
    puzzle = Nonogram.from_picture(("#..", "..#", ".#."))
    for cell in range(9):
        costs = [9 - 8 * (one == cell) for one in range(9)]
        *_, (_, data) = queries.suggestions(puzzle, ["lines"], Limits(30), costs)
        alone = toolkit.repair(puzzle, 1, [one for one in range(9) if one != cell], level="lines")
        assert (data["suggestions"][0]["cells"] == [cell]) == (alone.after is not None)


def test_facts_that_nobody_waits_for_are_not_those_of_the_next_drawing() -> None:
    noise = Random(1).choices(".#", k=100 * 100)
    large = Nonogram.from_picture(tuple("".join(noise[k : k + 100]) for k in range(0, 10_000, 100)))
    small = Nonogram.from_picture(("#..", "..#", ".#."))
    right = [(name, data["known"]) for name, data in queries.facts(small)]

    async def leave_and_ask() -> None:
        workers = Workers(1 << 30)
        try:
            for _ in range(5):
                await workers.warm_up()
                told: list[queries.Result] = []
                left = asyncio.create_task(workers.quickly(lambda _: None, drawing_of(large)))
                await asyncio.sleep(0.05)  # now the worker is looking at it
                left.cancel()
                await workers.quickly(told.append, drawing_of(small))
                assert [(name, data["known"]) for name, data in told] == right
        finally:
            workers.close()

    asyncio.run(leave_and_ask())


@pytest.mark.parametrize("name", ["gchq", "teapot"])
def test_what_has_one_solution_is_rated_and_its_starts_are_told(name: str) -> None:
    puzzle = shipped(name)
    told = dict(queries.verdict(puzzle, 30.0, "unique"))
    right = nonosat.rate(puzzle)
    assert right.details is not None
    assert (told["rating"]["class"], told["rating"]["effort"]) == (right.difficulty, right.details.effort)
    assert not told["rating"]["at_least"]
    witness = right.details.witness
    assert witness is not None
    assert told["rating"]["hardest"]["lines"] == list(witness.lines)
    assert told["rating"]["hardest"]["cells"] == [row * puzzle.width + c for row, c, _ in witness.cells]
    assert witness.sentence().endswith(told["rating"]["hardest"]["says"])
    assert told["starts"]["steps"]
    for step in told["starts"]["steps"]:
        for line in step["lines"]:
            kind, number = line.split()
            assert (puzzle.rows if kind == "row" else puzzle.columns)[int(number) - 1]  # not an empty line
            if kind == "row":
                assert {cell // puzzle.width for cell in step["cells"]} == {int(number) - 1}
        assert step["cells"] and step["says"]


def test_a_rating_that_is_cut_short_says_so() -> None:
    puzzle = shipped("gchq")
    whole = queries.rating(puzzle, Clock())
    levels = []
    for checks in range(0, 1000, 50):
        with contextlib.suppress(LimitReached):  # before there is anything to tell
            found = queries.rating(puzzle, Effort(checks, 60.0))
            assert found == whole or found["at_least"]
            assert CLASSES.index(found["class"]) <= CLASSES.index(whole["class"])
            levels.append(found["at_least"])
    assert levels[0] and levels == sorted(levels, reverse=True)


@pytest.mark.parametrize(
    ("wanted", "size", "colours"),
    [
        (Conversion(20, 2, None, False), (20, 10), 2),
        (Conversion(20, 2, 50, False), (20, 10), 2),
        (Conversion(30, 2, 50, True), (30, 15), 2),
        (Conversion(16, 3, None, False), (16, 8), 3),
        (Conversion(0, 2, None, False), (200, 100), 2),
    ],
)
def test_a_picture_is_converted_as_the_command_does(
    wanted: Conversion, size: tuple[int, int], colours: int
) -> None:
    pytest.importorskip("PIL")
    data = photo(200, 100)
    made = from_picture("x.png", data, wanted)
    drawing = read_drawing(made["drawing"])
    assert (drawing.width, drawing.height) == size and len(drawing.palette) == colours
    threshold = None if wanted.dither else wanted.threshold
    making = Making(size if wanted.side else None, wanted.colours, threshold, wanted.dither)
    (right,) = read_photo(Source("x.png", data), making)
    assert replace(drawing, costs="") == drawing_of(right)
    assert len(drawing.cell_costs) == (size[0] * size[1] if made["threshold"] is not None else 0)
    if made["threshold"] is not None:  # the one that was found gives the same again
        assert from_picture("x.png", data, replace(wanted, threshold=made["threshold"])) == made


def test_a_picture_is_turned_and_cut_and_becomes_any_kind() -> None:
    pytest.importorskip("PIL")
    data = photo(200, 100)
    whole = from_picture("x.png", data, Conversion(20, 2))["drawing"]
    turned = from_picture("x.png", data, Conversion(20, 2, turns=1))["drawing"]
    assert (turned["width"], turned["height"]) == (10, 20)
    rows = [whole["picture"][k : k + 20] for k in range(0, 200, 20)]
    right = "".join("".join(column) for column in zip(*rows[::-1], strict=True))
    assert sum(a != b for a, b in zip(turned["picture"], right, strict=True)) < 6
    half = from_picture("x.png", data, Conversion(10, 2, cut=(0, 0, 0, 50)))["drawing"]
    assert (half["width"], half["height"]) == (10, 10)
    for kind in ("mosaic", "triddler"):
        assert from_picture("x.png", data, Conversion(20, 2, kind=kind))["drawing"]["kind"] == kind
    with pytest.raises(InputError, match="something is left"):
        from_picture("x.png", data, Conversion(20, 2, cut=(60, 0, 60, 0)))


def test_products_are_of_the_puzzle(tmp_path: Path) -> None:
    puzzle = replace(Nonogram.from_picture(KITE), title="<Kite>")
    for name in ("play", "explanation"):
        page = PRODUCTS[name].make(puzzle, 20.0).decode()
        assert page.startswith("<!doctype html>") and "<Kite>" not in page
        assert ("\\u003cKite>" if name == "play" else "&lt;Kite&gt;") in page
    path = tmp_path / "kite.zip"
    path.write_bytes(PRODUCTS["certificate"].make(puzzle, 20.0))
    found = nonosat.verify(path)
    assert found.verified and found.certificate is not None and found.certificate.verdict == "unique"
    with pytest.raises(InputError, match="no certificate within 0 s: time limit"):
        PRODUCTS["certificate"].make(puzzle, 0.0)
