"""Clues in conflict and likely misprints, where people type: marked, explained and corrected."""

import pytest

from tests.helpers.browser import CONTROL
from tests.helpers.playing import resize
from tests.helpers.studio import Studio


def rows(studio: Studio) -> str:
    """Return the texts of the rows."""
    found: str = studio.value("puzzle.clues.slice(0, puzzle.height).join('\\n')")
    return found


def write(studio: Studio, clues: tuple[list[str], list[str]]) -> None:
    """Type clues into the fields."""
    studio.click("[data-part=clues]")
    studio.click("#write-clues")
    for name, lines in zip(("rows", "columns"), clues, strict=True):
        studio.type(f"#{name}-text", "\n".join(lines))


def drawn(studio: Studio) -> tuple[list[str], list[str]]:
    """Draw a house, and return its clues."""
    studio.draw(["..#..", ".###.", "#####", ".###.", ".#.#."])
    across, down = studio.clues
    return across, down


def misprinted(studio: Studio) -> tuple[list[str], list[str]]:
    """Type the clues of a house, one of them misprinted; wait until it is known what is wrong."""
    across, down = drawn(studio)
    write(studio, ([*across[:3], "4", across[4]], down))
    studio.until("verdict.said === 'none' && verdict.rested")
    return across, down


def test_fields_stay_where_they_are_when_clues_contradict_each_other(studio: Studio) -> None:
    top = "document.getElementById('columns-text').getBoundingClientRect().top"
    across, down = drawn(studio)
    resize(studio.browser, 390, 844)
    studio.click("#panel-open")
    write(studio, (across, down))
    studio.click("#rows-text")
    before = studio.value(top)
    studio.type("#rows-text", "\n".join([*across[:3], "4", across[4]]))
    studio.until("document.getElementById('conflicts').checkVisibility()")
    assert studio.value(top) == before


def test_clues_in_conflict_are_marked_with_the_verdict(studio: Studio) -> None:
    across, down = drawn(studio)
    studio.value(
        "window.late = [], on('verdict', () => { if (verdict.said === 'none' && !conflicts.list.length)"
        " late.push(verdict.busy); }), 0"
    )
    write(studio, ([*across[:3], "4", across[4]], down))
    studio.value("document.activeElement.blur()")  # the clue at the caret is marked in another way
    studio.until("verdict.said === 'none' && verdict.rested")
    assert studio.value("late") == []
    named = studio.value("[...conflicts.names]")
    assert "row 4" in named or "the rows ask" in studio.value("verdict.basis")
    said = studio.value("document.getElementById('verdict').textContent")
    assert said == f"No solution: {studio.value('conflicts.list[0].says')}."
    signs = studio.value("[...document.querySelectorAll('.at .wrong')].map(({ textContent }) => textContent)")
    lines = [name for name in named if name.startswith(("row", "column"))]
    assert len(signs) == len(lines)
    assert all(sign.startswith("!") for sign in signs)
    for name in lines:
        head = f"view.geometry.lines.find(({{ name }}) => name === {name!r})"
        assert studio.value(f"look.state({head})") == "conflict"
        assert studio.value(f"cells.line({head})").endswith(", in conflict")


@pytest.mark.parametrize("by_keys", [False, True])
def test_a_correction_is_one_step(studio: Studio, by_keys: bool) -> None:
    across, _ = misprinted(studio)
    steps = studio.value("timeline.past.length")
    texts = studio.value(
        "[...document.querySelectorAll('#misprints b')].map(({ textContent }) => textContent)"
    )
    assert texts[0] == f"row 4: 4 → {across[3]}"
    if by_keys:
        studio.value("document.querySelector('#misprints button').focus()")
        studio.browser.press("Enter")
    else:
        studio.click("#misprints button")
    assert rows(studio).split("\n") == across
    assert "Corrected: row 4" in studio.value("document.getElementById('said').textContent")
    assert studio.settled() in ("unique", "multiple")
    assert studio.value("document.getElementById('conflicts').hidden")
    assert studio.value("timeline.past.length") == steps + 1
    studio.click("#undo")
    assert rows(studio).split("\n")[3] == "4"
    studio.until("verdict.said === 'none'")


def test_a_conflict_shows_its_explanation(studio: Studio) -> None:
    misprinted(studio)
    number = studio.value("conflicts.list.findIndex(({ names }) => names.length)")
    studio.value(f"document.querySelectorAll('#conflict-list button')[{number}].focus()")
    names = studio.value(f"conflicts.list[{number}].names")
    assert studio.value("view.pointed.lines.map(({ name }) => name)") == names
    studio.browser.press("Enter")
    studio.until("document.querySelector('#show-dialog[open] iframe')")
    studio.value("document.getElementById('show-dialog').close()")


def test_clues_are_read_as_they_are_typed(studio: Studio) -> None:
    """What is out of date is never shown as valid, and what is typed in a visit of a field is one step."""
    studio.draw(["#....", ".#..."])
    assert studio.settled() == "multiple"
    studio.click("[data-part=clues]")
    studio.click("#write-clues")
    steps = studio.value("timeline.past.length")
    studio.value("document.getElementById('rows-text').focus(), document.activeElement.select()")
    for typed in ("1", "\n", "1\n0\n0"):
        studio.browser.call("Input.insertText", text=typed)
    shown = "document.getElementById('verdict').textContent"
    assert studio.value(shown) == "4 clues for 5 rows."
    assert studio.value("document.getElementById('verdict').dataset.verdict") == "lacking"
    assert studio.value("puzzle.height") == 5
    studio.browser.call("Input.insertText", text="\n2")
    assert rows(studio) == "1\n1\n0\n0\n2"
    studio.until("verdict.said === 'none'")
    studio.value("document.getElementById('columns-text').focus(), document.activeElement.select()")
    studio.browser.call("Input.insertText", text="1 1\n1 1\n0\n0\n0")
    assert studio.settled() == "multiple"
    assert studio.value("timeline.past.length") == steps + 2
    studio.browser.press("Tab")
    for _ in range(2):
        studio.browser.press("z", CONTROL)
    assert rows(studio) == "1\n1\n0\n0\n0"


def test_a_mark_stands_at_the_clue_that_is_typed(studio: Studio) -> None:
    studio.click("[data-part=clues]")
    studio.click("#write-clues")
    area = "document.getElementById('rows-text')"
    studio.value(f"{area}.focus(), {area}.setSelectionRange(4, 4)")
    studio.until("view.pointed?.lines[0].name === 'row 3'")
    assert studio.value(f"{area}.previousSibling.children[2].textContent") == "\u25b8 3"
    studio.browser.press("Tab")
    assert studio.value("view.pointed") != "row 3"


def test_symbols_in_conflict_are_marked_in_their_cells(studio: Studio) -> None:
    studio.new(4, 4, "takuzu")
    studio.value("commit({ kind: 'given', key: 'cells', text: '????\\n?###\\n????\\n????' })")
    studio.until("verdict.said === 'none'")
    assert studio.value("[5, 6, 7].every(isCellInConflict)")
    assert not studio.value("[0, 4, 15].some(isCellInConflict)")
    assert studio.value("cells.words(5, NOT_GIVEN)").endswith("in conflict")
    studio.until("verdict.rested && document.querySelector('#misprints button')")
    studio.click("#misprints button")
    studio.until("verdict.said !== 'none' && verdict.busy === ''")
