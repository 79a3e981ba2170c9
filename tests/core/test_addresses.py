"""How a puzzle is found: files, files with a number, instances, links, standard input."""

import io
import re
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from nonosat.errors import InputError
from nonosat.formats import each, load
from nonosat.formats.folders import load_all
from nonosat.formats.link import fragment
from nonosat.puzzles.families import random_puzzle
from tests.helpers.fixtures import Call, Patch
from tests.helpers.puzzles import KITE, bare, wrote


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: Patch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.non").write_text(wrote("non", KITE))
    (tmp_path / "two.yaml").write_text(wrote("yaml", KITE, random_puzzle(3, 2)))
    return tmp_path


def test_a_lone_puzzle_has_its_file_for_an_address(folder: Path) -> None:
    assert [p.source for p in each("one.non")] == ["one.non"]
    assert load("one.non#1").source == "one.non#1"
    assert load(folder / "one.non") == KITE


def test_one_of_several_is_numbered(folder: Path) -> None:
    assert [p.source for p in each("two.yaml")] == ["two.yaml#1", "two.yaml#2"]
    assert load("two.yaml#2") == random_puzzle(3, 2)
    assert load("two.yaml#2").source == "two.yaml#2"
    assert load_all("two.yaml#1") == [KITE]
    with pytest.raises(InputError, match=r"^two.yaml: file contains 2 puzzles; choose one, e.g. two.yaml#1$"):
        load("two.yaml")


def test_a_file_of_that_very_name_wins(folder: Path) -> None:
    (folder / "two.yaml#2").write_text(wrote("non", KITE))
    assert load("two.yaml#2", "non") == KITE


def test_instances_are_found_by_name_from_anywhere(folder: Path) -> None:
    (folder / "gchq").mkdir()
    assert load("gchq").source == "gchq"
    assert load("gchq#1") == load("gchq")
    (folder / "gchq").rmdir()
    (folder / "gchq").write_text(wrote("nin", KITE))
    assert load("gchq", "nin") == bare(KITE)  # a file takes precedence over an instance


def test_standard_input(monkeypatch: Patch) -> None:
    def feed(text: str) -> None:
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text.encode())))

    feed(wrote("non", KITE, KITE))
    assert [p.source for p in each("-", "non")] == ["-#1", "-#2"]
    feed(wrote("non", KITE))
    assert load("-", "non").source == "-"
    feed(wrote("non", KITE, random_puzzle(3, 2)))
    assert load("-#2", "non").source == "-#2"
    feed(wrote("yaml", KITE))
    assert load("-") == KITE  # recognised by its content
    feed(wrote("nin", KITE))
    assert load("-") == bare(KITE)  # a list of clues
    feed("a kite\n")
    with pytest.raises(InputError, match=r"^-:1: not recognised; type rows on one line"):
        load("-")


@pytest.mark.parametrize("page", ["", "https://example.org/play.html", "file:///tmp/play.html?a=[1]"])
def test_a_link_is_an_address(folder: Path, page: str, call: Call) -> None:
    link = page + fragment(KITE)
    assert load(link) == replace(KITE, goal=())
    assert load(link).source == f"#...{link[-8:]}"
    assert call(f"check {link} one.non").out == f"#...{link[-8:]}: unique\none.non: unique\n"
    assert re.fullmatch(r"#\.\.\..{8}:1: the link is damaged.*\n", call("check", f"{link[:-9]}", code=2).err)


def test_a_name_that_looks_like_a_link_is_a_file(folder: Path) -> None:
    (folder / "#1.non").write_text(wrote("non", KITE))
    assert load("#1.non") == KITE
    with pytest.raises(InputError, match=r"^one.non#1.abc: there is no such file$"):
        load("one.non#1.abc")


def test_puzzles_are_read_one_after_another(folder: Path) -> None:
    (folder / "half.yaml").write_text(wrote("yaml", KITE, KITE, KITE) + "---\nkind: nothing\n")
    puzzles = each("half.yaml")
    assert [next(puzzles).source for _ in range(3)] == ["half.yaml#1", "half.yaml#2", "half.yaml#3"]
    with pytest.raises(InputError, match="nothing"):
        next(puzzles)
    (folder / "half.yaml").write_text(wrote("yaml", KITE) + "---\nkind: nothing\n")
    puzzles = each("half.yaml")
    assert next(puzzles).source == "half.yaml#1"  # not alone, though the other cannot be read
    with pytest.raises(InputError, match="nothing"):
        next(puzzles)
    assert load("half.yaml#1") == KITE
