"""What must agree when a version is released: its number, its pictures, the README's promises."""

import re
import tomllib
from pathlib import Path

import yaml

import nonosat
from nonosat.pictures.svg import svg

ROOT = Path(__file__).parents[2]


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_version_is_said_once_and_cited() -> None:
    assert tomllib.loads(text("pyproject.toml"))["project"]["dynamic"] == ["version"]
    assert f"\nversion: {nonosat.__version__}\n" in text("CITATION.cff")
    assert f'\n  version: "{nonosat.__version__}"\n' in text("packaging/conda-forge/recipe.yaml")
    version, unreleased, _ = nonosat.__version__.partition(".dev")
    ending = ", unreleased" if unreleased else r" \(\d{4}-\d\d-\d\d\)"
    assert re.search(rf"(?m)^## {re.escape(version)}{ending}$", text("CHANGELOG.md"))


def test_the_logo_is_made_by_the_package() -> None:
    cat = nonosat.load("cat")
    assert text("docs/_static/nonosat.svg").strip() == svg(cat, cat.goal, clues=False).strip()


def test_the_readme_is_short_and_its_two_commands_stay() -> None:
    readme = text("README.md")
    assert len(readme.splitlines()) < 150
    setup = "    python3 -m venv .venv && .venv/bin/pip install "
    assert f"{setup}--no-compile . && .venv/bin/nonosat solve gchq\n" in readme
    assert f"{setup}-e '.[test]' && .venv/bin/pytest\n" in readme


def test_every_link_within_the_repository_leads_somewhere() -> None:
    folders = (
        "*.md",
        ".github/*.md",
        "packaging/*.md",
        "tests/*.md",
        "docs/**/*.md",
        "bench/notes/*.md",
        "models/*.md",
    )
    for path in (page for folder in folders for page in ROOT.glob(folder)):
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path}: {target}"


def test_the_recipe_needs_what_the_package_needs() -> None:
    stated = {
        need.partition(";")[0] for need in tomllib.loads(text("pyproject.toml"))["project"]["dependencies"]
    }
    recipe = yaml.safe_load(text("packaging/conda-forge/recipe.yaml"))
    needed = {need.replace("ortools-python", "ortools") for need in recipe["requirements"]["run"]}
    assert {need.replace(" ", "") for need in needed} - {"python"} == stated


def test_lowest_versions_are_those_that_are_stated() -> None:
    project = tomllib.loads(text("pyproject.toml"))["project"]
    stated = [*project["dependencies"]]
    for extra, needs in project["optional-dependencies"].items():
        stated += needs if extra not in ("all", "docs", "hard", "test", "dev", "notebook", "solvers") else []
    pinned = dict(line.split("==") for line in text("tests/lowest.txt").splitlines() if "==" in line)
    for name, least in (one.partition(";")[0].split(">=") for one in stated):
        assert f"{pinned[name]}.".startswith(f"{least}.") or pinned[name] == least, name
    assert len(pinned) == len({one.partition(">=")[0] for one in stated})
