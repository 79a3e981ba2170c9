"""Texts that repeat what a regular expression lets repeat: those that take a bad one longer than linear time.

They are made from the expression itself, as Python parses it, so that no repeatable part is forgotten.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from tests.helpers.sources import parsed

_parser: Any = import_module("re._parser")
_REPEATS = {"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"}
_MANY = 16  # a part that may occur more often than this counts as repeatable
_POOL = " \t\n1a.|-,:#\"'[x\0é"
"""Repeated, as far as a part accepts them."""
_CALLS = {"match", "fullmatch", "search", "sub", "split", "findall", "finditer"}

Text = Any  # str or bytes


class Expression(NamedTuple):
    """A regular expression of a module: the module's file with the name of the expression, or of the function
    of `re` that it is given to; and the methods that are called with it, as far as they can be seen.
    """

    place: str
    pattern: re.Pattern[Any]
    calls: frozenset[str]


def expressions(file: Path) -> Iterator[Expression]:
    """Yield every regular expression that a module writes out in full."""
    if not re.search(r"(?m)^ *import re$", file.read_text(encoding="utf-8")):
        return
    tree = list(ast.walk(parsed(file)))
    names = {id(node.value): _name(node.targets[0]) for node in tree if isinstance(node, ast.Assign)}
    calls: dict[str, set[str]] = {}
    for node in tree:
        if isinstance(node, ast.Attribute) and node.attr in _CALLS:
            calls.setdefault(_name(node.value), set()).add(node.attr)
    for node in tree:
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
            continue
        pattern, method = node.args[0], node.func.attr
        if _name(node.func.value) == "re" and isinstance(pattern, ast.Constant):
            name = names.get(id(node), method)
            called = calls.get(name, {"finditer"}) if method == "compile" else {method}
            made: re.Pattern[Any] = re.compile(ast.literal_eval(pattern), _flags(node))
            yield Expression(f"{file.name} {name}", made, frozenset(called))


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _flags(call: ast.Call) -> int:
    named = [
        node.attr for node in ast.walk(call) if isinstance(node, ast.Attribute) and _name(node.value) == "re"
    ]
    found = 0
    for name in named:
        flag = getattr(re, name)
        found |= flag if isinstance(flag, re.RegexFlag) else 0
    return int(found)


class Attack(NamedTuple):
    """A text of any length: a beginning, a part that repeats, and an end."""

    begin: str
    part: str
    end: str

    def text(self, length: int) -> str:
        """Return the text with about this many characters."""
        return self.begin + self.part * (length // len(self.part)) + self.end


def attacks(pattern: re.Pattern[Any]) -> list[Attack]:
    """Return texts in which a part of what the pattern accepts repeats."""
    source = pattern.pattern
    text = source.decode("latin-1") if isinstance(source, bytes) else source
    tree = _parser.parse(text, pattern.flags & ~re.ASCII if isinstance(source, bytes) else pattern.flags)
    found: dict[Attack, None] = {}
    for once in (True, False):
        for begin, part, rest in _parts(tree, "", once):
            for end in ("", "\0", rest + "\0"):
                found[Attack(begin, part, end)] = None
            found[Attack("", begin + part, "")] = None  # the whole expression begins again and again
            if begin:
                found[Attack("", begin, "")] = None
    return list(found)


def _parts(items: Iterable[Any], before: str, once: bool) -> Iterator[tuple[str, str, str]]:
    """Yield a beginning, a repeatable part and what follows it, for each of the parts."""
    listed = list(items)
    for k, (code, value) in enumerate(listed):
        begin, rest = before + _sample(listed[:k], once), _sample(listed[k + 1 :], True)
        inner: list[Any] = []
        if str(code) in _REPEATS:
            _low, high, body = value
            inner = [body]
            if high > _MANY:
                yield from ((begin, part, rest) for part in _pumps(body))
        elif str(code) == "SUBPATTERN":
            inner = [value[3]]
        elif str(code) == "ATOMIC_GROUP":
            inner = [value]
        elif str(code) == "BRANCH":
            inner = value[1]
        for body in inner:
            yield from ((head, part, tail + rest) for head, part, tail in _parts(body, begin, once))


def _pumps(body: Any) -> list[str]:
    """Return what a repeatable part may be repeated as."""
    if len(body) == 1 and str(body[0][0]) in ("IN", "NOT_LITERAL", "ANY"):
        return [char for char in _POOL if _accepts(body[0], char)] or [_sample(body, True)]
    return [text for text in {_sample(body, True), _sample(body, False)} if text]


def _sample(items: Iterable[Any], once: bool) -> str:
    """Return a text that these items accept; with `once`, what may be missing occurs once."""
    found = ""
    for code, value in items:
        kind = str(code)
        if kind == "LITERAL":
            found += chr(value)
        elif kind in ("IN", "NOT_LITERAL", "ANY"):
            found += next((char for char in _POOL if _accepts((code, value), char)), "") or _first(value)
        elif kind in _REPEATS:
            found += _sample(value[2], once) * max(value[0], int(once))
        elif kind == "SUBPATTERN":
            found += _sample(value[3], once)
        elif kind == "ATOMIC_GROUP":
            found += _sample(value, once)
        elif kind == "BRANCH":
            found += _sample(value[1][0], once)
    return found


def _first(choices: Any) -> str:
    """Return the first character of a set of which the pool has none."""
    for code, value in choices:
        if str(code) in ("LITERAL", "RANGE"):
            return chr(value if str(code) == "LITERAL" else value[0])
    raise ValueError(choices)


_CATEGORIES: Mapping[str, str] = {"SPACE": r"\s", "DIGIT": r"\d", "WORD": r"\w"}


def _accepts(item: Any, char: str) -> bool:
    code, value = item
    kind = str(code)
    if kind == "ANY":
        return char != "\n"
    if kind == "NOT_LITERAL":
        return char != chr(value)
    negated = False
    for inner, among in value:
        name = str(inner)
        if name == "NEGATE":
            negated = True
        elif name == "LITERAL":
            if char == chr(among):
                return not negated
        elif name == "RANGE":
            if among[0] <= ord(char) <= among[1]:
                return not negated
        elif name == "CATEGORY":
            *_, no, category = ("", *str(among).removeprefix("CATEGORY_").split("_"))
            if bool(re.match(_CATEGORIES[category], char)) is (no != "NOT"):
                return not negated
    return negated
