"""The public functions take a puzzle in any form, name a wrong argument, and count cells from 1."""

import inspect
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import nonosat
from nonosat import InputError, Nonogram, toolkit
from tests.helpers.properties import given
from tests.helpers.strategies import small_rows

QUESTIONS: dict[str, Callable[..., Any]] = {
    name: getattr(nonosat, name)
    for name in ("solve", "count", "solutions", "certain", "hint", "explain", "rate", "fix")
}


def forms(puzzle: Nonogram, folder: Path) -> list[Any]:
    """Return a puzzle in every form in which a question takes it."""
    path, text = folder / "one.json", str(toolkit.write(puzzle, "json"))
    path.write_text(text, encoding="utf-8")
    link = str(toolkit.write(puzzle, "link"))
    return [puzzle, path, str(path), json.loads(text), link, text, toolkit.Source("x.json", text.encode())]


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_takes_a_puzzle_in_any_form(name: str, tmp_path: Path) -> None:
    puzzle, ask = Nonogram(rows=[2, 1, 1], columns=[1, 2, 1]), QUESTIONS[name]
    told = []
    for form in forms(puzzle, tmp_path):
        answer = ask(form, time_limit=60)
        answer = answer.report if name == "solutions" else answer
        told.append({**answer.to_dict(), "puzzle": "", "seconds": {}})
    assert all(one == told[0] for one in told)
    assert ask("cat", time_limit=60) is not None


@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.parametrize(
    ("argument", "value"),
    [
        *(("puzzle", value) for value in (42, None, [1], b"cat")),
        *(("limits", value) for value in (10, None, "1m")),
        *(("time_limit", value) for value in ("10", 0, -1.5, float("nan"), True)),
        *(("model", value) for value in (3, None)),
    ],
)
def test_a_wrong_argument_is_named(name: str, argument: str, value: object) -> None:
    with pytest.raises((TypeError, InputError), match=rf"^{argument}: expected"):
        answer = QUESTIONS[name](**{"puzzle": "cat", argument: value})
        list(answer)


@pytest.mark.parametrize("ask", [nonosat.hint, nonosat.explain])
def test_a_cell_or_state_that_is_wrong_is_named(ask: Callable[..., Any]) -> None:
    for cell in (3, (0, 1), (1, 16), (1,), (1.0, 2.0), "1,1"):
        with pytest.raises((TypeError, InputError), match=r"^cell: "):
            ask("cat", cell=cell)
    with pytest.raises(TypeError, match=r"^state: expected"):
        ask("cat", state=5)


def test_other_functions_name_a_wrong_argument(tmp_path: Path) -> None:
    fix: Any = nonosat.fix
    wrong: list[tuple[Callable[..., Any], tuple[Any, ...], str]] = [
        (nonosat.load, (42,), "puzzle"),
        (nonosat.draw, (42,), "puzzle"),
        (nonosat.save, (42, tmp_path / "x.non"), "puzzles"),
        (nonosat.save, (nonosat.load("cat"), 42), "path"),
        (nonosat.prove, ("cat", 42), "path"),
        (nonosat.verify, (42,), "path"),
        (nonosat.audit, (42,), "path"),
        (nonosat.compare, ("cat", ["auto"]), "puzzles"),
        (nonosat.compare, (["cat"], "auto"), "models"),
        (nonosat.compare, (["cat"], [5]), "models"),
        (nonosat.solutions, ("cat", "3"), "limit"),
        (nonosat.solutions, ("cat", -1), "limit"),
        (nonosat.hint, ("cat", None, None, "hard"), "level"),
        (nonosat.generate, (5.5, 5), "width"),
        (nonosat.generate, (5, 5, "x"), "count"),
        (nonosat.generate, (5, 0), "height"),
        (nonosat.fix, ("switch", "nope"), "by"),
        (partial(fix, most="x"), ("switch",), "most"),
        (partial(fix, keep=[0]), ("switch",), "keep"),
        (partial(fix, keep=[(9, 1)]), ("switch",), "keep"),
        (nonosat.Limits, ("x",), "time"),
        (nonosat.Limits, (None, "1G"), "memory"),
        (nonosat.Limits, (-5,), "time"),
    ]
    for ask, values, argument in wrong:
        with pytest.raises((TypeError, InputError), match=rf"^{argument}: (expected|there is no)"):
            ask(*values)


