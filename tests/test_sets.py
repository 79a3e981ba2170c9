"""Sets in every documented layout are read alike, and what cannot be read is told in one line."""

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nonosat.cli import main, progress
from nonosat.learning import records
from tests.helpers.audits import audited, kinds
from tests.helpers.fixtures import Call, Capture, Patch
from tests.helpers.planted import SIDE, Planted, planted


@pytest.fixture(scope="module")
def made() -> Planted:
    return planted()


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
    write: Callable[[Records], str], made: Planted, tmp_path: Path, capsys: Capture
) -> None:
    whole = [json.loads(line) for k, line in enumerate(made.lines, 1) if made.defects.get(k) != "broken"]
    reference = tmp_path / "set.jsonl"
    reference.write_text("".join(f"{json.dumps(one)}\n" for one in whole))
    path = tmp_path / ("other.csv" if write is as_csv else "other.json")
    path.write_text(write(whole))
    wanted, found = (kinds(audited(capsys, file)) for file in (reference, path))
    assert [some for _, some in found] == [some for _, some in wanted]


def test_pictures_alone_and_clues_alone_are_audited_for_what_they_are(
    made: Planted, tmp_path: Path, capsys: Capture
) -> None:
    wanted = {None: "unique", "multiple": "multiple"}
    some = [(json.loads(line), made.defects.get(k)) for k, line in enumerate(made.lines, 1)
            if made.defects.get(k) in wanted]  # fmt: skip
    records, verdicts = [one for one, _ in some], [wanted[kind] for _, kind in some]
    grids = np.array([[[c == "#" for c in row] for row in one["solution"]] for one in records])
    padded = np.zeros((len(grids), 2, SIDE, SIDE // 2), np.int8)
    for k, one in enumerate(records):
        for side, lines in enumerate((one["rows"], one["columns"])):
            for line, clue in enumerate(lines):
                padded[k, side, line, SIDE // 2 - len(clue) :] = clue
    np.savez_compressed(tmp_path / "grids.npz", grids=grids)
    np.save(tmp_path / "flat.npy", grids.reshape(len(grids), -1).astype(np.int64))
    np.savez(tmp_path / "x.npz", padded)
    np.savez(tmp_path / "y.npz", grids)
    np.savez(tmp_path / "joined.npz", X=padded.reshape(len(grids), 2 * SIDE, -1), y=grids)
    bare = [{"row_hints": one["rows"], "col_hints": one["columns"]} for one in records]
    (tmp_path / "clues.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in bare))
    names = ("grids.npz", "flat.npy", "joined.npz", "x.npz", "clues.jsonl")
    words: list[list[Any]] = [[tmp_path / name] for name in names]
    for one in [*words, [tmp_path / "x.npz", "--map", f"solution={tmp_path / 'y.npz'}"]]:
        *puzzles, _ = audited(capsys, *one)
        assert [found["verdict"] for found in puzzles] == verdicts


def test_an_array_that_is_pickled_or_too_large_is_refused_in_one_line(
    tmp_path: Path, call: Call, monkeypatch: Patch
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
        error = call(f"audit {tmp_path / name}", code=2).err
        assert what in error and error.count("\n") == 1


def test_arrays_on_their_own_say_what_is_missing_and_how_long_it_takes(
    tmp_path: Path, monkeypatch: Patch, capsys: Capture
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


def test_names_can_be_mapped(tmp_path: Path, call: Call, capsys: Capture) -> None:
    path = tmp_path / "set.jsonl"
    path.write_text(json.dumps({"a": {"b": [[1], [1]], "c": [[1], [1]]}, "d": "1001"}) + "\n")
    assert "--map" in call(f"audit {path}", code=2).err
    one, _ = audited(capsys, path, "--map", "rows=a.b", "columns=a.c", "solution=d")
    assert (one["verdict"], one["solutions"]) == ("multiple", 2)


@pytest.mark.parametrize("name", ["missing.jsonl", "missing.non", "missing", "empty.non", "empty.jsonl"])
def test_a_set_that_cannot_be_read_is_no_defect(name: str, tmp_path: Path, call: Call) -> None:
    for empty in ("empty.non", "empty.jsonl"):
        (tmp_path / empty).touch()
    said = call(f"audit {tmp_path / name}", code=2)
    assert said.out == "" and said.err.startswith(str(tmp_path / name)) and said.err.count("\n") == 1


TWICE = '{"id": "b", "rows": [[2]], "columns": [[1], [1]], "rows": [[1]]}'


SOUND = '{"id": "a", "rows": [[2]], "columns": [[1], [1]]}'


def lines(record: str) -> str:
    return "".join(f"{record.format(one)}\n" for one in (SOUND, TWICE, SOUND))


@pytest.mark.parametrize(
    ("name", "text", "key"),
    [
        ("set.jsonl:2", lines("{}"), "'rows'"),
        ("set.json#2", f"[{SOUND}, {TWICE}, {SOUND}]", "'rows'"),
        ("set.json#2", f'{{"puzzles": [{SOUND}, {TWICE}, {SOUND}]}}', "'rows'"),
        ("set.json#2", f'{{"a": {SOUND}, "b": {TWICE}, "c": {SOUND}}}', "'rows'"),
        ("set.jsonl:2", lines('{{"data": {{"clues": {}}}}}'), "'data.clues.rows'"),
        ("set.jsonl:2", "".join(json.dumps({"puzzle": x}) + "\n" for x in (SOUND, TWICE, SOUND)), "'rows'"),
    ],
)
def test_a_key_that_appears_twice_is_a_defect(
    name: str, text: str, key: str, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / re.split("[:#]", name)[0]
    path.write_text(text)
    puzzles = audited(capsys, path)
    assert [one for one in kinds(puzzles) if "broken" in one[1]] == [(name, ["broken"])]
    assert puzzles[1]["defects"][0]["what"] == f"the key {key} appears twice"


def test_an_id_that_appears_twice_is_a_defect(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "set.json").write_text(f'{{"a": {SOUND}, "a": {TWICE}, "b": {SOUND}}}')
    whole, twice, sound, _ = audited(capsys, tmp_path / "set.json")
    assert (whole["puzzle"], sound["defects"]) == (str(tmp_path / "set.json"), [])
    assert whole["defects"] == [{"kind": "broken", "what": "the key 'a' appears twice"}]
    assert twice["defects"] == [{"kind": "broken", "what": "the key 'rows' appears twice"}]


def test_an_array_or_a_column_that_appears_twice_is_refused(
    tmp_path: Path, call: Call, capsys: Capture
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
        assert what in call(f"audit {tmp_path / name}", code=2).err
    found = audited(capsys, tmp_path)
    assert kinds(found) == [("a.csv:1", ["broken"]), ("a.npz", ["broken"])]


@pytest.mark.parametrize("clue", ["true", '"\u0661"', "false", '"true"', "[true]", '{"count": true}'])
@pytest.mark.parametrize("as_text", [False, True])
def test_what_only_looks_like_a_number_is_no_clue(
    clue: str, as_text: bool, tmp_path: Path, capsys: Capture
) -> None:
    rows = json.loads(f"[[1], [{clue}]]")
    record = {"id": "a", "rows": rows if not as_text else str(rows), "columns": [[1], [1]]}
    (tmp_path / "set.jsonl").write_text(f"{SOUND}\n{json.dumps(record)}\n")
    _, one, _ = audited(capsys, tmp_path / "set.jsonl")
    assert one["puzzle"].endswith("set.jsonl:2")
    assert [defect["kind"] for defect in one["defects"]] == ["clue"]
    assert one["defects"][0]["what"].startswith("row 2: ")


def test_clues_may_have_a_star(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "set.jsonl").write_text('{"rows": [["*"], [1, "*"]], "columns": [["*"], ["*"]]}\n')
    one, _ = audited(capsys, tmp_path / "set.jsonl")
    assert (one["verdict"], one["solutions"]) == ("multiple", 8)
