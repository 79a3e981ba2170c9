"""Drawings: what is laid out, what the files show, and what the command says."""

import random
import re
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from tests.helpers.fixtures import Call, Capture

pytest.importorskip("PIL")
pytest.importorskip("pypdf")
pytest.importorskip("fpdf")

from PIL import Image
from pypdf import PdfReader

import nonosat
from nonosat import toolkit
from nonosat.cli import main
from nonosat.errors import InputError
from nonosat.formats.folders import load_all
from nonosat.pictures import paper
from nonosat.pictures.drawings import draw, sheet
from nonosat.pictures.drawings.grid import letters
from nonosat.pictures.pdf import pdf
from nonosat.pictures.raster import sheets_png, still
from nonosat.pictures.sheet import MARGIN, Box, Cells, Diamond, Line, Rect, Sheet, Text
from nonosat.pictures.style import MARK_RGB, parts
from nonosat.pictures.svg import beside, sheet_svg
from nonosat.problem import Clue
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import Colour
from tests.helpers.properties import given, settings, st
from tests.helpers.puzzles import WIDE, shipped
from tests.helpers.strategies import any_clues

SVG = "{http://www.w3.org/2000/svg}"


def overlap(boxes: Sequence[Box]) -> bool:
    """Whether two of the boxes overlap."""
    left, top, right, bottom = np.array(boxes).reshape(-1, 4).T
    slack = 1e-6
    across = (left[:, None] < right - slack) & (left < right[:, None] - slack)
    down = (top[:, None] < bottom - slack) & (top < bottom[:, None] - slack)
    return bool(np.triu(across & down, 1).any())


def squares(drawn: Sheet) -> list[Box]:
    return [(s.x, s.y, s.x + s.width, s.y + s.height) for s in drawn.shapes if isinstance(s, Rect)]


@settings(max_examples=40)
@given(any_clues(), st.sampled_from([10, 14, 20, 24]), st.booleans())
def test_no_clue_overlaps_another_or_leaves_the_sheet(puzzle: Nonogram, size: int, legend: bool) -> None:
    drawn = sheet(puzzle, size=size, legend=legend)
    texts = [shape for shape in drawn.shapes if isinstance(shape, Text)]
    boxes = [text.box() for text in texts]
    grid = next(shape for shape in drawn.shapes if isinstance(shape, Cells))
    end = grid.left + puzzle.width * size, grid.top + puzzle.height * size
    assert not overlap([*boxes, (grid.left, grid.top, *end)])
    assert not overlap([*squares(drawn), (grid.left, grid.top, *end)])
    for left, top, right, bottom in [*boxes, *squares(drawn)]:
        assert left >= 0
        assert top >= 0
        assert right <= drawn.width
        assert bottom <= drawn.height
    assert end <= (drawn.width, drawn.height)
    # Every number stands beside its own line.
    for r, clue in enumerate(puzzle.rows):
        middle = grid.top + (r + 0.5) * size
        beside_it = [t.text for t in texts if t.x < grid.left and t.box()[1] < middle < t.box()[3]]
        assert beside_it == said(puzzle, clue)[::-1]
    for c, clue in enumerate(puzzle.columns):
        middle = grid.left + (c + 0.5) * size
        above = [t for t in texts if t.y < grid.top and t.box()[0] < middle < t.box()[2]]
        assert [t.text for t in sorted(above, key=lambda t: t.y)] == said(puzzle, clue)


def said(puzzle: Nonogram, clue: Clue) -> list[str]:
    """Return the text beside a line: numbers, with letters if there are several colours."""
    letter = letters(puzzle.palette)
    several = len(puzzle.palette) > 2
    return [f"{b.low}{letter[puzzle.palette[b.colour].char] * several}" for b in clue] or ["0"]


