"""A document as people write it (YAML, JSON): texts, lists and maps that know their line.

Scalars stay the text that was written: `010`, `1:30` and `no` are what they look like, and
whoever reads a number says so. Puzzle kinds and model cards read themselves from these nodes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from nonosat.errors import InputError


@dataclass(frozen=True, slots=True)
class Node:
    """A value with its place. `value` is a text, a list of Nodes, or a map of Nodes."""

    value: str | list[Node] | dict[str, Node]
    path: str
    line: int

    def wrong(self, what: str) -> InputError:
        """Return the error that says what is wrong here."""
        return InputError(what, self.path, self.line)

    def text(self, what: str) -> str:
        """Return the text; `what` names it in the error where there is none."""
        if not isinstance(self.value, str):
            raise self.wrong(f"{what}: expected a text, found a {self._shape()}")
        return self.value

    def number(self, what: str, low: int, high: int) -> int:
        """Return a whole number between `low` and `high`, written in plain digits."""
        text = self.text(what)
        plain = text.isascii() and text.isdigit() and (text == "0" or text[0] != "0")
        if not plain or len(text) > 9 or not low <= int(text) <= high:
            raise self.wrong(f"{what}: expected a whole number from {low} to {high}, found {text!r}")
        return int(text)

    def items(self, what: str) -> list[Node]:
        """Return the list's nodes."""
        if not isinstance(self.value, list):
            raise self.wrong(f"{what}: expected a list, found a {self._shape()}")
        return self.value

    def map(self, what: str) -> dict[str, Node]:
        """Return the map's nodes by key."""
        if not isinstance(self.value, dict):
            raise self.wrong(f"{what}: expected `key: value` lines, found a {self._shape()}")
        return self.value

    def known_keys(self, what: str, keys: Iterable[str]) -> dict[str, Node]:
        """Return the map, refusing keys that do not exist."""
        found, known = self.map(what), list(keys)
        for key, node in found.items():
            if key not in known:
                raise node.wrong(f"{what}: unknown key {key!r}; the keys are {', '.join(known)}")
        return found

    def _shape(self) -> str:
        if isinstance(self.value, str):
            return f"text ({self.value[:20]!r})" if self.value else "empty value"
        return "list" if isinstance(self.value, list) else "map"


def documents(text: str, path: str) -> Iterator[Node]:
    """Yield the documents of a YAML (or JSON) text, with the places of everything in them."""
    import yaml

    # The C parser is ten times faster, and not everywhere built in.
    base = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        for root in yaml.compose_all(text, Loader=base):
            yield _node(root, path, {})
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        what = f"not YAML: {error.problem or error.context}"
        raise InputError(what, path, mark.line + 1 if mark else None) from None
    except yaml.YAMLError as error:
        raise InputError(f"not YAML: {str(error).splitlines()[0]}", path) from None
    except RecursionError:
        raise InputError("not a puzzle: nested too deeply", path) from None


def _node(found: object, path: str, seen: dict[int, Node]) -> Node:
    """Turn PyYAML's node into ours; an alias becomes the very node it names, never a copy."""
    import yaml

    if id(found) in seen:
        return seen[id(found)]
    if not isinstance(found, yaml.Node):
        raise InputError("empty: expected a puzzle", path)
    line = found.start_mark.line + 1
    if isinstance(found, yaml.SequenceNode):
        node = Node([_node(item, path, seen) for item in found.value], path, line)
    elif isinstance(found, yaml.MappingNode):
        entries: dict[str, Node] = {}
        for key, value in found.value:
            name = _node(key, path, seen)
            if name.text("a key") in entries:
                raise name.wrong(f"the key {name.value!r} stands here a second time")
            entries[name.text("a key")] = _node(value, path, seen)
        node = Node(entries, path, line)
    else:
        node = Node(str(found.value), path, line)
    seen[id(found)] = node
    return node
