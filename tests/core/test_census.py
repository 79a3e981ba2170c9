"""The census of all pictures of a size, against solving each of them."""

from collections import Counter
from pathlib import Path

import pytest

import nonosat
from bench import census
from bench.census import Size, count_all, count_in_shares
from tests.helpers.fixtures import Capture, Patch


def solve_each(size: Size) -> Counter[str]:
    counted: Counter[str] = Counter(pictures=0, unique=0, lines=0)
    for picture in range(1 << size.height * size.width):
        answer = nonosat.solve(size.nonogram(picture))
        unique = answer.verdict.value == "unique"
        counted.update(pictures=1, unique=unique, lines=unique and answer.basis == "by lines alone")
    return counted


@pytest.mark.parametrize("size", [Size(2, 2), Size(4, 2), Size(3, 3), Size(10, 1)])
def test_the_census_is_what_solving_each_picture_finds(size: Size) -> None:
    assert count_all(size) == solve_each(size)


def test_what_lines_do_not_solve_has_a_class(monkeypatch: Patch) -> None:
    expected = Counter(pictures=4096, unique=3206, lines=3178, moderate=28)
    assert count_all(Size(6, 2), classes=True) == expected
    monkeypatch.setattr(census, "TABLE", 3)  # the columns are too long for a table
    assert count_all(Size(6, 2), classes=True) == expected


@pytest.mark.parametrize("size", [Size(4, 3), Size(3, 3)])
def test_shares_add_up_on_many_machines(
    size: Size, tmp_path: Path, monkeypatch: Patch, capsys: Capture
) -> None:
    monkeypatch.setattr(census, "LARGEST", 64)
    journal = tmp_path / "j.jsonl"
    for part in (1, 2, 3):
        other = tmp_path / f"{part}.jsonl"
        count_in_shares(size, "s", (part, 3), other)
        assert "shares are counted" in capsys.readouterr().out
        with journal.open("a") as file:
            file.write(other.read_text())
    with journal.open("a") as file:
        file.write('{"size": "s", "share')  # what was cut off is counted again, and nothing else
    count_in_shares(size, "s", (1, 1), journal)
    assert f"{count_all(size)['unique']:,} unique" in capsys.readouterr().out
