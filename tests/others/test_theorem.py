"""The theorem: its books assume nothing, its rules are those of brute force, and no forgery is proven."""

import re
from pathlib import Path

import pytest

import nonosat
from nonosat.cli import main
from nonosat.encodings.drat import Step
from nonosat.errors import InputError
from nonosat.processes.clock import Clock
from nonosat.proofs.checkers import CHECKERS
from nonosat.proofs.prove import prove, prove_answer
from nonosat.proofs.verify import Verification, verify
from nonosat.theorem import acl2, statement
from tests.forge import EACH, check_by_acl2
from tests.helpers.fixtures import Call, Capture, Patch
from tests.helpers.programs import needs
from tests.helpers.proofs import dom_formula, proof_of, steps_of
from tests.helpers.samples import part, share, some
from tests.helpers.theorem import (
    AGREE,
    ASKED,
    comparison,
    comparison_of_clues,
    comparison_of_numbers,
    comparison_of_problems,
)
from tests.theorem import Campaign, certified

ASSUMES = "skip-proofs", "defaxiom", "defttag", ":ttags", "set-raw-mode", "progn!", "redef"


@pytest.fixture(autouse=True, scope="session")
def certified_books() -> None:
    """Certify the books, if they are not: it takes longer than a test may."""
    needs("theorem")
    acl2.run_with_books("", Clock())


def test_a_picture_has_clues_without_a_star(tmp_path: Path, capsys: Capture) -> None:
    puzzle, proof = tmp_path / "star.yaml", str(tmp_path / "proof.zip")
    puzzle.write_text("kind: nonogram\nrows: ['*', '2 *']\ncolumns: [1, '?']\ngoal: ['.#', '##']\n")
    assert main(["prove", str(puzzle), "--claim", "changes", "-o", proof, "--quiet"]) == 0
    assert main(["verify", proof, "--checker", "theorem"]) == 0
    assert "claim: repair" in capsys.readouterr().out


def test_the_books_assume_nothing() -> None:
    for name, text in acl2.sources().items():
        code = re.sub(r";.*", "", text.decode())
        assert not [word for word in ASSUMES if word in code], name
    assert all(f":{word} nil" in acl2.STRICTLY for word in ("defaxioms-okp", "skip-proofs-okp", "ttags"))
    assert "<no ttags seen>" in acl2.run_with_books("(ttags-seen)", Clock())


def test_every_book_is_listed_after_those_that_it_includes() -> None:
    folder = Path(acl2.__file__).with_name("books")
    assert sorted(path.stem for path in folder.glob("*.lisp")) == sorted(acl2.BOOKS)
    for number, book in enumerate(acl2.BOOKS):
        text = (folder / f"{book}.lisp").read_text()
        included = re.findall(r'\(include-book "([a-z-]+)"\)', text)
        assert set(included) <= set(acl2.BOOKS[:number]), book


# The specification.


def test_the_specification_is_that_of_brute_force() -> None:
    count = share(1_000, 3)
    every = comparison, comparison_of_clues, comparison_of_problems, comparison_of_numbers
    script = "\n".join(compare(number) for number in range(count) for compare in every)
    printed = acl2.run_with_books(f"{AGREE}\n{ASKED}\n{script}", Clock())
    assert sum(line == "0" for line in printed) == 4 * count
    assert not [line for line in printed if "differs" in line or "Error" in line]


# Certificates.


def shown(path: Path) -> Verification:
    report = verify(path, "theorem")
    assert report.failure is None, (path, report.failure)
    return report


@pytest.mark.parametrize(
    "name", some(["dom-5", "triddler-switch", "mosaic", "black-and-white#1", "springs#2"], 3)
)
def test_every_kind_is_proven_and_printed(name: str, tmp_path: Path) -> None:
    puzzle = nonosat.load(name)
    prove(puzzle, tmp_path / "it", all_up_to=4)
    report = shown(tmp_path / "it")
    assert report.proven[0] == f"kind: {puzzle.kind}"
    for field, texts in statement.fields(puzzle).items():
        at = report.proven.index(f"{field}:")
        assert report.proven[at + 1 : at + 1 + len(texts)] == [f"- {text}" for text in texts]
    assert any("specification" in part for part in report.trusted)


