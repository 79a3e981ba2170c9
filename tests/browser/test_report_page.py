"""The page that `report` makes, in a real browser."""

from pathlib import Path

import pytest

import nonosat
from nonosat.cli import main
from nonosat.formats.documents import plain
from tests.helpers.browser import Browser
from tests.helpers.journals import HEADER, journal_of, record

EVIL = "</script><script>document.title='x'</script>"


@pytest.fixture(scope="module")
def report_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the report of a campaign over GCHQ without its givens, and over puzzles with odd names."""
    folder = tmp_path_factory.mktemp("report")
    puzzle = nonosat.load("gchq-no-givens")
    answer = nonosat.solve(puzzle)
    pictures = [list(picture) for picture in (answer.solution, answer.other) if picture]
    runs = [
        *(
            record("gchq", "a", "multiple", 0.5, solutions=pictures),
            record("gchq", "b", "unknown", 12.0, stop_reason="time limit"),
        ),
        *(record(EVIL, "a", wall=0.25), record(EVIL, "b", wall=3.0)),
        *(record("unread", name, stop_reason="error", verdict="unknown", wall=0.0) for name in "ab"),
    ]
    path, page = folder / "r.jsonl", folder / "r.html"
    document = plain(puzzle)
    puzzles = [
        {"name": "gchq", "hash": "gchq", "cells": 625, "document": document},
        {"name": EVIL, "hash": EVIL, "cells": 625, "document": document},
        {"name": "unread", "hash": "unread", "cells": None, "document": None},
    ]
    header = HEADER | {"puzzles": puzzles, "models": [{"name": "b"}, {"name": "a"}]}
    journal_of(path, header, *runs)
    assert main(["report", str(path), "--to", "html", "-o", str(page)]) == 0
    return page


@pytest.fixture
def opened(chromium: Browser, report_page: Path) -> Browser:
    chromium.open(report_page)
    assert chromium.requests == [report_page.as_uri()]
    return chromium


def column(chromium: Browser, table: int, index: int) -> list[str]:
    cells = f"[...document.querySelectorAll('table')[{table}].tBodies[0].rows].map"
    found: list[str] = chromium.value(f"{cells}((row) => row.cells[{index}].textContent)")
    return found


def test_the_page_sorts_its_tables(opened: Browser) -> None:
    click = "document.querySelectorAll('table')[2].tHead.rows[0].cells[{}].firstChild.click()"
    assert column(opened, 2, 3) == ["0.500", "0.250", "error"]
    opened.value(click.format(3))
    assert column(opened, 2, 3) == ["0.250", "0.500", "error"]
    opened.value(click.format(3))
    assert column(opened, 2, 3) == ["0.500", "0.250", "error"]
    opened.value(click.format(0))
    assert column(opened, 2, 0) == [EVIL, "gchq", "unread"]
    assert opened.complaints == []


def test_the_page_shows_a_puzzle_on_demand(opened: Browser) -> None:
    assert opened.value("document.querySelector('dialog').open") is False
    for name, drawn in (("gchq", True), (EVIL, True), ("unread", False)):
        opened.value(
            f"[...document.querySelectorAll('td button')].find((b) => b.textContent === {name!r}).click()"
        )
        assert opened.value("document.querySelector('dialog h2').textContent") == name
        assert opened.value("document.querySelector('dialog svg') !== null") is drawn
        opened.value("document.querySelector('dialog button').click()")
        assert opened.value("document.querySelector('dialog').open") is False
    assert opened.value("document.title") == "nonosat compare"
    assert opened.complaints == []


def test_the_page_has_its_plots(opened: Browser) -> None:
    pytest.importorskip("matplotlib")
    assert opened.value("document.querySelectorAll('figure svg').length") == 3
    ids = opened.value("[...document.querySelectorAll('[id]')].map((e) => e.id)")
    assert len(ids) == len(set(ids))
    assert opened.value(
        "[...document.querySelectorAll('[clip-path]')].every((e) =>"
        " document.querySelector(e.getAttribute('clip-path').slice(4, -1)))"
    )
