"""The theorem: its books assume nothing, its rules are those of brute force, and no forgery is proven."""

from __future__ import annotations

import re
from contextlib import nullcontext
from pathlib import Path
from random import Random

import pytest

import nonosat
from nonosat.processes import programs
from nonosat.processes.limits import Clock
from nonosat.proofs import acl2, theorem
from nonosat.proofs.prove import prove, prove_answer
from nonosat.proofs.verify import Verification, verify
from tests.helpers.fixtures import Patch
from tests.helpers.samples import share, some
from tests.helpers.theorem import (
    AGREE,
    ASKED,
    comparison,
    comparison_of_clues,
    comparison_of_numbers,
    comparison_of_problems,
)

pytestmark = pytest.mark.needs("theorem")

ASSUMES = "skip-proofs", "defaxiom", "defttag", ":ttags", "set-raw-mode", "progn!", "redef"


@pytest.fixture(autouse=True, scope="session")
def certified_books() -> None:
    """Certify the books, if they are not: it takes longer than a test may."""
    acl2.run_with_books("", Clock())


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
    for field, texts in theorem.fields(puzzle).items():
        at = report.proven.index(f"{field}:")
        assert report.proven[at + 1 : at + 1 + len(texts)] == [f"- {text}" for text in texts]
    assert any("specification" in part for part in report.trusted)


QUESTIONS = [
    *(("dom-4", ""), ("no-solution", ""), ("switch", "multiple")),
    *(("switch", "certain"), ("switch", "givens"), ("switch", "repair")),
    *(("triddler-switch", "certain"), ("triddler-switch", "givens"), ("mosaic#1", "repair")),
    *(("switch", "count"), ("triddler-switch", "count")),
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


def given_to_acl2(certificate: Path, folder: Path, monkeypatch: Patch) -> dict[str, bytes]:
    """Return the files that ACL2 gets for a certificate."""
    folder.mkdir()
    with monkeypatch.context() as patched:
        patched.setattr(programs, "folder", lambda: nullcontext(folder))
        patched.setattr(acl2, "run_with_books", lambda *_: [])
        assert not verify(certificate, "theorem").verified
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def broken(files: dict[str, bytes], random: Random) -> dict[str, bytes]:
    """Return the files with a few things changed, first a cell of a picture: no line fits its clue then."""
    found = dict(files)
    claim = found["claim.lsp"].decode()
    pictures = claim.rindex("\n  ((")
    rows = [row for row in re.finditer('"[^"]*"', claim) if row.start() > pictures]
    places = [at for row in rows for at in range(row.start() + 1, row.end() - 1)]
    cell = random.choice([at for at in places if claim[at] not in "/\\"])
    another = random.choice(".#01".replace(claim[cell], ""))
    found["claim.lsp"] = f"{claim[:cell]}{another}{claim[cell + 1 :]}".encode()
    for _ in range(random.randrange(5)):
        name = random.choice(["table.lsp", "formula.cnf", "proof.clrat"])
        data = found[name]
        if name == "formula.cnf" and random.random() < 0.7:
            lines = data.splitlines(keepends=True)
            lines[random.randrange(1, len(lines))] = b"%d 0\n" % random.choice((1, -1, 2, -2, 5, -5))
            found[name] = b"".join(lines)
            continue
        digits = [at for at, byte in enumerate(data) if name == "proof.clrat" or chr(byte).isdigit()]
        at, by = (
            random.choice(digits),
            random.randrange(256) if name == "proof.clrat" else random.choice(b"0123"),
        )
        found[name] = data[:at] + bytes([by]) + data[at + 1 :]
    return found


FORGED = [
    *(("dom-4", ""), ("triddler-switch", ""), ("mosaic", ""), ("springs#2", ""), ("tulips", "")),
    *(("switch", "certain"), ("switch", "givens"), ("switch", "repair"), ("triddler-switch", "givens")),
    ("switch", "count"),
]


@pytest.mark.parametrize("forged", some(FORGED, 2), ids=" ".join)
def test_no_forgery_is_proven(forged: tuple[str, str], tmp_path: Path, monkeypatch: Patch) -> None:
    name, question = forged
    if question:
        prove_answer(nonosat.load(name), question, tmp_path / "it")
    else:
        prove(nonosat.load(name), tmp_path / "it", all_up_to=4)
    files = given_to_acl2(tmp_path / "it", tmp_path / "files", monkeypatch)
    count, random = share(100, 2), Random(name + question)
    script: list[str] = []
    for number in range(count):
        folder = tmp_path / f"forged-{number}"
        folder.mkdir()
        for file, data in broken(files, random).items():
            (folder / file).write_bytes(data)
        script.append(f'(cw "case~%")\n(verify-files "{folder}")')
    printed = acl2.run_with_books("\n".join(script), Clock())
    assert printed.count("case") == count
    assert "s VERIFIED" not in printed
    assert not [line for line in printed if "raw-lisp-error" in line or "guard" in line], "it ran to its end"
