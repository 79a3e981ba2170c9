"""Reads YAML by PyYAML's events, and writes what is read of a text that ships: see `yaml_text`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import yaml
from yaml import events as kinds

from nonosat.errors import InputError
from nonosat.puzzles.node import MAX_DEPTH, Node
from nonosat.words import quote


def parse(text: str, path: str) -> Iterator[Node]:
    """Yield the documents of a YAML (or JSON) text, with the places of all their nodes."""
    # The C parser is ten times faster, but not part of every build. Nodes are made from its events, because
    # PyYAML's own composer recurses in C, where millions of brackets crash the process.
    base = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    events = iter(yaml.parse(text, Loader=base))
    try:
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                yield _node(next(events), events, path, {})
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        what = f"not YAML: {error.problem or error.context}"
        if "cannot start any token" in what and mark and "\t" in text.split("\n")[mark.line]:
            what = "not YAML: a tab; indent by spaces"
        if "nesting depth" in what:  # which newer versions of the C parser limit themselves
            what = "nested too deeply"
        raise InputError(what, path, mark.line + 1 if mark else None) from None
    except yaml.reader.ReaderError as error:
        # The error's position counts bytes in one parser and characters in the other, so it is not used: the
        # error is about the first occurrence of the character.
        line = text.count("\n", 0, text.find(chr(error.character))) + 1
        raise InputError(f"not a text: the character U+{error.character:04X}", path, line) from None


def _node(event: Any, events: Iterator[Any], path: str, anchors: dict[str, Node], depth: int = 0) -> Node:
    """Build the node that begins with this event; an alias is the very node that it names, not a copy."""
    line = event.start_mark.line + 1
    if isinstance(event, kinds.AliasEvent):
        if event.anchor not in anchors:
            raise InputError(f"undefined alias {quote(f'*{event.anchor}')}", path, line)
        return anchors[event.anchor]
    if depth > MAX_DEPTH:
        raise InputError("nested too deeply", path, line)
    if isinstance(event, kinds.ScalarEvent):
        quoted = event.style not in (None, "")
        node = Node(event.value, path, line, block=event.style == "|", quoted=quoted)
    elif isinstance(event, kinds.SequenceStartEvent):
        items: list[Node] = []
        while not isinstance(item := next(events), kinds.SequenceEndEvent):
            items.append(_node(item, events, path, anchors, depth + 1))
        node = Node(items, path, line)
    else:
        node = Node({}, path, line)
        while not isinstance(item := next(events), kinds.MappingEndEvent):
            key = _node(item, events, path, anchors, depth + 1)
            word = key.text("a key")
            if word in node.keys:
                raise key.wrong(f"the key {quote(word)} appears twice")
            node.keys[word] = key
            node.mapping("")[word] = _node(next(events), events, path, anchors, depth + 1)
    if event.anchor:
        anchors[event.anchor] = node
    return node


def keep(text: str) -> str:
    """Return the file that keeps the documents of a text."""
    return json.dumps([text, [_data(node) for node in parse(text, "")]], separators=(",", ":"))


def _data(node: Node) -> list[Any]:
    if isinstance(node.value, list):
        return [[_data(item) for item in node.value], node.line]
    if isinstance(node.value, dict):
        return [{key: (_data(node.keys[key]), _data(item)) for key, item in node.value.items()}, node.line]
    return [node.value, node.line, "|" if node.block else '"' * node.quoted]
