"""Sets as JSON Lines, JSON and CSV are read alike, and what cannot be read is told in one line."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.audits import audited, kinds
from tests.helpers.fixtures import Call, Capture
from tests.helpers.planted import Planted, planted
from tests.helpers.samples import some


@pytest.fixture(scope="module")
def made() -> Planted:
    return planted()


Records = list[dict[str, Any]]


def as_csv(records: Records) -> str:
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(["id", "rows", "columns", "solution"])
    for one in records:
        clues = [";".join(" ".join(map(str, line)) or "0" for line in one[s]) for s in ("rows", "columns")]
        writer.writerow([one["id"], *clues, "\n".join(one["solution"] or ())])
    return file.getvalue()


def as_csv_of_lists(records: Records) -> str:
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(records[0])
    writer.writerows([*map(json.dumps, one.values())] for one in records)
    return file.getvalue().replace("null", "")


def as_json(records: Records) -> str:
    def record(one: dict[str, Any]) -> dict[str, Any]:
        grid = one["solution"] and [[char == "#" for char in row] for row in one["solution"]]
        return {**one, "rows": [" ".join(map(str, line)) for line in one["rows"]], "solution": grid}

    return json.dumps([*map(record, records)])


@pytest.mark.parametrize("write", some([as_csv, as_csv_of_lists, as_json], 1))
def test_layouts_are_audited_alike(
    write: Callable[[Records], str], made: Planted, tmp_path: Path, capsys: Capture
) -> None:
    whole = [json.loads(line) for k, line in enumerate(made.lines, 1) if made.defects.get(k) != "broken"]
    reference = tmp_path / "set.jsonl"
    reference.write_text("".join(f"{json.dumps(one)}\n" for one in whole))
    path = tmp_path / ("other.json" if write is as_json else "other.csv")
    path.write_text(write(whole))
    wanted, read = (kinds(audited(capsys, file)) for file in (reference, path))
    assert [some for _, some in read] == [some for _, some in wanted]


def test_pictures_alone_and_clues_alone_are_audited_for_what_they_are(
    made: Planted, tmp_path: Path, call: Call, capsys: Capture
) -> None:
    wanted = {None: "unique", "multiple": "multiple"}
    some = [(json.loads(line), made.defects.get(k)) for k, line in enumerate(made.lines, 1)
            if made.defects.get(k) in wanted]  # fmt: skip
    for name, parts, lack in (("a", ["rows", "columns"], "no pictures"), ("b", ["solution"], "no clues")):
        path = tmp_path / f"{name}.jsonl"
        path.write_text("".join(json.dumps({part: one[part] for part in parts}) + "\n" for one, _ in some))
        *puzzles, _ = audited(capsys, path)
        assert [one["verdict"] for one in puzzles] == [wanted[kind] for _, kind in some]
        assert call(f"audit {path}", code=1).err.startswith(f"{path}: {lack}")


def test_names_can_be_mapped(tmp_path: Path, call: Call, capsys: Capture) -> None:
    path = tmp_path / "set.jsonl"
    path.write_text(json.dumps({"a": {"b": [[1], [1]], "c": [[1], [1]]}, "d": "10/01"}) + "\n")
    error = call(f"audit {path}", code=2).err
    assert "--map" in error and error.endswith("(the names are 'a', 'd')\n") and error.count("\n") == 1
    one, _ = audited(capsys, path, "--map", "rows=a.b,columns=a.c,solution=d")
    assert (one["verdict"], one["count"]) == ("multiple", 2)


@pytest.mark.parametrize(
    ("words", "what"),
    [("row=a", "unknown name 'row'; did you mean rows?"), ("rows", "'rows': expected NAME=PATH")],
)
def test_a_wrong_map_is_refused(words: str, what: str, call: Call) -> None:
    assert what in call(f"audit cat --map {words}", code=2).err


@pytest.mark.parametrize("name", ["missing.jsonl", "missing.non", "missing", "empty.non", "empty.jsonl"])
def test_a_set_that_cannot_be_read_is_no_defect(name: str, tmp_path: Path, call: Call) -> None:
    for empty in ("empty.non", "empty.jsonl"):
        (tmp_path / empty).touch()
    said = call(f"audit {tmp_path / name}", code=2)
    assert said.out == "" and said.err.startswith(str(tmp_path / name)) and said.err.count("\n") == 1


SOUND = '{"id": "a", "rows": [[2]], "columns": [[1], [1]]}'
TWICE = '{"id": "b", "rows": [[2]], "columns": [[1], [1]], "rows": [[1]]}'


def test_a_key_that_appears_twice_is_a_defect(tmp_path: Path, call: Call, capsys: Capture) -> None:
    (tmp_path / "set.jsonl").write_text(f"{SOUND}\n{TWICE}\n{SOUND}\n")
    puzzles = audited(capsys, tmp_path / "set.jsonl")
    assert kinds(puzzles)[1] == ("set.jsonl:2", ["broken"])
    assert puzzles[1]["defects"][0]["what"] == "the key 'rows' appears twice"
    (tmp_path / "set.json").write_text(f"[{SOUND}, {TWICE}]")
    assert "the key 'rows' appears twice" in call(f"audit {tmp_path / 'set.json'}", code=2).err


def test_a_column_that_appears_twice_is_refused(tmp_path: Path, call: Call) -> None:
    (tmp_path / "a.csv").write_text("rows,columns,rows\n1,1,1\n")
    assert "the column 'rows' appears twice" in call(f"audit {tmp_path / 'a.csv'}", code=2).err


@pytest.mark.parametrize("clue", ["true", '"\u0661"', "false", '"true"', '{"count": true}'])
@pytest.mark.parametrize("as_text", [False, True])
def test_what_only_looks_like_a_number_is_no_clue(
    clue: str, as_text: bool, tmp_path: Path, capsys: Capture
) -> None:
    rows = json.loads(f"[[1], [{clue}]]")
    record = {"id": "a", "rows": rows if not as_text else json.dumps(rows), "columns": [[1], [1]]}
    (tmp_path / "set.jsonl").write_text(f"{SOUND}\n{json.dumps(record)}\n")
    _, one, _ = audited(capsys, tmp_path / "set.jsonl")
    assert one["puzzle"].endswith("set.jsonl:2")
    assert [defect["kind"] for defect in one["defects"]] == ["clue"]
    assert one["defects"][0]["what"].startswith("row 2: ")


def test_clues_may_have_a_star(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "set.jsonl").write_text('{"rows": [["*"], [1, "*"]], "columns": [["*"], ["*"]]}\n')
    one, _ = audited(capsys, tmp_path / "set.jsonl")
    assert (one["verdict"], one["count"]) == ("multiple", 8)
