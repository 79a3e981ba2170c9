"""The habits that docs/contributing/words.md names, where a program can find them."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HABITS = {
    "telling": r"\b(?:is|are|was|were|be|been|being) told\b",
    "saying so": r"\bsa(?:y|ys|id) so\b",
    "being said": r"\b(?:is|are|was|were|be) said\b",
    "a clause as a subject": r"(?:^|[.:;] |\n)What(?:ever)? (?:\w+ ){1,8}?(?:is|are|was|has|does|can|must)\b",
    "a dangling so": r"(?:^|[.;] )So (?:does|do|is|are|has) (?:the |a )?[`\w]+[.;,]",
    "a giving program": r"\bhand(?:s|ed)? out\b",
    "two names": r"\b[Pp]ages? to play\b",
    "asking for": r"\b(?:is|are|was|were) (?:not )?asked for\b",
}
PAGES = [
    page
    for folder in ("*.md", ".github/*.md", "docs/*.md", "docs/contributing/*.md", "models/*.md")
    for page in ROOT.glob(folder)
    if page.name != "words.md"
]
MODULES = [*(ROOT / "nonosat").rglob("*.py")]
MOST = {"docs": 18_000, "docs/contributing": 4_000}
"""How many words the pages of a folder may have, without the tables that are made."""


def texts(module: Path) -> Iterator[tuple[int, str]]:
    """Yield the messages and docstrings of a module, with their lines."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


@cache
def written() -> list[tuple[Path, int, str]]:
    """Return each page, and each text of a module that is not hot: those have no messages."""
    found = [(page, 1, re.sub(r"(?ms)^```.*?^```", "", page.read_text(encoding="utf-8"))) for page in PAGES]
    modules = (module for module in MODULES if not module.with_suffix(".pxd").exists())
    return [*found, *((module, line, text) for module in modules for line, text in texts(module))]


@pytest.mark.parametrize("habit", HABITS)
def test_no_text_has_a_habit(habit: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line + text.count(chr(10), 0, match.start())}: {match[0]!r}"
        for path, line, text in written()
        for match in re.finditer(HABITS[habit], text)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("habit", "text"),
    [
        ("telling", "The page is told the verdict."),
        ("saying so", "If it fails, a message says so."),
        ("a clause as a subject", "It ends. What is left open is unknown."),
        ("a dangling so", "It has hints. So does `triddler`."),
    ],
)
def test_a_habit_is_found(habit: str, text: str) -> None:
    assert re.search(HABITS[habit], text)


@pytest.mark.parametrize("folder", MOST)
def test_pages_stay_short(folder: str) -> None:
    words = [
        word
        for page in (ROOT / folder).glob("*.md")
        for word in re.sub(r"(?s)<!-- table.*?end of table -->", "", page.read_text(encoding="utf-8")).split()
        if re.search(r"\w", word)
    ]
    assert len(words) <= MOST[folder]


def test_the_readme_is_read_in_one_go() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").split()) <= 900
