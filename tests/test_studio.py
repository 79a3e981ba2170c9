"""The studio's parts without a server: drawings and their changes, messages, files, what is kept."""

from __future__ import annotations

import contextlib
import json
import os
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import nonosat
from nonosat.errors import InputError, LimitReached
from nonosat.formats import FORMATS
from nonosat.formats.photo import Making, read as read_photo
from nonosat.formats.source import Source
from nonosat.processes.limits import Clock, Effort, Limits
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE, Colour
from nonosat.reasons.rating_numbers import CLASSES
from nonosat.studio import asked, messages
from nonosat.studio.autosave import Autosave, Kept, token_of_run
from nonosat.studio.drawing import Drawing, Whole, costs_text, drawing_of, read_change, read_drawing
from nonosat.studio.folder import ChangedOnDiskError, Folder, uploaded, written
from nonosat.studio.messages import VersionError, read_message
from nonosat.studio.products import PAGES, PRODUCTS, Conversion, from_picture
from nonosat.studio.state_files import Lock, put_file
from tests.helpers import brute
from tests.helpers.pictures import photo

COLOURS = (*BLACK_AND_WHITE, Colour("r", "red", "#d81b1b"))
KITE = ("..#..", ".###.", "#####", "..#..", ".#.#.")


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a state folder of its own for each test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


def drawn(seed: int) -> Drawing:
    """Return a random drawing: of a picture or with written clues, with givens or without."""
    rng = random.Random(seed)
    width, height = rng.randint(1, 6), rng.randint(1, 6)
    palette = rng.choice((BLACK_AND_WHITE, COLOURS))
    picture = "".join(rng.choice([c.char for c in palette]) for _ in range(width * height))
    givens = "".join(char if rng.random() < 0.2 else "?" for char in picture) if rng.random() < 0.5 else ""
    found = Drawing(width, height, palette, picture, givens, about={"title": "Ä <b>"} if seed % 2 else {})
    if rng.random() < 0.5:
        found = replace(drawing_of(replace(found.puzzle(), goal=())), picture=rng.choice(("", picture)))
    costs = costs_text([rng.randint(1, 256) for _ in picture])
    return replace(found, costs=rng.choice(("", costs)))


@pytest.mark.parametrize("seed", range(40))
def test_a_drawing_is_read_back_as_it_was_written(seed: int) -> None:
    drawing = drawn(seed)
    assert read_drawing(json.loads(json.dumps(drawing.plain()))) == drawing
    again = drawing_of(drawing.puzzle())
    assert again.puzzle() == drawing.puzzle()


@pytest.mark.parametrize("seed", range(40))
def test_a_stroke_changes_its_cells_and_nothing_else(seed: int) -> None:
    drawing, rng = drawn(seed), random.Random(seed)
    cells = rng.sample(range(drawing.width * drawing.height), rng.randint(1, drawing.width * drawing.height))
    layer = rng.choice(("picture", "givens"))
    chars = [c.char for c in drawing.palette] + ["?"] * (layer == "givens")
    painted = "".join(rng.choice(chars) for _ in cells)
    change = read_change({"kind": "paint", "layer": layer, "cells": cells, "chars": painted})
    after = change.applied(drawing)
    before = getattr(drawing, layer) or ("." if layer == "picture" else "?") * drawing.width * drawing.height
    wanted = list(before)
    for cell, char in zip(cells, painted, strict=True):
        wanted[cell] = char
    found = getattr(after, layer) or "?" * len(wanted)
    assert found == "".join(wanted)
    assert replace(after, **{layer: getattr(drawing, layer)}) == drawing


