"""Reads YAML; what ships, from files of JSON that were made when nonosat was built (`hatch_build.py`).

To import PyYAML takes longer than to solve most puzzles. Each of these files is named by the checksum of its
text, and holds the text as well.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from os.path import dirname
from typing import Any
from zlib import crc32

from nonosat.puzzles.node import Node

FOLDER = f"{dirname(dirname(__file__))}/kept"


def documents(text: str, path: str) -> Iterator[Node]:
    """Yield the documents of a YAML (or JSON) text, with the places of all their nodes."""
    nodes = recall(text, path)
    if nodes is None:
        from nonosat.puzzles.yaml_events import parse

        yield from parse(text, path)
    else:
        yield from nodes


def name_of(text: str) -> str:
    """Return the name of the file for a text."""
    return f"{crc32(text.encode('utf-8', 'surrogatepass')):08x}.json"


def recall(text: str, path: str) -> list[Node] | None:
    """Return the documents of a text, or None if no file has it."""
    try:
        with open(f"{FOLDER}/{name_of(text)}", encoding="utf-8") as file:
            whole, documents = json.load(file)
    except (OSError, ValueError):
        return None
    return [_node(document, path) for document in documents] if whole == text else None


def _node(data: list[Any], path: str) -> Node:
    value, line = data[:2]
    if isinstance(value, list):
        return Node([_node(item, path) for item in value], path, line)
    if isinstance(value, dict):
        keys = {key: _node(place, path) for key, (place, _) in value.items()}
        return Node({key: _node(item, path) for key, (_, item) in value.items()}, path, line, keys)
    return Node(value, path, line, block="|" in data[2], quoted=bool(data[2]))
