"""Links: a puzzle in a fragment, read and written in Python, and opened by the page to play."""

import base64
import json
import shutil
import subprocess
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import nonosat
from nonosat.cli import main
from nonosat.errors import InputError
from nonosat.formats import FORMATS, link
from nonosat.formats.source import Source
from nonosat.formats.writing import fit_puzzle
from nonosat.installed import list_shipped
from nonosat.pages.board import plain_puzzle
from nonosat.pages.play import write_player
from nonosat.pictures import qr
from nonosat.puzzles import Puzzle
from nonosat.puzzles.base import CellPuzzle
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE, Colour
from nonosat.puzzles.triddler import Triddler
from tests.helpers.browser import Browser
from tests.helpers.fixtures import Call
from tests.helpers.mosaics import Mosaic
from tests.helpers.playing import COLOURS, KITE, middle, place, said, solved
from tests.helpers.properties import given, st
from tests.helpers.samples import part

ROOM = Path(nonosat.__file__).parent
SLANTED = [Colour("/", "red", "#ff0000"), Colour("b", "blue", "#0000ff"), Colour("n", "navy", "#000080")]


def without_goal(puzzle: Puzzle) -> Puzzle:
    return fit_puzzle(puzzle, FORMATS["link"].supports)[0]


def instances() -> list[Puzzle]:
    return [without_goal(puzzle) for name in list_shipped("instances") for puzzle in nonosat.load_all(name)]


def read(text: str) -> Puzzle:
    (found,) = link.read(Source("sent", text.encode()))
    return found


def document(**changed: Any) -> dict[str, Any]:
    return {"kind": "nonogram", "rows": ["1", "?"], "columns": ["1 1"], **changed}


def fragment(data: Any) -> str:
    return f"#1.{link.pack(data if isinstance(data, str) else json.dumps(data))}"


def test_every_instance_is_read_back_from_its_link() -> None:
    for puzzle in instances():
        found = link.fragment(puzzle)
        assert read(found) == puzzle == read(f"https://example.org/play.html{found}\n")
        assert len(found) < 1500


@given(st.text())
def test_texts_are_read_back(text: str) -> None:
    puzzle = Nonogram.from_picture(KITE, title=text.encode("utf-8", "replace").decode())
    assert read(link.fragment(without_goal(puzzle))) == without_goal(puzzle)


@given(st.binary(max_size=60))
def test_what_is_no_link_is_refused(data: bytes) -> None:
    text = base64.urlsafe_b64encode(data).decode().rstrip("=")
    for sent in (text, f"#1.{text}", f"#1.{link.pack(text)}"):
        with pytest.raises(InputError, match=r"^sent:1: ") as refused:
            read(sent)
        assert len(str(refused.value)) < 200


