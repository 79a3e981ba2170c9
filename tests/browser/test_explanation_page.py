"""The page of an explanation, and its animation: what a reader sees is the explanation."""

import random
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import nonosat
from nonosat import Nonogram, Picture, StopReason, explain
from nonosat.pages.stepwise import plain_steps, write_page
from nonosat.pictures.style import parts, ring_rgb
from nonosat.reasons.steps import Conflict, LineStep, Refutation, Step
from nonosat.toolkit import UNKNOWN, CellPuzzle, Explanation
from tests.helpers.browser import Browser, Show
from tests.helpers.commands import run
from tests.helpers.playing import KITE, middle, said
from tests.helpers.samples import some

NAMES = ["dom-3", "tulips", "dom-5", "switch", "no-solution"]

STATE = "[...document.querySelectorAll('#board .cell')].map(cell => [cell.ariaLabel, cell.className])"


def seen(chromium: Browser, puzzle: CellPuzzle) -> Picture:
    """Return the cells' labels."""
    words = chromium.value(
        "[...document.querySelectorAll('#board .cell')].map(c => c.ariaLabel.split('): ')[1])"
    )
    two = len(puzzle.palette) == 2
    chars = {"crossed": ".", "filled": "#"} if two else {c.name: c.char for c in puzzle.palette}
    chars["crossed"] = "."
    cells = "".join(chars.get(word.split(",")[0], UNKNOWN) for word in words)
    return tuple(cells[at : at + puzzle.width] for at in range(0, len(cells), puzzle.width))


def begun(chromium: Browser) -> Browser:
    """Go back to before the first step."""
    chromium.press("Home")
    return chromium


def marked(chromium: Browser, name: str) -> list[int]:
    cells: list[int] = chromium.value(
        f"[...document.querySelectorAll('#board .cell.{name}')].map(cell => Number(cell.dataset.cell))"
    )
    return cells


@pytest.mark.parametrize("name", some(NAMES, 1))
def test_step_by_step(name: str, show: Show) -> None:
    found = explain(nonosat.load(name))
    chromium = begun(show(write_page(found)))
    assert seen(chromium, found.puzzle) == found.start
    for number, (step, (after, _)) in enumerate(zip(found.steps, found.frames()[1:], strict=False), start=1):
        if number % 2:
            chromium.press("ArrowRight")
        else:
            chromium.drag(middle(chromium, "#next"))
        assert seen(chromium, found.puzzle) == after
        assert marked(chromium, "sets") == sorted(cell for cell, _ in step.sets)
        assert marked(chromium, "uses") == sorted({cell for cell, _ in step.uses})
        assert said(chromium).startswith(f"Step {number} of {len(found.steps)} (")
        sentences = found.words.sentences(step)
        assert sentences[0] in said(chromium)
        assert sentences[-1] in said(chromium)
        if isinstance(step, LineStep | Conflict):
            kind = "look" if isinstance(step, LineStep) else "conflict"
            heads = f"lines.flatMap((line, i) => look.state(line) === '{kind}' ? [i] : [])"
            assert chromium.value(heads) == [step.line]
    assert seen(chromium, found.puzzle) == found.end
    assert chromium.value("document.querySelector('#next').disabled")
    assert (
        chromium.value("document.querySelector('#summary').textContent").lower() in found.sentence().lower()
    )


@pytest.mark.parametrize("name", ["cat", "switch", "dom-3"])
def test_it_opens_on_the_first_interesting_step(name: str, show: Show) -> None:
    """One with an assumption, or that uses what others have set; the picture drawn so far is in sight."""
    found = explain(nonosat.load(name))
    chromium = show(write_page(found))
    frames = [frames for _, frames in plain_steps(found)["steps"]]
    assumes = [k for k, some in enumerate(frames) if len(some) > 1]
    uses = [k for k, some in enumerate(frames) if some[-1][3]]
    at = (assumes or uses)[0] + 1
    assert chromium.value("at") == at
    assert seen(chromium, found.puzzle) == found.frames()[at][0]


def test_any_way_leads_to_the_same(show: Show) -> None:
    found = explain(nonosat.load("dom-3"))
    chromium = begun(show(write_page(found)))
    count = len(found.steps)
    straight = []
    for number in range(count + 1):
        chromium.value(f"go({number})")
        straight.append(chromium.value(STATE))
    choice = random.Random(1)
    for _ in range(40):
        number = choice.randint(0, count)
        chromium.value(f"go({number})")
        assert chromium.value(STATE) == straight[number]
        if number and len(frames := list(plain_steps(found)["steps"][number - 1][1])) > 1:
            chromium.value(f"go({number}, {choice.randrange(len(frames))})")
    for key, number in (("End", count), ("ArrowLeft", count - 1), ("Home", 0), ("ArrowLeft", 0)):
        chromium.press(key)
        assert chromium.value(STATE) == straight[number]
    chromium.drag(middle(chromium, "#steps tbody tr:nth-child(4) button"))
    assert chromium.value(STATE) == straight[3]
    assert chromium.value("document.querySelector('tr[aria-current]').rowIndex") == 4
    chromium.value("slider.value = 5; slider.dispatchEvent(new Event('input', {bubbles: true}))")
    assert chromium.value(STATE) == straight[5]


