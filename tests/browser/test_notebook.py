"""The widget for notebooks, in a browser that holds it as a notebook does."""

import time

import pytest

import nonosat
from nonosat.pages.templates import script_json, template
from tests.helpers.browser import Show

notebook = pytest.importorskip("nonosat.studio.notebook", exc_type=ModuleNotFoundError)

_HOST = """<!doctype html><link rel="icon" href="data:,"><div></div><div></div><script type="module">
const traits = TRAITS;
const told = new Set();
globalThis.model = {
  get: (name) => traits[name],
  set: (name, value) => {
    if (traits[name] === value) return;
    traits[name] = value;
    for (const tell of told) tell();
  },
  save_changes: () => { globalThis.saved = traits.kept; },
  on: (_, tell) => told.add(tell),
  off: (_, tell) => told.delete(tell),
};
WIDGET
for (const el of document.querySelectorAll("div")) widget.render({ model, el });
</script>"""


def test_strokes_come_back_and_pictures_are_shown_in_every_view(show: Show) -> None:
    board = notebook.paper(3, 1, r="red")
    board.height = 560
    board.picture = ("r?.",)
    traits = {name: getattr(board, name) for name in ("page", "height", "kept")}
    script = template("nonosat.studio", "notebook.js").replace("export default", "const widget =")
    text = _HOST.replace("WIDGET", script).replace("TRAITS", script_json(traits))
    page = show(text)
    for view, state in ((0, "2,1,0"), (1, "2,-1,0")):  # the second view clears what was drawn in the first
        frame = f"document.querySelectorAll('iframe')[{view}].getBoundingClientRect()"
        x, y, width, height = page.value(f"(({{x, y, width, height}}) => [x, y, width, height])({frame})")
        for _ in range(9):  # before the frame has begun, nothing hears the mouse
            page.drag((x + 0.38 * width, y + 0.577 * height))  # the middle cell
            if page.soon(f"globalThis.saved && JSON.parse(saved).state.join() === '{state}'", 3):
                break
    board.kept = page.value("saved")
    assert board.picture == ("r?.",)


def test_a_board_has_hints_and_follows_the_notebooks_theme(show: Show) -> None:
    board = notebook.Board("switch")
    assert 'id="hint-ask"' in board.page and 'id="hint-ask"' not in notebook.paper(2, 2).page
    traits = {name: getattr(board, name) for name in ("page", "height", "kept")}
    script = template("nonosat.studio", "notebook.js").replace("export default", "const widget =")
    page = show(_HOST.replace("WIDGET", script).replace("TRAITS", script_json(traits)))
    seen: dict[str, str] = {}
    for light in ("true", "false", "true"):
        page.value(f"document.body.dataset.jpThemeLight = {light!r}")
        for _ in range(20):  # the frame is another process
            time.sleep(0.2)
            before, seen[light] = seen.get(light), page.call("Page.captureScreenshot")["data"]
            if before == seen[light]:
                break
    assert seen["true"] != seen["false"]


def test_a_board_knows_when_it_is_solved() -> None:
    board = notebook.Board("switch")
    assert not board.solved
    answer = nonosat.solve(board.puzzle)
    board.picture = answer.solutions[0]
    assert board.solved
    assert board.make_nonogram().rows == board.puzzle.rows


def test_paper_becomes_a_puzzle() -> None:
    sheet = notebook.paper(3, 2, b="blue")
    sheet.picture = ("bb?", "..#")
    assert nonosat.solve(sheet.make_nonogram()).solutions == (("bb.", "..#"),)


@pytest.mark.parametrize("wrong", [("bb?",), ("bb?", "..x")])
def test_a_picture_fits_its_board(wrong: nonosat.Picture) -> None:
    with pytest.raises(nonosat.InputError, match=r"expected 3 x 2 cells, each of \? \. # b"):
        notebook.paper(3, 2, b="blue").picture = wrong
