"""A campaign in which every answer is certified: planted faults are found, honest solvers are not accused."""

import json
import random
from pathlib import Path

import pytest

from tests.helpers.faulty import FAULTY, PROOFS
from tests.helpers.plugins import ALONE, Run, installed, runner

KEYS = "certified", "trusted", "refuted"
HONEST = ["order-glucose", "order-cadical", "honest"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("campaign")


@pytest.fixture(scope="module")
def nonosat(folder: Path) -> Run:
    return installed(folder, "[nonosat.backends]", "faulty = tests.helpers.faulty:BACKEND", before=ALONE)


@pytest.fixture(scope="module")
def told(folder: Path, nonosat: Run) -> dict[str, dict[str, int]]:
    """Run every solver on every puzzle; return the rows of the table."""
    for name in ("honest", *FAULTY):
        proof = "options: {proof: drat}\n" if name == "honest" or name in PROOFS else ""
        text = (
            f"name: {name}\nencoding: order\nbackend: faulty:{name}\nnarrow: false\nswitches: false\n{proof}"
        )
        (folder / f"{name}.yaml").write_text(text)
    puzzles = ["dom-3", "dom-5", "switch", "no-solution", *written(folder, 16)]
    cards = [*HONEST[:2], *(f"./{name}.yaml" for name in ("honest", *FAULTY))]
    words = ["--time-limit", "1", "--certify", "-o", "runs.jsonl", "--json"]
    (done,) = nonosat(["compare", *puzzles, "--models", *cards, *words], code=1)
    (table,) = json.loads(done.out)["tables"]
    return {row[0]: dict(zip(table["headings"], row, strict=True)) for row in table["rows"]}


def written(folder: Path, number: int) -> list[str]:
    """Write small random puzzles; return their files."""
    rng = random.Random(3)
    for k in range(number):
        rows = ["".join(rng.choice("##.") for _ in range(6)) for _ in range(6)]
        (folder / f"p{k}.txt").write_text("\n".join(rows) + "\n")
    return [f"p{k}.txt" for k in range(number)]


@pytest.mark.parametrize("name", FAULTY)
def test_a_planted_fault_is_found(name: str, told: dict[str, dict[str, int]]) -> None:
    if name == "is-late":
        assert told[name]["time limit"] > 0
    else:
        assert told[name]["refuted"] > 0, told[name]


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_solver_is_not_accused_and_need_not_be_trusted(
    name: str, told: dict[str, dict[str, int]]
) -> None:
    assert (told[name]["refuted"], told[name]["trusted"], told[name]["certified"]) == (0, 0, 20)


def test_the_campaign_is_verified_elsewhere_without_a_solver(
    folder: Path, told: dict[str, dict[str, int]], tmp_path: Path, nonosat: Run
) -> None:
    for name in ("runs.jsonl", "runs.certificates"):
        (folder / name).rename(tmp_path / name)
    without = 'import sys\nsys.modules |= dict.fromkeys(["pysat", "ortools"])\n'
    (done,) = runner(tmp_path, before=without + ALONE)(["verify", "runs.jsonl"])
    counts = [sum(row[key] for name, row in told.items() if name != "virtual best") for key in KEYS]
    counts[0] += told["is-late"]["time limit"]  # right, but not in time
    assert (
        "verified: of " in done.out and f"{counts[0]} certified, 0 trusted, {counts[2]} refuted" in done.out
    )
    assert counts[1] == 0