def test_every_colour_has_a_letter_of_its_own() -> None:
    palette = (*WIDE, *(Colour(chr(0x4E00 + i), "xyz", "#123456") for i in range(28)))
    found = letters(palette)
    assert len(set(found.values())) == len(palette)
    assert all(letter.isascii() and letter.isprintable() for letter in found.values())
    assert (found["W"], found["一"]) == ("W", "x")


@settings(max_examples=20)
@given(st.text("0123456789?WMwm@#%ri", min_size=1, max_size=5), st.sampled_from([6.0, 9.0, 14.4, 40.0]))
def test_letters_stay_in_their_boxes(text: str, size: float) -> None:
    """In the fonts of PNG and PDF; a box is what the layout keeps free."""
    shape = Text(150, 60, text, size)
    drawn = Sheet(300, 100, "", (shape,))
    image = Image.open(BytesIO(sheets_png([drawn], ""))).convert("L")
    inked = image.point([255 * (shade < 160) for shade in range(256)]).getbbox()
    assert inked
    left, top, right, bottom = shape.box()
    assert left - 1 <= inked[0] <= inked[2] <= right + 1
    assert inked[1] >= top - 1
    if not set(text) & set("@"):  # which reaches below the line
        assert inked[3] <= bottom + 1


@settings(max_examples=15)
@given(any_clues(side=20))
def test_files_hold_every_number(puzzle: Nonogram) -> None:
    want = sorted(item for clue in puzzle.rows + puzzle.columns for item in said(puzzle, clue))
    drawn = sheet(puzzle, legend=False)
    root = ElementTree.fromstring(sheet_svg(drawn))
    assert sorted(text.text or "" for text in root.iter(f"{SVG}text")) == want
    assert root.findtext(f"{SVG}title") == "<&>"
    (page,) = PdfReader(BytesIO(pdf(paper.single(puzzle, [drawn], "a4"), "a4", "x"))).pages
    heading, about, *numbers = page.extract_text().split("\n", 2)
    assert (heading, about.strip()) == ("<&>", f"{puzzle.width} x {puzzle.height}")
    assert "".join(sorted("".join(want))) == "".join(sorted(re.sub(r"\s", "", numbers[0])))


def test_the_palette_is_kept() -> None:
    puzzle = shipped("tulips")
    solution = nonosat.solve(puzzle).solution or ()
    for picture in ((), solution):
        drawn = sheet(puzzle, picture, legend=True)
        image = Image.open(BytesIO(sheets_png([drawn], ""))).convert("RGB")
        shown = {rgb for _, rgb in image.getcolors(1 << 20) or []}
        assert {parts(colour.rgb) for colour in puzzle.palette} <= shown
        text = sheet_svg(drawn)
        assert all(f'fill="{colour.rgb}"' in text for colour in puzzle.palette[1:])
        named = [shape.text for shape in drawn.shapes if isinstance(shape, Text)]
        assert {colour.name for colour in puzzle.palette[1:]} <= set(named)


