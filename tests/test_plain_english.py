"""Known bad phrases stay out of what people read: help, messages, docstrings, comments and documentation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PATTERNS = """
*.md docs/*.md docs/**/*.py docs/schemas/*.json models/* tests/README.md
nonosat/**/*.py nonosat/**/*.html nonosat/**/*.js
"""
FILES = sorted(path for pattern in PATTERNS.split() for path in ROOT.glob(pattern) if path.is_file())

COUNTED = "object|line|file|module|process|clause|worker|answer|step|value|variable|character|number|cell"
EACH = "puzzle|line|run|stage|page|job|cell|value|block|row|column|format|kind|state|side"

PHRASES = {
    r"\bin (the )?place of\b": "instead of",
    r"\bso (many|often|much)\b(?! (as|that|more|faster|fewer|less))": "N, or this many",
    r"\bleaves? (this|that|the) (solution|picture|cell)s? alone\b": "makes the solution unique",
    r"\bnobody (has (yet )?said|knows)\b": "say what is so",
    r"(?<!there )\b(is|are) no (?!longer|more|less|fewer|larger|smaller|doubt|folder)[a-z]+": "is not a",
    rf"\bone (black )?({COUNTED}) a ({EACH})\b": "per",
    r"\ba (puzzle|page) and line\b": "per puzzle, one per line",
    r"\b(how|as) (it is|they are) called\b": "its name",
    r"\bnone to be had\b|\bcan be had\b": "available, possible",
    r"\bgoes on behind\b": "has trailing data",
    r"\b(is there|exists) already\b": "already exists",
    r"\b(is|are) (here|there|given|declared) a second time\b": "appears twice",
    r"\bwhat there is not\b": "what is missing",
    r"\bof the others it is not known\b": "the rest is undetermined",
    r"\bthe own (one|checker)\b": "the built-in",
    r"\ba row of (passes|steps|questions)\b": "a sequence of",
    r"\bfor eyes\b": "rendering",
    r"\bconvictions?\b|\bleanings?\b": "reinforced belief propagation",
    r"\bper cent\b": "percent",
    r"\bseldom\b": "rarely",
    r"\b(says?|said|saying) (something|anything) new\b": "rules out more",
    r"\b(lines?|one) (that )?cannot hold\b": "cannot be completed",
    r"\b(is|are) said,? and the rest goes on\b": "is reported, and the rest continues",
    r"\bwhere one (starts|begins)\b": "where to start",
    r"\b(seconds|limit is) by the clock\b": "wall time",
    r"\bdynamic programme\b": "dynamic program",
    r"\b(has|have) not (the|a)\b": "does not have",
    r"\bwhat (a|an|the) [\w' ]{1,30} module offers\b": "the interface of",
    r"\bpuzzles of others\b": "other people's puzzles",
    r"[;:,] right are\b": "6 of 8 are right",
    r"\bgrows when a key\b": "increases",
    r"\bkey goes\b|\bits meaning or goes\b": "is removed",
    r"\bwho says nothing\b|\bwhoever (has|asks|prints)\b": "say what, not who",
    r"\bwhat (they|it|the [\w' ]{1,30}) comes? to\b": "the results",
    r"\bwhich repeat it is\b": "the number of the repeat",
    r"\b(is|are|was|were) known already\b": "is already known",
    r"\b(is|are|was|were) passed over\b": "is skipped",
    r"\b(is|are) of use\b": "is useful, helps",
    r"\bcomes? to (its|an) end\b": "ends",
    r"\bno word\b": "no message, or nothing",
    r"\bin (its|their) order\b": "in order",
    r"\bthe ones (need|allow)\b": "one set of lines needs",
    r"\bstands? in no\b": "no puzzle contains",
    r"\b(campaign|proof|search|solver|work|text|journal) goes on\b": "continues",
    r"\bare (not )?(only )?looked for\b": "are searched for",
    r"\b(tell|tells|told) (a|an|the|one) [\w]+ from all others\b": "is unique",
}
"""A phrase that has crept in before -> what to write."""


def prose(path: Path) -> str:
    """Return a file's text with line breaks as spaces, so that no phrase hides behind one."""
    text = path.read_text(encoding="utf-8")
    return re.sub(r"\s*\n\s*(#|//|\*|:)?\s*", " ", text)


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(ROOT)) for path in FILES])
def test_no_file_has_a_known_bad_phrase(path: Path) -> None:
    text = prose(path)
    for pattern, better in PHRASES.items():
        found = re.search(pattern, text, re.IGNORECASE)
        assert not found, f"{text[max(0, found.start() - 60) : found.end() + 40]!r}\nwrite {better!r}"


def test_the_files_are_found() -> None:
    names = {path.name for path in FILES}
    assert {"README.md", "tutorial.md", "CHANGELOG.md", "answer.py", "auto.yaml"} <= names


@pytest.mark.parametrize(
    "text",
    [
        "one in the\nplace of two",
        "one object a puzzle",
        "it is no picture",
        "so many of them",
        "a line cannot hold",
        "it has not the hash",
    ],
)
def test_a_bad_phrase_is_noticed(text: str, tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text(text)
    with pytest.raises(AssertionError, match="write"):
        test_no_file_has_a_known_bad_phrase(path)
