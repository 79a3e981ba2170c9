"""Certificates from end to end: what is claimed is proved, and nothing else is believed."""

import json
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest

import nonosat
from nonosat.errors import InputError, InternalError, LimitReached
from nonosat.processes.limits import Limits
from nonosat.processes.progress import Watch, watch_stages
from nonosat.proofs import write
from nonosat.proofs.claims.verdicts import excluding
from nonosat.proofs.prove import certify, prove
from nonosat.proofs.write import ProofStep, write_refutation
from nonosat.puzzles import Puzzle
from nonosat.puzzles.families import n_dom
from nonosat.solving.answer import Verdict
from nonosat.solving.cards import load_card
from nonosat.solving.questions.unique import solve
from nonosat.solving.run import Run
from tests.helpers.brute import nonogram
from tests.helpers.certified import certified
from tests.helpers.fixtures import Call, Patch
from tests.helpers.models import encodings_for, plain_card
from tests.helpers.samples import part

DATA = Path(__file__).parents[1] / "data"
EARLIER = sorted((DATA / "certificates-schema-2").iterdir())


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("gchq", "unique"),
        ("springs#1", "unique"),
        ("black-and-white#1", "unique"),
        ("no-solution", "none"),
        ("gchq-no-givens", "multiple"),
        ("springs#2", "multiple"),
    ],
)
@pytest.mark.parametrize("form", ["folder", "file.zip"])
def test_every_verdict_of_every_kind(name: str, verdict: str, form: str, tmp_path: Path) -> None:
    _, certificate, report = certified(nonosat.load(name), tmp_path / form)
    assert certificate.verdict == verdict
    assert report.certificate == certificate
    assert (report.checker == "") == (verdict == "multiple")
    assert {path.name for path in tmp_path.iterdir()} == {form}, "nothing else is left"


def test_these_are_all(tmp_path: Path) -> None:
    puzzle = nonosat.load("gchq-no-givens")
    answer, certificate, _ = certified(puzzle, tmp_path / "all", all_up_to=4)
    assert (answer.verdict, certificate.claim) == (Verdict.MULTIPLE, "exactly 4 solutions")
    _, certificate, _ = certified(puzzle, tmp_path / "more", all_up_to=3)
    assert certificate.claim == "more than one solution"
    _, certificate, _ = certified(nonosat.load("gchq"), tmp_path / "one", all_up_to=5)
    assert certificate.claim == "exactly one solution"


def some_puzzles() -> Iterator[tuple[Puzzle, str]]:
    yield nonosat.load("dom-4"), "unique"
    yield nonosat.load("cherries"), "unique"
    yield nonosat.load("no-solution"), "none"
    yield nonogram([[1, 0], [0, 1]]), "all"
    yield nonosat.load("black-and-white#1"), "unique"


def test_every_unique_and_every_none_that_a_backend_reports_is_certified(
    backend: str, tmp_path: Path
) -> None:
    card = plain_card(backend, encodings_for(backend)[0])
    for number, (puzzle, verdict) in enumerate(part(list(some_puzzles()), 2)):
        assert solve(puzzle, card).verdict.value == verdict.replace("all", "multiple")
        _, certificate, _ = certified(puzzle, tmp_path / str(number), model=card, all_up_to=2)
        assert certificate.verdict == verdict
        assert backend in certificate.origin["found_by"]


def test_the_earlier_certificates_are_there() -> None:
    claims = [f"switch-{name}" for name in ("certain", "count", "givens", "repair")]
    assert [path.stem for path in EARLIER] == ["dom-6", "gchq-no-givens", "no-solution", *claims, "tulips"]


def test_nothing_that_can_search_is_imported_by_verify(tmp_path: Path) -> None:
    """No solver and no finder of steps, of certificates and of explanations."""
    certificate, steps = str(tmp_path / "cert"), str(tmp_path / "steps.json")
    prove(nonosat.load("dom-5"), certificate)
    Path(steps).write_text(nonosat.explain(nonosat.load("dom-5")).file())
    script = textwrap.dedent(f"""
        import sys
        from nonosat.cli import main
        assert main(["verify", "--checker", "own", "--quiet", {certificate!r}, {steps!r}]) == 0
        print(*sys.modules)
    """)
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert said.count("verified: exactly one solution") == 2
    modules = said.splitlines()[-1].split()
    assert "nonosat.reasons.check" in modules
    solving = r"solving\.(run|auto|decide|questions\.(?!cells)\w+)"
    own = rf"nonosat\.(propagation|beliefs|{solving}|reasons\.(walk|rungs))"
    searching = re.compile(rf"(pysat|pysolvers|ortools|numpy|dratify|{own})(\..*)?")
    assert not list(filter(searching.fullmatch, modules))