@pytest.mark.parametrize(
    "change",
    [
        {},
        [],
        {"kind": "none"},
        {"kind": "paint", "layer": "picture", "cells": [25], "chars": "#"},
        {"kind": "paint", "layer": "picture", "cells": [-1], "chars": "#"},
        {"kind": "paint", "layer": "picture", "cells": [True], "chars": "#"},
        {"kind": "paint", "layer": "picture", "cells": [1.5], "chars": "#"},
        {"kind": "paint", "layer": "picture", "cells": [0, 1, 2], "chars": "##"},
        {"kind": "paint", "layer": "picture", "cells": [0], "chars": "?"},
        {"kind": "paint", "layer": "picture", "cells": [0], "chars": "x"},
        {"kind": "paint", "layer": "__class__", "cells": [0], "chars": "#"},
        {"kind": "paint", "layer": "picture", "cells": [0], "chars": "#", "more": 1},
        {"kind": "clue", "axis": "rows", "index": 0, "text": "1"},
        {"kind": "about", "key": "source", "text": "1"},
        {"kind": "about", "key": "title", "text": "a\0b"},
        {"kind": "about", "key": "title", "text": "\ud800"},
        {"kind": "whole", "drawing": {"width": 501, "height": 1, "palette": [], "picture": ""}},
        {
            "kind": "whole",
            "drawing": {"width": 1, "height": 1, "palette": [{"char": ".", "name": "", "rgb": "#ffffff"}]},
        },
    ],
)
def test_a_change_that_does_not_fit_is_refused(change: object) -> None:
    with pytest.raises(InputError) as error:
        read_change(change).applied(drawing_of(Nonogram.from_picture(KITE)))
    assert "\n" not in str(error.value)


def test_the_largest_drawing_fits_into_a_message() -> None:
    drawing = Drawing(500, 500, COLOURS, "#." * 125_000, "#?" * 125_000)
    change = {"kind": "whole", "drawing": drawing.plain()}
    said = json.dumps({"type": "change", "seq": 1, "shape": "x", "change": change}, ensure_ascii=False)
    assert len(said.encode()) < messages.MOST_BYTES
    found = read_message(said)
    assert isinstance(found, messages.Changed) and found.change == Whole(drawing)


@pytest.mark.parametrize(
    "said",
    [
        "",
        "{",
        "null",
        "[]",
        "1",
        '{"type": 1}',
        '{"type": "hello", "version": 1}',
        "[" * 200_000,
        "9" * 500_000,
        "NaN",
        '{"type": "open", "puzzle": 1e999}',
    ],
)
def test_what_is_no_message_is_refused(said: str) -> None:
    with pytest.raises(InputError) as error:
        read_message(said)
    assert len(str(error.value)) < 300


def test_another_version_is_known_as_such() -> None:
    with pytest.raises(VersionError):
        read_message('{"type": "hello", "version": 2, "anything": "else"}')


def test_what_is_kept_is_read_back(tmp_path: Path) -> None:
    autosave = Autosave(tmp_path / "kite.non")
    kept = Kept(drawing_of(Nonogram.from_picture(KITE)), 7, "base", {"page": 3})
    assert autosave.read() is None
    autosave.write(kept)
    found = autosave.read()
    assert found is not None and found.time > 0
    assert replace(found, time=0.0) == kept
    assert autosave.path.parent == tmp_path and autosave.path.stat().st_mode & 0o777 == 0o600
    for garbage in (b"", b"{}", b"\xff", b"[" * 100_000, autosave.path.read_bytes()[:-9]):
        autosave.path.write_bytes(garbage)
        assert autosave.read() is None
    autosave.remove()
    assert not autosave.path.exists()


def test_without_a_file_it_is_kept_in_the_state_folder(state: Path) -> None:
    autosave = Autosave(None, 2)
    autosave.write(Kept(drawing_of(Nonogram.from_picture(KITE)), 1))
    assert autosave.path == state / "nonosat" / "studio" / "untitled-2.json"
    assert autosave.path.stat().st_mode & 0o777 == 0o600
    assert autosave.path.parent.stat().st_mode & 0o777 == 0o700


def test_the_token_of_a_run_is_the_next_one_s_too() -> None:
    token = token_of_run("a", fresh=False)
    assert token_of_run("a", fresh=False) == token
    others = {token_of_run("b", fresh=False), token_of_run("a", fresh=True)}
    assert token not in others and len(others) == 2
    assert len(token) == 22  # 16 bytes


def test_a_token_that_others_may_know_is_not_taken(state: Path) -> None:
    token = token_of_run("a", fresh=False)
    (path,) = (state / "nonosat" / "studio").glob("*.token")
    path.chmod(0o644)
    assert token_of_run("a", fresh=False) != token
    token = token_of_run("a", fresh=False)
    os.utime(path, (0, 0))
    assert token_of_run("a", fresh=False) != token


def test_a_lock_is_held_by_one_at_a_time() -> None:
    one, other = Lock("x"), Lock("x")
    assert one.take() and not other.take() and Lock("y").take()
    one.free()
    assert other.take()


def test_a_file_is_whole_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(0o640)
    put_file(path, b"new")
    assert path.read_bytes() == b"new" and path.stat().st_mode & 0o777 == 0o640
    assert os.listdir(tmp_path) == ["a"]


