"""The JSON schemas in docs/schemas are those of what commands print, and of the files they write."""

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from nonosat.cli import COMMANDS, main, whole_parser
from nonosat.cli.help import subparsers
from nonosat.puzzles.declared.rules import RULE_KEYS, SCOPES
from nonosat.toolkit import KINDS
from tests.helpers.fixtures import Capture

jsonschema = pytest.importorskip("jsonschema")
referencing = pytest.importorskip("referencing")

SCHEMAS = {
    path.name: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parents[2] / "docs/schemas").glob("*.json"))
}
REGISTRY = referencing.Registry().with_resources(
    (name, referencing.Resource.from_contents(schema)) for name, schema in SCHEMAS.items()
)
JSON_COMMANDS = [
    name
    for name, sub in subparsers(whole_parser(every=True)).items()
    if any("--json" in a.option_strings for a in sub._actions)
]

ASKED = """
solve switch
solve gchq --time-limit 0.0001
check gchq no-solution mosaic#1
count switch permutation-8 springs#1
solutions switch --list
solutions no-solution --list
solutions switch
solutions no-solution
explain switch --passes
rate gchq switch no-solution cat
rate dom-5 dom-3
explain gchq --passes
explain no-solution --passes
hint cat
hint no-solution
hint switch --state ######/#....#/#.??.#/#.??.#/#....#/######
hint dom-3 --level where
hint switch --state wrong.txt
explain cat
explain dom-5
explain no-solution
explain switch --cell 1,1
explain gchq --time-limit 0.0001
line "3 1" --length 7 --known ???#??? --list
line "3 1" --length 4
generate --size 5x5 -o new-set.jsonl
generate --size 2x2 --count 50 -o few.jsonl
fix switch
fix cat no-solution
fix key.txt
fix switch --class lines
fix dom-3 --class moderate --by changes
prove dom-3 -o dom.zip
prove no-solution -o none.zip
prove switch -o two
prove switch --claim certain -o certain.zip
prove switch --claim givens -o some.zip
prove switch --claim number -o many.zip
prove switch --claim changes -o near.zip
verify cat.zip
verify givens.zip number.zip changes.zip
verify cat.zip --puzzle switch
audit cat.yaml set.jsonl
check switch --answer cat.txt
check cat --answer key.txt
check switch --move r1c1=#
verify cat.json
compare cat no-solution --models auto order-minisat -o new.jsonl
report runs.jsonl --by puzzle
convert cat new.nin
convert key.txt new.yaml
list formats
list puzzles
list models
"""
"""Questions whose answers are checked: at least one per command."""

KEY = "....\n.#..\n..#.\n....\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return a folder with the files that the questions need."""
    made = tmp_path_factory.mktemp("schemas")
    (made / "key.txt").write_text(KEY)
    (made / "wrong.txt").write_text("?#????\n" * 6)
    (made / "cat.txt").write_text(KEY.replace("..#.", "...#"))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(made)
        assert main(["convert", "cat", "cat.yaml"]) == 0
        (made / "set.jsonl").write_text('{"rows": [[1], [1]], "columns": [[1], [1]], "grid": "11"}\n{\n')
        assert main(["prove", "cat", "-o", "cat.zip", "--quiet"]) == 0
        for claim in ("givens", "number", "changes"):
            assert main(["prove", "switch", "--claim", claim, "-o", f"{claim}.zip", "--quiet"]) == 0
        assert main(["explain", "cat", "-o", "cat.json", "--quiet"]) == 0
        words = ["cat", "mosaic#1", "switch", "--models", "auto", "cpsat-lines", "--certify"]
        assert main(["compare", *words, "-o", "runs.jsonl", "--quiet"]) == 0
        yield made


def checked(schema: str, value: Any) -> None:
    """Assert that a value fits a schema, and that the schema has all of its keys."""
    validator = jsonschema.Draft202012Validator(SCHEMAS[schema], registry=REGISTRY)
    validator.validate(value)
    assert set(value) <= keys(SCHEMAS[schema]), f"{schema} does not list {set(value) - keys(SCHEMAS[schema])}"


