"""What a report says of two models: counted by hand, and checked on results whose truth is known."""

import math
import random
from pathlib import Path
from typing import Any

import pytest

from nonosat import InputError
from nonosat.cli import main
from nonosat.comparison.foreign import load_csv
from nonosat.comparison.results import Record, results
from nonosat.comparison.statistics import against, list_pairs, pairs, sentence
from tests.helpers.fixtures import Call
from tests.helpers.journals import record

LATE: dict[str, Any] = {"verdict": "unknown", "stop_reason": "time limit"}


def of(model: str, *walls: float | None) -> list[Record]:
    """Return the runs of a model on as many puzzles; None for one that is not solved."""
    known = [(f"p{k}", wall) for k, wall in enumerate(walls)]
    return [
        record(name, model, wall=10.5, **LATE) if wall is None else record(name, model, wall=wall)
        for name, wall in known
    ]


def test_two_models_are_compared_by_what_both_did() -> None:
    found = results([*of("a", 1.0, 2.0, 8.0, None), *of("b", 4.0, 2.0, None, 3.0)])
    a, b = (found[found.model == name] for name in "ab")
    one, two = against(a, b), against(b, a)
    assert (one.faster, one.puzzles, one.both) == (2, 4, 2)
    assert (two.faster, two.puzzles, two.both) == (1, 4, 2)
    assert one.ratio[0] == pytest.approx(2.0) and two.ratio[0] == pytest.approx(0.5)
    assert one.gain[0] == pytest.approx((3 + 0 + 12 - 17) / 4)
    assert sentence("a", "b", one).startswith(
        "a is faster than b on 2 of 4, by 2.00 in the geometric mean of 2"
    )
    assert sentence(*next(list_pairs(found))).startswith("a is faster than b")
    ahead, behind = (
        sentence(*pair).partition("its PAR-2 is ")[2] for pair in (("a", "b", one), ("b", "a", two))
    )
    assert ahead.startswith("more by 0.5 s") and behind == ahead.replace("more", "less")


def test_an_unsolved_puzzle_without_a_limit_leaves_no_penalty() -> None:
    runs = [record("p", "a"), record("p", "b", **LATE, limits={"time": None, "memory": None})]
    ((*_, low_gain, _, _, p),) = pairs(results(runs)).rows
    assert (low_gain, p) == (None, None)


def test_the_interval_holds_the_truth_and_p_tells_a_difference_from_none() -> None:
    pytest.importorskip("scipy")
    rng, covered = random.Random(5), 0
    for _ in range(20):
        times = [rng.uniform(0.1, 4) for _ in range(40)]
        slower = [2 * time * math.exp(rng.gauss(0, 0.3)) for time in times]
        found = results([*of("a", *times), *of("b", *slower)])
        one = against(found[found.model == "a"], found[found.model == "b"])
        assert one.p is not None and one.p < 1e-4
        assert one.gain[1] is not None and one.gain[1] > 0
        low, high = one.ratio[1:]
        assert low is not None and high is not None and high < 1.5 * low
        covered += low < 2 < high
    assert covered >= 15, "of 20 intervals of 95%"


def test_no_difference_has_no_small_p() -> None:
    pytest.importorskip("scipy")
    rng = random.Random(6)
    ps = []
    for _ in range(20):
        times = [[rng.uniform(0.1, 4) for _ in range(30)] for _ in "ab"]
        found = results([*of("a", *times[0]), *of("b", *times[1])])
        ps.append(against(found[found.model == "a"], found[found.model == "b"]).p or 0)
    assert sum(p < 0.05 for p in ps) <= 5


BENCHEXEC = """\
tool	MiniSat 2.2	MiniSat 2.2	MiniSat 2.2	MiniSat 2.2	Kissat 4	Kissat 4	Kissat 4	Kissat 4
run set	sat	sat	sat	sat	sat	sat	sat	sat
tasks/	status	category	cputime (s)	walltime (s)	status	category	cputime (s)	walltime (s)
a.cnf	sat	correct	1.5	1.6	sat	correct	0.5	0.6
b.cnf	TIMEOUT	error	900.2	901	unsat	missing	7	7.1
c.cnf	unsat	wrong	1	1	OUT OF MEMORY	error	3	3
"""
METRICS = """\
input,experiment_ware,cpu_time,timeout,success,consistent_xp,Checked answer
a.xml,choco,1.5,100.0,True,True,SAT
a.xml,abscon,0.5,100.0,True,True,SAT
b.xml,choco,101,100.0,False,True,UNKNOWN
b.xml,abscon,7,100.0,True,False,UNSAT
"""


def test_the_table_of_benchexec_is_a_report(tmp_path: Path, call: Call) -> None:
    path = tmp_path / "table.csv"
    path.write_text(BENCHEXEC)
    found = results(load_csv(str(path))[1].lines)
    outcome = {(row.puzzle, row.model): (row.outcome, row.seconds) for row in found.itertuples()}
    assert outcome == {
        ("a.cnf", "MiniSat 2.2 sat"): ("sat", 1.6),
        ("a.cnf", "Kissat 4 sat"): ("sat", 0.6),
        ("b.cnf", "MiniSat 2.2 sat"): ("time limit", 901),
        ("b.cnf", "Kissat 4 sat"): ("unsat", 7.1),
        ("c.cnf", "MiniSat 2.2 sat"): ("refuted", 1),
        ("c.cnf", "Kissat 4 sat"): ("memory limit", 3),
    }
    out = call(f"report {path}").out
    assert "Kissat 4 sat is faster than MiniSat 2.2 sat on 2 of 3" in out
    assert "c.cnf: MiniSat 2.2 sat is refuted: unsat, which is wrong, says BenchExec" in out


def test_the_table_of_metrics_is_a_report(tmp_path: Path, call: Call) -> None:
    path = tmp_path / "analysis.csv"
    path.write_text(METRICS)
    found = results(load_csv(str(path))[1].lines)
    outcome = {(row.puzzle, row.model): (row.outcome, row.penalised) for row in found.itertuples()}
    assert outcome == {
        ("a.xml", "choco"): ("SAT", 1.5),
        ("a.xml", "abscon"): ("SAT", 0.5),
        ("b.xml", "choco"): ("time limit", 200),
        ("b.xml", "abscon"): ("refuted", 200),
    }
    assert "abscon is faster than choco on 1 of 2" in call(f"report {path}").out


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", "tool\tx\n", METRICS.replace("1.5", "fast")])
def test_another_table_is_refused_in_one_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "other.csv"
    path.write_text(text)
    with pytest.raises(InputError, match=r"other\.csv:\d: expected"):
        load_csv(str(path))
    assert main(["report", str(path)]) == 2