HOSTILE: dict[str, tuple[Any, str]] = {
    "a list": ([document(), document()], "a link with 2 puzzles"),
    "no kind": ({"rows": ["1"]}, "expected the key `kind:`"),
    "unknown": (document(rows=["1", "x"]), "'x' is not a clue number"),
    "nothing": ("", "empty"),
    "large": (" " * 600_000, "too large"),
    "deep": ("[" * 5000, "nested too deeply"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_link_is_refused_in_one_line(name: str) -> None:
    data, why = HOSTILE[name]
    with pytest.raises(InputError, match=f"^sent:1: .*{why}"):
        read(fragment(data))


def test_a_link_of_another_version_says_so() -> None:
    with pytest.raises(InputError, match=r"^sent:1: a link of version 2: expected version 1"):
        read("#2.abc")


def test_damaged_links_are_refused() -> None:
    found = link.fragment(without_goal(nonosat.load("cat")))
    for cut in range(4, len(found), 7):
        with pytest.raises(InputError, match="the link is damaged or cut off"):
            read(found[:cut])


def test_a_puzzle_too_large_for_a_link_says_so() -> None:
    noise = zlib.compress(b"x") + bytes((k * k * 7 + k // 3) % 251 for k in range(40_000))
    rows = tuple("".join(".#"[byte % 2] for byte in noise[200 * r : 200 * r + 200]) for r in range(200))
    large = Nonogram.from_picture(rows, title="".join(chr(0x4E00 + (k * k) % 9973) for k in range(30_000)))
    with pytest.raises(InputError, match=r"too large for a link: .* expected at most 30000"):
        link.fragment(without_goal(large))


Sender = Callable[[str], Browser]


@pytest.fixture
def send(chromium: Browser, tmp_path: Path) -> Sender:
    """Open a fragment in the page for links."""
    file = tmp_path / "play.html"
    file.write_text(write_player(), encoding="utf-8")
    chromium.open(file)

    def sent(found: str) -> Browser:
        chromium.visit("about:blank")  # otherwise only the fragment changes
        chromium.visit(f"{file.as_uri()}{found}")
        assert chromium.complaints == []
        return chromium

    return sent


def opened(send: Sender, puzzle: Puzzle) -> Browser:
    page = send(link.fragment(puzzle))
    page.until("document.querySelector('#grid .cell')")
    return page


def test_without_a_link_the_page_is_a_gallery(chromium: Browser, tmp_path: Path) -> None:
    """It gives no picture away; what was solved has its title, and leads to the next one."""
    file = tmp_path / "play.html"
    puzzles = [nonosat.load(name) for name in ("cat", "cherries", "six-stars")]
    addresses = [f"play.html{link.fragment(one)}" for one in puzzles[:2]] + ["play-six-stars.html"]
    file.write_text(write_player(offered=dict(zip(addresses, puzzles, strict=True))), encoding="utf-8")
    chromium.open(file)
    words = "['b', 'span'].map((name) => link.querySelector(name).textContent.trim()).join(' ')"
    listed = f"[...document.querySelectorAll('#offered:not([hidden]) a')].map((link) => {words})"
    told = ["Nonogram 15 x 15", "Nonogram 12 x 13", "Six stars 6 x 6"]
    chromium.until(f"{listed}.length === 3")
    assert chromium.value(listed) == told
    chromium.value("document.querySelector('#offered a').click()")
    chromium.until("document.querySelector('#played h1')?.textContent === 'Nonogram' && globalThis.commit")
    chromium.until("!byId('played').hidden && byId('offered').hidden && typeof state === 'object'")
    solution = nonosat.solve(puzzles[0]).solution
    filled = [[k, int(char == "#")] for k, char in enumerate("".join(solution or ()))]
    chromium.value(f"commit({filled})")
    assert chromium.value("byId('finish-title').textContent") == "Cat"
    assert chromium.value("byId('next').getAttribute('href')") == addresses[1]
    chromium.visit(file.as_uri())
    chromium.until(f"{listed}.length === 3")
    assert chromium.value(listed)[0] == "Cat 15 x 15, solved"
    assert chromium.complaints == []


SCRIPT = f"""
import {{ text }} from "node:stream/consumers";
import {{ puzzleIn }} from "{(ROOM / "pages/shared/link.js").as_uri()}";
const reply = (fragment) => puzzleIn(fragment).catch((error) => error.message);
console.log(JSON.stringify(await Promise.all(JSON.parse(await text(process.stdin)).map(reply))));
"""


def in_node(fragments: Sequence[str]) -> list[Any]:
    """Return what the page's script makes of fragments: its data, or what it says is wrong."""
    if not shutil.which("node"):
        pytest.skip("needs node")
    command = ["node", "--input-type=module", "-e", SCRIPT]
    ended = subprocess.run(command, input=json.dumps(fragments), capture_output=True, text=True, check=True)
    return list(json.loads(ended.stdout))


def given_some(puzzle: CellPuzzle, rng: Random) -> CellPuzzle:
    """Return the puzzle with some cells of its goal given."""
    chars = puzzle.chars(puzzle.goal)
    some = "".join(char if rng.random() < 0.5 else "?" for char in chars)
    return puzzle.with_givens(puzzle.cut(some)).with_goal(())


def test_the_script_reads_givens_of_every_kind_and_colour() -> None:
    rng = Random(5)
    puzzles: list[CellPuzzle] = []
    for kind in (Nonogram, Triddler, Mosaic):
        for _ in range(40):
            palette = (BLACK_AND_WHITE[0], *rng.sample(SLANTED, 2)) if kind != Mosaic else BLACK_AND_WHITE
            width, height = rng.randint(1, 4), rng.randint(1, 4)
            chars = [colour.char for colour in palette]
            cells = kind.from_picture(kind.blank(width, height)).problem().sizes
            text = "".join(rng.choice(chars) for _ in cells)
            picture = kind.from_picture(kind.blank(width, height)).cut(text)
            puzzles.append(given_some(kind.from_picture(picture, palette), rng))
    for puzzle, found in zip(puzzles, in_node([link.fragment(one) for one in puzzles]), strict=True):
        expected = json.loads(json.dumps(plain_puzzle(puzzle)))
        assert isinstance(found, dict), (puzzle, found)
        assert {key: found[key] for key in expected} == expected


def test_the_script_says_that_a_clue_is_longer_than_its_line() -> None:
    (found,) = in_node([fragment(document(rows=["2", "1"]))])
    assert found == "This puzzle has no solution: a clue has 2 cells, its line 1."


def test_the_page_reads_what_python_writes(send: Sender) -> None:
    coloured = replace(Nonogram.from_picture((".xrx", "rr.."), COLOURS), givens=("?x??", "???."))
    names = ("gchq", "tulips", "blotted", "one-row", "mosaic", "house", "fir", "flower", "triddler-switch")
    for puzzle in part([coloured, *map(nonosat.load, names)], 2):
        assert isinstance(puzzle, CellPuzzle)
        page = opened(send, without_goal(puzzle))
        found = page.value("JSON.parse(byId('puzzle').textContent)")
        expected = json.loads(json.dumps(plain_puzzle(puzzle)))
        assert {key: found[key] for key in expected} == expected
        assert page.value("puzzle.title") == puzzle.title


def test_a_puzzle_from_a_link_is_solved_and_kept(send: Sender) -> None:
    puzzle = without_goal(Nonogram.from_picture(KITE, title="<b>Kite", author="&amp;"))
    page = opened(send, puzzle)
    assert page.value("document.querySelector('header').innerText") == "Nonogram\n5 x 5, by &amp;"
    rules = "[...document.querySelectorAll('[data-kind]')].filter(made => !made.hidden)"
    assert page.value(f"{rules}.map(made => made.dataset.kind)") == ["nonogram"]
    page.until("!byId('hint-ask').disabled")
    page.drag(middle(page, "#hint-ask"))
    assert "row 3" in page.value("byId('hint-said').textContent")
    page.drag(place(page, 2, 0), place(page, 2, 4))
    opened(send, without_goal(nonosat.load("cat")))
    page = opened(send, puzzle)
    assert page.value("state.slice(10, 15)") == [1] * 5
    page.value(f"commit({[[k, int(c == '#')] for k, c in enumerate(''.join(KITE))]})")
    assert solved(page)


NO_PUZZLE = "This link holds no puzzle. It may have been cut off."
SIDE = ["1"] * 300
REFUSED: dict[str, Any] = {
    "another kind": {"kind": "toString"},
    "a prototype": {"kind": "__proto__"},
    "null": None,
    "an invalid clue": document(rows=["1", "1;"]),
    "a clue that is a number": document(rows=[1, 2]),
    "rows of text": document(rows="11"),
    "too many cells": document(rows=SIDE, columns=SIDE),
    "an invalid colour": document(palette={".": {"name": "a", "rgb": "url(x)"}}),
    "short givens": document(givens=["?"]),
    "a title that is a number": document(title=7),
    "a mosaic that is uneven": {"kind": "mosaic", "rows": ["1?", "?"]},
    "a mosaic of letters": {"kind": "mosaic", "rows": ["1a"]},
    "a triddler without a hexagon": {"kind": "triddler", "topleft": ["1"], "top": ["1"]},
    "a huge triddler": {"kind": "triddler", "topleft": SIDE, "bottomright": SIDE, "top": SIDE * 9},
}


def test_the_page_refuses_hostile_fragments(send: Sender) -> None:
    for name in part(list(REFUSED), 3):
        page = send(fragment(REFUSED[name]))
        page.until("document.querySelector('#said').textContent")
        assert said(page) == NO_PUZZLE, name
        assert not page.value("document.querySelector('#grid .cell')"), name


def test_the_page_refuses_what_is_no_link(send: Sender) -> None:
    whole = link.fragment(without_goal(nonosat.load("cat")))
    damaged = [whole[:-9], whole[:9], "#", "#1.", "#1.%20", "#1.!", f"#1.{'A' * 30_001}", "#1." + "A" * 3000]
    newer = "This link is of version 2, this page opens version 1."
    for text, why in [*((text, NO_PUZZLE) for text in damaged), ("#2.abc", newer)]:
        page = send(text)
        page.until("document.querySelector('#said').textContent")
        assert said(page) == why


SITE = "https://example.org/play.html"


def test_a_qr_code_has_the_link(tmp_path: Path, call: Call) -> None:
    pytest.importorskip("segno")
    zxingcpp = pytest.importorskip("zxingcpp")
    image = pytest.importorskip("PIL.Image")
    path = tmp_path / "tulips.png"
    printed = call(f"convert tulips - --to link --links {SITE}").out.strip()
    call(f"draw tulips --qr --links {SITE} -o {path}")
    assert printed == SITE + link.fragment(nonosat.load("tulips"))
    (code,) = zxingcpp.read_barcodes(image.open(path))
    assert code.text == printed
    assert b"<svg" in qr.draw_qr(printed, "svg")


def test_a_link_too_large_for_a_qr_code_says_so() -> None:
    pytest.importorskip("segno")
    with pytest.raises(
        InputError, match="holds 2953 characters: the link has 2954; share the link or a file"
    ):
        qr.draw_qr("x" * 2954, "svg")
    assert qr.draw_qr("x" * 2953, "svg")


def test_the_page_is_written(tmp_path: Path) -> None:
    assert main(["studio", "--site", str(tmp_path)]) == 0
    assert (tmp_path / "play.html").read_text(encoding="utf-8") == write_player()