def test_a_limit_leaves_no_certificate_and_nothing_half_made(tmp_path: Path) -> None:
    puzzle = n_dom(60)
    with Run(puzzle, "auto", Limits(1)) as run:
        assert certify(run, tmp_path / "cert", "unique", [puzzle.goal], ["lines"]) is None
        assert run.stop_reason == "time limit"
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_leaves_nothing_half_made(tmp_path: Path) -> None:
    class Interrupted(Run):
        def in_worker(self, *_: object, **__: object) -> NoReturn:
            assert [path.name.startswith(".nonosat-") for path in tmp_path.iterdir()] == [True]
            raise KeyboardInterrupt

    puzzle = nonosat.load("gchq")
    with Interrupted(puzzle, "auto") as run:
        assert certify(run, tmp_path / "cert", "unique", nonosat.solve(puzzle).solutions, ["lines"]) is None
        assert run.stop_reason == "interrupted"
    assert list(tmp_path.iterdir()) == []


def test_a_stronger_solver_takes_over_after_so_many_conflicts(tmp_path: Path) -> None:
    puzzle = n_dom(8)
    refutation = excluding(puzzle.problem(), [puzzle.values(puzzle.goal)])
    steps = [ProofStep("pysat:glucose4", 10), ProofStep("pysat:cadical195")]
    backend, _, proof = write_refutation(refutation, str(tmp_path), "x.cnf", steps)
    assert backend == "pysat:cadical195"
    assert proof.steps > 10
    with pytest.raises(LimitReached, match="gave up"):
        write_refutation(refutation, str(tmp_path), "x.cnf", steps[:1])


def test_it_is_told_how_long_the_proof_is_already(tmp_path: Path, monkeypatch: Patch) -> None:
    told: list[str] = []
    monkeypatch.setattr(write, "report", told.append)
    monkeypatch.setattr(write, "PIECE", 100)
    puzzle = n_dom(9)
    refutation = excluding(puzzle.problem(), [puzzle.values(puzzle.goal)])
    _, _, proof = write_refutation(refutation, str(tmp_path), "x.cnf", [ProofStep("pysat:cadical195")])
    searched = [text for text in told if text.startswith("pysat:cadical195: ")]
    assert searched[:3] == [f"pysat:cadical195: {done} conflicts, 0 MB of proof" for done in (0, 100, 200)]
    assert told[-1] == f"packing: {proof.bytes / 1e6:.0f} MB of proof"


def test_the_stages_of_a_certificate_are_seen(tmp_path: Path) -> None:
    ended: list[str] = []
    with watch_stages(Watch(lambda stage: ended.append(stage.text))):
        prove(n_dom(7), tmp_path / "cert")
    assert "packing: 0 MB of proof" in ended and "writing the proof" in ended


def test_a_wrong_unique_is_never_certified(tmp_path: Path) -> None:
    """The proof is of the reference clauses: the search's beliefs play no part."""
    puzzle = nonosat.load("gchq-no-givens")
    with (
        Run(puzzle, "auto") as run,
        pytest.raises(InternalError, match="finds a solution of what was to be refuted"),
    ):
        certify(run, tmp_path / "cert", "unique", nonosat.solve(puzzle).solutions[:1], ["rubbish"])
    assert list(tmp_path.iterdir()) == []


def test_what_exists_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "cert.zip").write_text("mine")
    with pytest.raises(InputError, match="already exists"):
        prove(nonosat.load("dom-3"), tmp_path / "cert.zip")
    with pytest.raises(InputError, match="cannot be written: there is no folder"):
        prove(nonosat.load("dom-3"), tmp_path / "no" / "cert")
    assert (tmp_path / "cert.zip").read_text() == "mine"


def test_a_path_from_here_wherever_here_is(tmp_path: Path, monkeypatch: Patch) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        certified(nonosat.load("dom-4"), Path("cert"))


def test_a_card_that_stops_at_the_first_solution_still_proves(tmp_path: Path) -> None:
    card = replace(load_card("order-glucose"), goal="solution")
    _, certificate, _ = certified(nonosat.load("dom-5"), tmp_path / "cert", model=card)
    assert certificate.verdict == "unique"


# The command line.


def test_prove_and_verify_say_what_was_done(tmp_path: Path, call: Call) -> None:
    path = str(tmp_path / "cert.zip")
    said = call(f"prove gchq -o {path}").out
    assert said.startswith(f"{path}: certificate: exactly one solution; ")
    said = call(f"verify {path}").out
    name = "the puzzle in it calls itself 'GCHQ Christmas card'"
    assert said.startswith(f"{path}: verified: exactly one solution ({name}).\n")
    quiet = call(f"verify {path} --quiet --puzzle gchq").out
    assert quiet == f"{path}: verified: exactly one solution (the puzzle is gchq).\n"
    for line in ("files", "pictures", "clauses", "proof", "checker   own", "trusted   that puzzle.yaml"):
        assert f"\n  {line}" in said
    assert max(map(len, said.splitlines()[1:])) < 100
    assert json.loads(call(f"verify --json {path}").out)["verified"] is True
