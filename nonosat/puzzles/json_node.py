"""Reads what JSON holds as a document, and writes it: see `nonosat.puzzles.node`."""

from __future__ import annotations

import json
from typing import Any

from nonosat.errors import InputError
from nonosat.puzzles.node import MAX_DEPTH, Node


def node_of(value: object, path: str = "", line: int = 0, depth: int = 0) -> Node:
    """Return a JSON value as a node; everything in it has the same place."""
    if depth > MAX_DEPTH:
        raise InputError(f"expected at most {MAX_DEPTH} levels", path, line)
    if isinstance(value, dict):
        keys = {str(key): Node(str(key), path, line) for key in value}
        inner = {str(key): node_of(item, path, line, depth + 1) for key, item in value.items()}
        return Node(inner, path, line, keys)
    if isinstance(value, list):
        return Node([node_of(item, path, line, depth + 1) for item in value], path, line)
    return Node(value if isinstance(value, str) else json.dumps(value), path, line)


def json_of(node: Node) -> str:
    """Return a node as JSON: its texts, lists and maps, without their places."""
    return json.dumps(_texts(node), ensure_ascii=False)


def _texts(node: Node) -> Any:
    if isinstance(node.value, str):
        return node.value
    if isinstance(node.value, list):
        return [_texts(item) for item in node.value]
    return {key: _texts(item) for key, item in node.value.items()}