def test_a_folder_lists_and_opens_its_own_puzzles(tmp_path: Path) -> None:
    text = "width 1\nheight 1\nrows\n1\ncolumns\n1\n"
    for name in ("a.non", ".b.non", "c.txt", "d.yaml"):
        (tmp_path / name).write_text(text)
    folder = Folder(tmp_path)
    assert folder.names() == ["a.non", "d.yaml"]
    assert folder.open("a.non").drawing.rows == ("1",)
    with pytest.raises(InputError, match=r"^b\.non: there is no such file$"):
        folder.open("b.non")


def test_a_link_inside_the_folder_is_followed_and_one_outside_is_not(tmp_path: Path) -> None:
    inside = tmp_path / "in"
    inside.mkdir()
    (inside / "a.non").write_text("width 1\nheight 1\nrows\n1\ncolumns\n1\n")
    (tmp_path / "o.non").write_text("width 1\nheight 1\nrows\n1\ncolumns\n1\n")
    (inside / "l.non").symlink_to("a.non")
    (inside / "o.non").symlink_to("../o.non")
    (inside / "s.non").symlink_to("../../secret.txt")
    (inside / "c.non").symlink_to("c.non")
    folder = Folder(inside)
    assert folder.file("l.non") == inside / "a.non"
    for name in ("o.non", "s.non", "c.non"):
        with pytest.raises(InputError):
            folder.file(name)


def test_a_file_that_changed_is_not_written_over(tmp_path: Path) -> None:
    folder, drawing = Folder(tmp_path), drawing_of(Nonogram.from_picture(KITE))
    first, lost = folder.save("a.non", drawing, "")
    assert lost == []
    (tmp_path / "a.non").write_text("something else")
    with pytest.raises(ChangedOnDiskError, match="changed on the disk") as error:
        folder.save("a.non", drawing, first)
    with pytest.raises(ChangedOnDiskError, match="already exists"):
        folder.save("a.non", drawing, "")
    assert (tmp_path / "a.non").read_text() == "something else"
    assert folder.save("a.non", drawing, error.value.found)[0] == first


@pytest.mark.parametrize("form", [n for n, e in FORMATS.items() if e.writes and "nonogram" in e.kinds])
def test_every_format_is_written_and_uploaded_again(form: str) -> None:
    if FORMATS[form].picture and form in ("png", "gif"):
        pytest.importorskip("PIL")
    drawing = drawing_of(Nonogram.from_picture(KITE, title="Kite"))
    content, lost = written(drawing, form)
    suffix = next(iter(FORMATS[form].suffixes), "")
    again = uploaded(f"x{suffix}", content)
    assert (again.puzzle().rows, again.puzzle().columns) == (drawing.puzzle().rows, drawing.puzzle().columns)
    assert ("title" in lost) == (not again.about)


def test_what_is_too_large_is_refused() -> None:
    row = "." * 501
    with pytest.raises(InputError, match="sides of at most 500 cells, this puzzle has 501"):
        drawing_of(Nonogram.from_picture((row,)))


@pytest.mark.parametrize("seed", range(30))
def test_facts_are_those_of_brute_force(seed: int) -> None:
    puzzle = drawn(seed).puzzle()
    solutions = list(brute.solutions(puzzle))
    told = dict(asked.facts(puzzle))
    known = told["assumptions"]["known"]
    for picture in solutions:
        assert all(char in ("?", have) for char, have in zip(known, "".join(picture), strict=True))
    count = {"none": [0], "unique": [1], "multiple": range(2, 1 << 30), "unknown": range(1 << 30)}
    assert len(solutions) in count[told["assumptions"]["verdict"]]
    for shown in told["assumptions"]["solutions"]:
        assert shown in ["".join(picture) for picture in solutions]


def test_the_full_verdict_groups_what_varies_and_mends_it() -> None:
    puzzle = Nonogram.from_picture(("#..", ".#.", "..."))
    told = dict(asked.verdict(puzzle, 30.0, "unknown"))
    assert told["verdict"]["verdict"] == "multiple"
    certain = nonosat.certain(puzzle)
    assert told["certain"]["groups"] == [list(cells) for cells in certain.components]
    suggested = told["suggestions"]["suggestions"]
    assert len({(*one["cells"], one["chars"]) for one in suggested}) == len(suggested) > 1
    for one in suggested:
        rated = nonosat.rate(mended(puzzle, one))
        assert rated.level in ("trivial", "lines")  # in a picture this small
        assert "one solution" in one["says"] or one["says"].startswith(f"{rated.level}, effort")