def test_a_theorem_about_constraints_is_printed_with_the_page_that_they_state(
    tmp_path: Path, call: Call
) -> None:
    puzzle = nonosat.load({"kind": "kakurasu", "rows": [1, 2], "columns": [1, 2]})
    prove(puzzle, tmp_path / "it")
    printed = call("verify", str(tmp_path / "it"), "--checker", "theorem").out
    theorem, kind = printed.index("The theorem is about the constraints"), printed.index("kind: problem")
    assert theorem < printed.index('"sum": "rows"') < kind
    assert "that the constraints, as printed, say what the kind's page states" in " ".join(printed.split())


QUESTIONS = [
    *(("dom-4", ""), ("no-solution", ""), ("switch", "multiple"), ("switch", "certain")),
    *(("triddler-switch", "givens"), ("mosaic#1", "repair"), ("switch", "count")),
]


@pytest.mark.parametrize(("name", "question"), QUESTIONS)
def test_the_theorem_about_a_puzzle_is_a_book(
    name: str, question: str, tmp_path: Path, monkeypatch: Patch
) -> None:
    puzzle = nonosat.load(name)
    if question in ("certain", "count", "givens", "repair"):
        prove_answer(puzzle, question, tmp_path / "it")
    else:
        prove(puzzle, tmp_path / "it")
    assert verify(tmp_path / "it", book=tmp_path / "book").verified
    text = (tmp_path / "book" / "this-puzzle.lisp").read_text().replace('(include-book "closed")', "")
    monkeypatch.chdir(tmp_path / "book")
    printed = acl2.run_with_books(f"{text}\n(pf 'this-puzzle)", Clock())
    assert not [line for line in printed if "Error" in line]
    assert [line for line in printed if f"({puzzle.kind.upper()}" in line], "it is read in the theorem"


# Forgeries: what ACL2 gets, past everything that Python would refuse first.

JUDGED = [
    *(("dom-4", ""), ("switch", "certain"), ("triddler-switch", ""), ("mosaic", ""), ("springs#2", "")),
    *(("tulips", ""), ("switch", "givens"), ("switch", "repair"), ("triddler-switch", "givens")),
    *(("switch", ""), ("switch", "count"), ("permutation-8", "count")),
]


def test_a_refusal_is_said_in_words_and_an_error_is_none() -> None:
    assert acl2.refusal(["s REFUSED: /tmp/x/proof.clrat is cut short"]) == "ACL2's proof.clrat is cut short"
    with pytest.raises(InputError, match="gave up: Error: no room"):
        acl2.refusal(["Error: no room"])


def test_certificates_are_proven_and_no_forgery_is(tmp_path: Path) -> None:
    """See also `python -m tests.theorem`."""
    campaign = Campaign(share(40))
    cases = {tmp_path / f"{name}{question}": (name, question) for name, question in part(JUDGED, 3)}
    for path, (name, question) in cases.items():
        certified(nonosat.load(name), question, path)
    campaign.judge({path: " ".join(case) for path, case in cases.items()}, tmp_path)
    assert not campaign.faults
    assert sum(campaign.proven.values()) == len(cases)
    assert sum(campaign.refused.values()) == len(cases) * campaign.forged


def test_a_verified_checker_accepts_it() -> None:
    """RAT steps, too; and it refuses a proof of other clauses."""
    with_rat: list[Step] = [(False, [5, 1]), (False, [-5, 2]), (False, [2]), (False, [])]
    check = CHECKERS.load("theorem")
    check(5, [[1, 2], [-1, 2], [1, -2], [-1, -2]], with_rat, Clock())
    dom = dom_formula(6)
    CHECKERS.load("theorem")(
        dom.variables, dom.clauses, steps_of(proof_of(dom.clauses), dom.variables), Clock()
    )


def test_a_verified_checker_believes_no_forged_hint() -> None:
    results = check_by_acl2([EACH * number for number in range(share(40))])
    assert all(result.outcome.islower() for result in results), results