@given(small_rows())
def test_typed_clues_are_those_of_the_picture(rows: list[list[int]]) -> None:
    picture = tuple("".join(".#"[value] for value in row) for row in rows)
    puzzle = Nonogram.from_picture(picture)
    texts = [[puzzle.clue_text(clue) for clue in some] for some in (puzzle.rows, puzzle.columns)]
    numbers = [[[block.low for block in clue] for clue in some] for some in (puzzle.rows, puzzle.columns)]
    for across, down in (texts, numbers):
        typed = Nonogram(rows=across, columns=down, goal=list(picture))
        assert typed == puzzle and isinstance(typed.rows, tuple)


@pytest.mark.parametrize("wrong", [[1.5], "1", [None], [[None]], 3, ["x"], ["2 0"], [-1]])
def test_a_wrong_clue_is_named_by_its_line(wrong: Any) -> None:
    with pytest.raises((TypeError, InputError), match=r"^columns: "):
        Nonogram(rows=[1], columns=wrong)


def test_cells_are_counted_from_1() -> None:
    puzzle = Nonogram.from_picture(("#..", ".#.", "...", "..#"))
    found = nonosat.certain(puzzle)
    for group in found.groups:
        for row, column in group:
            assert found.picture[row - 1][column - 1] == "?"
    assert sum(map(len, found.groups)) == "".join(found.picture).count("?")
    step = nonosat.hint("teapot")
    assert step.said == "Column 8 (complete line): the 13 fills it, so cells 1 to 13 are black."
    assert step.cells == [(row, 8) for row in range(1, 14)]


def test_a_folder_is_read_with_or_without_its_faults(tmp_path: Path) -> None:
    for name in ("cat", "teapot"):
        nonosat.save(nonosat.load(name), tmp_path / f"{name}.yaml")
    (tmp_path / "bad.non").write_text("width x\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"bad\.non"):
        nonosat.load_all(tmp_path)
    with pytest.warns(nonosat.InputWarning, match=r"bad\.non"):
        found = nonosat.load_all(tmp_path, errors="skip")
    assert [puzzle.title for puzzle in found] == ["Cat", "Teapot"]
    with pytest.raises(InputError, match=r"^errors: expected"):
        nonosat.load_all(tmp_path, errors="ignore")  # type: ignore[call-overload]
    bad, *others = nonosat.load_all(tmp_path, errors="yield")
    assert isinstance(bad, InputError) and len(others) == 2


def test_a_file_is_saved_in_the_format_of_its_suffix(tmp_path: Path) -> None:
    puzzle = nonosat.load("cat")
    for suffix in ("yaml", "json", "jsonl", "non", "xml"):
        for _ in range(2):  # the second time it exists
            nonosat.save(puzzle, tmp_path / f"cat.{suffix}")
        assert nonosat.load(tmp_path / f"cat.{suffix}") == puzzle
    with pytest.warns(nonosat.InputWarning, match="leaves out title"):
        nonosat.save(puzzle, tmp_path / "cat.nin")
    with pytest.raises(InputError, match="suffix"):
        nonosat.save(puzzle, tmp_path / "cat.unknown")


def test_what_a_public_function_returns_has_a_public_type() -> None:
    public = {*nonosat.__all__, *toolkit.__all__}
    for name in nonosat.__all__:
        thing = getattr(nonosat, name)
        if inspect.isfunction(thing):
            returned = get_type_hints(thing)["return"]
            named = getattr(returned, "__origin__", returned)
            plain = named.__module__ in ("builtins", "collections.abc", "types")
            assert plain or named.__name__ in public, name