def fact(row: int, column: int, value: int) -> tuple[int, int]:
    """Return a fact about a cell of the kite, counted from 0."""
    return row * 5 + column, 1 << value


def line(number: int, sets: tuple[int, int], *uses: tuple[int, int]) -> LineStep:
    return LineStep(line=number, uses=uses, sets=(sets,), minimal="smallest", technique="glue")


A, B, C, D = fact(0, 0, 1), fact(0, 1, 0), fact(1, 0, 1), fact(1, 1, 1)
E, NOT_A, NOT_C = fact(0, 2, 1), fact(0, 0, 0), fact(1, 0, 0)
FAILS = Conflict(line=6, uses=(B, D), minimal="smallest")
INNER = Refutation(assumes=C, trace=(line(1, D, C), FAILS), uses=(A,), sets=(NOT_C,))
NESTED = Refutation(assumes=A, trace=(line(0, B, A), INNER, FAILS), uses=(), sets=(NOT_A,))


def made(*steps: Step) -> Explanation:
    """Return an explanation of the kite by any steps: a page does not check them."""
    puzzle = Nonogram.from_picture(KITE)
    return Explanation(
        puzzle=puzzle,
        stop_reason=StopReason.DONE,
        basis="",
        seconds={},
        start=("?????",) * 5,
        steps=steps,
        possible=(3,) * 25,
    )


Inside = tuple[str, set[int], set[int], set[int], set[int]]


INSIDE: list[tuple[Step, list[Inside]]] = [
    (
        NESTED,
        [
            # What the frame is; cells assumed, following from it, set now, used.
            ("assumption", {0}, set(), set(), set()),
            ("follows", {0}, set(), {1}, {0}),
            ("assumption", {0, 5}, {1}, set(), set()),
            ("follows", {0, 5}, {1}, {6}, {5}),
            ("contradiction", {0, 5}, {1, 6}, set(), {1, 6}),
            ("conclusion", {0}, {1}, {5}, {0}),
            ("contradiction", {0}, {1, 5}, set(), {1, 6}),
            ("conclusion", set(), set(), {0}, set()),
        ],
    ),
]


@pytest.mark.parametrize(("step", "wanted"), INSIDE)
def test_inside_a_step(step: Step, wanted: list[Inside], show: Show) -> None:
    found = made(step)
    chromium = begun(show(write_page(found)))
    chromium.press("ArrowRight")
    closed = chromium.value(STATE)
    for number, (kind, *cells) in enumerate(wanted, start=1):
        if number % 2:
            chromium.press("ArrowDown")
        else:
            chromium.drag(middle(chromium, "#in"))
        assert f"inside {number} of {len(wanted)} ({kind})" in said(chromium)
        names = ("assumed", "follows", "sets", "uses")
        assert [set(marked(chromium, name)) for name in names] == cells
        shown = chromium.value("document.querySelector('#inside [aria-current]').textContent")
        assert said(chromium).endswith(shown)
        assert shown == found.words.sentences(step)[number - 1]
        labels = chromium.value("[...document.querySelectorAll('.cell.assumed')].map(cell => cell.ariaLabel)")
        assert all("assumed" in label for label in labels)
    chromium.press("ArrowDown")
    assert chromium.value(STATE) == closed
    chromium.press("ArrowUp")
    assert f"inside {len(wanted)} of" in said(chromium)
    chromium.value("document.querySelector('#inside').scrollTop = 0")
    chromium.drag(middle(chromium, "#inside li:first-child button"))
    assert "inside 1 of" in said(chromium)
    chromium.press("Home")
    assert chromium.value("document.querySelector('#inside').hidden")
    assert seen(chromium, found.puzzle) == found.start


def test_marks_have_shapes_of_their_own(show: Show) -> None:
    chromium = begun(show(write_page(made(NESTED))))
    shapes = chromium.value(
        "['', 'uses', 'sets', 'assumed', 'follows'].map(name => {"
        " const key = document.createElement('canvas');"
        " key.dataset.mark = name; document.body.append(key); drawLegend({ mark: '#000' });"
        " const { data } = key.getContext('2d').getImageData(0, 0, 36, 36);"
        " return data.filter((_, i) => i % 4 === 0).map(value => value > 200).join(''); })"
    )
    assert len(set(shapes)) == 5


@pytest.mark.parametrize("width", [400, 1400])
def test_the_legend_is_below_its_grid(width: int, show: Show) -> None:
    chromium = begun(show(write_page(explain(nonosat.load("switch")))))
    chromium.call(
        "Emulation.setDeviceMetricsOverride", width=width, height=1000, deviceScaleFactor=1, mobile=False
    )
    chromium.reload()
    table, keys = "document.querySelector('#frame')", "document.getElementById('keys')"
    gap = f"{keys}.getBoundingClientRect().top - {table}.getBoundingClientRect().bottom"
    assert 0 <= chromium.value(gap) < 60
    # An icon is on the line of its label.
    assert chromium.value(
        "[...document.querySelectorAll('#keys .key')]"
        ".every(key => key.parentNode.offsetHeight < 2 * key.offsetHeight)"
    )


