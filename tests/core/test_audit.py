"""Every planted defect is found, and nothing else."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import nonosat
from nonosat import Limits, Nonogram, StopReason, toolkit
from nonosat.learning.audit import KINDS, audits
from nonosat.learning.examine import Key, Question
from nonosat.learning.index import Index
from nonosat.learning.sets import Item
from nonosat.propagation.listing import Listed
from nonosat.solving.questions import examine as examining
from nonosat.solving.questions.certain import certain
from nonosat.toolkit import Block
from tests.helpers import brute
from tests.helpers.audits import audited
from tests.helpers.fixtures import Call
from tests.helpers.planted import Planted, planted
from tests.helpers.properties import given, settings, st


@pytest.fixture(scope="module")
def made() -> Planted:
    return planted()


@pytest.fixture(scope="module")
def folder(made: Planted, tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("sets")
    (found / "set.jsonl").write_text("".join(f"{line}\n" for line in made.lines))
    (found / "train.jsonl").write_text("".join(f"{line}\n" for line in made.train))
    return found


def number(address: str) -> int:
    return int(re.search(r"[:#](\d+)$", address)[1])  # type: ignore[index]


def test_every_plant_is_found_and_nothing_else(
    made: Planted, folder: Path, call: Call, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [folder / "set.jsonl", "--train", folder / "train.jsonl"]
    assert set(made.defects.values()) == set(KINDS)
    *puzzles, whole = audited(capsys, *words)
    assert len(puzzles) == len(made.lines) == 200
    found = {number(one["puzzle"]): [d["kind"] for d in one["defects"]] for one in puzzles if one["defects"]}
    assert found == {line: [kind] for line, kind in made.defects.items()}
    for one in puzzles:
        how = made.how.get(number(one["puzzle"]), "").replace("recoloured", "the same, colours swapped")
        for defect in one["defects"]:
            if how and defect["kind"] in ("duplicate", "train"):
                assert defect["what"].endswith(f", {how}")
    assert whole["defective"] == len(made.defects)
    assert whole["defects"] == Counter(made.defects.values())
    lines = call("audit", *map(str, words), "--quiet", code=1).out.splitlines()  # one for each defect
    assert [number(line.partition(" ")[0].rstrip(":")) for line in lines] == sorted(made.defects)


@settings(max_examples=60)
@given(
    rows=st.lists(st.integers(0, 3), min_size=1, max_size=3),
    columns=st.lists(st.integers(0, 3), min_size=1, max_size=3),
)
def test_a_look_at_a_puzzle_finds_what_brute_force_does(rows: list[int], columns: list[int]) -> None:
    """Also where lines leave each cell one value, and contradict each other."""
    if max(rows) > len(columns) or max(columns) > len(rows):
        return
    clues = [tuple([(Block(1, n, n),) if n else () for n in side]) for side in (rows, columns)]
    puzzle = Nonogram(rows=clues[0], columns=clues[1])
    found, wanted = toolkit.examine(puzzle), list(brute.solutions(puzzle))
    assert (found.count, found.exact) == (len(wanted), True)
    assert {found.solution, found.other} - {()} <= set(wanted)


def test_a_limit_before_the_count_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = nonosat.load("gchq-no-givens")
    short = certain(puzzle, limits=Limits(time=1e-9))
    monkeypatch.setattr(examining, "list_solutions", lambda state, *_: Listed(possible=state.possible))
    monkeypatch.setattr(examining, "certain", lambda *_, limits: short)
    found = toolkit.examine(puzzle)
    assert (found.count, found.exact, found.certain) == (4, True, ())
    assert found.stop_reason is StopReason.TIME_LIMIT


def test_findings_are_told_as_they_are_made() -> None:
    taken = []

    def each() -> Iterator[Item]:
        for number in range(3):
            taken.append(number)
            yield Item(f"set#{number}")

    for number, found in enumerate(audits(each(), Question())):
        assert found.item.address == f"set#{number}"
        assert len(taken) == number + 1


def test_two_at_a_time_say_the_same(
    folder: Path, made: Planted, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "set.jsonl"
    path.write_text("".join(f"{line}\n" for line in made.lines * 2))
    one, two = (audited(capsys, path, "-j", jobs)[:-1] for jobs in (1, 2))
    assert one == two


@pytest.mark.parametrize("address", ["dir/007", "dir/0", "set.jsonl:12", "dir/1234567890123456", ""])
def test_a_twin_is_named_by_its_own_address(address: str) -> None:
    index = Index()
    index.add([Key(1, 1), Key(2, 1)], address)
    index.add([Key(1, 1)], "a later one")
    assert index.find([Key(1, 1)]) == index.find([Key(3, 1), Key(2, 1)]) == (address, "the same")
    assert index.find([Key(3, 1)]) is None