def test_givens_are_drawn_in_an_empty_grid() -> None:
    puzzle = Nonogram.from_picture(("#.", ".#"))
    puzzle = Nonogram(puzzle.rows, puzzle.columns, givens=("#.", "??"))
    drawn = sheet(puzzle)
    (cells,) = [shape for shape in drawn.shapes if isinstance(shape, Cells)]
    assert cells.spans == (("#", 0, 0, 1),)
    strokes = [s for s in drawn.shapes if isinstance(s, Line) and s.x != s.to_x and s.y != s.to_y]
    assert {(int((s.x - cells.left) // 20), int((s.y - cells.top) // 20)) for s in strokes} == {(1, 0)}
    lines = draw(puzzle).splitlines()
    assert lines[-3:] == ["1│██ ×│", "1│ · ·│", " └────┘"]  # noqa: RUF001


@pytest.mark.parametrize("name", ["gchq-no-givens", "switch"])
def test_differing_cells_are_marked(name: str, tmp_path: Path, capsys: Capture) -> None:
    answer = nonosat.solve(nonosat.load(name))
    assert answer.solution
    assert answer.other
    differ = {
        (r, c)
        for r, row in enumerate(answer.solution)
        for c, char in enumerate(row)
        if char != answer.other[r][c]
    }
    drawn = sheet(answer.puzzle, answer.solution, answer.other)
    (cells,) = [shape for shape in drawn.shapes if isinstance(shape, Cells)]
    marks = [shape for shape in drawn.shapes if isinstance(shape, Diamond)]
    assert {((m.y - cells.top) / m.size, (m.x - cells.left) / m.size) for m in marks} == differ
    paths = {suffix: tmp_path / f"x.{suffix}" for suffix in ("svg", "png", "html", "pdf", "txt")}
    for path in paths.values():
        assert main(["draw", name, "--solution", "-o", str(path)]) == 0
        said = f"{name}: more than one solution; two differ in the {len(differ)} marked cells"
        assert said in capsys.readouterr().err
    for suffix in ("svg", "html"):
        assert paths[suffix].read_text().count("<polygon") == 2 * len(differ)
    image = Image.open(paths["png"]).convert("RGB")
    assert parts(MARK_RGB) in {rgb for _, rgb in image.getcolors(1 << 20) or []}
    text = paths["txt"].read_text()
    assert len(re.findall("[░▓]{2}", text)) == 2 * len(differ)
    assert "\x1b" not in text


def test_two_sheets_stand_side_by_side() -> None:
    one = Sheet(30, 20, "x", (Rect(0, 0, 30, 20, "#ff0000"),))
    two = Sheet(10, 50, "y", (Rect(0, 0, 10, 50, "#0000ff"),))
    image = Image.open(BytesIO(sheets_png([one, two], "")))
    assert image.size == (40 + MARGIN, 50)
    assert [image.getpixel(at) for at in ((29, 19), (30, 0), (0, 20), (30 + MARGIN, 49))] == [
        (255, 0, 0),
        (255, 255, 255),
        (255, 255, 255),
        (0, 0, 255),
    ]
    root = ElementTree.fromstring(beside([one, two]))
    assert [child.get("x") for child in root.iter(f"{SVG}svg")] == [None, "0", str(30 + MARGIN)]


def test_large_and_long_any_clues() -> None:
    side = 100
    puzzle = Nonogram.from_picture(("#" * side,) * side)
    drawn = still(puzzle)
    assert min(shape.size for shape in drawn.shapes if isinstance(shape, Text)) >= 9  # to be read
    with pytest.raises(InputError, match="would be a PNG of"):
        sheets_png([Sheet(10_000, 10_000, "", ())], "x")


def book_of(count: int, folder: Path) -> list[str]:
    rng = random.Random(7)
    found = []
    for k in range(count):
        path = folder / f"{k}.txt"
        path.write_text("\n".join("".join(rng.choices(".##", k=8)) for _ in range(6)) + "\n")
        found.append(str(path))
    return found


def test_a_book_as_pdf(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "кот.yaml").write_text('title: "Кошка 猫 é"\nkind: nonogram\nrows: [1, 2]\ncolumns: [2, 1]\n')
    out = tmp_path / "book.pdf"
    words = ["draw", "--book", str(tmp_path / "кот.yaml"), "switch", "no-solution", "springs", "-o", str(out)]
    assert main([*words, "--paper", "letter"]) == 0
    pages = PdfReader(out).pages
    texts = [page.extract_text() for page in pages]
    assert {tuple(round(float(side)) for side in page.mediabox[2:]) for page in pages} <= {
        (612, 792),
        (792, 612),
    }
    assert "Puzzle 1\n2 x 2" in texts[0] and "Puzzle 2\nby nonosat, 6 x 6" in texts[0]
    first = next(k for k, text in enumerate(texts) if text.startswith("Solutions"))
    assert first < 3 + len(load_all("springs"))
    headings = re.findall(r"(?m)^Puzzle (\d+)$", "\n".join(texts[:first]))
    assert [*map(int, headings)] == list(range(1, 4 + len(load_all("springs"))))
    solutions = "\n".join(texts[first:])
    assert "1. Koshka Mao é" in solutions
    assert "2. Frame with a switch (one of several)" in solutions
    assert "3. Small impossibility: no solution" in solutions
    for number, text in enumerate(texts, start=1):
        assert str(number) in text.split("\n")
    assert "switch: more than one solution" in capsys.readouterr().err


def test_a_book_as_html(tmp_path: Path) -> None:
    out = tmp_path / "book.html"
    assert main(["draw", "--book", *book_of(14, tmp_path), "-o", str(out)]) == 0
    text = out.read_text()
    sections = re.findall(r"(?s)<section.*?</section>", text)
    assert [section.count("<svg") for section in sections] == [2] * 7 + [12, 2]  # twelve solutions a page
    assert [re.findall("<footer>(.*)</footer>", section) for section in sections] == [
        [str(number)] for number in range(1, 10)
    ]
    assert "break-after: page" in text
    assert set(re.findall(r"https?://[^\"' ]*", text)) == {"http://www.w3.org/2000/svg"}


def test_a_book_keeps_its_titles_for_the_end_and_lies_one_way() -> None:
    book = toolkit.draw_book([nonosat.load(name) for name in ("cat", "gchq", "one-row")])
    pages = re.findall(r"(?s)<section.*?</section>", book.html())
    puzzles, solutions = "".join(pages[:-1]), pages[-1]
    assert "Puzzle 2" in puzzles and "GCHQ" not in puzzles.replace("by GCHQ", "") and "2. GCHQ" in solutions
    assert len({page.wide for page in paper.book(book.entries, "a4")}) == 1


def test_puzzles_share_a_page_where_their_cells_stay_large(tmp_path: Path) -> None:
    entries = [paper.Entry(nonosat.load(name)) for name in ("cat", "tulips", "gchq", "switch", "teapot")]
    for size in paper.PAPERS:
        pages = paper.book(entries, size)
        puzzles = [page for page in pages if page.heading != "Solutions"]
        sources = [[frame.source for frame in page.frames] for page in puzzles]
        assert [one for some in sources for one in some] == [entry.puzzle.source for entry in entries]
        assert sorted(map(len, sources)) == [1, 2, 2]
        for page in puzzles:
            assert paper.smallest(page, size) >= (5.5 if len(page.frames) == 2 else 2)
            width, height = paper.size(page, size)
            for left, top, across, down in (places := paper.positions(page, size)):
                assert left >= paper.EDGE and left + across <= width - paper.EDGE + 1e-9
                assert (
                    top >= paper.EDGE + paper.HEAD and top + down <= height - paper.EDGE - paper.FOOT + 1e-9
                )
            boxes = [(x, y - paper.HEAD, x + across, y + down) for x, y, across, down in places]
            assert not overlap(boxes)


@pytest.mark.parametrize("suffix", ["pdf", "html"])
def test_the_class_stands_beside_the_title_if_asked_for(suffix: str, tmp_path: Path) -> None:
    out = tmp_path / f"book.{suffix}"
    answers = [nonosat.solve(name) for name in ("cat", "dom-3", "switch")]
    titles = ["Puzzle 1", "Puzzle 2", "Puzzle 3"]
    for classes in ((), (" (lines)", " (moderate)", " (multiple)")):
        book = toolkit.draw_book(answers, [level.strip(" ()") for level in classes])
        data = book.pdf("a4") if suffix == "pdf" else book.html("a4").encode()
        out.write_bytes(data)
        text = out.read_text() if suffix == "html" else ""
        lines = re.split(
            "<[^>]*>|\n", text or "\n".join(page.extract_text() for page in PdfReader(out).pages)
        )
        assert [title + level for title, level in zip(titles, classes or [""] * 3, strict=True)] == [
            line for line in lines if line.startswith(tuple(titles))
        ][:3]


def test_what_cannot_be_read_is_said_and_the_rest_goes_on(tmp_path: Path, call: Call) -> None:
    out = tmp_path / "book.pdf"
    said = call("draw --book cat", tmp_path / "none.non", "-o", out, code=2).err
    assert "none.non: there is no such file" in said
    assert len(PdfReader(out).pages) == 2


def test_pictures_of_one_s_own(tmp_path: Path, call: Call) -> None:
    goal, wrong = tmp_path / "goal.txt", tmp_path / "wrong.txt"
    goal.write_text("#.\n.#\n")
    assert call(f"draw {goal} --picture {goal}").out.endswith("1│██  │\n1│  ██│\n └────┘\n")
    wrong.write_text("##\n.#\n")
    found = call(f"draw {goal} --picture {wrong}")
    assert found.out.endswith("1│████│\n1│  ██│\n └────┘\n")
    assert f"{wrong}: not a solution of {goal}: row 1 reads ##, its clue is 1" in found.err


def test_to_stdout(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["draw", "cat", "--to", "svg"]) == 0
    first = capfdbinary.readouterr().out
    assert main(["draw", "cat", "--to", "svg", "-o", "-"]) == 0
    assert capfdbinary.readouterr().out == first
    ElementTree.fromstring(first)
    assert main(["draw", "cat", "--to", "png", "-o", "-"]) == 0
    assert Image.open(BytesIO(capfdbinary.readouterr().out)).format == "PNG"


def test_a_bare_picture_is_a_code_that_a_phone_reads(tmp_path: Path, call: Call) -> None:
    """The answer of GCHQ's Christmas card is a QR code."""
    zxingcpp = pytest.importorskip("zxingcpp")
    paths = [tmp_path / f"answer.{form}" for form in ("png", "svg", "pdf", "html")]
    for path in paths:
        assert call(f"draw gchq --solution --bare -o {path}").err == ""
    (code,) = zxingcpp.read_barcodes(Image.open(paths[0]))
    assert code.text == "www.gchq.gov.uk/puzz"
    assert not re.search("<text|<line|stroke", paths[1].read_text(encoding="utf-8"))
    assert PdfReader(paths[2]).pages[0].extract_text() == ""
    assert "<header" not in paths[3].read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["tulips", "six-stars", "fir", "halves", "warm-day"])
def test_a_bare_picture_has_a_margin_of_four_cells(name: str) -> None:
    puzzle = load_all(name)[0]
    assert isinstance(puzzle, toolkit.CellPuzzle)
    drawn = nonosat.draw(puzzle, nonosat.solve(puzzle).solution or (), bare=True)
    image = Image.open(BytesIO(drawn.png())).convert("RGB")
    background = parts(puzzle.palette[0].rgb)
    painted = np.argwhere((np.asarray(image) != background).any(axis=2))
    side = still(puzzle, bare=True).width / (puzzle.width + 8) if puzzle.grid else 20
    assert len(painted)
    assert painted.min() >= 4 * side
    assert (painted.max(axis=0) < np.array(image.size[::-1]) - 4 * side + 1).all()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("gchq --bare -o x.png", "--bare: expected --solution or --picture"),
        ("gchq --bare --book -o x.pdf", "--bare: expected --solution or --picture"),
        ("gchq --bare --solution", "--bare: expected -o with a path that ends in .svg, .png, .pdf or .html"),
        ("springs#1 --bare --solution -o x.png", "a bare drawing shows cells in rows"),
    ],
)
def test_what_cannot_be_drawn_bare(words: str, why: str, tmp_path: Path, call: Call) -> None:
    assert why in call(f"draw {words.replace('x.', f'{tmp_path}/x.')}", code=2).err
