"""Explanations as files: what is forged is refused and named; what is not an explanation, in one line."""

import copy
import json
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from zipfile import ZipFile

import pytest

import nonosat
from nonosat import InputError, Limits, Nonogram, toolkit
from nonosat.cli import main
from nonosat.puzzles.families import n_dom, random_puzzle
from nonosat.reasons import document as document_module, verification
from tests.helpers.brute import THREE_COLOURS
from tests.helpers.fixtures import Call, Capture
from tests.helpers.forged_steps import MUTATIONS, Document, every_step
from tests.helpers.mosaics import mosaic_of
from tests.helpers.samples import share, some

KEPT = Path(__file__).parents[1] / "data" / "explanations.zip"

PUZZLES: dict[str, Callable[[], nonosat.Puzzle]] = {
    "lines": lambda: nonosat.load("cat"),
    "refutations": lambda: nonosat.load("blotted"),
    "sums": lambda: n_dom(5),
    "colours": lambda: random_puzzle(8, 8, 0.6, 3, THREE_COLOURS),
    "cases": lambda: nonosat.load("gchq"),
    "cases in colours": lambda: random_puzzle(14, 14, 0.6, 5, THREE_COLOURS),
    "several": lambda: nonosat.load("switch"),
    "none": lambda: nonosat.load("no-solution"),
    "numbers": lambda: nonosat.load("mosaic"),
    "too few numbers": lambda: mosaic_of(("??11", "???3", "?14?", "1?6?", "?2??")),
    "differences": lambda: mosaic_of(("?13?6?", "23567?", "2???63", "23?553", "3?44?3", "3??23?")),
    "nested": lambda: random_puzzle(8, 8, 0.42, 260),
    "nested, unprobed": lambda: random_puzzle(8, 8, 0.42, 320),
}

KINDS_IN = {
    "differences": "difference",
    "nested": "refute",
    "sums": "sum",
}


@cache
def document(name: str) -> Document:
    return nonosat.explain(PUZZLES[name]()).document()


def report(data: Document) -> verification.CheckedExplanation:
    return verification.check(document_module.read_text(json.dumps(data)))


@pytest.mark.parametrize("name", some(PUZZLES, 6))
def test_what_is_written_is_verified(name: str) -> None:
    found = report(document(name))
    assert found.verified, found
    assert KINDS_IN.get(name, "line") in {step["kind"] for step in every_step(document(name)["steps"])}
    assert json.loads(document_module.text(document(name))) == json.loads(json.dumps(document(name)))


@pytest.mark.parametrize("seconds", [0.0, 60.0])
def test_a_full_grid_that_breaks_a_rule_is_no_solution(seconds: float) -> None:
    puzzle = Nonogram.from_picture(("##", ".."))
    found = nonosat.explain(puzzle, ("..", "##"), limits=Limits(time=seconds))
    assert not found.complete and "exactly one" not in found.sentence()
    checked = report(json.loads(found.file()))
    assert checked.verified and checked.claim == "no solution from this start"


@pytest.mark.parametrize("name", some(PUZZLES, 3))
def test_a_mutation_that_changes_a_claim_is_refused(name: str) -> None:
    genuine = json.loads(json.dumps(document(name)))
    tried = 0
    for seed in range(share(200)):
        rng, data = Random(f"{name} {seed}"), copy.deepcopy(genuine)
        mutation = MUTATIONS[seed % len(MUTATIONS)]
        if not mutation(data, rng) or data == genuine:
            continue
        tried += 1
        try:
            found = report(data)
        except InputError:
            continue
        assert not found.verified, (
            mutation,
            seed,
            [(a, b) for a, b in zip(genuine["steps"], data["steps"], strict=False) if a != b][:1],
        )
    assert tried > share(80)


def test_kept_explanations_are_verified() -> None:
    with ZipFile(KEPT) as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
    kinds = set()
    for name, text in texts.items():
        found = verification.check(document_module.read_text(text))
        assert found.verified, (name, found)
        kinds |= {step["kind"] for step in every_step(json.loads(text)["steps"])}
    assert len(texts) == 11 and kinds == {"line", "conflict", "refute", "sum"}


def test_the_step_that_is_wrong_is_named() -> None:
    data = json.loads(json.dumps(document("lines")))
    data["steps"][40]["sets"][0][2] = {"#": ".", ".": "#"}[data["steps"][40]["sets"][0][2]]
    found = report(data)
    assert found.step == 41 and "step 41: row" in str(found.failure)


def test_witnesses_must_show_that_open_cells_are_open() -> None:
    data = json.loads(json.dumps(document("several")))
    assert "the others are open" in report(data).claim
    data["solutions"] = data["solutions"][:1] * 2
    assert not report(data).verified
    data["solutions"] = []
    assert report(data).verified and "open" not in report(data).claim


