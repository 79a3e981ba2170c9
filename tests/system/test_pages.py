"""The examples in the README and the documentation are run, and do what is shown."""

from pathlib import Path

import pytest

from docs import tables
from tests.helpers.fixtures import Capture, Patch
from tests.helpers.pages import PAGES, Reader, blocks, commands, same, skip_unless_installed

LONG = {"researchers.md"}  # it compares solvers


@pytest.mark.parametrize(
    "path",
    [pytest.param(page, marks=[pytest.mark.more] * (page.name in LONG), id=page.name) for page in PAGES],
)
def test_every_example_of_a_page_does_what_is_written(
    path: Path, tmp_path: Path, monkeypatch: Patch, capsys: Capture
) -> None:
    page = blocks(path)
    skip_unless_installed(page)
    monkeypatch.chdir(tmp_path)
    reader = Reader(capsys)
    for block in page:
        reader.follow(block)


@pytest.mark.parametrize("path", PAGES, ids=[path.name for path in PAGES])
def test_a_page_can_be_read_as_a_plain_file(path: Path) -> None:
    """A block can be copied as it is, its file is named in the text, and tables are current."""
    text = path.read_text(encoding="utf-8")
    assert "{code-block}" not in text
    for block in blocks(path):
        before = "\n".join(text.splitlines()[: block.line])
        assert not block.file or f"`{block.file}`" in before, f"{block.place} does not name {block.file}"
    assert tables.current(text) == text, "python docs/tables.py"


def test_a_table_that_is_not_current_is_noticed() -> None:
    page = "<!-- table: exports -->\n\n| `cnf` |\n\n<!-- end of table -->\n"
    assert "`opb`" in tables.current(page)


def test_the_examples_are_found() -> None:
    languages = [block.language for path in PAGES for block in blocks(path)]
    assert {"console", "python", "yaml"} <= set(languages)
    assert sum(len(list(commands(b))) for path in PAGES for b in blocks(path) if b.language == "console") > 20


def test_output_that_differs_from_what_is_shown_is_noticed() -> None:
    same(["a", "…", "d"], ["a", "b", "c", "d"], "left out")
    for printed in (["a"], ["a", "b", "e"], ["x", "a", "d"]):
        with pytest.raises(AssertionError):
            same(["a", "…", "d"], printed, "other")
