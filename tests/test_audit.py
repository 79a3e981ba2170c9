"""Every planted defect is found, and nothing else; answers are graded again; a repaired set is clean."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nonosat.cli import main, progress
from nonosat.learning import records
from nonosat.learning.audit import KINDS, Index, audit
from nonosat.learning.examine import Question
from nonosat.learning.sets import Item
from nonosat.learning.twins import Key
from tests.helpers.planted import SIDE, Planted, planted


@pytest.fixture(scope="module")
def made() -> Planted:
    return planted()


@pytest.fixture(scope="module")
def folder(made: Planted, tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("sets")
    (found / "set.jsonl").write_text("".join(f"{line}\n" for line in made.lines))
    (found / "train.jsonl").write_text("".join(f"{line}\n" for line in made.train))
    return found


def audited(capsys: pytest.CaptureFixture[str], *words: object, code: int = 1) -> list[dict[str, Any]]:
    capsys.readouterr()
    assert main(["audit", *map(str, words), "--json", "--quiet"]) == code
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def number(address: str) -> int:
    return int(re.search(r"[:#](\d+)$", address)[1])  # type: ignore[index]


def expected_twin(how: str) -> str:
    return {"": "", "recoloured": ", the same, colours swapped"}.get(how, f", {how}")


def test_every_plant_is_found_and_nothing_else(
    made: Planted, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert set(made.defects.values()) == set(KINDS)
    *puzzles, whole = audited(capsys, folder / "set.jsonl", "--train", folder / "train.jsonl")
    assert len(puzzles) == len(made.lines) == 200
    found = {number(one["puzzle"]): [d["kind"] for d in one["defects"]] for one in puzzles if one["defects"]}
    assert found == {line: [kind] for line, kind in made.defects.items()}
    for one in puzzles:
        for defect in one["defects"]:
            if defect["kind"] in ("duplicate", "train"):
                assert defect["what"].endswith(expected_twin(made.how[number(one["puzzle"])]))
    assert whole["defective"] == len(made.defects)
    assert whole["defects"] == {
        kind: list(made.defects.values()).count(kind) for kind in set(made.defects.values())
    }


def test_each_defect_has_a_line(made: Planted, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "set.jsonl"
    assert main(["audit", str(path), "--train", str(folder / "train.jsonl"), "--quiet"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [number(line.partition(" ")[0].rstrip(":")) for line in lines] == sorted(made.defects)


Records = list[dict[str, Any]]


def as_csv(records: Records) -> str:
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(["id", "row_clues", "col_clues", "grid"])
    for one in records:
        clues = [";".join(" ".join(map(str, line)) or "0" for line in one[s]) for s in ("rows", "columns")]
        writer.writerow([one["id"], *clues, "\n".join(one["solution"] or ())])
    return file.getvalue()


def as_json(records: Records) -> str:
    def record(one: dict[str, Any]) -> dict[str, Any]:
        grid = one["solution"] and [[char == "#" for char in row] for row in one["solution"]]
        clues = {"rowClues": one["rows"], "colClues": one["columns"]}
        return {"name": one["id"], "clues": clues, "goal": grid}

    return json.dumps([*map(record, records)])


def as_texts(records: Records) -> str:
    def record(one: dict[str, Any]) -> dict[str, Any]:
        sides = (("Row", one["rows"]), ("Column", one["columns"]))
        lines = [(side, k, line) for side, lines in sides for k, line in enumerate(lines, 1)]
        clues = "".join(f"  {side} {k}: {' '.join(map(str, line)) or 0}\n" for side, k, line in lines)
        grid = one["solution"] and "".join(one["solution"]).translate(str.maketrans("#.", "10"))
        return {"puzzle_id": one["id"], "clues": {"canonical": f"Row clues:\n{clues}"}, "solution": grid}

    return json.dumps({"puzzles": [*map(record, records)]})


@pytest.mark.parametrize("write", [as_csv, as_json, as_texts])
def test_layouts_are_audited_alike(
    write: Callable[[Records], str], made: Planted, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = [json.loads(line) for k, line in enumerate(made.lines, 1) if made.defects.get(k) != "broken"]
    reference = tmp_path / "set.jsonl"
    reference.write_text("".join(f"{json.dumps(one)}\n" for one in whole))
    path = tmp_path / ("other.csv" if write is as_csv else "other.json")
    path.write_text(write(whole))
    wanted, found = (
        [(one["id"], [d["kind"] for d in one["defects"]]) for one in audited(capsys, file)[:-1]]
        for file in (reference, path)
    )
    assert found == wanted


def test_pictures_alone_and_clues_alone_are_audited_for_what_they_are(
    made: Planted, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = [json.loads(line) for k, line in enumerate(made.lines, 1) if k not in made.defects]
    several = [json.loads(line) for k, line in enumerate(made.lines, 1) if made.defects.get(k) == "multiple"]
    grids = np.array([[[c == "#" for c in row] for row in one["solution"]] for one in [*good, *several]])
    np.savez_compressed(tmp_path / "grids.npz", grids=grids)
    np.save(tmp_path / "flat.npy", grids.reshape(len(grids), -1).astype(np.int64))
    padded = np.zeros((len(grids), 2, SIDE, SIDE // 2), np.int8)
    for k, one in enumerate([*good, *several]):
        for side, lines in enumerate((one["rows"], one["columns"])):
            for line, clue in enumerate(lines):
                if clue:
                    padded[k, side, line, -len(clue) :] = clue
    np.savez(tmp_path / "x.npz", padded)
    np.savez(tmp_path / "y.npz", grids)
    np.savez(tmp_path / "joined.npz", X=padded.reshape(len(grids), 2 * SIDE, -1), y=grids)
    bare = [{"row_hints": one["rows"], "col_hints": one["columns"]} for one in [*good, *several]]
    (tmp_path / "clues.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in bare))
    x, y = tmp_path / "x.npz", tmp_path / "y.npz"
    files: list[list[Any]] = [[tmp_path / name] for name in ("grids.npz", "flat.npy", "joined.npz", "x.npz")]
    for words in (*files, [x, "--map", f"solution={y}"]):
        *puzzles, _ = audited(capsys, *words)
        assert [one["verdict"] for one in puzzles] == ["unique"] * len(good) + ["multiple"] * len(several)
    *puzzles, _ = audited(capsys, tmp_path / "clues.jsonl")
    assert [[d["kind"] for d in one["defects"]] for one in puzzles] == [[]] * len(good) + [
        ["multiple"]
    ] * len(several)


def test_an_array_that_is_pickled_or_too_large_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "MOST", 1 << 20)
    np.savez(tmp_path / "set.npz", np.array([{"rows": 1}], dtype=object))
    np.save(tmp_path / "set.npy", np.array([{"rows": 1}], dtype=object))
    np.savez_compressed(tmp_path / "bomb.npz", np.zeros((1 << 17, 3, 3), bool))
    np.savez_compressed(tmp_path / "large.npz", np.zeros((1, 1 << 10, 1 << 9), bool))
    lying = io.BytesIO()
    np.save(lying, np.zeros((2, 3, 3), bool))
    with zipfile.ZipFile(tmp_path / "lying.npz", "w") as archive:
        archive.writestr("grids.npy", lying.getvalue().replace(b"(2, 3, 3)", b"(9, 9, 9)"))
    (tmp_path / "damaged.npz").write_bytes((tmp_path / "large.npz").read_bytes()[:-9])
    monkeypatch.setattr(records, "LARGEST", 1 << 18)
    for name, what in (
        ("set.npz", "nothing is unpickled"),
        ("set.npy", "nothing is unpickled"),
        ("bomb.npz", "unpacks to more than"),
        ("large.npz", "too large for puzzles"),
        ("lying.npz", "not arrays of numbers"),
        ("damaged.npz", "not arrays of numbers"),
    ):
        assert main(["audit", str(tmp_path / name)]) == 2
        error = capsys.readouterr().err
        assert what in error and error.count("\n") == 1


def test_arrays_on_their_own_say_what_is_missing_and_how_long_it_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "AFTER", 0.0)
    np.savez(tmp_path / "inputs.npz", np.array([[1, 1, 1, 1], [2, 0, 1, 1], [2, 2, 2, 2]]))
    np.savez(tmp_path / "targets.npz", np.array([[1, 0, 0, 1], [1, 1, 0, 0], [1, 1, 1, 1]]))
    main(["audit", str(tmp_path / "inputs.npz")])
    error = capsys.readouterr().err
    assert "; no pictures: --map solution=FILE" in error
    assert "3 puzzles, " in error and " minutes" in error
    main(["audit", str(tmp_path / "targets.npz")])
    assert "; no clues: each puzzle is that of its picture" in capsys.readouterr().err
    main(["audit", str(tmp_path / "targets.npz"), "--quiet"])
    assert not capsys.readouterr().err


def test_findings_are_told_as_they_are_made() -> None:
    taken = []

    def each() -> Iterator[Item]:
        for number in range(3):
            taken.append(number)
            yield Item(f"set#{number}")

    for number, found in enumerate(audit(each(), Question())):
        assert found.item.address == f"set#{number}"
        assert len(taken) == number + 1


def test_names_can_be_mapped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "set.jsonl"
    path.write_text(json.dumps({"a": {"b": [[1], [1]], "c": [[1], [1]]}, "d": "1001"}) + "\n")
    assert main(["audit", str(path)]) == 2
    assert "--map" in capsys.readouterr().err
    one, _ = audited(capsys, path, "--map", "rows=a.b", "columns=a.c", "solution=d")
    assert (one["verdict"], one["solutions"]) == ("multiple", 2)


SUMMARIES = {
    "givens": r"\d+ puzzles kept, givens added to \d+ puzzles, the picture of \d+ puzzles replaced, "
    r"\d+ puzzles dropped",
    "drop": r"\d+ puzzles kept, \d+ puzzles dropped",
}


@pytest.mark.parametrize("by", ["givens", "drop"])
def test_what_is_mended_is_clean(
    by: str, made: Planted, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "mended.jsonl"
    train = ["--train", folder / "train.jsonl"]
    audited(capsys, folder / "set.jsonl", *train, "--fix", out, "--fix-by", by)
    words = map(str, ["audit", folder / "set.jsonl", *train, "--fix", out, "--fix-by", by])
    assert main([*words]) == 1
    captured = capsys.readouterr()
    summary = captured.err.splitlines()[-1].removeprefix(f"{out}: ")
    assert re.fullmatch(SUMMARIES[by], summary)
    row = next(line for line in captured.out.splitlines() if line.startswith("with a defect"))
    assert re.fullmatch(r"with a defect +\d+  \d+\.\d %  \d+\.\d % to \d+\.\d %", row)
    *puzzles, whole = audited(capsys, out, *train, code=0)
    kinds = list(made.defects.values())
    mendable = {"multiple", "picture", "size", "no-picture"} if by == "givens" else set()
    assert len(puzzles) == 200 - sum(kind not in mendable for kind in kinds)
    assert whole["defective"] == 0


def test_answers_are_graded_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, answers = tmp_path / "set.jsonl", tmp_path / "answers.jsonl"
    path.write_text(
        json.dumps({"id": "a", "rows": [[1], [1]], "columns": [[1], [1]], "grid": ["#.", ".#"]}) + "\n"
    )
    rows = [
        ("one", "a", "#.\n.#", True),
        ("two", "a", "01\n10", False),  # right as well
        ("two", "a", "[[1, 1], [0, 0]]", True),  # never
        ("three", "a", "I give up", False),
        ("three", "b", "11", False),
    ]
    keys = ("system", "id", "answer", "correct")
    answers.write_text("".join(f"{json.dumps(dict(zip(keys, row, strict=True)))}\n" for row in rows))
    *_, whole = audited(capsys, path, "--answers", answers)
    table = {
        row[0]: dict(zip(whole["tables"][1]["headings"], row, strict=True))
        for row in whole["tables"][1]["rows"]
    }
    assert table["two"]["right, called wrong"] == table["two"]["wrong, called right"] == 1
    assert (table["three"]["answers"], table["three"]["unreadable"]) == (1, 1)
    assert [table[name]["rank"] for name in ("one", "two", "three")] == [1, 2, 3]
    assert len(whole["regraded"]) == 2
    assert main(["audit", str(path), "--answers", str(answers), "--quiet"]) == 1
    assert capsys.readouterr().err == f"{answers}:5: no puzzle that can be read has the id 'b'\n"


def test_the_page_draws_the_worst(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "audit.html"
    assert main(["audit", str(folder / "set.jsonl"), "--html", str(page), "--quiet"]) == 1
    text = page.read_text()
    assert text.count("<svg ") > 20
    assert "or in which a wrong stored picture differs from the solution" in text
    assert not re.search(r'(?:src|href)="http', text)


def test_an_audit_is_continued(
    made: Planted, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, journal = tmp_path / "set.jsonl", tmp_path / "journal"
    path.write_text("".join(f"{line}\n" for line in made.lines * 3))
    wanted = audited(capsys, path, "--journal", journal)
    lines = journal.read_bytes().splitlines(keepends=True)
    assert len(lines) == 4
    journal.write_bytes(b"".join(lines[:2]) + lines[2][:20])  # a torn line
    found = audited(capsys, path, "--journal", journal, "--resume")

    def defects(puzzles: list[dict[str, Any]]) -> list[Any]:
        return [(one["puzzle"], one["verdict"], one["defects"]) for one in puzzles[:-1]]

    assert defects(found) == defects(wanted)
    path.write_text("".join(f"{line}\n" for line in made.lines[5:] * 3))
    assert main(["audit", str(path), "--journal", str(journal), "--resume"]) == 2
    assert "cannot be continued" in capsys.readouterr().err


def test_two_at_a_time_say_the_same(
    folder: Path, made: Planted, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "set.jsonl"
    path.write_text("".join(f"{line}\n" for line in made.lines * 2))
    one, two = (audited(capsys, path, "-j", jobs)[:-1] for jobs in (1, 2))
    assert one == two


@pytest.mark.skipif(find_spec("distributed") is None, reason="Dask is not installed")
@pytest.mark.slow
def test_a_cluster_says_the_same(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "set.jsonl"
    assert audited(capsys, path, "--dask", "--quiet")[:-1] == audited(capsys, path)[:-1]


@pytest.mark.parametrize("name", ["missing.jsonl", "missing.non", "missing", "empty.non", "empty.jsonl"])
def test_a_set_that_cannot_be_read_is_no_defect(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for empty in ("empty.non", "empty.jsonl"):
        (tmp_path / empty).touch()
    assert main(["audit", str(tmp_path / name)]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith(str(tmp_path / name)) and said.err.count("\n") == 1


@pytest.mark.parametrize("address", ["dir/007", "dir/0", "set.jsonl:12", "dir/1234567890123456", ""])
def test_a_twin_is_named_by_its_own_address(address: str) -> None:
    index = Index()
    index.add([Key(1, 1), Key(2, 1)], address)
    index.add([Key(1, 1)], "a later one")
    assert index.find([Key(1, 1)]) == index.find([Key(3, 1), Key(2, 1)]) == (address, "the same")
    assert index.find([Key(3, 1)]) is None and len(index) == 2


TWICE = '{"id": "b", "rows": [[2]], "columns": [[1], [1]], "rows": [[1]]}'
SOUND = '{"id": "a", "rows": [[2]], "columns": [[1], [1]]}'


def kinds(puzzles: list[dict[str, Any]]) -> list[tuple[str, list[str]]]:
    return [(one["puzzle"].rpartition("/")[2], [d["kind"] for d in one["defects"]]) for one in puzzles[:-1]]


@pytest.mark.parametrize(
    ("name", "text", "place", "key"),
    [
        ("set.jsonl", f"{SOUND}\n{TWICE}\n{SOUND}\n", "set.jsonl:2", "'rows'"),
        ("set.json", f"[{SOUND}, {TWICE}, {SOUND}]", "set.json#2", "'rows'"),
        ("set.json", f'{{"puzzles": [{SOUND}, {TWICE}, {SOUND}]}}', "set.json#2", "'rows'"),
        ("set.json", f'{{"a": {SOUND}, "b": {TWICE}, "c": {SOUND}}}', "set.json#2", "'rows'"),
        (
            "set.jsonl",
            "".join(f'{{"data": {{"clues": {one}}}}}\n' for one in (SOUND, TWICE, SOUND)),
            "set.jsonl:2",
            "'data.clues.rows'",
        ),
        (
            "set.jsonl",
            "".join(json.dumps({"puzzle": one}) + "\n" for one in (SOUND, TWICE, SOUND)),
            "set.jsonl:2",
            "'rows'",
        ),
    ],
)
def test_a_key_that_appears_twice_is_a_defect(
    name: str, text: str, place: str, key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / name).write_text(text)
    puzzles = audited(capsys, tmp_path / name)
    assert [one for one in kinds(puzzles) if "broken" in one[1]] == [(place, ["broken"])]
    assert puzzles[1]["defects"][0]["what"] == f"the key {key} appears twice"


def test_an_id_that_appears_twice_is_a_defect(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "set.json").write_text(f'{{"a": {SOUND}, "a": {TWICE}, "b": {SOUND}}}')
    whole, twice, sound, _ = audited(capsys, tmp_path / "set.json")
    assert (whole["puzzle"], sound["defects"]) == (str(tmp_path / "set.json"), [])
    assert whole["defects"] == [{"kind": "broken", "what": "the key 'a' appears twice"}]
    assert twice["defects"] == [{"kind": "broken", "what": "the key 'rows' appears twice"}]


def test_an_array_or_a_column_that_appears_twice_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    array = io.BytesIO()
    np.save(array, np.ones((2, 3, 3), bool))
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(tmp_path / "a.npz", "w") as archive:
        archive.writestr("grids.npy", array.getvalue())
        archive.writestr("grids.npy", array.getvalue())
    (tmp_path / "a.csv").write_text("rows,columns,rows\n1,1,1\n")
    for name, what in (
        ("a.npz", "the array 'grids' appears twice"),
        ("a.csv", "the column 'rows' appears twice"),
    ):
        assert main(["audit", str(tmp_path / name)]) == 2
        assert what in capsys.readouterr().err
    found = audited(capsys, tmp_path)
    assert kinds(found) == [("a.csv:1", ["broken"]), ("a.npz", ["broken"])]


@pytest.mark.parametrize("clue", ["true", '"\u0661"', "false", '"true"', "[true]", '{"count": true}'])
@pytest.mark.parametrize("as_text", [False, True])
def test_what_only_looks_like_a_number_is_no_clue(
    clue: str, as_text: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = json.loads(f"[[1], [{clue}]]")
    record = {"id": "a", "rows": rows if not as_text else str(rows), "columns": [[1], [1]]}
    (tmp_path / "set.jsonl").write_text(f"{SOUND}\n{json.dumps(record)}\n")
    _, one, _ = audited(capsys, tmp_path / "set.jsonl")
    assert one["puzzle"].endswith("set.jsonl:2")
    assert [defect["kind"] for defect in one["defects"]] == ["clue"]
    assert one["defects"][0]["what"].startswith("row 2: ")