def keys(schema: dict[str, Any]) -> set[str]:
    """Return the keys that a schema lists, in all of its forms."""
    found = set(schema.get("properties", ()))
    for part in (*schema.get("oneOf", ()), *schema.get("allOf", ())):
        whole = SCHEMAS.get(part.get("$ref"), SCHEMAS["common.json"]["$defs"]["report"])
        found |= keys(whole if "$ref" in part else part)
    return found


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_schemas_are_well_formed(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMAS[name])
    assert SCHEMAS[name]["title"]


@pytest.mark.parametrize("name", JSON_COMMANDS)
def test_every_command_with_json_has_a_schema_and_is_asked_here(name: str) -> None:
    assert f"{name}.json" in SCHEMAS, f"describe what {name} --json prints in docs/schemas/{name}.json"
    assert f"\n{name}" in ASKED, f"ask {name} in tests/others/test_schemas.py"
    assert COMMANDS[name]


@pytest.mark.parametrize("words", ASKED.strip().splitlines())
def test_what_is_printed_is_what_the_schema_says(words: str, folder: Path, capsys: Capture) -> None:
    command, *rest = shlex.split(words)
    codes = (0, 1, 2, 3) if "--answer" in rest else (0, 1, 3)  # 2: the answer cannot be read
    assert main([command, *rest, "--json"]) in codes
    lines = capsys.readouterr().out.splitlines()
    assert lines
    for value in map(json.loads, lines):
        checked(f"{command}.json", value)
        assert value["question"] == command and value["schema"] == 1


@pytest.mark.parametrize("name", [name for name in JSON_COMMANDS if name not in ("line", "list", "generate")])
def test_what_cannot_be_read_is_an_object_with_an_error(name: str, folder: Path, capsys: Capture) -> None:
    more = {
        "convert": ["x.yaml"],
        "prove": ["-o", "x.zip"],
        "compare": ["--models", "auto", "-o", "x.jsonl"],
    }
    assert main([name, "nowhere.yaml", *more.get(name, []), "--json"]) == 2
    value, *_ = map(json.loads, capsys.readouterr().out.splitlines())
    checked("error.json", value)
    assert (value["question"], value["puzzle"]) == (name, "nowhere.yaml")
    assert "nowhere.yaml" in value["error"]


def test_files_that_are_written_are_what_the_schemas_say(folder: Path) -> None:
    import zipfile

    header, *lines = map(json.loads, (folder / "runs.jsonl").read_text().splitlines())
    checked("journal-header.json", header)
    for line in lines:
        checked("journal-certificate.json" if "certificate" in line else "journal-run.json", line)
    assert sum("certificate" in line for line in lines) == 2
    with zipfile.ZipFile(folder / "cat.zip") as archive:
        checked("certificate.json", json.loads(archive.read("certificate.json")))
    for claim in ("givens", "number", "changes"):
        with zipfile.ZipFile(folder / f"{claim}.zip") as archive:
            checked("certificate.json", json.loads(archive.read("certificate.json")))
            checked("claim.json", json.loads(archive.read("claim.json")))


@pytest.mark.parametrize("name", [name for name in KINDS if KINDS.load(name).is_declared])
def test_the_page_of_a_kind_has_a_schema(name: str) -> None:
    checked_page = jsonschema.Draft202012Validator(SCHEMAS["kind.json"]).is_valid
    kind: Any = KINDS.load(name)
    page = json.loads(kind.rules.page)
    assert checked_page(page)
    rule = page["rules"][0]
    for wrong in ({"each": "corner"}, {"often": "2"}, {"sum": "rows", "count": "rows"}):
        assert not checked_page({**page, "rules": [{**rule, **wrong}]})
    properties = SCHEMAS["kind.json"]["$defs"]["rules"]["items"]["properties"]
    assert set(properties["each"]["anyOf"][1]["enum"]) == set(SCOPES)
    assert [*properties] == [*RULE_KEYS]