def test_printed_it_has_all_steps_and_no_buttons(show: Show) -> None:
    chromium = begun(show(write_page(explain(nonosat.load("teapot")))))
    chromium.call("Emulation.setEmulatedMedia", media="print", features=[])
    steps = "document.querySelector('#steps')"
    assert chromium.value(f"{steps}.scrollHeight <= {steps}.clientHeight + 1")
    assert chromium.value("getComputedStyle(document.querySelector('#next').parentElement).display") == "none"
    chromium.call("Emulation.setEmulatedMedia", media="", features=[])


def test_a_screen_reader_is_told(show: Show) -> None:
    chromium = begun(show(write_page(explain(nonosat.load("dom-3")))))
    chromium.value("go(1)")
    nodes: list[Any] = chromium.call("Accessibility.getFullAXTree")["nodes"]
    found = [(n["role"]["value"], n.get("name", {}).get("value")) for n in nodes if not n.get("ignored")]
    assert {role for role, _ in found} >= {"status", "button", "table", "slider"}
    assert any(role == "cell" and "set by this step" in (name or "") for role, name in found)
    assert ("button", "Next") in found


def test_only_what_changes_is_shown_anew(show: Show) -> None:
    """A step costs what it changes, not what the puzzle or the explanation has."""
    found = explain(nonosat.load("gchq"))
    chromium = begun(show(write_page(found)))
    chromium.value("said = 0; label = labelCell; labelCell = (cell) => { said += 1; label(cell); }")
    for number, step in enumerate(found.steps[:30], start=1):
        before = found.steps[number - 2] if number > 1 else step
        chromium.value(f"said = 0; go({number})")
        marks = sum(len(one.uses) + len(one.sets) for one in (step, before))
        lines = 2 * 25
        assert chromium.value("said") <= 2 * marks + 2 * lines


@pytest.mark.parametrize(("step", "wanted"), INSIDE)
def test_a_step_has_a_frame_for_each_sentence(step: Step, wanted: list[Inside]) -> None:
    found = made(step)
    ((_, frames),) = plain_steps(found)["steps"]
    assert [frame[-1] for frame in frames] == list(found.words.sentences(step))
    assert [set(frame[3][::2]) for frame in frames] == [uses for *_, uses in wanted]


def test_a_mask_too_large_for_scripts_is_a_string() -> None:
    step = replace(line(0, (0, 1 << 60), (1, 3)))
    frame = plain_steps(made(step))["steps"][0][1][0]
    assert frame[3:5] == [[1, 3], [0, str(1 << 60)]]


@pytest.mark.parametrize("name", [*NAMES, "cherries", "mosaic"])
def test_one_frame_per_step(name: str) -> None:
    found = explain(nonosat.load(name))
    assert all(said.endswith(".") for step in found.steps for said in found.words.sentences(step))
    assert ("the solutions differ" in found.sentence()) == (name == "switch")
    frames = found.frames()
    assert len(frames) == len(found.steps) + 2
    assert frames[0] == (found.start, ())
    assert frames[-1] == (found.end, ())
    for step, (after, before) in zip(found.steps, frames[1:-1], strict=True):
        changed = [a != b for a, b in zip("".join(after), "".join(before), strict=True)]
        assert {cell for cell, new in enumerate(changed) if new} <= {cell for cell, _ in step.sets}


def test_a_gif_has_rings_in_the_cells_that_a_step_uses() -> None:
    image, sequence = pytest.importorskip("PIL.Image"), pytest.importorskip("PIL.ImageSequence")
    from nonosat.pictures.raster import gif

    found = explain(nonosat.load("cat"))
    rings = found.list_used()
    assert len(rings) == len(found.frames())
    frames, plain = (
        [frame.convert("RGB") for frame in sequence.Iterator(image.open(BytesIO(written)))]
        for written in (
            gif(cast(Nonogram, found.puzzle), found.frames(), rings),
            gif(cast(Nonogram, found.puzzle), found.frames()),
        )
    )
    assert len(frames) == len(rings)
    ring = parts(ring_rgb(found.puzzle.palette))
    for frame, without, used in zip(frames, plain, rings, strict=True):
        drawn = [int((np.asarray(one) == ring).all(axis=2).sum()) for one in (frame, without)]
        assert drawn[0] >= 4 * len(used) and not drawn[1]
        assert bool(drawn[0]) == bool(used)


def test_the_command_writes_them(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    html, gif = tmp_path / "kite.html", tmp_path / "kite.gif"
    done = run("explain", "dom-3", "--quiet", "-o", str(html), "--gif", str(gif))
    assert (done.returncode, done.stderr) == (0, "")
    found = explain(nonosat.load("dom-3"))
    assert html.read_text(encoding="utf-8") == write_page(found)
    with image.open(BytesIO(gif.read_bytes())) as opened_gif:
        assert 2 <= opened_gif.n_frames <= len(found.steps) + 2  # frames that are the same are one
