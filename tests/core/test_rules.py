"""The rules that hold for every command: exit codes, JSON, --quiet; each is tried on small puzzles.

That no file is overwritten is tried in `tests/system/test_cli.py`.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import pytest

from nonosat.cli import COMMANDS, whole_parser
from nonosat.cli.help import subparsers
from nonosat.cli.output import Exit, worst
from tests.helpers.fixtures import Call, Patch

PARSERS = subparsers(whole_parser(every=True))

NO_ANSWER = {"draw", "studio"}
"""Commands whose result is a drawing or a page."""

CODES = """
0 solve key.txt
1 solve no-solution
2 solve nowhere.non
3 solve hard.json --time-limit 1ms --model order-cadical
1 solve cat no-solution
2 solve no-solution nowhere.non
2 solve nowhere.non no-solution cat
0 check cat
1 check key.txt
1 check no-solution
2 check cat nowhere.non
0 check cat --answer cat.txt
1 check cat --answer wrong.txt
1 check cat --move r1c1=#
0 count cat no-solution key.txt
2 count nowhere.non
0 solutions cat no-solution key.txt
0 solutions no-solution key.txt --list
2 solutions nowhere.non
0 fix cat key.txt
1 fix no-solution --by givens
2 fix nowhere.non
0 hint cat
1 hint no-solution
1 hint cat --state full.txt
2 hint nowhere.non
0 explain cat
0 explain key.txt
1 explain no-solution
0 explain --passes cat
1 explain --passes no-solution
2 explain nowhere.non
0 line 3 --length 4
0 line 5 --length 4
2 line x --length 4
0 rate cat no-solution key.txt
2 rate nowhere.non
0 generate --size 3x3
2 generate
0 draw key.txt --solution
2 draw no-solution --solution -o x.svg
2 draw nowhere.non
0 convert cat made.nin
2 convert nowhere.non other.nin
2 convert cat third.txt --values unsat.txt
0 prove no-solution -o none.zip
0 prove key.txt -o several.zip
2 prove nowhere.non -o x.zip
0 verify cat.zip
1 verify cat.zip --puzzle key.txt
2 verify nowhere.zip
2 verify cat.zip nowhere.zip
0 compare cat no-solution --models auto -o one.jsonl
2 compare nowhere.non cat --models auto -o two.jsonl
0 report runs.jsonl
2 report nowhere.jsonl
0 audit good.jsonl
1 audit bad.jsonl
2 audit nowhere.jsonl
2 audit bad.jsonl nowhere.jsonl
0 list
2 list nothing
0 studio --site site
2 studio --pyodide folder
"""
"""What is asked, after its exit code."""

ONE = {"solve", "check", "fix", "hint", "explain", "verify", "compare", "audit"}
"""The commands that may return 1."""


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: Patch, call: Call) -> None:
    """Write the files that are asked about into a new folder."""
    monkeypatch.chdir(tmp_path)
    cat = call("solutions cat --list -q").out.strip()
    Path("key.txt").write_text("....\n.#..\n..#.\n....\n")
    Path("cat.txt").write_text(cat)
    Path("wrong.txt").write_text(cat.replace("#", "."))
    Path("full.txt").write_text(cat.replace(".", "#"))
    Path("unsat.txt").write_text("s UNSATISFIABLE\n")
    Path("good.jsonl").write_text('{"rows": [[2], [1]], "columns": [[2], [1]]}\n')
    Path("bad.jsonl").write_text('{"rows": [[1], [1]], "columns": [[1], [1]]}\n')


def prepare(words: str, call: Call) -> None:
    """Write what is made by other commands."""
    if "cat.zip" in words:
        call("prove cat -o cat.zip -q")
    if "runs" in words:
        call("compare cat --models auto -o runs.jsonl -q")
    if "hard" in words:
        Path("hard.json").write_text(
            json.dumps({"kind": "nonogram", "rows": ["1"] * 40, "columns": ["1"] * 40})
        )


def options(name: str) -> dict[str, argparse.Action]:
    return {option: action for action in PARSERS[name]._actions for option in action.option_strings}


@pytest.mark.parametrize("case", CODES.strip().splitlines())
def test_exit_codes(case: str, call: Call) -> None:
    code, _, words = case.partition(" ")
    prepare(words, call)
    call(words, code=int(code))


def test_every_command_is_asked_for_every_code_that_it_has() -> None:
    asked = {(case.split()[1], int(case[0])) for case in CODES.strip().splitlines()}
    for name in COMMANDS:
        assert {(name, 0), (name, 2)} <= asked
        assert bool(COMMANDS[name].no) == (name in ONE)
        assert ((name, 1) in asked) == (name in ONE - {"compare"}), "a solver that lies is planted elsewhere"


def test_of_several_codes_the_first_in_the_list_is_returned() -> None:
    order = [Exit.INTERRUPTED, Exit.INTERNAL, Exit.BAD_INPUT, Exit.UNDECIDED, Exit.NO, Exit.ANSWERED]
    assert [worst(*order[k:]) for k in range(len(order))] == order


def cells(value: Any) -> list[Any]:
    """Return what stands under the keys `cell` and `cells`, wherever they are."""
    found: list[Any] = []
    if isinstance(value, dict):
        for key, inner in value.items():
            found += [inner] if key == "cell" and inner is not None else cells(inner)
    elif isinstance(value, list):
        found = [one for inner in value for one in cells(inner)]
    return found


@pytest.mark.parametrize(
    "case", [case for case in CODES.strip().splitlines() if "--json" in options(case.split()[1])]
)
def test_json_is_alike(case: str, call: Call) -> None:
    """One object per line, each with question, version and schema, or with an error."""
    code, _, words = case.partition(" ")
    if words in ("generate", "list nothing", "line x --length 4"):  # wrong usage
        return
    prepare(words, call)
    more = "-o made.jsonl" if words.startswith("generate") else ""
    printed = call(f"{words} --json {more}", code=int(code)).out
    objects = list(map(json.loads, printed.splitlines()))
    assert objects
    for one in objects:
        assert one["question"] == words.split()[0]
        assert (one["schema"], type(one["version"])) == (1, str)
        assert isinstance(one.get("solutions", []), list) and isinstance(one.get("count", 0), int)
        for cell in cells(one):
            assert all(isinstance(number, int) and number > 0 for number in cell)
    for name in ("nowhere.non", "nowhere.zip", "nowhere.jsonl"):
        assert sum("error" in one and one["puzzle"] == name for one in objects) == (name in words.split())


def test_every_command_that_answers_has_json() -> None:
    assert {name for name in COMMANDS if "--json" not in options(name)} == NO_ANSWER


QUIET = """
solve cat
check cat
count cat
solutions cat
fix cat
hint cat
explain cat
rate cat
prove cat -o new.zip
verify cat.zip
compare cat --models auto -o new.jsonl
convert cat new.nin
audit good.jsonl
generate --size 3x3 -o made.jsonl
"""


@pytest.mark.parametrize("words", QUIET.strip().splitlines())
def test_quiet_is_short(words: str, call: Call) -> None:
    prepare(words, call)
    assert call(f"{words} --quiet").out.count("\n") <= 1


def test_every_command_that_can_be_quiet_is_asked() -> None:
    asked = {line.split()[0] for line in QUIET.strip().splitlines()}
    assert asked == {name for name in COMMANDS if "--quiet" in options(name)} - {"draw"}