def mended(puzzle: Nonogram, suggestion: dict[str, Any]) -> Nonogram:
    """Return the puzzle of the picture after a suggestion."""
    cells = list("".join(puzzle.goal))
    for cell, char in zip(suggestion["cells"], suggestion["chars"], strict=True):
        cells[cell] = char
    width = puzzle.width
    picture = tuple("".join(cells[k : k + width]) for k in range(0, len(cells), width))
    return Nonogram.from_picture(picture)


def test_a_puzzle_that_lines_do_not_solve_gets_suggestions() -> None:
    puzzle = nonosat.load("dom-3")
    assert isinstance(puzzle, Nonogram)
    puzzle = replace(puzzle, goal=nonosat.solve(puzzle).solution or ())
    told = dict(asked.verdict(puzzle, 30.0, "unique"))
    assert told["rating"]["class"] not in ("trivial", "lines")
    levels = [nonosat.rate(mended(puzzle, one)).level for one in told["suggestions"]["suggestions"]]
    assert levels[0] in ("trivial", "lines")
    assert set(levels) <= {"trivial", "lines", "moderate"}


def test_doubtful_cells_are_suggested_first() -> None:
    puzzle = Nonogram.from_picture(("#..", "..#", ".#."))
    for cell in range(9):
        costs = [9 - 8 * (one == cell) for one in range(9)]
        *_, (_, data) = asked.suggestions(puzzle, ["lines"], Limits(30), costs)
        alone = nonosat.repair(puzzle, 1, [one for one in range(9) if one != cell], level="lines")
        assert (data["suggestions"][0]["cells"] == [cell]) == (alone.after is not None)


def test_fewest_givens_are_cells_of_the_picture() -> None:
    puzzle = Nonogram.from_picture(("#.", ".#"))
    ((name, data),) = asked.fewest_givens(puzzle, 30.0)
    assert name == "givens" and data["smallest"]
    assert [("".join(puzzle.goal))[cell] for cell in data["cells"]] == list(data["chars"])


@pytest.mark.parametrize("name", ["gchq", "teapot"])
def test_what_has_one_solution_is_rated_and_its_starts_are_told(name: str) -> None:
    puzzle = nonosat.load(name)
    assert isinstance(puzzle, Nonogram)
    told = dict(asked.verdict(puzzle, 30.0, "unique"))
    right = nonosat.rate(puzzle)
    assert right.difficulty is not None
    assert (told["rating"]["class"], told["rating"]["effort"]) == (right.level, right.difficulty.effort)
    assert not told["rating"]["at_least"]
    assert told["rating"]["hardest"] == right.result()["witness"]
    assert told["starts"]["steps"]
    for step in told["starts"]["steps"]:
        for line in step["lines"]:
            kind, number = line.split()
            assert (puzzle.rows if kind == "row" else puzzle.columns)[int(number) - 1]  # not an empty line
            if kind == "row":
                assert {cell // puzzle.width for cell in step["cells"]} == {int(number) - 1}
        assert step["cells"] and step["says"]


def test_a_rating_that_is_cut_short_says_so() -> None:
    puzzle = nonosat.load("gchq")
    assert isinstance(puzzle, Nonogram)
    whole = asked.rating(puzzle, Clock())
    levels = []
    for checks in range(0, 1000, 50):
        with contextlib.suppress(LimitReached):  # before there is anything to tell
            found = asked.rating(puzzle, Effort(checks, 60.0))
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


def test_products_are_of_the_puzzle(tmp_path: Path) -> None:
    puzzle = replace(Nonogram.from_picture(KITE), title="<Kite>")
    for name in PAGES:
        page = PRODUCTS[name].make(puzzle, 20.0).decode()
        assert page.startswith("<!doctype html>") and "&lt;Kite&gt;" in page and "<Kite>" not in page
    path = tmp_path / "kite.zip"
    path.write_bytes(PRODUCTS["certificate"].make(puzzle, 20.0))
    found = nonosat.verify(path)
    assert found.verified and found.certificate is not None and found.certificate.verdict == "unique"
    with pytest.raises(InputError, match="no certificate within 0 s: time limit"):
        PRODUCTS["certificate"].make(puzzle, 0.0)