def test_a_forged_picture_at_the_end_is_checked_against_the_clues() -> None:
    """Steps may set all cells before they come to a line that then cannot hold."""
    data = json.loads(json.dumps(document("none")))
    assert data["steps"][-1]["kind"] == "conflict"
    data["steps"].pop()
    found = report(data)
    assert not found.verified or "exactly one" not in found.claim


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "not JSON"),
        ("[]", "not an explanation"),
        ("{", "not JSON"),
        ('{"what": "nonosat explanation"}', "schema: expected 2"),
        (
            '{"what": "nonosat explanation", "schema": 1}',
            "schema: expected 2, found 1: `nonosat explain` makes a file of this version",
        ),
        ('{"what": "nonosat explanation", "schema": 2}', "expected the key `version`"),
        ('{"a": 1, "a": 2}', "the key 'a' appears twice"),
        ('{"a": NaN}', "not JSON: NaN"),
        ('{"a": ' + "[" * 60 + "]" * 60 + "}", "nested more than 50 levels deep"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a": ' + "9" * 5_000_000 + "}", "a number of more than 20 digits"),
        ('{"' + "a" * 9_000_000 + '": 1}', "at most 8000000 bytes"),
    ],
)
def test_what_is_not_an_explanation_is_refused_soon(text: str, what: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    begin = time.thread_time()
    with pytest.raises(InputError, match=what) as error:
        toolkit.verify_explanation(path)
    assert time.thread_time() - begin < 2.0
    assert "\n" not in str(error.value) and len(str(error.value)) < 400
    assert str(error.value).startswith(str(path))


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda data: data.update(more=1), "unknown key 'more'"),
        (lambda data: data["start"].pop(), "start: expected 15 rows of 15 cells"),
        (lambda data: data["puzzle"]["rows"].append("x"), "not a clue number"),
        (lambda data: data["puzzle"].update(kind="mosaic"), "of kind mosaic"),
        (lambda data: data["steps"].append([]), "step [0-9]+: expected a map, found a list"),
        (lambda data: data["steps"][3].update(kind="magic"), "step 4: kind: expected one of"),
        (lambda data: data["steps"][3].update(rung=2), "step 4: rung: expected 1, found 2"),
        (
            lambda data: data["steps"][3].update(line="row 16"),
            "step 4: line: expected a line such as `row 1`",
        ),
        (
            lambda data: data["steps"][3]["sets"][0].__setitem__(0, 99),
            "step 4: sets: item 1: expected a row, a column",
        ),
        (
            lambda data: data["steps"][3]["sets"][0].__setitem__(0, True),
            "step 4: sets: item 1: expected a row, a column",
        ),
        (
            lambda data: data["steps"][3]["sets"][0].__setitem__(0, 1.5),
            "step 4: sets: item 1: expected a row",
        ),
        (lambda data: data["steps"][3]["sets"].append(data["steps"][3]["sets"][0]), "step 4: sets: a cell"),
        (lambda data: data["steps"][3].update(minimal="tiny"), "step 4: minimal: expected one of"),
        (lambda data: data["steps"][3].update(technique="magic"), "step 4: technique: expected one of"),
    ],
)
def test_bad_structure_is_named_with_its_step(change: Callable[[Document], object], what: str) -> None:
    data = json.loads(json.dumps(document("lines")))
    change(data)
    with pytest.raises(InputError, match=what):
        report(data)


def test_a_time_limit_holds_however_slow_a_step_is(tmp_path: Path) -> None:
    """Sums of blotted lines of 1000 cells take a checker minutes."""
    side = 1000
    clue = " ".join(["?"] * 250)
    rows = [f"row {k}" for k in range(1, side + 1)]
    step = {
        "kind": "sum", "rung": 3, "rows": rows, "columns": ["column 1"], "colour": "#", "least": "rows",
        "uses": [], "sets": [],
    }  # fmt: skip
    data = {
        "what": "nonosat explanation", "schema": 2, "version": "x",
        "puzzle": {"kind": "nonogram", "rows": [clue] * side, "columns": [clue] * side},
        "start": ["?" * side] * side, "steps": [step], "end": ["?" * side] * side, "solutions": [],
    }  # fmt: skip
    path = tmp_path / "slow.json"
    path.write_text(json.dumps(data))
    begin = time.thread_time()
    with pytest.raises(nonosat.LimitReached):
        toolkit.verify_explanation(path, limits=Limits(1.0))
    assert time.thread_time() - begin < 3.0


def test_verify_treats_explanations_and_certificates_alike(
    tmp_path: Path, call: Call, capsys: Capture
) -> None:
    steps, proof = str(tmp_path / "cat.json"), str(tmp_path / "cat.zip")
    assert main(["explain", "cat", "-o", steps, "--quiet"]) == 0
    call(f"prove cat -o {proof}")
    asked = [
        "verify",
        "--checker",
        "own",
        "--time-limit",
        "60",
        "--json",
        steps,
        proof,
    ]
    one, other = map(json.loads, call("", *asked, "--puzzle", "cat").out.splitlines())
    assert one["claim"] == other["claim"] == "exactly one solution"
    assert one["checked"]["puzzle"] == other["checked"]["puzzle"] == "the same as cat"
    assert "no checker 'nobody'" in call(f"verify --checker nobody {steps}", code=2).err
    assert main([*asked, "--puzzle", "dom-3"]) == 1
    for said in map(json.loads, capsys.readouterr().out.splitlines()):
        assert "is not about dom-3" in said["failure"]
        assert not said["verified"]
